"""A test page that shows every shared part."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path

from campaign.parts import (
    Audience,
    Cell,
    Column,
    DataTable,
    Deadline,
    NextMove,
    OddsLine,
    Row,
    Tab,
    TraceLine,
    battle_steps,
    day_cells,
)
from war.parts import Counter, Hex, Place, Run, SheetView

NOW = datetime(2026, 4, 7, 15, 0, tzinfo=UTC)


class FlankForm(forms.Form):
    name = forms.CharField(label="Name of the flank force", initial="Breckinridge")
    stands = forms.IntegerField(label="Stands", max_value=90, help_text="Half of the rolls at most.")
    edge = forms.ChoiceField(label="Edge", choices=[("left", "Left"), ("right", "Right")])
    handling = forms.ChoiceField(
        label="Handling", choices=[("a", "Attached"), ("d", "Detached")], widget=forms.RadioSelect
    )
    orders = forms.CharField(label="Orders", widget=forms.Textarea, required=False)
    sure = forms.BooleanField(label="The corps commander accompanies them", required=False)

    def clean_stands(self) -> int:
        if self.cleaned_data["stands"] > 90:
            raise forms.ValidationError("At most 90: half of 180 on the rolls. VG-5A")
        return int(self.cleaned_data["stands"])


LEADERS = DataTable(
    title="Leaders here, by seniority",
    columns=(
        Column(word="Leader"),
        Column(word="No.", figure=True),
        Column(word="Initiative", figure=True, key=True),
        Column(word="Tactical", figure=True),
        Column(word="Next step"),
    ),
    rows=(
        Row(cells=(Cell(text="Halleck", stars=3), Cell(text="1"), Cell(text="4"), Cell(text="−1"), Cell(text="none"))),
        Row(
            cells=(
                Cell(text="Brig. Gen. S.A.M. Wood", stars=1),
                Cell(text="14"),
                Cell(text="2"),
                Cell(text="+1"),
                Cell(text="counter waiting since turn 4"),
            ),
            css="on",
        ),
    ),
)
TRACE = (
    TraceLine(words="Worn: neither Fresh nor Spent", figure="0"),
    TraceLine(words="Hardee, corps, attached", figure="+2", cites="FF 3.1"),
    TraceLine(words="A.S. Johnston within 30″", figure="+1", cites="VG-11A", origin="reconstructed", origin_url="#"),
)


def seven_hexes() -> SheetView:
    """Return a small map with every terrain, place, run, and counter."""
    union, unknown = Counter(side="USA", figure="12", more=True, leader="Halleck", stars=3), Counter(side="CSA")
    rebel = Counter(side="CSA", figure="4", leader="Beauregard", stars=2, demoralized=True)
    landing = Place(name="Pittsburg Landing", value=3, holder="USA")
    corinth, memphis = Place(name="Corinth", value=4, holder="CSA", fortress=True), Place(name="Savannah", value=2)
    hexes = (
        Hex(q=0, r=0, id="0", terrain="forest", place=landing, counters=(union,), selected=True),
        Hex(q=1, r=0, id="1", terrain="clear", place=memphis),
        Hex(q=0, r=1, id="2", terrain="rough", place=corinth, counters=(rebel,), cost="2"),
        Hex(q=-1, r=1, id="3", terrain="swamp", cost="3"),
        Hex(q=-1, r=0, id="4", terrain="clear", counters=(unknown,), cost="1"),
        Hex(q=0, r=-1, id="5", terrain="mountain"),
        Hex(q=1, r=-1, id="6", terrain="sea"),
    )
    runs = (
        Run(kind="navigable", path=((2, -3), (1, -2), (2, -1), (1, 1), (2, 2)), name="Tennessee R."),
        Run(kind="rail", path=((-1, 1), (0, 1), (0, 0), (0, -1))),
    )
    return SheetView(hexes=hexes, runs=runs, title="Seven hexes around Pittsburg Landing")


def context() -> dict[str, object]:
    form = FlankForm({"name": "Breckinridge", "stands": "94", "edge": "left", "orders": "By the Purdy road."})
    return {
        "form": form,
        "now": NOW,
        "soon": Deadline(due=NOW + timedelta(hours=6)),
        "later": Deadline(due=NOW + timedelta(days=2, hours=3)),
        "past": Deadline(due=NOW - timedelta(hours=2)),
        "paused": Deadline(due=NOW, paused="2 days"),
        "turn": NextMove(
            whose="Your move",
            sentence="Three clauses are broken",
            more="Fix them, then seal. You can unseal until both sides have sealed.",
            deadline=Deadline(due=NOW + timedelta(hours=5)),
            button="Seal order of battle",
            missing="Hardee has one division. A corps needs two or more. VG-4C",
        ),
        "audiences": [
            Audience(side="public", words="Visible to all"),
            Audience(side="USA", words="Only you and the umpire"),
            Audience(side="CSA", words="Confederate, all seats"),
            Audience(side="umpire", words="Only the umpire"),
            Audience(side="", words="Nobody yet"),
        ],
        "tabs": [
            Tab(word="Map", url="#", here=True),
            Tab(word="Forces", url="#"),
            Tab(word="Battles", url="#", count=1),
        ],
        "bar": [
            Tab(word="Map", url="#", icon="map", here=True),
            Tab(word="Forces", url="#", icon="forces"),
            Tab(word="Battles", url="#", icon="battle"),
            Tab(word="Journal", url="#", icon="journal"),
            Tab(word="Dispatches", url="#", icon="mail"),
        ],
        "steps": battle_steps(3, done=(1, 2)),
        "cells": day_cells(25, now=8, hours=[f"{6 + n // 2}:{'30' if n % 2 else '00'}" for n in range(25)]),
        "table": LEADERS,
        "trace": TRACE,
        "total": TraceLine(words="Modifier", figure="+3"),
        "odds": [
            OddsLine(words="Swift", chance=Fraction(1, 4)),
            OddsLine(words="Deliberate", chance=Fraction(1, 4), came=True),
            OddsLine(words="Plodding", chance=Fraction(1, 2)),
            OddsLine(words="Lost", chance=Fraction(1, 500)),
        ],
        "counters": [
            (Counter(side="USA", figure="4"), "Union, solid"),
            (Counter(side="CSA", figure="4"), "Confederate, open"),
            (Counter(side="CSA"), "unknown"),
            (Counter(side="USA", figure="9", more=True), "more than one"),
            (Counter(side="USA", figure="3", leader="Grant", stars=2), "leader, stars"),
            (Counter(side="CSA", figure="2", demoralized=True), "demoralized"),
            (Counter(side="USA", figure="5", spent=True), "moved or spent"),
            (Counter(side="", figure="1"), "neutral"),
        ],
        "places": [
            (Place(name="", value=value, holder="USA" if value % 2 else "CSA"), value) for value in (5, 4, 3, 2, 1)
        ],
        "sheet_view": seven_hexes(),
    }


def parts(request: HttpRequest) -> HttpResponse:
    return render(request, "tests/parts.html", context())


def bare(request: HttpRequest, name: str) -> HttpResponse:
    """Return an error page or the empty frame by name."""
    return render(request, name, {"sentence": "Hardee has one division.", "cites": "VG-4C"})


urlpatterns = [
    path("parts/", parts),
    path("bare/<str:name>", bare),
    path("", include("campaign.urls")),
]
