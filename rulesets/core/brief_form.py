"""Reads a battle setup written by hand in form 1 (rulesets/data/briefs) and names the field of whatever is wrong."""

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from rulesets.core.brief import EVERYONE, OWNER, UMPIRE, Brief, BriefItem, BriefLeader, BriefSide, Ratio, StrategicTable
from rulesets.core.carry import read_carry
from rulesets.core.words import listed, quoted, shown

FORM = 1
MOST_LEADERS, MOST_ITEMS, MOST_PATHS = 60, 200, 200
LIMITS = {
    "turn": (1, 19),
    "rank_stars": (1, 4),
    "initiative": (1, 4),
    "tactical": (-3, 3),
    "command": (-3, 3),
    "seniority": (1, 500),
    "stands_per_sp": (1, 60),
    "batteries_per_sp": (0, 10),
}
SIDES = ("USA", "CSA")
SEASONS = ("Mar-Apr", "May-Jun", "Jul-Aug", "Sep-Oct", "Nov-Feb")
TERRAINS = ("clear", "forest", "swamp", "mountain")
HEXSIDES = ("none", "unnavigable_river", "navigable_river", "gap_road")
COLUMNS = tuple("ABCDEFGHJKL")
SIZES = ("small", "medium", "large")
ARMS = ("infantry", "cavalry")
QUALITIES = ("green", "veteran", "crack")
DATA = Path(__file__).parent.parent / "data" / "briefs"


