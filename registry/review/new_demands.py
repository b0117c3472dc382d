"""Find what a pull request asks of callers and readers that was not asked before."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from registry.changes.model_texts import TextChange
from registry.model.naming import in_snake_case
from registry.review.new_links import words_on
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Catalogue, Release, Tool
    from registry.review.diff import Comparison
    from registry.source import Json

_SHOWN = 60
"""Characters of words that a sentence quotes."""

_SECRET = re.compile(
    r"pass_?(?:words?|wd|phrase|wort|code)\d*(?:_|$)|kennwort|contrase[nñ]a|mot_de_passe|senha(?:_|$)"
    r"|(?:^|_)(?:pwd|secrets?|credentials?|cookies?|otp|totp|cvv|cvc|pin|pat|bearer|jwt"
    r"|(?:api|access|auth|bearer|session|refresh|id)_?tokens?"
    # A token is mostly a key; these are places in a list, and what a caller makes up.
    r"|(?!(?:cancellation|change|client|continuation|cursor|delta|device|download|end|idempotency"
    r"|invite|next|page|pagination|prev|previous|push|request|resume|special|start|stop|sync"
    r"|upload|watch)_)[a-z0-9]+_token"
    r"|(?:api|access|decryption|encryption|gpg|license|pgp|private|rsa|secret|ssh|signing|wallet)"
    r"_?keys?"
    r"|(?:seed|recovery|secret|backup)_(?:phrase|words|codes?)|mnemonic|wallet_seed"
    r"|(?:2fa|mfa|one_time|security|sms|two_factor|verification)"
    r"_(?:answers?|codes?|passwords?|pin|questions?)"
    r"|bank_account|card_number|iban|(?:account|routing)_number"
    r"|dotenv|key_?(?:chain|ring|store)|kube_?config|netrc|npmrc|pem|ssh_config"
    r"|dsn|(?:connection|database)_ur[il]|connection_string|service_account_(?:file|info|json)"
    r")\d*(?:_|$)"
    r"|(?:^|_)o?auth(?:entication|orization)?(?:_(?:code|data|header|string|value))?$"
)
"""A name of an input that asks for a secret, in lower case with `_` between its words.

