"""The files of an index, in memory, and what is in them."""

from __future__ import annotations

import io

from whoosh import analysis, fields, formats
from whoosh.filedb import filestore, structfile

from registry.search.documents import LABELLED

TEXT = "text"
RECORD = "record"
BEGIN, END = "begin", "end"
"""The words that are written in tools, each with the number of these behind it; and backwards."""
ABOUT = "about"
"""The weight of an unknown word, stored as the score of the only term `unknown`."""
UNKNOWN = "unknown"
UNASKED = "unasked"
"""A term beside it where most tools do not say in which words people ask for them."""
WISHED, WISH = "wished", "wish"
"""The wishes by their terms, and the text of each, stored as a term behind its number."""
FIELDS = (TEXT, *LABELLED, BEGIN, END, ABOUT, WISHED, WISH)


def index_schema() -> fields.Schema:
    """Return the schema of every index: a field of scored terms, one a facet, and the record.

    The weight of a posting is its score, so the fields are not what Whoosh calls scorable: stock
    Whoosh adds up the very same scores when it opens the index.
    """
    words = analysis.SpaceSeparatedTokenizer()
    bags = {name: fields.FieldType(formats.Existence(), words) for name in FIELDS}
    return fields.Schema(**{RECORD: fields.STORED()}, **bags)


class Storage(filestore.RamStorage):  # type: ignore[misc]
    """Files in memory, of which Whoosh notes no times and makes no temporary ones on disk."""

    def file_modified(self, _name: str) -> float:
        """Return the same time for every file: it becomes part of the index."""
        return 0.0

    def temp_storage(self, _name: str | None = None) -> Storage:
        """Return another such storage."""
        return Storage()

    def open_file(self, name: str, **_: object) -> _Window:
        """Return the file *name*, to be read."""
        return _Window(self.files[name], name=name)

    def destroy(self) -> None:
        """Forget the files."""
        self.files.clear()


class _Window(structfile.StructFile):  # type: ignore[misc]
    """A part of *data* from *start* on as a file, of which no part is a copy.

    Whoosh would copy each part twice, which takes longer than a question. What reads over its end
    reads on in *data*.
    """

    def __init__(self, data: bytes, start: int = 0, name: str | None = None) -> None:
        """Begin at the *start*."""
        super().__init__(io.BytesIO(data), name)  # it shares the bytes
        self._data = data
        self._start = start
        self.seek(0)

    def subset(self, offset: int, _length: int, name: str | None = None) -> _Window:
        """Return the part from *offset* on."""
        return _Window(self._data, self._start + offset, name)

    def seek(self, place: int, whence: int = io.SEEK_SET) -> None:
        """Go on reading at *place*."""
        self.file.seek(self._start + place if whence == io.SEEK_SET else place, whence)

    def tell(self) -> int:
        """Return the place at which reading goes on."""
        return int(self.file.tell()) - self._start

    def get(self, place: int, length: int) -> bytes:
        """Return *length* bytes at *place*."""
        start = self._start + place
        return self._data[start : start + length]
