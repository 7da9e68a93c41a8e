"""Names shown to others: what is allowed, and when two of them count as the same."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST = 30
UNSEEN = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}  # control, format and unassigned characters


def name_key(name: str) -> str:
    """Names with equal keys look the same to a reader: case, width and doubled blanks don't count."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())[:60]


def clean_name(name: str) -> str:
    """The name as it is stored; a ValidationError says what is wrong and what would be right."""
    name = unicodedata.normalize("NFC", name).strip()
    unseen = sorted({f"U+{ord(character):04X}" for character in name if unicodedata.category(character) in UNSEEN})
    if unseen:
        raise ValidationError(
            _("The name has characters that cannot be seen (%(which)s). Letters, digits, blanks and signs are fine.")
            % {"which": ", ".join(unseen)}
        )
    name = " ".join(name.split())
    if not any(character.isalnum() for character in name):
        raise ValidationError(_("The name needs at least one letter or digit, for example “Ana”."))
    if len(name) > LONGEST:
        raise ValidationError(
            _("The name has %(has)d characters; at most %(most)d fit.") % {"has": len(name), "most": LONGEST}
        )
    return name
