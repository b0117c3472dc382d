"""Read how people word a question: what in it is not asked for, and what shall be done.

Each is one regular expression, which readers of the published index take from there. Letters are
those of ASCII, in any case.
"""

from __future__ import annotations

import re

_NEEDS_NO = (
    r"(?:(?:that |which )?"
    r"(?:(?:does not|doesn't|do not|don't) (?:need|require)|needs? no|requires? no)"
    r"|with no|without|no need for|no)(?: having| creating)?(?: an?| any)?"
)
_REQUIRED = r"(?: needed| required| necessary)?"

ASIDES = (
    r"(?<![^ ,(])(?:keyless(?![^ ,.;:!?)])|"
    rf"{_NEEDS_NO}(?: api| access)?[ -]?"
    rf"(?:keys?|auth|authentication|registering|registration|sign(?:ing)?[ -]?up){_REQUIRED}"
    r"(?![^ ,.;:!?)])|"
    rf"{_NEEDS_NO} (?:account|credentials?|credit card|log(?:ging)?[ -]?in|token){_REQUIRED}"
    r"(?! *[^ ,.;:!?)]))"
)
"""What a question says of the way to a tool, such as `without an API key`: no tool does it.

An account or a login is one only at the end: `without an account manager` says something else.
"""

_PRAISED = r"(?:(?:an?|any|best|cheap|free|good|http|json|rest(?:ful)?|simple|some|the)[ -])*"
_TOOLS = r"(?:apis?|mcp(?:[ -]servers?)?|tool)"
_OF_WHICH_LANGUAGE = (
    r"(?: (?:(?:for|in|with) )?(?:curl|free|java|javascript|js|json|node|php|python|typescript))*"
)

TOOL_WORDS = (
    rf"(?<![^ ,(]){_PRAISED}{_TOOLS}{_OF_WHICH_LANGUAGE}"
    r"(?:(?! *[^ ,.;:!?)])|(?= +(?:for|no|with|without)(?![A-Za-z0-9])))|"
    r"(?<![^ ,(])(?:best|cheap|free|good|simple) "
    rf"(?=(?:[^ ,.;:!?)]+ ){{1,4}}{_TOOLS}{_OF_WHICH_LANGUAGE}(?! *[^ ,.;:!?)]))"
)
"""What a question calls the tool, and how good it shall be: `free weather API`.

An API that something else is said of stays: `rotate the API keys`.
"""

_GREETING = r"(?:(?:hi|hey|hello)(?: there)?[,!.]? )?"
_WISH = (
    r"please |(?:can|could|would) you |(?:i|we|the user) (?:need|want|would like|have)s? to |"
    r"i'd like to |help me |let's "
)
_PLEASE = rf"{_GREETING}(?:{_WISH}|(?:now|then|next|first|also),? )*"
"""What people and programs say before what they want: `could you please`."""

_HOW = r"how (?:do|can|could|should|to)(?: i| we| you)? |is it possible to "
_USED = r"(?:(?:do|can|could|should) i use |i can use )?"

_TOOL = (
    rf"(?:{_HOW}|"
    r"(?:(?:find|get|give|look|search|show|i|need|use|is|are|do|what|what's|which|an?|any)"
    r"(?: [a-z]+){0,4} )?"
    r"(?:api|app|command|endpoint|function|integration|mcp|mcp server|tool|way)s? "
    rf"{_USED}"
    r"(?:to|for|can|that|which|that can|which can|(?:that |which )?lets? (?:me|us)) )"
)
"""What they say before it where they ask for the tool: `find a tool to` delete a branch."""

OPENINGS = (
    rf"{_GREETING}(?:{_WISH}|(?:now|then|next|first|also), )*"
    rf"(?:{_HOW}|"
    r"(?:(?:find|get|give|got|i|i'm|know|look|looking|need|recommend|search|show|suggest|use|want|"
    r"we|is|are|do|what|what's|which|an?|any|the)"
    r"(?: (?:am|an?|any|best|do|for|good|have|i|is|know|looking|me|need|of|out|right|some|the|"
    r"there|up|us|want|you)){0,5} )?(?:api|mcp server|tool|way)s? "
    rf"{_USED}"
    r"(?:(?:that |which )?lets? (?:me|us)|that can|which can|to|for|can|that|which) )?"
)
"""How a question opens before it says what is to be done: `which tool can`, `how do I`.

Other things that one may ask for as well, such as an app or a function, are none of it.
"""

_THEN = (
    r'(?![^"]*,? (?:and|then) (?:then )?'
    r"(?:archive|cancel|change|close|complete|delete|edit|mark|move|remove|rename|reopen|resolve|"
    r"tick|trash|update) )"
)
"""No second step that changes what the first one found: `find the task and delete it`."""

READS = (
    rf"{_PLEASE}(?:{_TOOL})?(?!{_TOOL}){_THEN}"
    r"(?:"
    r"(?:check|compare|count|fetch|find|get(?! rid)|give me|know|list|look|lookup|read|search|see|"
    r"show|tell me|view)(?:e?s)?|"
    r"are|did|does|had|has|how (?:far|long|many|much|often|old)|is|was|were|what|when|where|"
    r"which|who|whose|why|"
    r"(?:open|(?!embed )[a-z]+[a-df-z]ed) (?:[a-z]+ )?[a-z]+[a-hj-rtv-z]s|"
    r"(?<!that )(?<!which )[a-z]{3,}[a-hj-rtv-z]s)(?![A-Za-z0-9])"
)
"""What a question begins with by which nothing is to be changed: `where is my order`.

The last of it are plurals: nobody tells a program `paintings`, though `paint` asks for a change.
Before them are plurals of a kind: `open issues`, `closed pull requests`.
"""

ACTS = (
    rf"{_PLEASE}"
    r"("
    r"comment|commit|email|file|flag|label|log|message|note|rate|record|request|review|star|text|"
    r"thank) (?:"
    r"(?:an?|all|every|it|my|on|our|that|the|this|your)(?![A-Za-z0-9])|"
    r'(?!(?:at|by|for|from|in|of|to|with) )[^"]*[0-9])'
)
"""What it begins with by which something is to be done with a word that is a noun as well, in the
first group: `label issue 5`, but not `label of a drug`."""

_ASIDES = re.compile(ASIDES, re.ASCII | re.IGNORECASE)
_TOOL_WORDS = re.compile(TOOL_WORDS, re.ASCII | re.IGNORECASE)
_OPENINGS = re.compile(OPENINGS, re.ASCII | re.IGNORECASE)
_READS = re.compile(READS, re.ASCII | re.IGNORECASE)
_ACTS = re.compile(ACTS, re.ASCII | re.IGNORECASE)


def without_asides(sentence: str) -> str:
    """Return *sentence* without what matches `ASIDES`, in any case."""
    return _ASIDES.sub(" ", sentence)


def without_tool_words(sentence: str) -> str:
    """Return *sentence* without what matches `TOOL_WORDS`, in any case."""
    return _TOOL_WORDS.sub(" ", sentence)


def without_opening(sentence: str) -> str:
    """Return *sentence* without what `OPENINGS` matches at its beginning, in any case."""
    opening = _OPENINGS.match(sentence)
    return sentence[opening.end() :] if opening else sentence


def is_to_read(sentence: str) -> bool:
    """Return whether *sentence* begins with words by which nothing is to be changed."""
    return _READS.match(sentence) is not None


def first_act(sentence: str) -> str:
    """Return the word, a noun otherwise, that *sentence* asks to do as its first one, or ""."""
    found = _ACTS.match(sentence)
    return found[1].lower() if found else ""
