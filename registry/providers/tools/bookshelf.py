"""The OpenTool document Bookshelf: a shelf of books kept in memory while the server runs."""

from __future__ import annotations

import itertools
import threading
from typing import Any

from registry.providers.tools import Function, FunctionSet, ToolError, parameter

CAPACITY = 1000
"""Books of one shelf: the memory of a server that anyone may write to must have an end."""


class Bookshelf:
    """Books by id, safe to use from several threads; every answer is a copy."""

    def __init__(self) -> None:
        self._books: dict[int, dict[str, Any]] = {}
        self._ids = itertools.count(1)
        self._lock = threading.Lock()

    def add_book(self, **book: str | int) -> dict[str, Any]:
        """Put *book* on the shelf and return it with its id; raise ToolError when full."""
        with self._lock:
            if len(self._books) >= CAPACITY:
                raise ToolError(f"The shelf is full: it holds {CAPACITY} books")
            number = next(self._ids)
            self._books[number] = {"book_id": number, "status": "unread", **book}
            return dict(self._books[number])

    def get_book(self, book_id: int) -> dict[str, Any]:
        """Return the book with *book_id*; raise ToolError if there is none."""
        with self._lock:
            return dict(self._book(book_id))

    def find_books(self, text: str = "", status: str = "") -> list[dict[str, Any]]:
        """Return the books whose title or author holds *text*, in the order they came."""
        with self._lock:
            return [
                dict(book)
                for book in self._books.values()
                if text.casefold() in f"{book['title']}\n{book['author']}".casefold()
                and status in {"", book["status"]}
            ]

    def update_book(self, book_id: int, **changes: str | int) -> dict[str, Any]:
        """Change what *changes* name of the book with *book_id* and return it."""
        with self._lock:
            book = self._book(book_id)
            book |= changes
            return dict(book)

    def remove_book(self, book_id: int) -> None:
        """Take the book with *book_id* off the shelf; raise ToolError if there is none."""
        with self._lock:
            self._book(book_id)
            del self._books[book_id]

    def count_books(self, status: str = "") -> int:
        """Return how many books there are, or how many of *status*."""
        return len(self.find_books(status=status))

    def _book(self, number: int) -> dict[str, Any]:
        try:
            return self._books[number]
        except KeyError:
            raise ToolError(f"There is no book with the id {number}") from None


_BOOK_ID = {"type": "integer", "description": "The number that add_book gave to the book."}
_STATUS = {
    "type": "string",
    "description": "How far the reading has come.",
    "enum": ["unread", "reading", "read"],
}
_BOOK = {
    "type": "object",
    "description": "A book on the shelf.",
    "properties": {
        "book_id": _BOOK_ID,
        "title": {"type": "string"},
        "author": {"type": "string"},
        "year": {"type": "integer", "description": "Year of publication."},
        "status": _STATUS,
    },
    "required": ["book_id", "title", "author", "status"],
}
_BOOKS = {"type": "array", "description": "Books in the order they came.", "items": _BOOK}
_TEXT = {"type": "string"}
_WHICH = parameter("book_id", _BOOK_ID, "Which book.")
_YEAR = parameter("year", {"type": "integer"}, "Year of publication.", required=False)
_PROGRESS = parameter("status", _STATUS, "How far you have read.", required=False)
_ONLY = parameter("status", _STATUS, "Only books of this status.", required=False)


def bookshelf() -> FunctionSet:
    """Return the functions of a new, empty shelf."""
    shelf = Bookshelf()
    book = {"name": "book", "description": "The book as it is now.", "schema": _BOOK}
    return FunctionSet(
        opentool="1.0.0",
        title="Bookshelf",
        version="1.0.1",
        description="A shelf of books in memory; it is empty again when the server stops.",
        functions=(
            Function(
                name="add_book",
                description="Put a book on the shelf. Its status is unread unless you say more.",
                parameters=(
                    parameter("title", _TEXT, "Title as printed on the book."),
                    parameter("author", _TEXT, "Who wrote it, first name first."),
                    _YEAR,
                    _PROGRESS,
                ),
                returns=book,
                run=shelf.add_book,
            ),
            Function(
                name="get_book",
                description="Show one book of the shelf.",
                parameters=(_WHICH,),
                returns=book,
                run=shelf.get_book,
            ),
            Function(
                name="find_books",
                description="List the books of the shelf, all or those that match.",
                parameters=(
                    parameter("text", _TEXT, "Part of the title or author.", required=False),
                    _ONLY,
                ),
                returns={"name": "books", "schema": _BOOKS},
                run=shelf.find_books,
            ),
            Function(
                name="update_book",
                description="Change details of a book; what you leave out stays as it is.",
                parameters=(
                    _WHICH,
                    parameter("title", _TEXT, "The new title.", required=False),
                    parameter("author", _TEXT, "The new author.", required=False),
                    _YEAR,
                    _PROGRESS,
                ),
                returns=book,
                run=shelf.update_book,
            ),
            Function(
                name="remove_book",
                description="Take a book off the shelf for good.",
                parameters=(_WHICH,),
                returns=None,
                run=shelf.remove_book,
            ),
            Function(
                name="count_books",
                description="Count the books on the shelf, all or those of one status.",
                parameters=(_ONLY,),
                returns={"name": "count", "schema": {"type": "integer"}},
                run=shelf.count_books,
            ),
        ),
    )
