"""A message as bytes again, where a provider has taken it apart: the same fields always give the same bytes.

Otherwise a message without Message-ID, brought twice, would be two.
"""

from __future__ import annotations

import base64
from email.message import Message

from mail.message import MAX_PARTS, attached, decode
from mail.mime import one_line

OF_PARTS = {"content-type", "content-transfer-encoding", "content-disposition", "mime-version"}
BETWEEN = "=_tigris"  # cannot stand in base64


def written(message: Message) -> bytes:
    """The message as Python writes it, if it can; else (binary attachments, hostile headers) what is read of it."""
    try:
        for number, part in enumerate(message.walk()):
            if part.get_content_maintype() == "multipart" and part.get_boundary() is None:
                part.set_boundary(f"{BETWEEN}_{number}")
        return message.as_bytes()
    except (Exception, RecursionError):
        return plain(message)


def plain(message: Message) -> bytes:
    """Headers, texts, and of attachments that they were there."""
    head = [f"{name}: {one_line(str(value))}" for name, value in message.raw_items() if name.lower() not in OF_PARTS]
    lines = [*head, "MIME-Version: 1.0", f'Content-Type: multipart/mixed; boundary="{BETWEEN}"', ""]
    for part in leaves(message):
        kind = part.get_content_type()
        file = attached(part) or part.get_content_maintype() != "text"
        content = b"" if file else decode(part).encode("utf-8", "replace")
        lines += [f"--{BETWEEN}", f"Content-Type: {kind}" + ("" if file else "; charset=utf-8"),
                  f"Content-Disposition: {'attachment' if file else 'inline'}", "Content-Transfer-Encoding: base64",
                  "", base64.encodebytes(content).decode("ascii")]
    lines.append(f"--{BETWEEN}--\n")
    return "\n".join(lines).encode("utf-8", "replace")


def leaves(message: Message) -> list[Message]:
    """The parts that hold something. An embedded message is one part: its texts are not its bearer's."""
    found: list[Message] = []
    stack = [message]
    while stack and len(found) < MAX_PARTS:
        part = stack.pop()
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            stack.extend(reversed([child for child in part.get_payload() if isinstance(child, Message)]))
        else:
            found.append(part)
    return found
