"""The pages of the table: leaders, rolls, and a rule's form with its unit filled in."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.actions.table_rolls import roll_at_table
from battles.forms.table_rolls import TableRollForm
from battles.selectors.leaders import leaders_page
from battles.selectors.table_rolls import rule_units_page, table_roll_page, table_rolls_page
from campaign.routes import reverse
from campaign.visibility import Viewer
from campaign.web import draw


def leaders(request: HttpRequest, viewer: Viewer, battle_id: int, side: str) -> HttpResponse:
    """Show a side's leaders, the army leader's radius, and his rerolls."""
    return draw(request, "battles/leaders.html", {"page": leaders_page(viewer, battle_id, side)}, part="live")


def rolls(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Show what can be rolled at the table, and what was."""
    return draw(request, "battles/table_rolls.html", {"page": table_rolls_page(viewer, battle_id)}, part="live")


def units(request: HttpRequest, viewer: Viewer, battle_id: int, side: str, name: str) -> HttpResponse:
    """Show the units of a side that can roll a rule."""
    page = rule_units_page(viewer, battle_id, side, name)
    return draw(request, "battles/table_units.html", {"page": page}, part="live")


def new_roll(
    request: HttpRequest,
    viewer: Viewer,
    battle_id: int,
    side: str,
    name: str,
    unit: str,
    *,
    form: TableRollForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show a rule's form as the unit fills it in, and for the umpire, as the enemy's unit `against` it does."""
    target = request.GET.get("against")
    form = form or roll_at_table.ask(viewer, battle_id=battle_id, side=side, name=name, unit=unit, target=target)
    rule = form.offer.use.procedure
    odds = reverse("battles:rulebook:odds", args=[viewer.campaign_id, battle_id, rule.book, rule.name])
    context = {"page": form.offer.page, "form": form, "controls": form.controls, "odds_url": odds}
    return render(request, "battles/table_roll_new.html", context, status=status)


def roll(request: HttpRequest, viewer: Viewer, battle_id: int, table_roll_id: int) -> HttpResponse:
    """Show a roll and why."""
    return draw(
        request, "battles/table_roll.html", {"page": table_roll_page(viewer, battle_id, table_roll_id)}, part="live"
    )