More than the credential of a call: a tool may need a person's password or card, but a maintainer
looks at it first.
"""

_SPOKEN = re.compile(
    r"\b(?:pass(?:words?|phrases?|wort)|kennwort|contraseñas?|mots? de passe|senhas?"
    r"|(?:api|access|private|secret|ssh) keys?|(?:access|session|bearer) tokens?"
    r"|(?:seed|recovery) (?:phrases?|words|codes?)|one-time codes?|credit cards?|card numbers?"
    r"|social security numbers?|environment variables|wachtwoord|hasło"
    r"|\u043f\u0430\u0440\u043e\u043b[\u044c\u044f])\b"
    r"|\B\.env\b|密[码碼]|パスワード|비밀번호",
    re.IGNORECASE,
)
"""Words on a tool or an input that ask for a secret, whatever its name is."""

_CONFIDED = re.compile(
    r"\b(?:messages? (?:before this|so far|above)"
    r"|(?:previous|earlier|recent|last|prior|preceding|past)"
    r" (?:messages?|prompts?|questions?|turns?)"
    r"|(?:how|what|where|which|whom?|why) (?:the|your) users?(?! ?(?:ids?|names?)\b)"
    r"|the user(?:'s|s'|s)? (?:address|asked|asks|background|conversation|goal|intent|is|messages?"
    r"|needs?|question|request|said|says|situation|task|wants?|wanted|was|words|works?|wrote)"
    r"|this (?:chat|conversation)"
    r"|the (?:chat|conversation|dialogue) (?:before|history|so far|until)"
    r"|(?:your|the (?:agent|assistant|model)'s)"
    r" (?:context|instructions|memory|plan|reasoning|thoughts)"
    r"|(?:agents?|assistants?|models?) (?:has|have|knows?|remembers?|sees?)"
    r" (?:about|been|learnt|of|seen|so far)"
    r"|prompts? (?:that|which) (?:brought|caused|led|made|started)"
    r"|clip ?boards?|(?:browser|browsing|chat|command|conversation|shell) histor(?:y|ies)"
    r"|(?:all|any|each|every|the) open (?:documents?|files?|tabs?|windows?)"
    r"|(?:documents?|files?|tabs?|windows?) (?:that|which) (?:are|is) open"
    r"|(?:the user's|their|your) screen)\b",
    re.IGNORECASE,
)
"""Words on a tool or an input that ask for what was said, for what the user is about, or for what
is open on the machine. Of 411,000 texts in documents of APIs, four have the last of these.
"""

_CONFIDED_NAME = re.compile(
    r"\b(?:(?:conversation|chat|dialog(?:ue)?|message|transcript)s?"
    r" (?:context|history|log|so far|summary|text)"
    r"|(?:browser|browsing|command|location|search|shell) history$"
    r"|clip ?board(?: contents?| text)?$"
    r"|(?:client|device|local|machine|system) (?:info(?:rmation)?|ip|path|paths)$|cwd$|host ?name$"
    r"|(?:document|file|screen) ?(?:contents?|dump)$|env(?:ironment)? ?var(?:iable)?s?$|environ$"
    r"|(?:home|working) ?(?:dir|directory|folder)$|(?:home|private|residential) address$"
    r"|(?:birth ?date|birthday|date of birth|dob|ssn|social security number|(?:national|tax) id)$"
    r"|passport (?:no|number)$"
    r"|(?:additional|background|current|extra|full|prior|recent|relevant|surrounding|task) context$"
    r"|screen ?shots?$|transcripts?$"
    r"|conversations?$|chain of thoughts?|memory$|rationale$|reasoning(?: trace)?$|scratch ?pad"
    r"|thoughts?$"
    r"|(?:agent|assistant|full|human|llm|model|original|system|users?)"
    r" (?:context|goals?|instructions?|intents?|memory|messages?|needs?|plan|prompts?|quer(?:y|ies)"
    r"|questions?|reasoning|requests?|situation|tasks?|thoughts?|words))\b"
)
"""The name of an input that asks for the same, or for what else an agent knows of its user or finds
on the machine: files, variables, an address. As words in lower case.
"""

_PROGRAM = re.compile(
    r"\b(?:(?:apt|apt-get|brew|cargo|docker|npm|pip3?|pipx|pnpm|yarn) (?:add|i|install|pull|run)"
    r"|bash|chmod|npm|npx|pip3?|pipx|powershell|sudo|uvx|wget"
    r"|in (?:a|the|your) (?:shell|terminal))\b",
    re.IGNORECASE,
)
"""Words on a tool or an input that speak of what people run on their own machines."""

_VERBS = (
    "add|approve|ask|attach|buy|call|click|confirm|copy|create|delete|download|email|enter|execute"
    "|fetch|fill in|follow|forward|get|give|include|inform|install|invoke|load|make|mention|notify"
    "|open|pass|paste|pay|post|provide|put|read|redirect|remove|repeat|report|request|retry|run"
    "|save|send|set|share|show|submit|take|tell|transfer|trust|update|upload|use|verify|visit|warn"
    "|write"
)
_THING = (
    r"(?:(?:an?|all|any|each|every|him|it|one|that|the|them|these|this|those|users?|your?)\b"
    r"|[`'\"])"
)
# Counted, or a long run of white space would be read again from each of its characters.
_ORDER = re.compile(
    r"(?:^|[.!?;:,)]\s{1,40}|\n[ \t]{0,40}|\b(?:always|also|and|first|next|now|please|then) )"
    rf"(?!pass it (?:as|for)\b)(?:{_VERBS}) {_THING}"
    r"|(?:^|[.!?]\s{1,40}|\n[ \t]{0,40})(?:do not|don't|never|(?:make|be) sure)\b"
    r"|\b(?:you|agents?|assistants?|models?) (?:must|should|have to|need to|are to|shall)\b",
    re.IGNORECASE,
)
"""Words that have their reader do something; `Pass it as` is said of what asks for a next page."""

_LAW = (
    r"(?:direct(?:ions?|ives?)|guidance|guidelines?|instructions?|orders|playbooks?"
    r"|polic(?:y|ies)|procedures?|prompts?|protocols?|rules?|terms)"
)
_READER = r"(?:agents?|assistants?|callers?|models?|readers?)"
_GUIDED = re.compile(
    rf"\b(?:{_LAW}\b[^.;]{{0,60}}\b(?:appl(?:y|ies)|binding|follow(?:ed|s)?|into account"
    r"|obey(?:ed|s)?|overrides?|precedence|prevails?|valid)"
    r"|(?:according to|appl(?:y|ies)|follow(?:s|ing)?|governed by|in line with|obey(?:s|ing)?"
    rf"|observe|respect)\b[^.;]{{0,40}}\b{_LAW}"
    r"|(?:llms(?:-full)?\.txt|(?:agents|claude|gemini|skill)\.md)"
    r"|what (?:comes|happens) next|(?:as|is) the next step"
    rf"|how (?:it|one|{_READER}) (?:acts?|behaves?|continues?|goes? on|is used|proceeds?|works? on)"
    rf"|{_LAW} (?:for {_READER}|on (?:how|what))"
    rf"|{_READER} (?:also|first|must|needs? to|repeats?|should|takes? (?:it|them)|then|treats?)"
    r"|(?:begin|close|end|finish|open|start) (?:all|any|each|every|the|your)"
    r" (?:answers?|messages?|repl(?:y|ies)|responses?))\b",
    re.IGNORECASE,
)
"""Words that say how their reader acts, or where that is written: a page, an answer, a file."""

_ON_REQUEST = ("description", "inputs.", "examples")
"""How the places of texts begin that a model reads to make a call."""

_ON_ANSWERS = ("outputs.", "example_output")

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
"""A word, and each of those that are joined in a name."""


def secret_inputs(compared: Comparison) -> Iterator[str]:
    """Yield a sentence for each input that asks for a secret, and did not in the older release."""
    for tool, name in _new_inputs(compared):
        if _SECRET.search(in_snake_case(name)):
            yield f"{tool!r} now asks for {name!r}"
    for each, asked in _newly_said(_SPOKEN, compared, _ON_REQUEST):
        yield f"{each.tool!r} now speaks of {asked[0]!r} at {each.where}"


def confided(compared: Comparison) -> Iterator[str]:
    """Yield a sentence for each new input, and each new text, that speaks of the conversation.

    That includes new inputs that ask for the user's person or machine. The agent sends what is
    asked for with the next call, and few users see that. The inputs of a new manual, which a
    maintainer reads anyway, are left to rules.
    """
    for tool, name in _new_inputs(compared) if compared.before else ():
        said = in_snake_case(name).replace("_", " ")
        if _CONFIDED_NAME.search(said) or _CONFIDED.search(said):
            yield f"{tool!r} now asks for {name!r}"
    for each, asked in _newly_said(_CONFIDED, compared, _ON_REQUEST):
        yield f"{each.tool!r} now speaks of {asked[0]!r} at {each.where}"


def mentions(compared: Comparison) -> Iterator[str]:
    """Yield a sentence for each tool that words on another one newly name and that does more.

    A model that was led to the harmless one may be led on from there.
    """
    tools = compared.after.tool_by_name
    spelt = {parts: each for name, each in tools.items() if len(parts := word_parts(name)) > 1}
    for text in compared.texts if compared.before else ():
        if (tool := tools.get(text.tool)) is None:
            continue
        for parts in sorted(_names_in(text.after, spelt) - _names_in(text.before, spelt)):
            other = spelt[parts]
            if other.effect.is_graver_than(tool.effect):
                named = f"{other.name!r}, which is {other.effect},"
                yield f"{tool.name!r} names {named} at {text.where}"


def orders(compared: Comparison) -> Iterator[str]:
    """Yield a sentence for each text on an answer that newly tells its reader to do something.

    What answers hold needs no orders, and a model reads them when a call has already been made.
    Also, for each text that newly says how its reader acts, or where that is written.
    """
    found = dict(_newly_said(_ORDER, compared, _ON_ANSWERS))
    for text, match in _newly_said(_GUIDED, compared):
        found.setdefault(text, match)
    for text, match in found.items():
        said = text.after[match.start() :].lstrip(".!?;:,) \n")
        yield f"{text.tool!r} says {said[:_SHOWN]!r} at {text.where}"


def _newly_said(
    words: re.Pattern[str], compared: Comparison, where: str | tuple[str, ...] = ""
) -> Iterator[tuple[TextChange, re.Match[str]]]:
    """Yield each text that has *words* and had none, if its place begins with *where*.

    Also yield what says them across neighbouring texts.
    """
    for text in compared.texts if compared.before else ():
        match = words.search(text.after) if text.where.startswith(where) else None
        if match and not words.search(text.before):
            yield text, match
    for cut in compared.cut_sentences:
        if all(each.startswith(where) for each in cut.places) and (
            match := cut.found_across(words)
        ):
            yield TextChange(cut.tool, cut.where, "", cut.text), match


_IN_LISTINGS = {
    "secret-input": _SPOKEN,
    "conversation": _CONFIDED,
    "self-hosting": _PROGRAM,
    "new-order": _GUIDED,
}
"""By reason of a verdict: the words that ask for it, also where they are said of a whole manual."""


def in_listings(reason: str, proposed: Catalogue, merged: Catalogue) -> Iterator[str]:
    """Yield a sentence for each merged manual of which something new is said that is the *reason*.

    It has no version: those who look up a tool of the manual read it as soon as it is merged.
    """
    for manual in proposed.manuals:
        if (before := merged.manual_by_id.get(manual.id)) is not None:
            words_before, words_now = (
                {
                    found[0].lower(): None
                    for text in words_on(each)
                    for found in _IN_LISTINGS[reason].finditer(text)
                }
                for each in (before, manual)
            )
            yield from (
                f"{manual.id} now speaks of {each!r}"
                for each in words_now
                if each not in words_before
            )


def _names_in(text: str, spelt: Mapping[tuple[str, ...], Tool]) -> set[tuple[str, ...]]:
    """Return which names are in *text*, however their words are joined there."""
    said = word_parts(text)
    runs = (zip(*(said[at:] for at in range(size)), strict=False) for size in {*map(len, spelt)})
    return spelt.keys() & {*chain.from_iterable(runs)}


def word_parts(text: str) -> tuple[str, ...]:
    """Return the words of *text* in lower case, and of joined ones such as `getUser` each."""
    return tuple(each.lower() for each in _PART.findall(text))


def _new_inputs(compared: Comparison) -> Iterator[tuple[str, str]]:
    """Yield each tool with each name of an input that it did not have in the older release."""
    known = _inputs(compared.before) if compared.before else {}
    for tool, names in _inputs(compared.after).items():
        yield from ((tool, name) for name in sorted(names - known.get(tool, frozenset())))


def _inputs(release: Release) -> Mapping[str, frozenset[str]]:
    return {tool.name: frozenset(_names(tool.inputs)) for tool in release.tools}


def _names(schema: Json) -> Iterator[str]:
    """Yield the names of all properties in *schema*, however deep."""
    if isinstance(schema, dict):
        yield from mapping(schema.get("properties"))
        yield from ("password",) if schema.get("format") == "password" else ()
        yield from (name for each in schema.values() for name in _names(each))
    elif isinstance(schema, list):
        yield from (name for each in schema for name in _names(each))


def self_hosting(compared: Comparison) -> Iterator[str]:
    """Yield a sentence if what people are told to run on their own machines is not the same."""
    before, after = compared.before, compared.after
    for each, run in _newly_said(_PROGRAM, compared):
        yield f"{each.tool!r} now speaks of {run[0]!r} at {each.where}"
    if before and after.self_hosted and after.self_hosted != before.self_hosted:
        yield f"{after.manual_id} {after.version} says differently how it is run"
