"""What artefacts noted on manuals is opened batch by batch, and let go where it is large."""

from __future__ import annotations

from publishing import SETTINGS, published

from registry.catalogue.entries import entries_of
from registry.model.kept_pickled import Sealed
from registry.publish import Context, Listing, Notes, Subject, artefacts, list_artefact
from registry.publish.search import note_search


def test_notes_are_gone_through_again_and_again_in_their_order() -> None:
    notes = Notes([Sealed((1, 2)), Sealed((3,))])

    assert list(notes) == [1, 2, 3]
    assert list(notes) == [1, 2, 3]


def test_notes_that_are_taken_are_let_go_batch_by_batch() -> None:
    first, second = Sealed((1, 2)), Sealed((3,))
    taken = Notes([first, second]).take()

    assert next(taken) == 1
    assert first.open() is None
    assert second.open() == (3,)
    assert list(taken) == [2, 3]


def test_making_the_search_index_lets_its_notes_go() -> None:
    catalogue, context = published().catalogue, Context(SETTINGS)
    noted = Sealed(tuple(note_search(Subject(each, context)) for each in catalogue.manuals))
    listing = Listing(context, entries_of(catalogue), {"search": Notes([noted])})
    search = next(each for each in artefacts() if each.name == "search")

    assert list(list_artefact(search, listing))
    assert noted.open() is None
