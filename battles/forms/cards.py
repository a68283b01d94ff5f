"""Forms of unit cards: a battle that is fought from them, a side's list of units, and one unit by its book's fields."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from battles.selectors.cards import CardSetupPage, CardStart, ListStart, NewCardStart
from battles.selectors.reads import SHOWN, side_word
from campaign.forms.json_text import read_json
from campaign.forms.names import NameField
from campaign.web import ActForm
from rulesets.core.plain import has_at_most
from rulesets.core.units import (
    LONGEST_NAME,
    MOST_CARDS,
    CardField,
    ChoiceField,
    NewUnit,
    TextField,
    Value,
    WholeField,
    YesNoField,
)

LARGEST_LIST = 256 * 1024  # bytes
MOST_VALUES = 10_000
UNIT_PARTS = ("side", "kind", "name", "values", "hidden")
HOW = "Enter a list of units in [ ], each with kind, name, and values."
SAMPLE, OWN = "sample", "own"
PREFIX = "value-"


class CardSetupForm(ActForm):
    """A battle that is fought from unit cards: its book, and the sample's units or one's own."""

    book = forms.ChoiceField(label="Rules", widget=forms.RadioSelect)
    units = forms.ChoiceField(
        label="Units",
        choices=[(SAMPLE, "Those of the sample battle"), (OWN, "Our own, which each side sets up")],
        initial=SAMPLE,
        widget=forms.RadioSelect,
    )
    name = NameField(
        label="Battle’s name", max_length=80, required=False, help_text="Otherwise the name of the sample."
    )
    place = NameField(label="Place", max_length=80, required=False, help_text="Otherwise the place of the sample.")
    attacker = forms.ChoiceField(label="Attacker", required=False)

    def __init__(self, *args: Any, offer: CardSetupPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        choices = [(book.id, book.title) for book in offer.books]
        self.fields["book"].choices = choices  # type: ignore[attr-defined]
        sides = [(side, side_word(side)) for side in SHOWN]
        self.fields["attacker"].choices = sides  # type: ignore[attr-defined]
        if choices:
            self.initial["book"] = choices[0][0]


class UnitListForm(ActForm):
    """A side's units in JSON, pasted or as a file."""

    text = forms.CharField(
        label="Units in JSON",
        required=False,
        max_length=LARGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label="Or choose its file", required=False, widget=forms.FileInput(attrs={"accept": ".json,application/json"})
    )

    def __init__(self, *args: Any, offer: ListStart, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.initial["text"] = offer.text
        self.units: list[NewUnit] = []

    def clean_file(self) -> str:
        """Return the text of a file."""
        file = self.cleaned_data["file"]
        if file and file.size > LARGEST_LIST:
            raise ValidationError(f"Choose a file of at most {LARGEST_LIST // 1024} kB.")
        try:
            return str(file.read().decode("utf-8-sig")) if file else ""
        except UnicodeDecodeError:
            raise ValidationError("Choose a text file in UTF-8.") from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        of_file = cleaned.get("file") or ""
        text = of_file or cleaned.get("text") or ""
        if of_file:
            self.data = typed = cast(QueryDict, self.data).copy()
            typed["text"] = of_file
        if len(text.encode()) > LARGEST_LIST:
            self.add_error("text", f"Enter at most {LARGEST_LIST // 1024} kB.")
            return cleaned
        self._read(text)
        return cleaned

    def _read(self, text: str) -> None:
        try:
            plain = read_json(text)
        except ValueError as error:
            self.add_error("text", str(error))
            return
        if not isinstance(plain, list) or not plain or not has_at_most(MOST_VALUES, plain):
            self.add_error("text", HOW)
            return
        if len(plain) > MOST_CARDS:
            self.add_error("text", f"Enter at most {MOST_CARDS} units, not {len(plain)}.")
            return
        for line, each in enumerate(plain, 1):
            for sentence in _faults_of_form(line, each, self.offer.side):
                self.add_error("text", sentence)
        if not self.errors:
            self.units = [
                NewUnit(self.offer.side, each["kind"], each["name"], each.get("values", {}), each.get("hidden", False))
                for each in plain
            ]


def _faults_of_form(line: int, plain: Any, side: str) -> Iterator[str]:
    """Yield what is wrong with the form of a unit, before its book looks at the values."""
    if not isinstance(plain, Mapping):
        yield f"Unit {line}: must be named parts in {{ }}."
        return
    for part in sorted(plain.keys() - set(UNIT_PARTS)):
        yield f"Unit {line}: {part[:40]}: unknown part. A unit has {', '.join(UNIT_PARTS)}."
    if plain.get("side", side) != side:
        yield f"Unit {line}: side: must be {side}, or left out."
    for part in ("kind", "name"):
        if not isinstance(plain.get(part), str):
            yield f"Unit {line}: {part}: must be text in double quotes."
    if not isinstance(plain.get("values", {}), Mapping):
        yield f"Unit {line}: values: must be named parts in {{ }}."
    if not isinstance(plain.get("hidden", False), bool):
        yield f"Unit {line}: hidden: must be true or false."


class CardValuesForm(ActForm):
    """Fields of a card as its book declares them."""

    has_fixed_fields = False

    def add_values(self, fields: Sequence[CardField], values: Mapping[str, Value]) -> None:
        """Add a field for each of these, with its value now."""
        self.card_fields = tuple(fields)
        for each in fields:
            self.fields[PREFIX + each.name] = form_field(each)
            self.initial[PREFIX + each.name] = values.get(each.name, each.default)

    def values(self) -> dict[str, Value]:
        """Return the values of a valid form by their names in the book."""
        data = {each.name: self.cleaned_data[PREFIX + each.name] for each in self.card_fields}
        return {name: value for name, value in data.items() if value is not None}

    def value_fields(self) -> list[Any]:
        """Return the fields as the page shows them."""
        return [self[PREFIX + each.name] for each in self.card_fields]


class NewCardForm(CardValuesForm):
    """A new unit of one kind."""

    name = NameField(label="Name", max_length=LONGEST_NAME)
    hidden = forms.BooleanField(
        label="Hidden", required=False, help_text="Only your side and the umpire see it until it is revealed."
    )

    def __init__(self, *args: Any, offer: NewCardStart, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.add_values(offer.kind.fields, {})

    def unit(self) -> NewUnit:
        """Return the unit of a valid form."""
        data = self.cleaned_data
        return NewUnit(self.offer.page.side, self.offer.kind.id, data["name"], self.values(), data["hidden"])


class CardForm(CardValuesForm):
    """A unit as it is now: all of it at set-up, its running values in play."""

    name = NameField(label="Name", max_length=LONGEST_NAME)
    hidden = forms.BooleanField(
        label="Hidden", required=False, help_text="Only your side and the umpire see it until it is revealed."
    )

    def __init__(self, *args: Any, offer: CardStart, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.add_values(offer.fields, offer.values)
        self.initial.update(name=offer.page.name, hidden=offer.page.hidden)
        if not offer.is_set_up:
            del self.fields["name"], self.fields["hidden"]

    def change(self) -> dict[str, Any]:
        """Return what changes, as the service takes it."""
        head: dict[str, Any] = {name: self.cleaned_data[name] for name in ("name", "hidden") if name in self.fields}
        return {**head, "values": self.values()}


def form_field(each: CardField) -> forms.Field:
    """Return the form's field for a book's field, with its limits and its rule."""
    said: dict[str, Any] = {"label": each.label, "help_text": _help(each), "required": False}
    if isinstance(each, WholeField):
        return forms.IntegerField(min_value=each.least, max_value=each.most, **said | {"required": True})
    if isinstance(each, ChoiceField):
        return forms.ChoiceField(choices=[(value, value) for value in each.values], **said | {"required": True})
    if isinstance(each, YesNoField):
        return forms.BooleanField(**said)
    assert isinstance(each, TextField)
    return NameField(max_length=each.most, **said)


def _help(each: CardField) -> str:
    limits = f"{each.least} to {each.most}." if isinstance(each, WholeField) else ""
    return " ".join(filter(None, (each.help, limits, f"({each.cites})" if each.cites else "")))
