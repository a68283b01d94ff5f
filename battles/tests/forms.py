"""Read the form fields that a browser would send."""

from html.parser import HTMLParser

Attributes = list[tuple[str, str | None]]


class FormReader(HTMLParser):
    """Read the fields of the first form that posts to an address."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.inside, self.done = action, False, False
        self.fields: dict[str, list[str]] = {}
        self.select = ""
        self.is_named_by_text = False  # an option that is chosen and whose text is its value

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form" and not self.done:
            self.inside = at.get("action", self.action) == self.action and at.get("method") == "post"
        elif self.inside and tag == "input" and at.get("name"):
            if at.get("type") not in ("checkbox", "radio") or "checked" in at:
                self.fields.setdefault(at["name"], []).append(
                    at.get("value", "on" if at.get("type") == "checkbox" else "")
                )
        elif self.inside and tag == "select":
            self.select = at["name"]
        elif self.inside and self.select and ("selected" in at or self.select not in self.fields):
            self.fields[self.select] = [at.get("value", "")]
            self.is_named_by_text = "value" not in at

    def handle_data(self, data: str) -> None:
        if self.is_named_by_text:
            self.fields[self.select], self.is_named_by_text = [data.strip()], False

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "form" and self.inside:
            self.inside, self.done = False, True


def fields_of(page: str, action: str) -> dict[str, list[str]]:
    reader = FormReader(action)
    reader.feed(page)
    reader.fields.pop("csrfmiddlewaretoken", None)
    return reader.fields