class BriefFault(ValueError):
    """A fault in a setup file, and its field."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field, self.sentence = field, f"{field}: {sentence}"


class _Form:
    """Reads the fields of one object of the file by type; unknown ones are refused at the end."""

    def __init__(self, plain: Any, path: str = "") -> None:
        if not isinstance(plain, Mapping):
            raise BriefFault(path or "file", "must be an object with fields.")
        self.plain, self.path, self.read = plain, path, set[str]()

    def at(self, name: str) -> str:
        """Return the path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def any(self, name: str, *, default: Any = None, required: bool = True) -> Any:
        """Read a value of any type."""
        self.read.add(name)
        if name not in self.plain and required:
            raise BriefFault(self.at(name), "fill this in.")
        return self.plain.get(name, default)

    def word(self, name: str, *, empty: bool = False, most: int = 200) -> str:
        """Read text."""
        value = self.any(name)
        if value is None and empty:
            return ""
        if not isinstance(value, str) or len(value) > most or not (value or empty):
            raise BriefFault(self.at(name), f"must be text of {most} characters or fewer.")
        return value

    def one_of(self, name: str, choices: tuple[str, ...]) -> str:
        """Read one of the choices."""
        value = self.any(name)
        if value not in choices:
            raise BriefFault(self.at(name), f"must be {listed(map(quoted, choices), 'or')}, not {shown(value)}.")
        return str(value)

    def whole(self, name: str, least: int, most: int) -> int:
        """Read a whole number within limits."""
        value = self.any(name)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise BriefFault(self.at(name), f"must be a whole number from {least} to {most}, not {shown(value)}.")
        return value

    def number(self, name: str, most: float) -> float:
        """Read a number within limits."""
        value = self.any(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or not -most <= value <= most:
            raise BriefFault(self.at(name), f"must be a number from {-most} to {most}, not {shown(value)}.")
        return float(value)

    def flag(self, name: str) -> bool:
        """Read true or false."""
        value = self.any(name)
        if not isinstance(value, bool):
            raise BriefFault(self.at(name), f"must be true or false, not {shown(value)}.")
        return value

    def forms(self, name: str, most: int) -> "list[_Form]":
        """Read a list of objects."""
        value = self.any(name)
        if not isinstance(value, list) or len(value) > most:
            raise BriefFault(self.at(name), f"must be a list of {most} or fewer.")
        return [_Form(each, f"{self.at(name)}[{i}]") for i, each in enumerate(value)]

    def form(self, name: str) -> "_Form":
        """Read an object."""
        return _Form(self.any(name), self.at(name))

    def close(self) -> None:
        """Refuse the fields that nobody read."""
        unknown = sorted(set(map(str, self.plain)) - self.read)
        if unknown:
            raise BriefFault(self.at(unknown[0]), "unknown field.")


def read_brief_form(plain: Any) -> Brief:
    """Read a setup in form 1."""
    form = _Form(plain)
    form.whole("form", FORM, FORM)
    attacker = form.one_of("attacker", SIDES)
    defender = form.one_of("defender", tuple(side for side in SIDES if side != attacker))
    armies = form.form("sides")
    brief = Brief(
        name=form.word("name", most=80),
        date=form.word("date", empty=True, most=10),
        turn=form.whole("turn", *LIMITS["turn"]),
        season=form.one_of("season", SEASONS),
        place=form.word("place", most=80),
        state=form.word("state", empty=True, most=20),
        lat=form.number("lat", 90),
        lon=form.number("lon", 180),
        entered_from=form.word("entered_from", empty=True, most=80),
        hex_terrain=form.one_of("hex_terrain", TERRAINS),
        hexside_crossed=form.one_of("hexside_crossed", HEXSIDES),
        hexside_name=form.word("hexside_name", empty=True, most=60),
        attacker=attacker,
        defender=defender,
        ratio=_ratio(form.form("ratio_offered")),
        strategic_table=_strategic(form.form("strategic_table")),
        sides={code: _side(armies.form(code)) for code in SIDES},
        knowledge=_knowledge(form.form("knowledge")),
        mark=form.word("mark", most=20),
        note=form.word("note", empty=True, most=2000),
    )
    armies.close()
    form.close()
    return brief


@cache
def shipped_briefs() -> Mapping[str, Brief]:
    """Return the setups that come with the books, by file name."""
    return {
        path.stem: read_brief_form(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(DATA.glob("*.json"))
    }


def _ratio(form: _Form) -> Ratio:
    ratio = Ratio(
        form.whole("stands_per_sp", *LIMITS["stands_per_sp"]),
        form.whole("batteries_per_sp", *LIMITS["batteries_per_sp"]),
    )
    form.close()
    return ratio


def _strategic(form: _Form) -> StrategicTable:
    table = StrategicTable(
        attacker_sp=form.whole("attacker_sp", 0, 200),
        defender_sp=form.whole("defender_sp", 0, 200),
        column_before_shifts=form.one_of("column_before_shifts", COLUMNS),
        left_shifts=form.whole("left_shifts", -4, 4),
        column=form.one_of("column", COLUMNS),
        attacker_size=form.one_of("attacker_size", SIZES),
        defender_size=form.one_of("defender_size", SIZES),
    )
    form.close()
    return table


def _side(form: _Form) -> BriefSide:
    leaders = tuple(_leader(each) for each in form.forms("leaders", MOST_LEADERS))
    cavalry = tuple(leader.id for leader in leaders if leader.cavalry)
    strength = tuple(_item(each, cavalry) for each in form.forms("strength", MOST_ITEMS))
    side = BriefSide(leaders, strength, demoralized=form.flag("demoralized"), in_supply=form.flag("in_supply"))
    total = form.whole("total_sp", 0, 200)
    if total != side.total_sp:
        raise BriefFault(form.at("total_sp"), f"must be {side.total_sp}, the sum of the items, not {total}.")
    _no_doubles(form.at("leaders"), [leader.id for leader in leaders])
    _no_doubles(form.at("strength"), [item.id for item in strength])
    form.close()
    return side


def _no_doubles(path: str, ids: list[str]) -> None:
    doubled = [each for each, count in Counter(ids).items() if count > 1]
    if doubled:
        raise BriefFault(path, f"the id {quoted(doubled[0])} is listed twice.")


def _leader(form: _Form) -> BriefLeader:
    stars = form.whole("rank_stars", *LIMITS["rank_stars"])
    command = form.any("command")
    leader = BriefLeader(
        id=form.word("id", most=60),
        name=form.word("name", most=60),
        given_name=form.word("given_name", empty=True, most=60),
        rank_stars=stars,
        initiative=form.whole("initiative", *LIMITS["initiative"]),
        tactical=form.whole("tactical", *LIMITS["tactical"]),
        command=None if command is None else form.whole("command", *LIMITS["command"]),
        cavalry=form.flag("cavalry"),
        seniority=form.whole("seniority", *LIMITS["seniority"]),
    )
    form.close()
    return leader


def _item(form: _Form, cavalry_leaders: tuple[str, ...]) -> BriefItem:
    under = form.any("under")
    if under is not None and under not in cavalry_leaders:
        raise BriefFault(form.at("under"), f"{shown(under)} is not a cavalry leader of this army.")
    item = BriefItem(
        id=form.word("id", most=60),
        arm=form.one_of("arm", ARMS),
        quality=form.one_of("quality", QUALITIES),
        size=form.whole("size", 1, 20),
        under=under,
        carried_loss=_fraction(form),
    )
    if (item.arm == "cavalry") != (under is not None):
        raise BriefFault(form.at("under"), "only cavalry items, and all of them, are under a cavalry leader.")
    form.close()
    return item


def _fraction(form: _Form) -> Fraction:
    try:
        return read_carry(form.any("carried_loss"))
    except ValueError as error:
        raise BriefFault(form.at("carried_loss"), f"{error}.") from None


def _knowledge(form: _Form) -> dict[str, tuple[str, ...]]:
    knowledge: dict[str, tuple[str, ...]] = {}
    for who in (EVERYONE, OWNER, UMPIRE):
        paths = form.any(who)
        if not isinstance(paths, list) or len(paths) > MOST_PATHS or not all(isinstance(path, str) for path in paths):
            raise BriefFault(form.at(who), f"must be a list of {MOST_PATHS} or fewer field paths.")
        knowledge[who] = tuple(_RENAMED.get(str(path), str(path)) for path in paths if path != "form")
    form.close()
    return knowledge


_RENAMED = {"ratio_offered": "ratio"}
