"""The checker in Chromium, with and without WebCrypto, agrees with Python; the dice pages fit every screen."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from campaign.models import Entropy
from campaign.services.practice import practice_throw
from campaign.tests.cups import Table, an_open_table
from rulesets.core.cup import Key
from rulesets.core.cup_check import examine
from rulesets.core.tests.cup_builder import ACup, a_used_cup, arrival, frozen_text

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHOTS = os.environ.get("SCREENSHOTS", "")
ODD = Key('Règle \x7f\x00\n"\\/\u2028 \U0001f3b2', ("é", "\ud800"), 0)


def changed(path: str, value: Any) -> str:
    """Return a used cup's document with one value replaced, such as `throws.0.faces`."""
    document: Any = a_used_cup().document()
    at, *names = document, *path.split(".")
    for name in names[:-1]:
        at = at[int(name)] if name.isdecimal() else at[name]
    at[names[-1]] = value
    return json.dumps(document)


def without(path: str) -> str:
    document: Any = a_used_cup().document()
    name, place = path.split(".")
    del document[name][int(place)]
    return json.dumps(document)


CHANGES = [
    ("secret", "00" * 32), ("commitment", "00" * 32), ("title", "Other"), ("opening", 2), ("opening", True),
    ("opening", 1.0), ("opening", 1.5), ("opening", 10**12), ("cup", "x"), ("cup", "00000000000000c9"),
    ("entropies.0.entropy", "absent"), ("entropies.0.side", "USA"), ("entropies", []), ("entropies", None),
    ("throws.0.faces", [1]), ("throws.0.faces", []), ("throws.0.faces", [4, 4]), ("throws.1.faces", [11, 1]),
    ("throws.1.n", 7), ("throws.1.hash", "00" * 32), ("throws.2.how", "machine"), ("throws.2.of", "00000000000000c1"),
    ("throws.3.how", "hand"), ("throws.3.note", "x"), ("throws.4.k", 0), ("throws.4.k", 2), ("throws.5.of", ""),
    ("throws.5.of", "00000000000000c7"), ("throws.6.sides", 20), ("throws.6.subject", ["x"]), ("throws.6.rule", 3),
    ("throws.7.extra", 1), ("heads.1.blinded", "00" * 32), ("heads.1.count", 9), ("heads.1.count", 0),
    ("heads.2.step", 5), ("heads.0.count", 2), ("heads", []), ("state", "frozen"), ("state", "x"), ("schema", 2),
    ("\U0001f3b2", 1), ("__proto__", 1), ("entropies", [{}] * 3), ("throws", [{}] * 5001), ("heads", [{}] * 5001),
    ("throws.0.faces", [1] * 101), ("throws.0.rule", "\U0001f3b2" * 500), ("throws.0.rule", "x" * 501),
    ("throws.0.subject", ["\U0001f3b2" * 250] * 2), ("throws.0.subject", ["x" * 250] * 3), ("throws", [{}] * 100),
]  # fmt: skip


def documents() -> list[tuple[str, str]]:
    """Return good and bad documents, each with the lines that the reader kept."""
    cup = a_used_cup()
    kept = cup.kept()
    odd = ACup().throw(ODD, sides=20, count=40).void(ODD, "weil’s \U0001f600 \x1f so ist").head("Ende – ü")
    later = ACup(cup="00000000000000c2", opening=2, secret=b"y" * 32).throw(arrival()).head("end")
    first = ACup().throw(arrival()).head("end")
    astray = ACup(cup="00000000000000c3", opening=3).void(arrival(), "why", of="00000000000000cc").head("end")
    bundles = [[first, later], [later, first], [first, astray], [first, ACup(cup="00000000000000c4").head("end")]]
    texts = [
        "",
        "null",
        "[]",
        "[1]",
        "{",
        "{}",
        "NaN",
        '{"state": "turned over"}',
        json.dumps([{}] * 1001),
        frozen_text(),
        odd.text(),
        cup.text(),
    ]
    texts += [json.dumps([one.document() for one in bundle]) for bundle in bundles]
    texts += [without(path) for path in ("throws.0", "throws.3", "throws.7", "heads.0", "heads.4", "entropies.1")]
    texts += [changed(path, value) for path, value in CHANGES]
    given = [(text, kept) for text in texts]
    wrong_kept = [
        kept + kept.replace("step 1", "step 9"),
        kept.replace("step 1", "step 9"),
        kept[:-1] + "0",
        kept.replace("c1", "c2"),
        "notes",
        " \n",
        "",
    ]
    return given + [(cup.text(), words) for words in wrong_kept] + [(text, "") for text in texts]


