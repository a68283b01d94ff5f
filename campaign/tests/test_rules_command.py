"""`manage.py rules … --campaign ID`: a campaign's own numbers and rulings, with where they come from and why."""

import pytest

from campaign.ids import hex_id
from campaign.management.commands.rules import Command
from campaign.services.house import import_table, switch_ruling
from campaign.tests.builders import Club, a_club

pytestmark = pytest.mark.django_db
NUMBERS = "table,row,column,value\nfire_and_fury.fire_ranges,infantry,nearest,4\n" + (
    "fire_and_fury.fire_points,infantry,nearest,2\n"
)
VOLLEY = ["run", "fire_and_fury.fire", "firers.stands=4", "firers.range_inches=3", "--dice", "8"]


@pytest.fixture
def club() -> Club:
    club = a_club()
    import_table(club.viewer("umpire"), text=NUMBERS, name="Our box", reason="We own the game.")
    return club


def rules(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = Command().carry_out(words)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize("spelled", [hex_id, str])
def test_run_uses_the_numbers_of_the_campaign_and_says_why(
    club: Club, capsys: pytest.CaptureFixture[str], spelled: type[str]
) -> None:
    code, out, _ = rules([*VOLLEY, "--campaign", spelled(club.campaign.id)], capsys)
    assert (code, out.split(maxsplit=1)[0]) == (0, "telling:")
    assert "[Our box: We own the game.]" in out
    assert rules(VOLLEY, capsys)[2].startswith("Range bands, infantry, nearest: this number is unknown.")


def test_odds_and_tables_use_the_numbers_of_the_campaign(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = ["--campaign", hex_id(club.campaign.id)]
    assert "30.0000%" in rules([*VOLLEY[:-2], "--odds", *campaign], capsys)[1]
    shown = rules(["show", "fire_and_fury.fire", "--schema", *campaign], capsys)[1]
    assert "replaced, infantry nearest: Our box. We own the game." in shown


def test_run_uses_the_rulings_of_the_campaign(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    switch_ruling(club.viewer("umpire"), book="cw_to_ff", ruling="R-34", option="down, drop the rest", reason="Ours.")
    words = ["run", "cw_to_ff.losses_to_strength", "other.brought_sp=4", "other.stands_lost=30"]
    assert rules(words, capsys)[1].startswith("loses 2 SP")
    out = rules([*words, "--campaign", hex_id(club.campaign.id)], capsys)[1]
    assert out.startswith("loses 1 SP")
    assert "This campaign plays: down, drop the rest (VG-9A). [R-34" in out


@pytest.mark.parametrize("spelled", ["0", "12345", "nothing", "f" * 16, "9" * 19, "9" * 40, ""])
def test_unknown_campaign_is_refused_in_one_line(club: Club, capsys: pytest.CaptureFixture[str], spelled: str) -> None:
    code, out, err = rules([*VOLLEY, "--campaign", spelled], capsys)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"Campaign: “{spelled}” isn’t a campaign here. Enter the ID in its address")
