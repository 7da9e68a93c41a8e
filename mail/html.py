"""An HTML mail as text: quote containers marked with `> `, hidden and struck-out text dropped.

A small scanner of its own that passes over the page once: Python's html.parser (also under BeautifulSoup) takes
minutes on a few hundred kilobytes of broken tags, and a mail is written by whoever likes.
"""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*)((?:[^<>\"']|\"[^\"]{0,4000}\"|'[^']{0,4000}')*)>")
ATTRIBUTE = re.compile(r"([a-zA-Z-]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|opacity\s*:\s*0(?![.\d])"
    r"|font-size\s*:\s*0(?![.\d])|max-height\s*:\s*0(?![.\d])"
)
QUOTING = re.compile(r"yahoo_quoted|zmail_extra|moz-forward-container|protonmail_quote|tutanota_quote")
QUOTE_NAMES = {"quote", "quoted-content"}  # GMX and Web.de
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SKIPPED = {"script", "style", "title", "textarea", "xml"}
HIDDEN = {"head", "template", "del", "s", "strike", "select", "object"}
BLOCKS = {
    "address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "footer", "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "ol", "p", "pre", "section",
    "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
}


class _Page:
    """The lines so far, and the open elements with what they do to the text in them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.stack: list[tuple[str, bool, bool]] = []  # tag, quotes, hides
        self.open: Counter[str] = Counter()
        self.quotes = 0
        self.hides = 0

    def text(self, text: str) -> None:
        if self.hides or not text:
            return
        if not self.open["pre"]:
            self.line.append(re.sub(r"[ \t\r\n\f]+", " ", text))
            return
        first, *rest = text.splitlines() or [""]
        self.line.append(first)
        for line in rest:
            self.end_line()
            self.line.append(line)

    def end_line(self) -> None:
        self.lines.append("> " * min(self.quotes, 10) + "".join(self.line).strip())
        self.line = []

    def block(self) -> None:
        if "".join(self.line).strip():
            self.end_line()
        self.line = []

    def start(self, tag: str, rest: str) -> None:
        if tag == "br":
            if not self.hides:
                self.end_line()
            return
        if tag in BLOCKS:
            self.block()
        if tag in VOID or (rest.endswith("/") and ":" in tag):
            return
        attributes = {
            name.lower(): unescape(a or b or c).lower() for name, a, b, c in ATTRIBUTE.findall(rest[:4000])
        }
        marks = f"{attributes.get('class', '')} {attributes.get('id', '')}"
        quotes = tag == "blockquote" or bool(QUOTING.search(marks)) or attributes.get("name") in QUOTE_NAMES
        hides = (
            tag in HIDDEN or "hidden" in attributes or bool(HIDING.search(attributes.get("style", "")))
        )
        if quotes:
            self.block()
        self.stack.append((tag, quotes, hides))
        self.open[tag] += 1
        self.quotes += quotes
        self.hides += hides

    def end(self, tag: str) -> None:
        if tag in BLOCKS:
            self.block()
        if not self.open[tag]:
            return
        while self.stack:
            name, quotes, hides = self.stack[-1]
            if name in BLOCKS and tag not in BLOCKS:
                return  # a misplaced end of <b> closes no quote
            if quotes:
                self.block()
            self.stack.pop()
            self.open[name] -= 1
            self.quotes -= quotes
            self.hides -= hides
            if name == tag:
                return


def to_text(page: str) -> str:
    """The visible text of an HTML page, one line for each that a reader sees."""
    out = _Page()
    at = 0
    while True:
        start = page.find("<", at)
        if start < 0:
            out.text(unescape(page[at:]))
            break
        out.text(unescape(page[at:start]))
        at = start + 1
        if page.startswith("<!--", start):
            end = page.find("-->", start + 4)
            if end < 0:
                break
            at = end + 3
        elif page.startswith(("<!", "<?"), start):
            end = page.find(">", start)
            if end < 0:
                break
            at = end + 1
        elif found := TAG.match(page, start):
            at = found.end()
            closing, tag, rest = found[1], found[2].lower(), found[3]
            if closing:
                out.end(tag)
            elif tag in SKIPPED:
                end_tag = re.compile(rf"</{tag}\b[^>]*>", re.IGNORECASE).search(page, at)
                if not end_tag:
                    break
                at = end_tag.end()
            else:
                out.start(tag, rest)
        else:
            out.text("<")
    out.block()
    return "\n".join(out.lines)
