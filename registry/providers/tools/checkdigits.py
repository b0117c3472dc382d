"""The toolkit CheckDigits: find mistyped book, bank account and card numbers by arithmetic."""

from __future__ import annotations

from typing import Any

from registry.providers.tools import Toolkit, ToolkitTool, schema_of

_ISBN_10 = 10
_ISBN_13 = 13


def check_isbn(isbn: str) -> dict[str, Any]:
    """Check an ISBN of 10 or 13 digits; return it in its form of 13 digits."""
    digits = _without_separators(isbn)
    if len(digits) == _ISBN_10 and digits[:9].isdigit() and digits[9] in "0123456789X":
        values = [10 if digit == "X" else int(digit) for digit in digits]
        valid = sum(value * (10 - place) for place, value in enumerate(values)) % 11 == 0
        stem = f"978{digits[:9]}"
        return {"valid": valid, "isbn_13": stem + _ean_digit(stem) if valid else None}
    if len(digits) == _ISBN_13 and digits.isdigit() and digits[:3] in {"978", "979"}:
        valid = digits[-1] == _ean_digit(digits[:-1])
        return {"valid": valid, "isbn_13": digits if valid else None}
    return {"valid": False, "isbn_13": None}


def check_iban(iban: str) -> dict[str, Any]:
    """Check the two digits of an IBAN after its country (ISO 13616, remainder 1 modulo 97)."""
    squeezed = _without_separators(iban)
    is_shaped = squeezed[:2].isalpha() and squeezed[2:4].isdigit() and squeezed.isalnum()
    remainder = int("".join(str(int(char, 36)) for char in squeezed[4:] + squeezed[:4])) % 97
    valid = is_shaped and remainder == 1
    groups = " ".join(squeezed[place : place + 4] for place in range(0, len(squeezed), 4))
    return {"valid": valid, "printed": groups if valid else None}


def check_luhn(number: str) -> dict[str, Any]:
    """Check a number whose last digit is a Luhn digit, as those of cards and phones (IMEI) are."""
    digits = [int(digit) for digit in reversed(_without_separators(number))]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    missing = -(sum(digits[2::2]) + sum(doubled)) % 10
    return {"valid": digits[0] == missing, "expected_digit": str(missing)}


def _without_separators(number: str) -> str:
    return number.replace(" ", "").replace("-", "").upper()


def _ean_digit(stem: str) -> str:
    return str(-sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(stem)) % 10)


def _number(pattern: str, description: str) -> dict[str, Any]:
    return {"type": "string", "maxLength": 48, "pattern": pattern, "description": description}


_VALID = {"type": "boolean", "description": "Whether the check digits fit the rest."}

TOOLKIT = Toolkit(
    name="CheckDigits",
    version="1.0.0",
    description="Arithmetic on numbers that carry check digits; nothing is looked up or kept.",
    tools=(
        ToolkitTool(
            name="CheckIsbn",
            version="1.0.0",
            description="Find out whether the ISBN of a book is mistyped; write it with 13 digits.",
            input_schema=schema_of(
                {"isbn": _number("^[0-9][0-9 -]{8,30}[0-9Xx]$", "With or without hyphens.")}
            ),
            output_schema=schema_of(
                {
                    "valid": _VALID,
                    "isbn_13": {"type": ["string", "null"], "description": "Without hyphens."},
                }
            ),
            run=check_isbn,
        ),
        ToolkitTool(
            name="CheckIban",
            version="1.0.0",
            description=(
                "Find out whether an international bank account number is mistyped. That such an "
                "account exists is not checked."
            ),
            input_schema=schema_of(
                {"iban": _number("^[A-Za-z0-9][A-Za-z0-9 ]{13,46}$", "With or without spaces.")}
            ),
            output_schema=schema_of(
                {
                    "valid": _VALID,
                    "printed": {"type": ["string", "null"], "description": "In groups of four."},
                }
            ),
            run=check_iban,
        ),
        ToolkitTool(
            name="CheckLuhn",
            version="1.0.0",
            description="Find out whether a card number or IMEI is mistyped, by its Luhn digit.",
            input_schema=schema_of(
                {"number": _number("^[0-9][0-9 -]{0,40}[0-9]$", "With or without spaces.")}
            ),
            output_schema=schema_of(
                {
                    "valid": _VALID,
                    "expected_digit": {"type": "string", "description": "What should end it."},
                }
            ),
            run=check_luhn,
        ),
    ),
).renewed("1.0.1")
