"""Open the index named first with Whoosh alone, as anybody would, and read all of it."""

import sys
import zipfile

from whoosh.filedb.filestore import RamStorage
from whoosh.index import FileIndex

storage = RamStorage()
with zipfile.ZipFile(sys.argv[1]) as archive:
    storage.files = {name: archive.read(name) for name in archive.namelist()}
index = FileIndex(storage)
with index.searcher() as searcher:
    reader = searcher.reader()
    for name, text in reader.all_terms():
        matcher = reader.postings(name, text)
        while matcher.is_active():
            matcher.weight()
            matcher.next()
    for _number, stored in reader.iter_docs():
        assert stored
    sys.stdout.write(str(reader.doc_count()))
