"""A request that is carried out, spoilt in every way: what must be refused, and how."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any

from django import forms
from django.test import Client

from campaign.forms.club import IdField
from campaign.ids import hex_id
from campaign.models import Campaign, CampaignState
from campaign.tests.urlconf import NOWHERE, Route
from campaign.tests.wrong.routes import ACTING, taken_by
from campaign.tests.wrong.site import ANONYMOUS, FORM, JSON, Answer, Site
from campaign.tests.wrong.tries import Good
from campaign.tests.wrong.values import LONG, wrong

REFUSALS = frozenset({400, 401, 403, 404, 405, 409, 410, 413, 415, 422})
WRONG_SEAT = frozenset({401, 403, 404, 409})
SENTENCE = re.compile(r"[A-Z“][^.?!]{8,}[.?!]")
MARK = "Typed Words 4711"
NEVER_IN_THE_BODY = ("Traceback", "Error at /", "DoesNotExist", "<pre")
DEEP = b"[" * 100_000
NONSENSE_WORDS: tuple[Any, ...] = ("", "nonsense", "-1", "1.5", "9" * 40, "a\0b", LONG, "[[[[", "{}")
NONSENSE: tuple[Any, ...] = (*NONSENSE_WORDS, None, -1, 10**30, 1.5, True, [], [[]], {}, {"a": {"b": []}})
BAD_JSON = {
    "no JSON": b"{",
    "a list": b"[]",
    "a word": b'"x"',
    "too deep": DEEP,
    "no text": b"\xff\xfe",
    "no number": b'{"a": NaN}',
}
BAD_FORMS = {
    "no text": (b"\xff=%ff%fe&version=%00", FORM),
    "a thousand fields": (b"&".join(b"f%d=1" % n for n in range(3000)), FORM),
    "a broken upload": (b"--x\r\nContent-Disposition: nonsense\r\n\r\n", "multipart/form-data; boundary=x"),
    "an upload without boundary": (b"abc", "multipart/form-data"),
}

# The rules that are not the same for all addresses, each with its reason.
FOR_OBSERVERS = frozenset(
    {
        "/c/*/seats/leave/",  # whoever sits somewhere may get up
        "/c/*/view-as/end/",  # an umpire's way back, which does nothing for anybody else
    }
)
WHEN_CLOSED = frozenset(
    {
        "/c/*/settings/decide/",  # it is archived, deleted, and kept after all
        "/c/*/seats/leave/",
        "/c/*/view-as/*/",  # to read, and on record
    }
)
EACH_TIME = frozenset(
    {
        "/token/",  # a token is shown once and cannot be shown again: each request makes its own
        "/accounts/confirm/",  # as with resets
        "/accounts/reset/",  # whoever asks twice gets two letters, as many as are allowed an hour
        "/rules/*/*/",  # a throw of the practice cup, where no number says which throw is meant
    }
)
GONE = frozenset({"/c/*/seats/leave/"})  # who has left knows nothing of the campaign any more


@dataclass(frozen=True)
class Table:
    """`foreign` gives, for a field or argument, ids of rows of the other campaign."""

    site: Site
    foreign: Callable[[str], list[str]]

    def findings(self, good: Good) -> list[str]:
        checks = [
            self._fields,
            self._formless,
            self._bodies,
            self._methods,
            self._seats,
            self._states,
            self._ids,
            self._replay,
            self._stale,
            self._csrf,
        ]
        return [f"{good}: {line}" for check in checks for line in check(good)]

    # What is sent.

    def _fields(self, good: Good) -> Iterator[str]:
        form = good.form
        for name in form.fields if form else ():
            if isinstance(form.fields[name], forms.FileField):  # type: ignore[union-attr]
                continue
            for what, value in wrong(form, name, elsewhere=self.foreign(name), as_json=good.route.is_api):  # type: ignore[arg-type]
                data = {**good.data, **self._marks(good, but=name), name: value}
                data = {k: v for k, v in data.items() if v is not None}
                if value is None and self._stands_by_itself(good, name, data):
                    continue
                yield from (f"{name} is {what}: {f}" for f in self._refused(good, data=data, typed=name))

    def _stands_by_itself(self, good: Good, name: str, data: dict[str, Any]) -> bool:
        """Whether the server knows what a field holds if nothing is said, as a correction keeps what stands."""
        with self.site.undone():
            answer = self.site.send(good.who, good.method, good.url, data)
        return bool(answer.forms) and name in answer.forms[0].data

    def _formless(self, good: Good) -> Iterator[str]:
        """Where no form names the fields: nonsense in each that was sent."""
        for name in good.data if good.form is None else ():
            for value in NONSENSE if good.route.is_api else NONSENSE_WORDS:
                with self.site.undone():
                    answer = self.site.send(good.who, good.method, good.url, {**good.data, name: value})
                if not answer.is_done:
                    yield from (f"{name} is {str(value)[:20]}: {f}" for f in said_well(answer, REFUSALS))

    def _marks(self, good: Good, *, but: str = "") -> dict[str, str]:
        """Words typed into every other field that takes words."""
        if good.route.is_api or good.form is None:
            return {}
        return {name: MARK for name in typed_fields(good.form) if name != but and name in good.data}

    def _bodies(self, good: Good) -> Iterator[str]:
        if good.route.is_api:
            if good.method != "DELETE":
                for what, body in BAD_JSON.items():
                    yield from (f"the body is {what}: {f}" for f in self._refused(good, raw=body, kind=JSON))
                yield from (f"no JSON at all: {f}" for f in self._refused(good, raw=b"a=1", kind="text/plain"))
            return
        for what, (body, kind) in BAD_FORMS.items():
            yield from (f"the body is {what}: {f}" for f in self._no_crash(good, body, kind))

    def _no_crash(self, good: Good, body: bytes, kind: str) -> Iterator[str]:
        """Some of these bodies are merely empty, and an act of one button is done by an empty one."""
        with self.site.undone():
            answer = self.site.send(good.who, good.method, good.url, body, kind=kind)
        if not answer.is_done:
            yield from said_well(answer, REFUSALS)

    def _methods(self, good: Good) -> Iterator[str]:
        taken = taken_by(good.route, self.site)
        for method in {*ACTING, "GET"} - taken:
            yield from (f"{method}: {f}" for f in self._refused(good, method=method, allowed=frozenset({405})))

    # Who sends it, and when.

    def _seats(self, good: Good) -> Iterator[str]:
        """Strangers never act in a campaign; whoever is refused has changed nothing."""
        for who in self.site.people:
            if who == good.who or not good.route.is_of_campaign:
                continue
            with self.site.undone():
                answer = self.site.send(who, good.method, good.url, good.data)
            if not answer.is_done:
                if answer.status != 302:
                    yield from (f"as {who}: {f}" for f in said_well(answer, WRONG_SEAT | {422}))
                yield from self._kept(answer, f"as {who}")
            elif who in (ANONYMOUS, "outsider") or (who == "observer" and key_of(good.route) not in FOR_OBSERVERS):
                yield f"as {who}: it is carried out"

    def _states(self, good: Good) -> Iterator[str]:
        if not good.route.is_of_campaign:
            return
        for state in (CampaignState.PAUSED, CampaignState.CLOSED):
            with self.site.undone():
                Campaign.objects.filter(id=self.site.club.campaign.pk).update(state=state)
                before = self.site.rows()
                answer = self.site.send(good.who, good.method, good.url, good.data)
                changed = answer.wrote and self.site.rows() != before
            of_club = state == CampaignState.PAUSED and good.stream in ("", "club")
            may = of_club or key_of(good.route) in WHEN_CLOSED
            if changed and not may:
                yield f"{state}: it is carried out"
            if not answer.is_done:
                yield from (f"{state}: {f}" for f in said_well(answer, REFUSALS))
                if changed:
                    yield f"{state}: it is refused, and rows have changed"

    def _ids(self, good: Good) -> Iterator[str]:
        """Ids of another campaign, in the address."""
        for name, converter in good.route.converters.items():
            others = [hex_id(self.site.elsewhere.campaign.pk)] if name == "campaign_id" else self.foreign(name)
            if converter != "id" or (name == "campaign_id" and not self._names_a_row(good)):
                continue
            for other in {*others, NOWHERE}:
                url = good.route.filled({**good.values, name: other})
                yield from (f"{name} of elsewhere: {f}" for f in self._refused(good, url=url, allowed=WRONG_SEAT))

    def _names_a_row(self, good: Good) -> bool:
        """Whether an address names something of its campaign: without that it means the same thing elsewhere too."""
        return list(good.route.converters.values()).count("id") > 1

    def _replay(self, good: Good) -> Iterator[str]:
        """Sent twice, as by a double click or a retry."""
        if not good.writes:
            return
        has_key = good.form is not None and "key" in good.form.fields
        data = good.data | ({"key": "sent twice"} if has_key else {})
        with self.site.undone():
            self.site.send(good.who, good.method, good.url, data)
            before = self.site.rows()
            reload = self.site.send(good.who, good.method, good.url, data)
            twice = reload.wrote and self.site.rows() != before
        if twice and key_of(good.route) not in EACH_TIME:
            yield "sent twice, it is done twice"
        if not reload.is_done and reload.status != 302:
            yield from (f"sent twice: {f}" for f in said_well(reload, REFUSALS))
            if has_key and key_of(good.route) not in GONE:
                yield f"sent twice with the same key, it is answered {reload.status}"

    def _stale(self, good: Good) -> Iterator[str]:
        if good.form is None or "version" not in good.form.fields:
            return
        data = {**good.data, **self._marks(good), "version": 0}
        with self.site.undone():
            answer = self.site.send(good.who, good.method, good.url, data)
        if not answer.is_done:
            yield from (f"stale: {f}" for f in [*said_well(answer, REFUSALS), *_lost(good, answer, "")])
            yield from self._kept(answer, "stale")

    def _csrf(self, good: Good) -> Iterator[str]:
        if good.route.is_api:
            return
        careful = Client(enforce_csrf_checks=True, raise_request_exception=False)
        careful.cookies = self.site.browsers[good.who].cookies
        response = careful.post(good.url, good.data)
        if response.status_code != 403 or not SENTENCE.search(words_of(response.content.decode())):
            yield f"without the browser's mark it is answered {response.status_code}"

    # What must be true of every refusal.

    def _refused(
        self,
        good: Good,
        *,
        data: Any = None,
        raw: bytes | None = None,
        kind: str = "",
        url: str = "",
        method: str = "",
        allowed: frozenset[int] = REFUSALS,
        typed: str = "",
    ) -> Iterator[str]:
        body = raw if raw is not None else (good.data if data is None else data)
        with self.site.undone():
            answer = self.site.send(good.who, method or good.method, url or good.url, body, kind=kind)
            changed = answer.wrote and self.site.rows() != self.site.before
        yield from said_well(answer, allowed)
        if changed:
            yield "rows have changed"
        if typed:
            yield from _lost(good, answer, typed)

    def _kept(self, answer: Answer, when: str) -> Iterator[str]:
        if answer.wrote and answer.status != 409:
            yield f"{when}: it is refused, and something was written"


def key_of(route: Route) -> str:
    """An address without its arguments and without /api."""
    return re.sub(r"<[^>]*>", "*", route.text.removeprefix("/api"))


def typed_fields(form: forms.BaseForm) -> list[str]:
    """Fields into which a person types words that would be lost."""
    return [
        name
        for name, field in form.fields.items()
        if isinstance(field.widget, forms.TextInput | forms.Textarea)
        and not isinstance(field.widget, forms.HiddenInput | forms.PasswordInput | forms.NumberInput | forms.EmailInput)
        and not isinstance(field, forms.JSONField | forms.RegexField | IdField)
        and (getattr(field, "max_length", None) or len(LONG)) >= len(MARK)
    ]


def _lost(good: Good, answer: Answer, wrong_field: str) -> Iterator[str]:
    """What was typed stands in the answer, where a page has a form for it."""
    if good.route.is_api or good.form is None or answer.status not in (409, 422, 400):
        return
    marked = [name for name in typed_fields(good.form) if name != wrong_field and name in good.data]
    if answer.text.count(MARK) < len(marked):
        yield f"what was typed is lost: {', '.join(marked)}"


def said_well(answer: Answer, allowed: frozenset[int]) -> Iterator[str]:
    """A right status and a clear sentence: no empty page, no stack trace."""
    if answer.status not in allowed:
        yield f"status {answer.status}"
    if any(sign in answer.text for sign in NEVER_IN_THE_BODY):
        yield "the body shows the program's inside"
    if answer.is_done:
        yield "it is carried out"
    elif answer.is_of_api:
        is_problem = answer.headers.get("Content-Type", "") == "application/problem+json"
        if not (is_problem and re.search(r'"detail": ?"[^"]{8,}', answer.text)):
            yield "the problem says nothing"
    elif not SENTENCE.search(words_of(answer.text)):
        yield f"no sentence in a body of {len(answer.text)}"
    elif answer.status == 422 and 'role="alert"' not in answer.text:
        yield "nothing on the page says that it was refused"


def words_of(text: str) -> str:
    main = re.search(r"<main.*?</main>", text, re.S)
    return unescape(re.sub(r"<[^>]*>", " ", main[0] if main else text))
