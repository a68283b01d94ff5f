"""The form to set up a battle: a sample, two armies typed in rows, or a file in JSON."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorDict
from django.http import QueryDict

from battles.forms.army_rows import (
    LEADER,
    NEEDS_LEADER,
    POINTS,
    ArmyFields,
    Row,
    edited,
    fields_of_rows,
    initial_rows,
    number_of_rows,
    read_armies,
    rows_field,
)
from battles.selectors.reads import SHOWN, side_word
from battles.selectors.setups import SetupOffer
from campaign.forms.json_text import read_json
from campaign.forms.names import NameField
from campaign.web import ActForm
from rulesets.core.brief import Brief
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.brief_values import HEXSIDES, LIMITS, SIDES, TERRAINS, WORKS
from rulesets.core.kinds import Fault
from rulesets.core.plain import Json
from rulesets.core.words import spoken

LARGEST_BRIEF = 200_000
OWN, ARMIES = "own", "armies"
BLANK_ROWS = 3
NOT_BOTH = "Choose a sample or your own setup, not both."
ROWS_OR_JSON = "Enter your armies in rows or in JSON, not both."
NOTHING = "Choose a sample, or enter your own setup."
PLACED = {"name": "battle", "season": "turn", "hexside_crossed": "hexside_crossed", "ratio_offered": "stands_per_sp"}


def words(choices: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(each, spoken(each).capitalize()) for each in choices]


class BriefForm(ActForm):
    """`brief` says which of the three ways is meant; left out, whatever is filled in says so."""

    has_fixed_fields = False
    brief = forms.ChoiceField(label="Which setup", required=False, widget=forms.RadioSelect)
    place = NameField(max_length=80, required=False, label="Place")
    battle = NameField(
        max_length=80, required=False, label="Battle’s name", help_text="Otherwise “Battle of” its place."
    )
    date = forms.CharField(
        max_length=10,
        required=False,
        label="Date",
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="First day.",
    )
    turn = forms.ChoiceField(
        required=False, label="Campaign turn", help_text="It sets the season, and with it the hours."
    )
    attacker = forms.ChoiceField(
        required=False,
        label="Attacker",
        choices=[(side, side_word(side)) for side in SHOWN],
        initial=SHOWN[0],
    )
    hex_terrain = forms.ChoiceField(required=False, label="Terrain", choices=words(TERRAINS), initial=TERRAINS[0])
    hexside_crossed = forms.ChoiceField(
        required=False, label="Attacker crossed", choices=words(HEXSIDES), initial=HEXSIDES[0]
    )
    hexside_name = forms.CharField(max_length=60, required=False, label="River or gap", help_text="Its name.")
    work = forms.ChoiceField(required=False, label="Defender’s work", choices=words(WORKS), initial=WORKS[0])
    stands_per_sp = forms.IntegerField(
        min_value=LIMITS["stands_per_sp"][0],
        max_value=LIMITS["stands_per_sp"][1],
        required=False,
        initial=20,
        label="Stands for 1 strength point",
    )
    batteries_per_sp = forms.IntegerField(
        min_value=LIMITS["batteries_per_sp"][0],
        max_value=LIMITS["batteries_per_sp"][1],
        required=False,
        initial=2,
        label="Batteries for 1 strength point",
    )
    text = forms.CharField(
        label="Setup in JSON",
        required=False,
        max_length=LARGEST_BRIEF,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text="Form 1. Errors name the field.",
    )
    file = forms.FileField(
        label="Or choose its file", required=False, widget=forms.FileInput(attrs={"accept": ".json,application/json"})
    )

    def __init__(self, data: Any = None, files: Any = None, *, offer: SetupOffer, **kwargs: Any) -> None:
        self.changes_rows = data is not None and bool(data.get("rows"))
        super().__init__(edited(data) if self.changes_rows else data, files, offer=offer, **kwargs)
        self.brief_set_up: Brief | None = None
        page = offer.page
        self._choices(
            "brief", [(s.id, s.name) for s in page.samples], (ARMIES, "Your own armies"), (OWN, "A setup in JSON")
        )
        self.initial["brief"] = page.samples[0].id if page.samples else ARMIES
        self._choices(
            "turn", [("", f"From the date, or turn {page.turn}")], *((n, f"{n}: {name}") for n, name in page.turns)
        )
        if not page.one_off:
            del self.fields["hex_terrain"]
            self.fields["place"].widget.attrs["list"] = "places"
        for side in SHOWN:
            self.fields[f"{side.lower()}_demoralized"] = forms.BooleanField(required=False, label="Demoralized")
        self._add_rows(self.data if data is not None else {})

    def _choices(self, name: str, first: list[tuple[Any, str]], *more: tuple[Any, str]) -> None:
        self.fields[name].choices = [*first, *more]  # type: ignore[attr-defined]

    def _add_rows(self, sent: Mapping[str, Any]) -> None:
        """Add as many rows as were sent, or some blank ones."""
        parts = [(side, part) for side in SHOWN for part in (POINTS, LEADER)]
        rows = {of: number_of_rows(sent, *of) for of in parts}
        self.fields |= dict(fields_of_rows({of: count or BLANK_ROWS for of, count in rows.items()}))

    def start_from(self, sample: str) -> None:
        """Fill the rows with a sample's armies, to change them; an unknown one fills nothing."""
        brief = shipped_briefs().get(sample)
        if brief is None:
            return
        rows = initial_rows(brief, self.offer.leaders)
        self._add_rows(rows)
        ground = ("place", "date", "attacker", "hex_terrain", "hexside_crossed", "hexside_name", "work")
        self.initial.update({name: getattr(brief, name) for name in ground}, brief=ARMIES, battle=brief.name)
        self.initial.update(rows, **vars(brief.ratio))

    # What was chosen.

    def full_clean(self) -> None:
        """Check nothing while rows are added and removed."""
        super().full_clean()
        if self.changes_rows:
            self._errors = ErrorDict()

    def is_valid(self) -> bool:
        return super().is_valid() and not self.changes_rows

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        text, in_rows = self._text(), any(map(self._is_typed, self._own_fields()))
        typed = bool(text) or "file" in self.errors
        chosen = cleaned.get("brief") or (OWN if typed else ARMIES if in_rows else "")
        if chosen not in (OWN, ARMIES, ""):
            self._take_sample(chosen, is_other=typed or in_rows)
        elif typed and in_rows:
            self.add_error("brief", ROWS_OR_JSON)
        elif chosen == OWN:
            self._take_json(text)
        elif chosen == ARMIES:
            self._take_rows()
        elif "brief" not in self.errors:
            self.add_error("brief", NOTHING)
        return cleaned

    def _own_fields(self) -> Iterator[str]:
        yield from ("place", "battle", "date", "hexside_name")
        yield from (name for name in self.fields if f"_{POINTS}_" in name or f"_{LEADER}_" in name)

    def _is_typed(self, name: str) -> bool:
        return name in self.errors or bool(self.cleaned_data.get(name))

    def clean_file(self) -> str:
        """Return the text of a file."""
        file = self.cleaned_data["file"]
        try:
            text = str(file.read(4 * LARGEST_BRIEF + 4).decode("utf-8-sig")) if file else ""
        except UnicodeDecodeError:
            raise ValidationError("Choose a text file in UTF-8.") from None
        if len(text) > LARGEST_BRIEF:
            raise ValidationError(f"Choose a file of at most {LARGEST_BRIEF:,} characters.")
        return text

    def _text(self) -> str:
        """Return the pasted text, or that of the file, which then is there to correct."""
        pasted, of_file = (str(self.cleaned_data.get(name) or "") for name in ("text", "file"))
        if pasted and of_file:
            self.add_error("file", "Paste a setup or choose a file, not both.")
        elif of_file:
            self.data = typed = cast(QueryDict, self.data).copy()
            typed["text"] = of_file
        return pasted or of_file

    def _take_sample(self, chosen: str, *, is_other: bool) -> None:
        if is_other:
            self.add_error("brief", NOT_BOTH)
        else:
            self.brief_set_up = shipped_briefs()[chosen]

    def _take_json(self, text: str) -> None:
        if "file" in self.errors or "text" in self.errors:
            return
        if not text:
            self.add_error("text", "Enter a setup, or choose one from the list.")
            return
        try:
            plain = read_json(text)
        except ValueError as error:
            self.add_error("text", str(error))
            return
        self.brief_set_up, faults = self.offer.rules.read(plain)
        for fault in faults:
            self.add_error("text", str(fault))

    def _take_rows(self) -> None:
        """Read the rows like a file, and put each fault at its field."""
        armies, head = read_armies(self.cleaned_data, self.offer.leaders), self._head()
        for name, sentence in armies.faults:
            self.add_error(name, sentence)
        wrong = set(self.errors)
        unread = [Fault(f"sides.{name[:3].upper()}.strength", "") for name in wrong if f"_{POINTS}_" in name]
        self.brief_set_up, faults = self.offer.rules.read(head | {"sides": armies.sides}, [*armies.known, *unread])
        at_fields = [(self._field_of(fault, armies.field_of), fault) for fault in faults]
        for at, said in dict.fromkeys((at, _in_rows(at, fault)) for at, fault in at_fields):
            if at not in wrong:
                self.add_error(at, said)

    def _head(self) -> Json:
        data = self.cleaned_data
        place, attacker = data.get("place") or "", data.get("attacker") or SHOWN[0]
        head = {
            "form": 1,
            "name": data.get("battle") or f"Battle of {place}",
            "place": place,
            "date": data.get("date") or "",
            "turn": self._turn(),
            "attacker": attacker,
            "defender": next(side for side in SIDES if side != attacker),
            "hex_terrain": data.get("hex_terrain") or self.offer.terrain_at(place) or TERRAINS[0],
            "hexside_crossed": data.get("hexside_crossed") or HEXSIDES[0],
            "hexside_name": data.get("hexside_name") or "",
            "work": data.get("work") or WORKS[0],
        }
        offered = {name: data[name] for name in ("stands_per_sp", "batteries_per_sp") if data.get(name) is not None}
        return head | {"ratio_offered": offered}

    def _turn(self) -> int:
        """Return the chosen turn, the date's, or the campaign's; a date of another turn is an error."""
        chosen, of_date = int(self.cleaned_data.get("turn") or 0), None
        try:
            day = date.fromisoformat(self.cleaned_data.get("date") or "")
        except ValueError:
            return chosen or self.offer.page.turn
        of_date = self.offer.turn_of(day)
        if of_date is None and not chosen:
            self.add_error("date", "The campaign has no turn on this date. Choose a turn, too.")
        elif chosen and of_date and chosen != of_date:
            self.add_error("turn", f"This date is in turn {of_date}. Choose that turn, or “From the date”.")
        return chosen or of_date or self.offer.page.turn

    def _field_of(self, fault: Fault, field_of: Mapping[str, str]) -> str | None:
        """Return the field that a path came from: the most exact one known."""
        within = [path for path in field_of if fault.field == path or fault.field.startswith((f"{path}.", f"{path}["))]
        if within:
            return field_of[max(within, key=len)]
        top = fault.field.partition(".")[0]
        name = PLACED.get(top, top)
        return name if name in self.fields else None

    @property
    def chosen(self) -> Brief:
        """Return the setup of a valid form."""
        assert self.brief_set_up is not None
        return self.brief_set_up

    @property
    def sample(self) -> str:
        """Return the chosen sample's name, or "" for a setup of one's own."""
        chosen = str(self.cleaned_data["brief"])
        return "" if chosen in (OWN, ARMIES) else chosen

    # What the page shows.

    def armies(self) -> list[ArmyFields]:
        return [
            ArmyFields(
                side=side,
                name=side_word(side),
                demoralized=self[f"{side.lower()}_demoralized"],
                points=self._rows(side, POINTS, "quality", "arm"),
                leaders=self._rows(side, LEADER),
            )
            for side in SHOWN
        ]

    def _rows(self, side: str, *columns: str) -> list[Row]:
        numbers = (row for row in range(len(self.fields)) if rows_field(side, columns[0], row) in self.fields)
        return [
            Row(
                row,
                [self[rows_field(side, column, row)] for column in columns],
                f"-{rows_field(side, columns[0], row)}",
            )
            for row in numbers
        ]

    def shows_armies(self) -> bool:
        """Tell whether the part with the rows is open."""
        return (
            self.changes_rows
            or self["brief"].value() == ARMIES
            or any(self._was_typed(name) for name in self._own_fields())
        )

    def shows_json(self) -> bool:
        return self["brief"].value() == OWN or self._was_typed("text") or "file" in self.errors

    def shows_more(self) -> bool:
        """Tell whether the rarer fields are open."""
        return (
            any(self._was_typed(name) for name in ("battle", "turn", "hexside_name"))
            or self["work"].value() in WORKS[1:]
            or any(name in self.errors for name in ("stands_per_sp", "batteries_per_sp"))
        )

    def _was_typed(self, name: str) -> bool:
        return self.is_bound and bool(self[name].value() or name in self.errors)


def _in_rows(name: str | None, fault: Fault) -> str:
    """Return a fault's sentence for the field it is about; a row of several points says it once."""
    if name is None:
        return str(fault)
    if fault.field.endswith(".under"):
        return NEEDS_LEADER
    return fault.sentence[:1].upper() + fault.sentence[1:]
