"""Open the index named first with Whoosh alone, as anyone would, and read all of it.

Prints, as JSON, the number of documents and the best of those that have any of the other words.
"""

import json
import sys
import zipfile

from whoosh import query
from whoosh.filedb.filestore import RamStorage
from whoosh.index import FileIndex

path, *words = sys.argv[1:]
storage = RamStorage()
with zipfile.ZipFile(path) as archive:
    storage.files = {name: archive.read(name) for name in archive.namelist()}
with FileIndex(storage).searcher() as searcher:
    reader = searcher.reader()
    for name, text in reader.all_terms():
        matcher = reader.postings(name, text)
        while matcher.is_active():
            matcher.weight()
            matcher.next()
    assert all(stored for _, stored in reader.iter_docs())
    wanted = query.Or([query.Term("text", word) for word in words])
    found = searcher.search(wanted, limit=None)
    best = [(round(hit.score), json.loads(hit["record"])[0]) for hit in found]
    sys.stdout.write(json.dumps({"documents": reader.doc_count(), "best": best}))
