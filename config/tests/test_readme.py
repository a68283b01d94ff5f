"""The commands and links of the README and the docs exist."""

import io
import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from config.testing.compose import ROOT, compose_program
from config.testing.production import SECRETS
from rulesets.core.cli import main as rules

README = (ROOT / "README.md").read_text()
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)\)")
MOST_PICTURE_BYTES = 150_000
MOST_WORDS = 1_300  # two printed pages


def options_of(program: str) -> str:
    done = subprocess.run([ROOT / program, "--help"], text=True, capture_output=True, check=True)
    return done.stdout


@pytest.mark.parametrize("document", DOCS, ids=lambda document: document.name)
def test_every_link_has_a_target(document: Path) -> None:
    missing = [link for link in LINK.findall(document.read_text()) if not (document.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("program", ["play", "test"])
def test_readme_options_exist(program: str) -> None:
    named = {option for line in README.splitlines() if f"./{program}" in line for option in re.findall(r"--\w+", line)}
    assert named
    assert sorted(option for option in named if option not in options_of(program)) == []


def test_readme_management_commands_exist() -> None:
    named = re.findall(r"manage\.py (\w+)((?: --\w+)*)", README)
    assert {"backup", "restore", "demo"} <= {name for name, _ in named}
    for name, options in named:
        help_text = load_command_class(get_commands()[name], name).create_parser("manage.py", name).format_help()
        assert [option for option in options.split() if option not in help_text] == []


def test_readme_rules_commands_work() -> None:
    commands = re.findall(r"`manage\.py rules ([^`]+)`", README)
    assert {command.split()[0] for command in commands} == {"list", "show", "run"}
    for command in commands:
        assert rules(command.split(), out=io.StringIO()) == 0


def test_readme_server_command_accepts_the_completed_example(tmp_path: Path) -> None:
    line = next(line.strip() for line in README.splitlines() if line.strip().startswith("docker compose"))
    example = (ROOT / "docs" / "server.env.example").read_text()
    filled = re.sub(
        r"^(SECRET_KEY|POSTGRES_PASSWORD|REDIS_PASSWORD)=$", lambda m: m[0] + SECRETS[m[1]], example, flags=re.M
    )
    (tmp_path / "server.env").write_text(filled)
    words = line.replace("server.env", str(tmp_path / "server.env")).split()[2:]
    up = words.index("up")
    command: list[str | Path] = [
        compose_program(),
        "--file",
        ROOT / "docker-compose.yml",
        *words[:up],
        "config",
        "--quiet",
    ]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    known = subprocess.run([compose_program(), "up", "--help"], text=True, capture_output=True, check=True).stdout
    assert [option for option in words[up + 1 :] if option not in known] == []


def test_readme_pictures_are_small() -> None:
    pictures = [ROOT / link for link in LINK.findall(README) if link.endswith(".png")]
    assert pictures
    assert all(picture.stat().st_size < MOST_PICTURE_BYTES for picture in pictures)


def test_architecture_is_short_and_every_decision_is_indexed() -> None:
    assert len((ROOT / "docs" / "architecture.md").read_text().split()) < MOST_WORDS
    decisions = ROOT / "docs" / "decisions"
    listed = re.findall(r"\]\((\d{4}-[a-z-]+\.md)\)", (decisions / "README.md").read_text())
    assert listed == sorted(path.name for path in decisions.glob("*.md") if path.name != "README.md")
    assert [name[:4] for name in listed] == [f"{n:04}" for n in range(1, len(listed) + 1)]
