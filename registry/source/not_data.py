"""Recognise text that is no data, such as a program or a web page, and say what to do with it."""

from __future__ import annotations

import re
import shlex

from registry.diagnostics import Diagnostic, Place

BY_OPENAPI = (
    "convert it to an OpenAPI document, and that to a manual: "
    "`registry import openapi openapi.json`"
)
BY_QUERIES = (
    "write each query as a UTCP tool: a POST over `http` whose input `body` has the properties "
    "`query`, a `const`, and `variables`"
)
"""Acts for what is a manual only after another step, in whatever format it is."""

_PAGE = ("a web page, not data", "download the data itself: on GitHub, with the button `Raw`")
_XML = ("XML, not data of a manual", "`registry new` writes a whole manual to put it into")
_WSDL = (
    "a WSDL of SOAP, not data",
    (
        "write each operation as a UTCP tool over `http` with `http_method: POST`, and make the "
        "whole message one input, a string called `body`"
    ),
)
_PROGRAM = (
    "a program, not data",
    (
        "for functions in Python, `registry import python FILE` writes the manual; for an MCP "
        "server, `registry import mcp` asks it for its tools"
    ),
)
_GRAPHQL = ("a schema of GraphQL, not data", BY_QUERIES)
_DATA_IN_A_PROGRAM = (
    "a program, not data",
    "keep only the data, which is between the outermost braces",
)
_TYPESPEC = ("an API description in TypeSpec, not a manual", BY_OPENAPI)
_SMITHY = ("a model in Smithy, not a manual", BY_OPENAPI)
_MCP_HOST = (
    "the configuration of an MCP host, not a manual",
    (
        "it names a server, but not its tools: `registry import mcp -- COMMAND` starts the server "
        "and asks for them"
    ),
)
_REQUEST = (
    "a request over HTTP, not data",
    "write it as a curl command, and paste that into `registry import curl -`",
)
_SKILL = (
    "a page in Markdown, such as a skill, not data",
    (
        "a skill tells a model how to work, and has no tools: describe the API or the MCP server "
        "that it uses"
    ),
)
_PAGE_IN_MARKDOWN = (
    "a page in Markdown, not data",
    (
        "if it shows curl commands, `registry import curl FILE` writes the manual; if it links to "
        "an OpenAPI document, `registry import openapi URL` does"
    ),
)
_NO_SUCH_FILE = (
    "the reply of a server without such a file, not the file itself",
    "download it again, from an address that exists",
)
_PROTOCOL_BUFFERS = (
    "a definition of protocol buffers, not data",
    "no client calls gRPC: describe the API of the service over http, if there is one",
)
_CURL = ("a curl command, not data", "convert it to a manual: `registry import curl FILE`")
_BRUNO = (
    "a request of Bruno, not data",
    (
        "export its collection in the format of Postman, and convert that to a manual: "
        "`registry import postman collection.json`"
    ),
)
_COPIED = {
    "a `+` in front of each line, as in a diff": re.compile(r"(?:\+[^\n]*+\n?+){3,}"),
    "a `>` in front of each line, as in a reply": re.compile(r"(?:>[^\n]*+\n?+){3,}"),
    "a number in front of each line": re.compile(r"(?:[ ]*+\d++[ \t:|][^\n]*+\n?+){3,}"),
}
"""What another program has put into what was copied from it."""

_HASHED = r"(?:#[^\n]*+\n|\s++)*+"
_SLASHED = r"(?:\s++|//[^\n]*+|/\*(?:(?!\*/)[\s\S])*+\*/)*+"
_DESCRIBED = r'(?:\s++|#[^\n]*+|"""(?:(?!""")[\s\S])*+"""|"[^"\n]*+")*+'
_XML_STARTS = r"(?:\s++|<\?[^>]*+>|<!--(?:(?!-->)[\s\S])*+-->)*+<(?:\w++:)?+"
"""Comments and descriptions before the first definition."""


def _beginning(words: str) -> re.Pattern[str]:
    return re.compile(rf"\s*+{re.escape(words)}", re.IGNORECASE)


