"""The page of a battle in a box, and its PDFs."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from battles.actions.box import print_box
from battles.forms.box import PrintForm
from battles.selectors.box import file_name, find_print
from campaign.visibility import Viewer
from campaign.web import draw


def box(
    request: HttpRequest,
    viewer: Viewer,
    battle_id: int,
    *,
    form: PrintForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show a seat's prints and the form of another, as a page or as the part that an open page fetches again."""
    form = form or print_box.ask(viewer, battle_id=battle_id)
    return draw(request, "battles/box.html", {"page": form.offer, "form": form}, part="live", status=status)


def box_pdf(request: HttpRequest, viewer: Viewer, battle_id: int, box_print_id: int) -> HttpResponse:
    """Send a print."""
    found = find_print(viewer, battle_id, box_print_id)
    answer = HttpResponse(bytes(found.pdf), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{file_name(found)}"'
    return answer
