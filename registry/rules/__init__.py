"""The rules for tools and manuals; to add one, add a module to this folder.

A rule is a module. Its file name is its id (`plain_http_url.py` is `plain-http-url`), its
docstring is its documentation page and its first test (see `tests/rules/test_rules.py`), and it
defines:

- `SEVERITY`: error if publishing would mislead or harm someone, warning if it would only be of
  low quality;
- `GRAVEST`, if some findings are graver: the severity of those;
- `HINT`: what to do, for findings without a hint of their own;
- `GROUP`, if a finding is only about quality; without it, a person reviews every finding;
- `FINDS_SECRETS = True`, if a finding is a secret: no report shows its line, no import writes it;
- one function, named after what it checks, which yields `Finding`s: `check_tool(tool)`,
  `check_release(release)`, `check_strings(strings)` (all strings of one file),
  `check_manual(manual)` (a manual with all its releases), `check_publisher(publisher)`,
  `check_publishers(notes)`, `check_notes(notes)`, `check_dated(dated)` (what was noted, and the
  day; such a rule never runs in a build), or `check_proposal(proposal)` (the changes against the
  target branch; such a rule only runs for `registry check --base`);
- to compare manuals, `check_notes` or `check_dated` with `note_manual(manual)`, which returns a
  `Note`: what is needed of each manual to compare it with all others, since no process has all
  manuals; to compare publishers, `check_publishers` with `note_publisher(publisher)`. A `Note` is a
  `NamedTuple` of what JSON can hold, because it is kept beside the digest of what it was made from;
  tuples inside it may come back as lists. A `Finding` about a note has a `Spot` as its place. None
  is dropped.

Modules of this package whose names start with `_` contain what several rules share.
"""

from __future__ import annotations

from registry.rules._all_rules import documented, rules
from registry.rules._apply import (
    apply,
    apply_to_manual,
    apply_to_proposal,
    apply_to_publisher,
    apply_to_sentences,
    apply_to_text,
    apply_to_whole,
    notes_on,
    notes_on_publisher,
    read_notes,
)
from registry.rules._json_hints import in_own_syntax
from registry.rules._policy import POLICY_FILE, UNUSED_EXEMPTION, Policy, parse_policy
from registry.rules._redundant_findings import without_consequences
from registry.rules._rule import Dated, Finding, Group, Rule, Spot

__all__ = [
    "POLICY_FILE",
    "UNUSED_EXEMPTION",
    "Dated",
    "Finding",
    "Group",
    "Policy",
    "Rule",
    "Spot",
    "apply",
    "apply_to_manual",
    "apply_to_proposal",
    "apply_to_publisher",
    "apply_to_sentences",
    "apply_to_text",
    "apply_to_whole",
    "documented",
    "in_own_syntax",
    "notes_on",
    "notes_on_publisher",
    "parse_policy",
    "read_notes",
    "rules",
    "without_consequences",
]
