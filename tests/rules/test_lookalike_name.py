"""Names that are alike are found without comparing each with all others."""

from __future__ import annotations

from itertools import islice, product
from time import process_time

from registry.rules.lookalike_name import Note, check_publishers

WORDS = ("api", "cli", "mcp", "tool", "tools", "server", "official", "app", "hq", "dev")


def test_thousands_of_names_of_one_form_are_compared_in_linear_time() -> None:
    names = ("-".join(("acmes", *words)) for words in product(WORDS, repeat=4))
    notes = [Note(name, name, is_included=False, path=name) for name in islice(names, 5000)]
    began = process_time()
    found = [*check_publishers(notes)]

    assert len(found) == len(notes) - 1
    assert process_time() - began < 5
