"""Static files and templates: vendored as shipped, no other hosts, no inline styles or scripts, within budget."""

import hashlib
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.test import Client

from campaign.tests.budget import AIM, BUDGET, weigh

STATIC = settings.BASE_DIR / "static"
TEMPLATES = settings.BASE_DIR / "templates"
OWN_STATIC = [
    file for file in STATIC.rglob("*") if file.suffix in (".css", ".js", ".svg") and "vendor" not in file.parts
]
PAGES = [file for file in TEMPLATES.rglob("*.html") if "email" not in file.parts]
# Whatever a browser would fetch or send to; the names of namespaces (xmlns) don't count.
ELSEWHERE = re.compile(r"""(?:src|href|action|url\(|@import|fetch\(|EventSource\()\s*[=(]?\s*["']?(?:https?:)?//""")


def test_vendored_files_are_unchanged() -> None:
    """SHA256SUMS lists the files as shipped; each folder has a license."""
    sums = dict(line.split()[::-1] for line in (STATIC / "vendor/SHA256SUMS").read_text().splitlines())
    for name, digest in sums.items():
        assert hashlib.sha256((STATIC / "vendor" / name).read_bytes()).hexdigest() == digest, name
    shipped = {file for file in (STATIC / "vendor").rglob("*") if file.suffix in (".js", ".css", ".woff2")}
    assert shipped == {STATIC / "vendor" / name for name in sums}
    for folder in {file.parent for file in shipped}:
        assert any("LICEN" in file.name or "OFL" in file.name for file in folder.iterdir()), folder


def test_every_css_token_is_used() -> None:
    """Every page loads all of them."""
    sheets = " ".join(file.read_text() for file in OWN_STATIC if file.suffix == ".css")
    assert set(re.findall(r"(--[\w-]+):", sheets)) == set(re.findall(r"var\((--[\w-]+)", sheets))


def test_scripts_name_no_source_map() -> None:
    for file in STATIC.rglob("*.js"):
        assert "sourceMappingURL" not in file.read_text(), file


@pytest.mark.parametrize("file", OWN_STATIC + PAGES, ids=lambda file: file.name)
def test_file_names_no_other_host(file: Path) -> None:
    assert not ELSEWHERE.search(file.read_text()), file


def test_host_search_finds_planted_hosts() -> None:
    planted = [
        '<script src="https://cdn.example/x.js">',
        "url(//fonts.example/a.woff2)",
        "@import 'http://a.example/b.css'",
    ]
    assert all(ELSEWHERE.search(line) for line in planted)


@pytest.mark.parametrize("file", PAGES, ids=lambda file: str(file.relative_to(TEMPLATES)))
def test_template_has_no_inline_style_or_script(file: Path) -> None:
    """The content policy would block them."""
    text = file.read_text()
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=\"|javascript:", text), file
    assert not re.search(r"<script(?![^>]*\ssrc=)", text), file


@pytest.mark.parametrize("file", sorted((TEMPLATES / "components").glob("_*.html")), ids=lambda file: file.name)
def test_every_part_documents_its_parameters(file: Path) -> None:
    get_template(f"components/{file.name}")
    comment = re.search(r"{% comment %}(.*?){% endcomment %}", file.read_text(), re.DOTALL)
    assert comment, file
    assert "Takes:" in comment.group(1), file


def test_every_used_icon_is_in_the_sprite() -> None:
    drawn = set(re.findall(r'<symbol id="([a-z]+)"', (STATIC / "icons/icons.svg").read_text()))
    asked = {name for file in PAGES for name in re.findall(r'{% icon "([a-z]+)"', file.read_text())}
    assert asked - drawn == set()


@pytest.mark.django_db
@pytest.mark.urls("campaign.tests.parts_page")
def test_page_with_every_part_is_within_budget(client: Client) -> None:
    """No real page is as heavy as this one; the empty frame leaves room below the aim."""
    heavy = weigh(client.get("/parts/"))
    frame = weigh(client.get("/bare/base.html"))
    assert heavy.own <= BUDGET
    assert frame.own <= AIM - 4_000
    assert heavy.foreign_hosts == frame.foreign_hosts == []
    assert frame.css > 0
    assert frame.js > 0
    assert frame.vendored > 0
