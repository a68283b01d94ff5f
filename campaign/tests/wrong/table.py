"""Break an accepted request in every way and check each refusal."""

import re
from collections.abc import Callable, Iterator
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
from rulesets.core.records import dataclass

REFUSALS = frozenset({400, 401, 403, 404, 405, 409, 410, 413, 415, 422})
WRONG_SEAT = frozenset({401, 403, 404, 409})
SENTENCE = re.compile(r"[A-Z“][^.?!]{8,}[.?!]")
MARK = "Typed Words 4711"
NEVER_IN_THE_BODY = ("Traceback", "Error at /", "DoesNotExist", "<pre")
DEEP = b"[" * 100_000
NONSENSE_WORDS: tuple[Any, ...] = ("", "nonsense", "-1", "1.5", "9" * 40, "a\0b", LONG, "[[[[", "{}")
NONSENSE: tuple[Any, ...] = (*NONSENSE_WORDS, None, -1, 10**30, 1.5, True, [], [[]], {}, {"a": {"b": []}})
BAD_JSON = {
    "not JSON": b"{",
    "a list": b"[]",
    "a string": b'"x"',
    "too deeply nested": DEEP,
    "not UTF-8": b"\xff\xfe",
    "not a number": b'{"a": NaN}',
}
BAD_FORMS = {
    "not UTF-8": (b"\xff=%ff%fe&version=%00", FORM),
    "a thousand fields": (b"&".join(b"f%d=1" % n for n in range(3000)), FORM),
    "a broken upload": (b"--x\r\nContent-Disposition: nonsense\r\n\r\n", "multipart/form-data; boundary=x"),
    "an upload without boundary": (b"abc", "multipart/form-data"),
}

# The exceptions to the rules, each with its reason.
PRACTICE = {"/c/*/rulebook/*/*/", "/c/*/b/*/rulebook/*/*/"}  # a roll of one's own cup, which changes no game
FOR_OBSERVERS = frozenset(
    {
        *PRACTICE,
        "/c/*/rulebook/*/*/odds/",  # everyone may ask for odds, and nothing changes
        "/c/*/b/*/rulebook/*/*/odds/",
        "/c/*/seats/leave/",  # anyone may leave their own seat
        "/c/*/view-as/end/",  # ends the umpire's View as, and does nothing for anyone else
        "/games/*/consent/",  # everyone who held a seat answers for themselves
    }
)
WHEN_CLOSED = frozenset(
    {
        *PRACTICE,
        "/c/*/settings/decide/",  # archives, deletes, or cancels the deletion
        "/c/*/seats/leave/",
        "/c/*/b/*/ground/picture/*/erase/",  # whoever is in a picture need not wait for another game
        "/c/*/b/*/positions/picture/*/erase/",
        "/c/*/view-as/*/",  # read-only and recorded
        "/games/*/consent/",  # asked only once the game is over
    }
)
EACH_TIME = frozenset(
    {
        *PRACTICE,
        "/token/",  # a token is shown only once, so each request makes its own
        "/accounts/confirm/",  # like a reset
        "/accounts/reset/",  # each request sends an email, up to the hourly limit
        "/rules/*/*/",  # a practice roll without a number
        "/practice/",  # each press starts a battle, up to three a day
    }
)
GONE = frozenset({"/c/*/seats/leave/"})  # a former player can't open the campaign