def by_python(given: list[tuple[str, str]]) -> list[list[list[str]]]:
    return [[[f.cup, f.code, f.sentence] for f in examine(text, kept)] for text, kept in given]


BY_BROWSER = """async ([address, name, given]) => {
  const checker = await import(address), found = [];
  for (const [text, kept] of given) {
    const findings = await checker.examine(text, kept, name ? checker.engines[name] : undefined);
    found.push(findings.map((finding) => [finding.cup, finding.code, finding.sentence]));
  }
  return [found, checker.bestEngine().name, isSecureContext];
}"""


BOTH_ENGINES = """async ([address, length]) => {
  const { engines } = await import(address), all = [];
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + 3) & 255);
  const key = Uint8Array.from({ length: 32 }, (_, i) => i);
  for (const engine of [engines.plain, engines.webcrypto]) {
    all.push([...await engine.sha256(bytes)], [...await engine.hmac(key, bytes)]);
  }
  return all;
}"""


def script_address(page: "Page") -> str:
    return str(page.get_attribute("script[type=module]", "src"))


@pytest.mark.django_db
@pytest.mark.parametrize("engine", ["webcrypto", "plain"])
def test_browser_findings_match_python(browse: Any, engine: str) -> None:
    page, given = browse("/dice/"), documents()
    found, best, _ = page.evaluate(BY_BROWSER, [script_address(page), engine, given])
    assert best == "webcrypto"
    for (text, kept), browsers, pythons in zip(given, found, by_python(given), strict=True):
        assert browsers == pythons, (text[:300], kept[:100])
    assert sum(bool(findings) for findings in found) > 100


def test_sample_documents_cover_every_finding() -> None:
    codes = {code for findings in by_python(documents()) for _, code, _ in findings}
    assert codes == {
        "form", "order", "words", "void", "range", "early", "again", "beside", "faces", "commitment", "chain", "head",
        "end", "kept", "entropies", "closed", "more",
    }  # fmt: skip


@pytest.fixture
def phone_over_http(chromium: "Browser", site: Any, settings: Any) -> Iterator["Page"]:
    """Return a browser that opens the site by a plain http name, like a phone at the club."""
    settings.ALLOWED_HOSTS = ["*"]
    browser = chromium.browser_type.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        args=["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP hall.example 127.0.0.1"],
    )
    page = browser.new_page()
    page.goto(site.url.replace("localhost", "hall.example").replace("127.0.0.1", "hall.example") + "/dice/")
    yield page
    browser.close()


@pytest.mark.django_db
def test_check_works_without_secure_origin(phone_over_http: "Page") -> None:
    given = documents()
    found, best, is_secure = phone_over_http.evaluate(BY_BROWSER, [script_address(phone_over_http), "", given])
    assert (best, is_secure) == ("plain", False)
    assert found == by_python(given)
    check(phone_over_http, a_used_cup().text(), a_used_cup().kept())
    phone_over_http.get_by_text("Everything agrees").wait_for()


def check(page: "Page", text: str, kept: str = "") -> None:
    page.get_by_label("Document").fill(text)
    page.get_by_label("Journal lines you kept").fill(kept)
    page.get_by_role("button", name="Check").click()


@pytest.mark.django_db
@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
def test_plain_sha_256_matches_webcrypto(browse: Any, length: int) -> None:
    page = browse("/dice/")
    plain_hash, plain_hmac, true_hash, true_hmac = page.evaluate(BOTH_ENGINES, [script_address(page), length])
    assert (plain_hash, plain_hmac) == (true_hash, true_hmac)


# The pages.


@pytest.mark.django_db
def test_page_reports_findings(browse: Any) -> None:
    page, cup = browse("/dice/"), a_used_cup()
    page.get_by_text("Nothing leaves this page").wait_for()
    check(page, cup.text(), cup.kept())
    page.get_by_text("So do the 6 lines you kept.").wait_for()
    check(page, cup.text())
    page.get_by_text("You compared no lines of your own").wait_for()
    check(page, changed("throws.2.faces", [6]))
    page.get_by_text("Line 3: its hash does not follow").wait_for()
    check(page, frozen_text())
    page.get_by_text("Not yet revealed").first.wait_for()
    check(page, " ")
    page.get_by_text("Nothing to check").wait_for()


