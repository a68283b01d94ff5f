"""The pages of a battle's result: what each side enters, and what it says of the other's."""

from collections.abc import Sequence
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from battles.actions.results import enter_result
from battles.forms.result import ObjectionForm, SideResultForm, TypedResultForm
from battles.selectors.reads import SIDES, other_side
from battles.selectors.result_form import side_result_page, side_result_pages
from battles.services.result import try_result
from campaign.visibility import Viewer


def results(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Show both results to the umpire; show a side its own."""
    if not viewer.is_umpire:
        return side_result(request, viewer, battle_id, side=viewer.side.lower() or "none")
    return _draw(request, [SideResultForm(viewer=viewer, offer=o) for o in side_result_pages(viewer, battle_id)])


def side_result(
    request: HttpRequest,
    viewer: Viewer,
    battle_id: int,
    side: str,
    *,
    form: SideResultForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show a side's result with its form, and the enemy's rows beside it."""
    return _draw(request, [form or enter_result.ask(viewer, battle_id=battle_id, side=side)], status=status)


def objections(
    request: HttpRequest,
    viewer: Viewer,
    battle_id: int,
    side: str,
    *,
    form: ObjectionForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show the same page, with what the viewer says of the enemy's result."""
    if side.upper() not in SIDES:
        raise Http404
    own = other_side(side.upper()).lower()
    asked = enter_result.ask(viewer, battle_id=battle_id, side=own)
    if asked.offer.enemy is None:
        raise Http404
    return _draw(request, [asked], enemy=form, status=status)


def typed_result(request: HttpRequest, viewer: Viewer, battle_id: int, side: str) -> HttpResponse:
    """Show what contradicts itself in a result that is still being typed, or else what it would do on the map."""
    effects = None
    form = TypedResultForm(request.POST, viewer=viewer, offer=side_result_page(viewer, battle_id, side.upper()))
    is_right = form.is_valid()
    if is_right:
        trial = try_result(viewer, battle_id, side=form.offer.side, entered=form.entered())
        form.contradictions, effects = trial.contradictions, trial.effects()
    status = HTTPStatus.OK if is_right else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "battles/_typed_result.html", {"form": form, "effects": effects}, status=status)


def _draw(
    request: HttpRequest,
    forms: Sequence[SideResultForm],
    *,
    enemy: ObjectionForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    page = forms[0].offer
    if enemy is None and page.enemy is not None:
        enemy = ObjectionForm(viewer=forms[0].viewer, offer=page.enemy)
    for form in [form for form in forms if form.offer.is_open and not form.offer.is_entered][:1]:
        form.focus()
    context = {"page": page, "forms": [(form.offer, form) for form in forms], "enemy": enemy}
    return render(request, "battles/result.html", context, status=status)