@dataclass(frozen=True)
class Table:
    """Checks of one request; `foreign` returns the other campaign's ids for a field or argument."""

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

    # The request.

    def _fields(self, good: Good) -> Iterator[str]:
        form = good.form
        for name in form.fields if form else ():
            if isinstance(form.fields[name], forms.FileField):  # type: ignore[union-attr]
                continue
            for what, value in wrong(form, name, elsewhere=self.foreign(name), as_json=good.route.is_api):  # type: ignore[arg-type]
                data = {**good.data, **self._marks(good, but=name), name: value}
                data = {k: v for k, v in data.items() if v is not None}
                if value is None and self._has_default(good, name, data):
                    continue
                yield from (f"{name} is {what}: {f}" for f in self._refused(good, data=data, typed=name))

    def _has_default(self, good: Good, name: str, data: dict[str, Any]) -> bool:
        """Return whether the server fills in an omitted field, as a correction does."""
        with self.site.undone():
            answer = self.site.send(good.who, good.method, good.url, data)
        return bool(answer.forms) and name in answer.forms[0].data

    def _formless(self, good: Good) -> Iterator[str]:
        """Send nonsense in each field where no form names the fields."""
        for name in good.data if good.form is None else ():
            for value in NONSENSE if good.route.is_api else NONSENSE_WORDS:
                with self.site.undone():
                    answer = self.site.send(good.who, good.method, good.url, {**good.data, name: value})
                if not answer.is_done:
                    yield from (f"{name} is {str(value)[:20]}: {f}" for f in faults_of(answer, REFUSALS))

    def _marks(self, good: Good, *, but: str = "") -> dict[str, str]:
        """Return text to type into every other text field."""
        if good.route.is_api or good.form is None:
            return {}
        return {name: MARK for name in typed_fields(good.form) if name != but and name in good.data}

    def _bodies(self, good: Good) -> Iterator[str]:
        if good.route.is_api:
            if good.method != "DELETE":
                for what, body in BAD_JSON.items():
                    yield from (f"the body is {what}: {f}" for f in self._refused(good, raw=body, kind=JSON))
                yield from (f"text instead of JSON: {f}" for f in self._refused(good, raw=b"a=1", kind="text/plain"))
            return
        for what, (body, kind) in BAD_FORMS.items():
            yield from (f"the body is {what}: {f}" for f in self._no_crash(good, body, kind))

    def _no_crash(self, good: Good, body: bytes, kind: str) -> Iterator[str]:
        """Allow success: some of these bodies read as empty, which is enough for a form of one button."""
        with self.site.undone():
            answer = self.site.send(good.who, good.method, good.url, body, kind=kind)
        if not answer.is_done:
            yield from faults_of(answer, REFUSALS)

    def _methods(self, good: Good) -> Iterator[str]:
        taken = taken_by(good.route, self.site)
        for method in {*ACTING, "GET"} - taken:
            yield from (f"{method}: {f}" for f in self._refused(good, method=method, allowed=frozenset({405})))

    # The sender and the time.

    def _seats(self, good: Good) -> Iterator[str]:
        """Check that strangers cannot act and that a refusal changes nothing."""
        for who in self.site.people:
            if who == good.who or not good.route.is_of_campaign:
                continue
            with self.site.undone():
                answer = self.site.send(who, good.method, good.url, good.data)
            if not answer.is_done:
                if answer.status != 302:
                    yield from (f"as {who}: {f}" for f in faults_of(answer, WRONG_SEAT | {422}))
                yield from self._kept(answer, f"as {who}")
            elif who in (ANONYMOUS, "outsider") or (who == "observer" and key_of(good.route) not in FOR_OBSERVERS):
                yield f"as {who}: accepted"

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
                yield f"{state}: accepted"
            if not answer.is_done:
                yield from (f"{state}: {f}" for f in faults_of(answer, REFUSALS))
                if changed:
                    yield f"{state}: refused, but rows changed"

    def _ids(self, good: Good) -> Iterator[str]:
        """Put ids of another campaign in the address."""
        for name, converter in good.route.converters.items():
            others = [hex_id(self.site.elsewhere.campaign.pk)] if name == "campaign_id" else self.foreign(name)
            if converter != "id" or (name == "campaign_id" and not self._names_a_row(good)):
                continue
            for other in {*others, NOWHERE}:
                url = good.route.filled({**good.values, name: other})
                yield from (
                    f"{name} of another campaign: {f}" for f in self._refused(good, url=url, allowed=WRONG_SEAT)
                )

    def _names_a_row(self, good: Good) -> bool:
        """Return whether an address names a row of its campaign; otherwise it is valid elsewhere too."""
        return list(good.route.converters.values()).count("id") > 1

    def _replay(self, good: Good) -> Iterator[str]:
        """Send the request twice, like a double click or a retry."""
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
            yield "sent twice: done twice"
        if not reload.is_done and reload.status != 302:
            yield from (f"sent twice: {f}" for f in faults_of(reload, REFUSALS))
            if has_key and key_of(good.route) not in GONE:
                yield f"sent twice with the same key: status {reload.status}"

    def _stale(self, good: Good) -> Iterator[str]:
        if good.form is None or "version" not in good.form.fields:
            return
        data = {**good.data, **self._marks(good), "version": 0}
        with self.site.undone():
            answer = self.site.send(good.who, good.method, good.url, data)
        if not answer.is_done:
            yield from (f"stale: {f}" for f in [*faults_of(answer, REFUSALS), *_lost(good, answer, "")])
            yield from self._kept(answer, "stale")

    def _csrf(self, good: Good) -> Iterator[str]:
        if good.route.is_api:
            return
        careful = Client(enforce_csrf_checks=True, raise_request_exception=False)
        careful.cookies = self.site.browsers[good.who].cookies
        response = careful.post(good.url, good.data)
        if response.status_code != 403 or not SENTENCE.search(words_of(response.content.decode())):
            yield f"without a CSRF token: status {response.status_code}"

    # Checks of every refusal.

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
        yield from faults_of(answer, allowed)
        if changed:
            yield "rows changed"
        if typed:
            yield from _lost(good, answer, typed)

    def _kept(self, answer: Answer, when: str) -> Iterator[str]:
        if answer.wrote and answer.status != 409:
            yield f"{when}: refused, but rows were written"


