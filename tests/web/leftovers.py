"""English words that a page or a mail in another language still has."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup

# Frequent, and words of neither Spanish nor German.
TELLTALE = re.compile(
    r"\b(the|your|you|and|with|this|what|which|nobody|everybody|somebody|seats?|games?|turn|tiles?|orders?|players?|"
    r"until|please|address|waiting|leaders?|kingdoms?|treasures?|of|for|from|is|are|it|days?|points|board|nothing)\b", re.IGNORECASE
)
# Names of time zones, headers of a mail, the button for English.
NOT_OURS = "select[name=time_zone] option, .postroom-headers, form [lang=en]"
SPOKEN = ("aria-label", "title", "alt", "placeholder")


def english_in(html: str, *, besides: str = "") -> list[str]:
    """Lines of the page, as seen or read out, that hold an English word. Orders (<code>) keep their form."""
    soup = BeautifulSoup(html, "html.parser")
    for tag in soup(["code", "script", "style"]) + soup.select(NOT_OURS):
        tag.decompose()
    lines = [*soup.get_text("\n").splitlines(), *(str(tag[name]) for tag in soup(True) for name in SPOKEN if tag.get(name))]
    return english_lines(lines, besides=besides)


def english_lines(lines: list[str], *, besides: str = "") -> list[str]:
    return [line.strip() for line in lines if TELLTALE.search(line) and line.strip() != besides]
