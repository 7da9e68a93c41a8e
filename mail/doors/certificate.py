"""The certificate of a listening door, read again when its file has been renewed."""

from __future__ import annotations

import os
import ssl


class Certificate:
    """`context` is for the next connection; None without a certificate. Raises OSError if it cannot be read."""

    def __init__(self, certificate: str, key: str = "") -> None:
        self.certificate, self.key = certificate, key
        self.read = 0.0  # time of the file's last change
        self.known: ssl.SSLContext | None = None

    def context(self) -> ssl.SSLContext | None:
        if not self.certificate:
            return None
        try:
            changed = os.stat(self.certificate).st_mtime
            if changed != self.read:
                fresh = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
                fresh.load_cert_chain(self.certificate, self.key or None)
                self.known, self.read = fresh, changed
        except OSError:
            if self.known is None:
                raise  # a bad one at the start; later the old one serves until the new one is complete
        return self.known