def key_of(route: Route) -> str:
    """Return an address without /api and without the names of its arguments."""
    return re.sub(r"<[^>]*>", "*", route.text.removeprefix("/api"))


def typed_fields(form: forms.BaseForm) -> list[str]:
    """Return the fields whose typed text must not be lost."""
    return [
        name
        for name, field in form.fields.items()
        if isinstance(field.widget, forms.TextInput | forms.Textarea)
        and not isinstance(field.widget, forms.HiddenInput | forms.PasswordInput | forms.NumberInput | forms.EmailInput)
        and not isinstance(field, forms.JSONField | forms.RegexField | IdField)
        and (getattr(field, "max_length", None) or len(LONG)) >= len(MARK)
    ]


def _lost(good: Good, answer: Answer, wrong_field: str) -> Iterator[str]:
    """Report typed text that the answer's form has lost."""
    if good.route.is_api or good.form is None or answer.status not in (409, 422, 400):
        return
    marked = [name for name in typed_fields(good.form) if name != wrong_field and name in good.data]
    if answer.text.count(MARK) < len(marked):
        yield f"typed text lost: {', '.join(marked)}"


def faults_of(answer: Answer, allowed: frozenset[int]) -> Iterator[str]:
    """Check for a right status and a clear sentence: no empty page, no stack trace."""
    if answer.status not in allowed:
        yield f"status {answer.status}"
    if any(sign in answer.text for sign in NEVER_IN_THE_BODY):
        yield "the body shows internals"
    if answer.is_done:
        yield "accepted"
    elif answer.is_of_api:
        is_problem = answer.headers.get("Content-Type", "") == "application/problem+json"
        if not (is_problem and re.search(r'"detail": ?"[^"]{8,}', answer.text)):
            yield "the problem has no detail"
    elif not SENTENCE.search(words_of(answer.text)):
        yield f"no sentence in a body of {len(answer.text)}"
    elif answer.status == 422 and 'role="alert"' not in answer.text:
        yield "the page shows no error"


def words_of(text: str) -> str:
    main = re.search(r"<main.*?</main>", text, re.S)
    return unescape(re.sub(r"<[^>]*>", " ", main[0] if main else text))
