"""How times and numbers are written: in the reader's zone, with real minus signs, never rounded up."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone

from campaign.parts import BATTLE_STEPS, battle_steps, day_cells
from campaign.sources import SOURCES, SeededSources
from campaign.templatetags import look

NOW = datetime(2026, 4, 7, 1, 30, tzinfo=UTC)  # still Monday evening in Chicago


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with SOURCES.using(SeededSources("words", now=NOW)), timezone.override(ZoneInfo("America/Chicago")):
        yield


def test_times_use_the_readers_zone() -> None:
    assert look.clock(NOW) == "20:30"
    assert look.day_and_hour(NOW + timedelta(hours=3)) == "today 23:30"
    assert look.day_and_hour(NOW + timedelta(hours=4)) == "Tuesday 00:30"
    assert look.day_and_hour(NOW + timedelta(days=30)) == "May 6, 2026, 20:30"
    assert look.reader_zone() == "Chicago time"
    assert look.day(date(1862, 4, 6)) == "April 6, 1862"


def test_time_is_machine_readable_and_may_start_a_sentence() -> None:
    assert look.when(NOW) == '<time datetime="2026-04-07T01:30+00:00">today 20:30</time>'
    assert ">Today 20:30<" in look.when_first(NOW)
    assert look.when(None) == ""


@pytest.mark.parametrize(
    ("gap", "words", "urgency"),
    [
        (timedelta(hours=6, minutes=59), "in 6 hours", "soon"),
        (timedelta(hours=1), "in 1 hour", "soon"),
        (timedelta(hours=24), "in 24 hours", ""),
        (timedelta(hours=47), "in 47 hours", ""),
        (timedelta(days=2, hours=23), "in 2 days", ""),
        (timedelta(seconds=20), "in less than a minute", "soon"),
        (-timedelta(minutes=5), "5 minutes ago", "past"),
    ],
)
def test_duration_is_rounded_down(gap: timedelta, words: str, urgency: str) -> None:
    """Never promise more time than there is."""
    assert look.relative(NOW + gap) == words
    assert look.urgency(NOW + gap) == urgency


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 1000), "<1%"),
        (Fraction(1, 100), "1%"),
        (Fraction(7, 10), "70%"),
        (0.25, "25%"),
        (Fraction(999, 1000), ">99%"),
        (Fraction(1), "100%"),
    ],
)
def test_percent_keeps_0_and_100_for_certainty(chance: Fraction | float, words: str) -> None:
    assert look.percent(chance) == words


def test_numbers_take_commas_and_real_signs() -> None:
    assert look.thousands(12345) == "12,345"
    assert [look.signed(n) for n in (3, 0, -1)] == ["+3", "0", "−1"]
    assert (look.number_word(2), look.number_word(11)) == ("two", "11")
    assert [look.per_mille(share) for share in (-1, 0.25, Fraction(1, 3), 2)] == ["0", "250", "333", "1000"]


def test_rank_has_a_spoken_label() -> None:
    assert 'aria-label="three stars"' in look.stars(3)
    assert look.stars(3).count("<svg") == 3
    assert look.stars(0) == ""


def test_hand_rolled_die_is_labeled() -> None:
    assert 'aria-label="d10: 6"' in look.die(10, 6)
    assert 'aria-label="d10: 6, by hand"' in look.die(10, 6, by_hand=True)


def test_typed_text_is_escaped() -> None:
    """Names are typed by users."""
    words = Template('{% include "components/_empty.html" with title=bad sentence=bad only %}')
    assert "<b>" not in words.render(Context({"bad": "<b>"}))


def test_battle_steps_mark_the_current_and_the_done() -> None:
    steps = battle_steps(3, done=(1, 2), urls=["/1"])
    assert tuple(step.word for step in steps) == BATTLE_STEPS
    assert [step.number for step in steps if step.here] == [3]
    assert [step.number for step in steps if step.done] == [1, 2]
    assert steps[0].url == "/1"
    assert steps[1].url == ""


def test_day_has_one_cell_per_turn() -> None:
    cells = day_cells(4, now=2, hours=["6:00", "6:30", "7:00", "7:30"])
    assert [cell.state for cell in cells] == ["done", "now", "to come", "to come"]
    assert cells[1].words == "Turn 2, 6:30, now"


def test_day_prints_some_hours_and_flags_what_is_known() -> None:
    hours = [f"{6 + n // 2}:{'30' if n % 2 else '00'}" for n in range(25)]
    cells = day_cells(25, now=9, hours=hours, news={8: "A flank march nears the Union left."})
    assert [cell.hour for cell in cells if cell.hour] == ["6:00", "9:00", "12:00", "15:00", "18:00"]
    assert [cell.words for cell in cells if cell.has_news] == [
        "Turn 8, 9:30, done: A flank march nears the Union left."
    ]


def test_recorded_values_are_shown_in_plain_form() -> None:
    with timezone.override(ZoneInfo("America/Chicago")):
        assert "14:30" in look.recorded("2026-05-06T19:30:05.5+00:00")
    assert look.recorded(["Grant", "L. Wallace"]) == "Grant, L. Wallace"
    assert look.recorded([]) == "–"
    assert look.recorded("-9/20") == "−9/20"
    assert look.recorded(-3) == "−3"
    assert look.recorded("taken_up") == "taken_up"
    assert look.recorded("2026-99-99T00:00:00+00:00") == "2026-99-99T00:00:00+00:00"


def test_recorded_objects_are_shown_on_separate_lines() -> None:
    assert look.recorded({"edge": "left", "men": None}) == (
        '<code class="hash">{\n  &quot;edge&quot;: &quot;left&quot;,\n  &quot;men&quot;: null\n}</code>'
    )
    assert "<code" in look.recorded([{"edge": "<b>"}])
    assert "<b>" not in look.recorded([{"edge": "<b>"}])
    assert look.recorded({}) == "–"
