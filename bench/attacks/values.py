"""Values that no honest person sends: for any field, for ids, and for whole bodies."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from campaign.tests.urlconf import NOWHERE
from campaign.tests.wrong.site import FORM, JSON
from campaign.tests.wrong.table import BAD_FORMS, BAD_JSON

DEEP = 3_000
TEXTS: Mapping[str, str] = {
    "nothing": "",
    "a blank": " \t ",
    "a NUL": "a\0b",
    "a lone surrogate": "a\ud800b",
    "right to left": "\u202eevil\u2066\u200f",
    "a byte order mark": "\ufeffa",
    "a line separator": "a\u2028b\u0085c",
    "many accents": "e" + "\u0301" * 3_000,
    "case that grows": "İßﬀ" * 20,
    "beyond the first plane": "\U0001f3b2" * 50,
    "a new header": "a\r\nSet-Cookie: sessionid=b",
    "a tag": "<script>alert(1)</script>",
    "a template": "{{ settings.SECRET_KEY }}{% debug %}",
    "a query": "' OR 1=1; DROP TABLE campaign_user; --",
    "a path": "../../../../etc/passwd",
    "an encoded NUL": "%00%ff",
    "not a number": "NaN",
    "infinity": "-Infinity",
    "a huge exponent": "1e400",
    "minus one": "-1",
    "minus zero": "-0",
    "forty nines": "9" * 40,
    "five thousand nines": "9" * 5_000,
    "other digits": "١٢",
    "an underscore": "1_0",
    "beyond 63 bits": "f" * 16,
    "the sign bit": f"{2**63:016x}",
    "the largest id": f"{2**63 - 1:016x}",
    "an id of nothing": NOWHERE,
    "id zero": "0" * 16,
    "capital letters": NOWHERE.upper(),
    "a short id": "1",
    "deep lists": "[" * DEEP,
    "deep objects": '{"a":' * DEEP,
    "an object": '{"__class__": {"a": NaN}}',
    "a hundred thousand": "x" * 100_000,
}
VALUES: Mapping[str, Any] = {
    "null": None,
    "true": True,
    "a float": 1.5,
    "NaN itself": float("nan"),
    "infinity itself": float("inf"),
    "ten to the 400th": 10**400,
    "minus one itself": -1,
    "beyond 64 bits": 2**64,
    "an empty list": [],
    "lists in lists": [[[["x"]]]],
    "an empty object": {},
    "an object of operators": {"$ne": None, "__proto__": {"is_umpire": True}},
    "a thousand items": ["x"] * 1_000,
}


def texts(*, as_json: bool) -> Iterator[tuple[str, Any]]:
    yield from TEXTS.items()
    yield from VALUES.items() if as_json else (("twice", ["1", "2"]), ("a thousand times", ["1"] * 1_000))


def bodies(*, as_json: bool, names: list[str]) -> Iterator[tuple[str, bytes, str]]:
    """Yield whole bodies, each with its kind."""
    own, other = (JSON, FORM) if as_json else (FORM, JSON)
    name = names[0] if names else "version"
    if as_json:
        yield from ((what, body, JSON) for what, body in BAD_JSON.items())
        yield "a name twice", f'{{"{name}": 1, "{name}": "x"}}'.encode(), JSON
        yield "a huge number", f'{{"{name}": {"9" * 5_000}}}'.encode(), JSON
        yield "a huge exponent", f'{{"{name}": 1e400}}'.encode(), JSON
        yield "deep objects", b'{"a":' * DEEP + b"1" + b"}" * DEEP, JSON
        yield "unknown names", json.dumps({f"name-{n}": n for n in range(500)}).encode(), JSON
    else:
        yield from ((what, body, kind) for what, (body, kind) in BAD_FORMS.items())
        yield "no name", b"=1&=&&&=;", FORM
        yield "half an escape", b"%=%1&" + name.encode() + b"=%u0041", FORM
    yield "another kind", b"{}" if as_json else b'{"a": 1}', other
    yield "an unknown kind", b"\x00\xff" * 50, "application/x-nothing; charset=utf-99"
    yield "an unknown charset", b"a=1", f"{own}; charset=nonsense"
    yield "a kind with a line break", b"a=1", f"{own}; a=b\tc"
