"""The page on which a side ticks its losses."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from battles.actions.ticks import tick_loss
from battles.forms.ticks import TickForm
from battles.selectors.reads import SHOWN, side_word
from campaign.visibility import Viewer
from campaign.web import draw


def side_losses(
    request: HttpRequest,
    viewer: Viewer,
    battle_id: int,
    side: str,
    *,
    form: TickForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show a side's losses, as a page or as the part that an open page fetches again."""
    form = form or tick_loss.ask(viewer, battle_id=battle_id, side=side)
    page = tick_loss.page(viewer, form.offer, battle_id=battle_id, side=side)
    context = {"page": page, "form": form, "sides": [(code, side_word(code)) for code in SHOWN]}
    return draw(request, "battles/losses.html", context, part="live", status=status)
