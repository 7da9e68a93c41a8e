"""Somebody at a browser without JavaScript: opens pages, fills in forms, follows redirects."""

from __future__ import annotations

from urllib.parse import urljoin

import requests
from bs4 import BeautifulSoup, Tag


class Visitor:
    """One session. `page` is what is on the screen."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.session = requests.Session()
        self.address = site
        self.page = BeautifulSoup("", "html.parser")

    def show(self, response: requests.Response) -> None:
        assert response.ok, f"{response.status_code} at {response.url}: {response.text[:500]}"
        self.address = response.url
        self.page = BeautifulSoup(response.text, "html.parser")

    def open(self, path: str) -> None:
        self.show(self.session.get(urljoin(self.site, path), timeout=30))

    def form(self, field: str) -> Tag:
        """The form that has a field or button of this name."""
        for form in self.page.find_all("form"):
            if form.find(attrs={"name": field}):
                return form
        raise AssertionError(f"no form with {field} at {self.address}: {self.page.get_text(' ', strip=True)[:500]}")

    def send(self, form: Tag, **values: str) -> None:
        """Fills in a form and presses its button; what is not named keeps what it shows."""
        data: dict[str, str] = {}
        for field in form.find_all(["input", "textarea", "select"]):
            name, kind = field.get("name"), field.get("type", "")
            if not name or (kind in ("radio", "checkbox") and not field.has_attr("checked")):
                continue
            if field.name == "select":
                chosen = field.find("option", selected=True) or field.find("option")
                data[name] = chosen.get("value", "") if chosen else ""
            elif kind not in ("submit", "button"):
                data[name] = field.get("value", "") if field.name == "input" else field.text.lstrip("\n")
        data |= values
        target = urljoin(self.address, form.get("action") or "")
        if form.get("method", "get").lower() == "post":
            self.show(self.session.post(target, data=data, headers={"Referer": self.address}, timeout=30))
        else:
            self.show(self.session.get(target, params=data, timeout=30))
