"""The rehearsal of a large site, as small as it can be: copies of one campaign, people who act and read, watchers."""

import re

import pytest

from bench.rehearsal import main

pytestmark = pytest.mark.production
SMALL = ["--campaigns=12", "--entries=9", "--web=2", "--workers=1", "--viewers=12", "--acts=3", "--seconds=20"]


def test_small_rehearsal_serves_everybody(capsys: pytest.CaptureFixture[str]) -> None:
    """It fails by itself if requests were refused, or no act was swept."""
    main(SMALL)
    said = capsys.readouterr().out
    assert "8 people act, 12 watch" in said
    assert re.search(r"^refused none$", said, re.M)
    assert int(re.search(r"pings (\d+)", said)[1]) > 0  # type: ignore[index]
    assert re.search(r"^campaign_entry +\d+\.\d +1\d\d ", said, re.M), said  # 12 times 9 entries, and the first few
