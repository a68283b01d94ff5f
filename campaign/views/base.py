"""Build the pages of a campaign from views and from acts (`campaign/actions`).

A view is `view(request, viewer, **path)`. A view that shows an act's form also takes that form and a status.
"""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.actions.base import Action, address
from campaign.errors import AlreadyDone, BadInput, NumberNeeded, Refusal
from campaign.visibility import Viewer
from campaign.web import ActForm, is_kept, retry_later, seated

View = Callable[..., HttpResponseBase]
SomeAction: TypeAlias = Action[Any, Any]


def shows(view: View) -> View:
    """Serve a read-only page."""
    return require_safe(seated(view))


def page_of(act: SomeAction, *, view: View | None = None, after: View | None = None) -> View:
    """Serve an act with its page: its question, its template, or the view that shows its form.

    `after(request, viewer, done, **path)` answers when a redirect to the next page isn't enough.
    """
    go_on = after or partial(_go_on, act)
    ask = partial(_ask_once, act) if act.sure else view or partial(_fill_in, act)
    post = partial(_press, act, go_on) if act.sure else partial(_submit, act, go_on, ask, "form")

    def page(request: HttpRequest, viewer: Viewer, /, **path: Any) -> HttpResponseBase:
        return (post if request.method == "POST" else ask)(request, viewer, **path)

    return _known(act, require_http_methods(["GET", "HEAD", "POST"])(seated(page)))


def act_of(act: SomeAction, *, on: View | None = None, name: str = "form", after: View | None = None) -> View:
    """Serve an act posted from another page; `on` redraws that page with the refused form as `name`."""
    go_on = after or partial(_go_on, act)
    post = partial(_submit, act, go_on, on, name) if on else partial(_press, act, go_on)
    return _known(act, require_POST(seated(post)))


def form_of(act: SomeAction) -> View:
    """Return the view of an act's own page, for another act that is posted from it."""
    return partial(_fill_in, act)


def _known(act: SomeAction, page: View) -> View:
    """Record the page's act for the tests that request every URL."""
    page.act = act  # type: ignore[attr-defined]
    return page


def _submit(
    act: SomeAction, go_on: View, view: View, name: str, request: HttpRequest, viewer: Viewer, /, **path: Any
) -> HttpResponseBase:
    """Carry out the form, or redraw its page with the refusal and the typed values."""
    form = act.ask(viewer, request.POST, request.FILES, **path)
    again = partial(view, request, viewer, **path, **{name: form})
    if is_kept(request):
        return again()
    if not form.is_valid():
        return again(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        done = act.do(viewer, form, **path)
    except AlreadyDone:
        done = None
    except NumberNeeded:
        raise  # its own page asks for it
    except Refusal as error:
        form.refuse(error)
        return retry_later(again(status=error.status), error)
    return go_on(request, viewer, done, **path)


def _press(act: SomeAction, go_on: View, request: HttpRequest, viewer: Viewer, /, **path: Any) -> HttpResponseBase:
    """Carry out a button. Errors get the site's error page, because the person typed nothing."""
    if is_kept(request):
        return redirect("campaigns:page", viewer.campaign_id)
    form = _right(act.ask(viewer, request.POST, **path))
    if act.sure is not None:
        act.sure(viewer, form, **path)  # refuses what its question would refuse
    return go_on(request, viewer, act.do(viewer, form, **path), **path)


def _go_on(act: SomeAction, request: HttpRequest, viewer: Viewer, done: Any, /, **path: Any) -> HttpResponseBase:
    return redirect(address(viewer, act.to) if isinstance(act.to, str) else act.to(viewer, done, **path))


def _fill_in(
    act: SomeAction,
    request: HttpRequest,
    viewer: Viewer,
    /,
    *,
    form: ActForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    **path: Any,
) -> HttpResponseBase:
    """Render the act's own page."""
    form = form or act.ask(viewer, **path)
    context = {"page": act.page(viewer, form.offer, **path), "form": form}
    return render(request, act.template, context, status=status)


def _ask_once(act: SomeAction, request: HttpRequest, viewer: Viewer, /, **path: Any) -> HttpResponseBase:
    """Render the question that names what would be lost."""
    assert act.sure is not None
    question = act.sure(viewer, _right(act.ask(viewer, request.GET, **path)), **path)
    return render(
        request, "campaign/confirm.html", {"ask": question, "back": address(viewer, question.back, *question.back_args)}
    )


def _right(form: ActForm) -> ActForm:
    if not form.is_valid():
        raise BadInput.from_form(form)
    return form