@pytest.mark.django_db
def test_uploaded_file_is_checked(browse: Any, tmp_path: Path) -> None:
    page, file = browse("/dice/"), tmp_path / "cup.json"
    file.write_text("\ufeff" + a_used_cup().text(), encoding="utf-8")
    page.get_by_label("Or choose its file").set_input_files(file)
    page.get_by_role("button", name="Check").click()
    page.get_by_text("Everything agrees").wait_for()


def played() -> Table:
    """Return a finished battle: rolls, a void, typed dice, and three checkpoints."""
    table = an_open_table()
    table.throw(count=1, sides=4)
    table.void(reason="The wrong flank was named.")
    table.throw(count=1, sides=4)
    table.throw(rule="VG-7A1", subject=["CSA", "Hardee"], by_hand=[7], count=1, sides=10)
    return table.step("turn 1").step("turn 2")


@pytest.mark.django_db(transaction=True)
def test_revealed_cup_page_links_to_its_check(browse: Any) -> None:
    table = played().reveal()
    campaign, union = table.club.campaign.pk, table.club.users["union"]
    page = browse(reverse("dice:cup", args=[campaign, table.cup().pk]), user=union)
    page.get_by_role("link", name="Check this cup").click()
    page.get_by_text("Everything agrees").wait_for()
    page.goto(page.url.split("/dice/")[0] + reverse("dice:cups", args=[campaign]))
    page.get_by_role("link", name="Check all of them").click()
    page.get_by_text("In all 4 cups").wait_for()


@pytest.mark.django_db
def test_only_document_addresses_are_fetched(browse: Any) -> None:
    page = browse("/dice/#/accounts/log-out/")
    page.get_by_text("Nothing leaves this page").wait_for()
    page.wait_for_timeout(200)
    assert page.get_by_label("Document").input_value() == ""
    assert page.locator("#verdict").inner_text() == ""


@pytest.mark.django_db(transaction=True)
def test_practice_roll_carries_browser_entropy(browse: Any) -> None:
    user = an_open_table().club.users["union"]
    page = browse("/dice/practice/", user=user)
    page.get_by_role("button", name="Open today").click()
    page.get_by_role("button", name="Roll the dice").click()
    page.get_by_text("Roll 1 today.").wait_for()
    line = Entropy.objects.get(side="own").line
    assert len(line) == 64
    assert line != "absent"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1280, 1920])
def test_every_page_fits_and_passes_axe(
    browse: Any, axe_violations: Callable[["Page"], list[str]], width: int, theme: str
) -> None:
    table = played()
    closed = table.cup("side:CSA").pk
    campaign, union = table.club.campaign.pk, table.club.users["union"]
    for _ in range(3):
        practice_throw(user_id=union.pk, rule="practice", sides=10, count=3)
    paths = {
        "check": "/dice/",
        "closed": reverse("dice:cup", args=[campaign, closed]),
        "practice": "/dice/practice/",
    }
    for name, path in paths.items():
        _check_page(browse(path, user=union, width=width, theme=theme), f"{name}-{width}-{theme}", axe_violations)
    table.reveal()
    open_paths = {"cups": reverse("dice:cups", args=[campaign]), "cup": reverse("dice:cup", args=[campaign, closed])}
    open_paths["umpires-cup"] = reverse("dice:cup", args=[campaign, table.cup().pk])
    for name, path in open_paths.items():
        _check_page(browse(path, user=union, width=width, theme=theme), f"{name}-{width}-{theme}", axe_violations)
    page = browse("/dice/", width=width, theme=theme)
    found = {
        "agrees": ("Everything agrees", a_used_cup().text()),
        "wrong": ("Check failed", changed("secret", "0" * 64)),
    }
    for name, (words, text) in found.items():
        check(page, text, a_used_cup().kept())
        page.get_by_role("heading", name=words).wait_for()
        _check_page(page, f"{name}-{width}-{theme}", axe_violations)


def _check_page(page: "Page", name: str, axe_violations: Callable[["Page"], list[str]]) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/dice-{name}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
    assert axe_violations(page) == [], name