_KINDS = {
    re.compile(r"(?:#[^\n]*+\n|\s++|\$ )*+curl\s++[-'\"$h\\]"): _CURL,
    re.compile(
        r"(?:#[^\n]*+\n|//[^\n]*+\n|\s++|\$ |> )*+(?:(?:https?|xh|curlie)\s++(?:-\S++\s++)*+"
        r"(?:GET |POST |PUT |PATCH |DELETE |https?:)|wget\s++[-'\"h]|\$session = New-Object"
        r"|(?:\$\w++ = )?Invoke-(?:Web|Rest)\w++\s"
        r"|(?:(?:const|let|var) \w++ = )?(?:await )?(?:fetch\(|axios\b[.(]))"
    ): _REQUEST,
    re.compile(_SLASHED + r"(?:syntax|edition)\s*+=\s*+[\"']"): _PROTOCOL_BUFFERS,
    re.compile(
        _SLASHED + r"(?:export default|module\.exports\s*+=|(?:export\s++)?(?:const|let|var)\s"
        r"++[\w$]++[^={}\n]*+=|\w++ = (?=\{[ \t\r]*+\n))\s*+[{\[(]"
    ): _DATA_IN_A_PROGRAM,
    re.compile(
        _SLASHED + r"(?:(?:export\s++)?(?:const|let|var|async|function)\s++[\w${\[]"
        r"|(?:export\s++)?(?:abstract\s++)?class\s++\w++ ?(?:[({]|extends |implements )"
        r"|export\s|def \w++\(|@\w[\w.]*+\(?[^\n]*+\n(?:class|def|async|export)\s"
        r"|(?:export\s++)?(?:interface|type)\s++\w++[^{}#]*+\{[^{}#\"]*?;)"
    ): _PROGRAM,
    re.compile(_SLASHED + r"(?:\$\w++\s*+:[^\n]*+\n\s*+)*+namespace [\w.]++[ \t\r]*+\n"): _SMITHY,
    re.compile(_SLASHED + r"(?:using TypeSpec\b|@service\b)"): _TYPESPEC,
    re.compile(
        _DESCRIBED + r"(?:schema\s*+[{@]|directive\s++@|(?:extend\s++)?"
        r"(?:type|interface|input|enum|union|scalar)\s++\w++[ \t\r]*+[{@=\n&]"
        r"|type\s++\w++\s++implements\b)"
    ): _GRAPHQL,
    re.compile(_XML_STARTS + r"definitions\b"): _WSDL,
    re.compile(_XML_STARTS + r"Edmx\b"): ("the metadata of OData, not a manual", BY_OPENAPI),
    re.compile(_XML_STARTS + r"application\b"): ("a WADL, not a manual", BY_OPENAPI),
    re.compile(_HASHED + r"\[mcp_servers\."): _MCP_HOST,
    re.compile(_HASHED + r"\w++ = (?:await |new )?[\w.]++\("): _PROGRAM,
    re.compile(
        _HASHED + r"(?:\[{1,2}[\w.\"-]++\]{1,2}[ \t\r]*+\n" + _HASHED + r")?[\w.-]++ = [\"'\[{\w]"
    ): (
        "TOML, not YAML",
        "write `key: value` in place of each `=`, and indent the keys of a table below its name",
    ),
    re.compile(r"\s*+(?:!?\[[^\]\n]*+\]\(https?://[^)\s]++\)|https?://\S++)\s*+\Z"): (
        "the address of a file, not the file itself",
        "put its content here; for an OpenAPI document, run `registry import openapi URL`",
    ),
    re.compile(r"meta \{\s++name: "): _BRUNO,
    re.compile(
        r"(?:@[^\n]*+\n|#[^\n]*+\n|[ \t\r]*+\n)*+(?:GET|POST|PUT|PATCH|DELETE) (?:https?:|\{\{|/)"
    ): _REQUEST,
    re.compile(r"---[ \r]*+\n(?:(?!---|tools:)[^\n]*+\n){1,40}+---[ \r]*+\n\s*+#{1,3} \w"): _SKILL,
    re.compile(
        r"(?=\s*+#{1,3} \w)(?:#[^\n]*+\n|[ \t\r]*+\n)*+"
        r"(?![\"'$\w-]++\s*+:|[{%-]|\[(?!!)|[ \t])"
        r"(?![\s\S]*?^```(?:ya?ml|json))(?=[\s\S]*?(?:^#{2,3} \w|\]\(https?:|^```|^> ))",
        re.MULTILINE,
    ): _PAGE_IN_MARKDOWN,
    re.compile(r"\s*+(?:404[: -]++(?:page )?)?not found\.?\s*+\Z", re.IGNORECASE): _NO_SUCH_FILE,
    _beginning("version https://git-lfs"): (
        "a pointer to a file in Git LFS, not the file itself",
        "remove the file type from `.gitattributes`, and commit the file itself",
    ),
    **dict.fromkeys(map(_beginning, ("<!doctype html", "<html")), _PAGE),
    _beginning("<?xml"): _XML,
    _beginning('import "@typespec/'): _TYPESPEC,
    **dict.fromkeys(map(_beginning, ("from ", "import ", "#!/")), _PROGRAM),
    _beginning("{\\rtf"): ("formatted text (RTF), not data", "save it as plain text"),
    _beginning("#%raml"): ("an API description in RAML, not a manual", BY_OPENAPI),
    _beginning("format: 1a"): ("an API description in API Blueprint, not a manual", BY_OPENAPI),
    _beginning("diff --git "): (
        "a diff, not the file itself",
        "remove the lines up to the one with `@@`, and the first character of each other line",
    ),
}
"""By its beginning, behind comments, variables or keys: what a file is, and what to do.

A page in Markdown begins with a heading, which is a comment of YAML, and then has no key.
"""


def something_else(path: str, text: str) -> Diagnostic | None:
    """Return the problem that the file at *path* contains *text* that stands for another file.

    Its author has the right data elsewhere, so nothing in the file needs to be fixed.
    """
    for beginning, (what, hint) in _KINDS.items():
        if beginning.match(text):
            message, fix = f"the file contains {what}", hint.replace("FILE", shlex.quote(path))
            return Diagnostic(Place(path), "root-not-mapping", message, fix)
    for what, lines in _COPIED.items():
        if lines.fullmatch(text):
            message, hint = f"the file has {what}", "remove it from each line"
            return Diagnostic(Place(path), "root-not-mapping", message, hint)
    return None
