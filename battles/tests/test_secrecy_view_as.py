"""Viewing as a seat shows the umpire exactly what that seat sees, and is read-only."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from unittest import mock

import pytest

from battles.tests import play
from campaign.tests.harness.pairs import Play
from campaign.tests.harness.routes import Filler, Met
from campaign.tests.harness.sight import Sight, look, look_at
from campaign.tests.harness.world import VIEWING_AS_SEAT, Answer, World, a_world
from campaign.tests.urlconf import routes
from war.tests import test_two_worlds as club

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
SEATS = ("confederate", "union_west", "union", "observer")
LOOKS: dict[str, dict[str, tuple[str, ...]]] = {
    "club": {"everybody acts": ("confederate", "observer")},
    "battle": {"turn 2": ("union",), "chosen": ("confederate", "union_west")},
}
# Allowed differences: the banner, the account, the live connection of an open page, the forms, and what belongs to
# whoever has the seat: drafts and prints (docs/decisions/0036).
NOT_SHOWN = (
    r'<section class="secret" aria-label="Viewing as another seat">.*?</section>',
    r'<div class="me">.*?</div>',
    r' hx-ext="sse"[^>]*',
    r'<script src="[^"]*(?:sse|live|watch)[^"]*" defer></script>',
    r'<section aria-label="Detachment">.*?</section>',
    r"</?fieldset(?: disabled[^>]*)?>",
    r"<form\b.*?</form>",
    r'<p><a class="button[^>]*>[^<]*</a></p>',
    r'<a class="button[^>]*>.*?</a>',
    r'<p class="buttons[^"]*">.*?</p>',
    r'<p class="quiet gap-s no-print"><a href="[^"]*/call-off/">[^<]*</a></p>',
    r'<span class="quiet">your seat</span>',
    r'<section id="prints" .*?</section>',
    r'<div class="empty"><p>(?:No messages yet|No public messages yet)\..*?</div>',
)
ONLY_FORMS = re.compile(r"/seats/[0-9a-f]{16}/invite/|/call-off/")
PRINT = re.compile(r"/box/[0-9a-f]{16}/")
APART = re.compile("|".join(NOT_SHOWN), re.DOTALL)
ROOM = re.compile(r" ?(<[^>]*?) ?(>) ?")  # whitespace around and inside tags
MAY = re.compile(
    r"may_.*|is_mine|is_own|button|(?:enter_|choose_|place_)?url|version|key|fields|token|to|prints|draft_.*"
)


def shown(answer: Answer) -> tuple[int, Any]:
    """Return an answer without the allowed differences."""
    if answer.body[:1] in (b"{", b"["):
        return answer.status, _plain(json.loads(answer.body))
    return answer.status, APART.sub("", ROOM.sub(r"\1\2", " ".join(answer.text.split())))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items() if not MAY.fullmatch(name)}
    return [_plain(part) for part in value] if isinstance(value, list) else value


def offered(answer: Answer) -> list[str]:
    """Return the controls that could change something, except those that end View as or filter a page."""
    offers = Offers()
    offers.feed(answer.text if answer.text.startswith("<!doctype") else "")
    return offers.found


class Offers(HTMLParser):
    """The enabled controls of forms that post, and the main buttons of next-move boxes."""

    CONTROLS = ("button", "input", "select", "textarea")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.shut, self.sends = 0, False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "fieldset":
            self.shut += 1 if self.shut or "disabled" in given else 0
        if tag == "form":
            self.sends = given.get("method") == "post" and not (given.get("action") or "").endswith("/view-as/end/")
        in_use = tag in self.CONTROLS and given.get("type") != "hidden" and "disabled" not in given
        main = tag == "a" and "main" in (given.get("class") or "").split()
        if main or (in_use and self.sends and not self.shut):
            self.found.append(self.get_starttag_text() or tag)

    def handle_endtag(self, tag: str) -> None:
        self.shut -= tag == "fieldset" and self.shut > 0
        self.sends = self.sends and tag != "form"


def unlike(world: World, who: str) -> Iterator[str]:
    """Yield the differences at every address that the seat or the umpire can fill, and any controls offered."""
    viewing_as, sights = f"{VIEWING_AS_SEAT}{who}", (Sight(), Sight())
    urls = _urls(world, who, "umpire")
    for asking, sight in zip((who, viewing_as), sights, strict=True):
        with world.undone(asking):
            look_at(world, asking, urls, sight)
    for name, answer in sights[0].answers.items():
        one, other = shown(answer), shown(sights[1].answers.get(name, answer))
        if one != other:
            yield f"{viewing_as}: {name}: {_first_difference(str(one), str(other))}"
    for name, answer in sights[1].answers.items():
        yield from (f"{viewing_as}: {name} offers {control}" for control in offered(answer))


def _urls(world: World, *people: str) -> list[str]:
    truth, found = world.truth(), dict[str, None]()
    for who in people:
        met = Met(world.campaign)
        links = [name.removeprefix("GET ") for name in look(world, who, met).answers if name.startswith("GET ")]
        filler = Filler(met, truth, met)
        found |= dict.fromkeys(links)
        found |= dict.fromkeys(url for route in routes() for url in filler.urls(route, strict=False))
    return [
        url
        for url in found
        if world.campaign in url and "/live/" not in url and not ONLY_FORMS.search(url) and not PRINT.search(url)
    ]


def _first_difference(one: str, other: str) -> str:
    at = next((n for n, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    return f"{one[max(0, at - 60) : at + 80]!r} and {other[max(0, at - 60) : at + 80]!r}"


def refused_first(done: list[str]) -> Any:
    """Send each request first as the umpire viewing as its seat, and record any that has an effect."""
    original = World.post

    def post(world: World, who: str, url: str, **data: Any) -> Answer:
        viewing_as = f"{VIEWING_AS_SEAT}{who}"
        if who in SEATS:
            before = world.columns()
            answer = world.act(lambda: world.ask(viewing_as, "POST", url, **data))
            if answer.status < 400 or world.columns() != before:
                done.append(f"{viewing_as}: POST {url} is accepted: {answer.status}")
        return original(world, who, url, **data)

    return mock.patch.object(World, "post", post)


@pytest.mark.parametrize("played", [club.PLAY, play.PLAY], ids=lambda played: str(played.name))
def test_viewing_as_a_seat_is_read_only_and_shows_its_pages(played: Play) -> None:
    wrong: list[str] = []
    with a_world() as world, refused_first(wrong):
        played.begin(world)
        for label, step in played.steps.items():
            step(world)
            world.settle()
            seats = LOOKS[played.name].get(label, ())
            wrong += [f"{label}, {each}" for who in seats for each in unlike(world, who)]
        wrong += world.crashes
    assert wrong == [], "\n".join(wrong)
