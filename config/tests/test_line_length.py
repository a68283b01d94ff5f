"""The lint suite reports long template lines wherever templates are."""

from pathlib import Path

import pytest

from config.testing.line_length import LONGEST, main


@pytest.mark.parametrize(
    "name",
    ["templates/a.html", "templates/email/b.txt", "campaign/templates/c/d.html", "battles/tests/templates/e.html"],
)
def test_long_template_line_fails_the_check(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    file.write_text(f"<p>\n{'é' * LONGEST}\n{'x' * (LONGEST + 1)}\n</p>\n", encoding="utf-8")
    assert main(tmp_path) == 1
    assert capsys.readouterr().out == f"{name}:3 has 121 characters; the limit is 120.\n"


def test_other_files_may_have_long_lines(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/picture.svg").write_text("x" * (LONGEST + 1))
    (tmp_path / "page.html").write_text("x" * (LONGEST + 1))
    assert main(tmp_path) == 0
