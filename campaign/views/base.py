"""Pages of a campaign: of views that only show, and of acts (`campaign/actions`).

A view is `view(request, viewer, **path)`. One on which an act's form stands also takes that form, and a status.
"""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.actions.base import Action, address
from campaign.errors import AlreadyDone, BadInput, Refusal
from campaign.visibility import Viewer
from campaign.web import ActForm, seated

View = Callable[..., HttpResponseBase]
SomeAction: TypeAlias = Action[Any, Any]


def shows(view: View) -> View:
    """Serve a page that only shows."""
    return require_safe(seated(view))


def page_of(act: SomeAction, *, view: View | None = None, after: View | None = None) -> View:
    """Serve an act with its page: its question, its template, or the view on which its form stands.

    `after(request, viewer, done, **path)` answers where there is more to it than going to the next page.
    """
    go_on = after or partial(_go_on, act)
    ask = partial(_ask_once, act) if act.sure else view or partial(_fill_in, act)
    post = partial(_press, act, go_on) if act.sure else partial(_submit, act, go_on, ask, "form")

    def page(request: HttpRequest, viewer: Viewer, /, **path: Any) -> HttpResponseBase:
        return (post if request.method == "POST" else ask)(request, viewer, **path)

    return _known(act, require_http_methods(["GET", "HEAD", "POST"])(seated(page)))


def act_of(act: SomeAction, *, on: View | None = None, name: str = "form") -> View:
    """Serve an act that is posted from another page: `on` draws that page again, the refused form in it as `name`."""
    go_on = partial(_go_on, act)
    post = partial(_submit, act, go_on, on, name) if on else partial(_press, act, go_on)
    return _known(act, require_POST(seated(post)))


def _known(act: SomeAction, page: View) -> View:
    """Note whose page it is, for the tests that ask every address."""
    page.act = act  # type: ignore[attr-defined]
    return page


def _submit(
    act: SomeAction, go_on: View, view: View, name: str, request: HttpRequest, viewer: Viewer, /, **path: Any
) -> HttpResponseBase:
    """Do what was filled in; or draw its page again with the reason, and what was typed."""
    form = act.ask(viewer, request.POST, request.FILES, **path)
    again = partial(view, request, viewer, **path, **{name: form})
    if not form.is_valid():
        return again(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        done = act.do(viewer, form, **path)
    except AlreadyDone:
        done = None
    except Refusal as error:
        form.refuse(error)
        return again(status=error.status)
    return go_on(request, viewer, done, **path)


def _press(act: SomeAction, go_on: View, request: HttpRequest, viewer: Viewer, /, **path: Any) -> HttpResponseBase:
    """Do what a button asks for. Nobody typed what is wrong with it: the site has a page that says so."""
    form = _right(act.ask(viewer, request.POST, **path))
    if act.sure is not None:
        act.sure(viewer, form, **path)  # what cannot be asked about cannot be done
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
    """Draw the act's own page."""
    form = form or act.ask(viewer, **path)
    context = {"page": act.page(viewer, form.offer, **path), "form": form}
    return render(request, act.template, context, status=status)


def _ask_once(act: SomeAction, request: HttpRequest, viewer: Viewer, /, **path: Any) -> HttpResponseBase:
    """Name what would be lost; the answer is the form."""
    assert act.sure is not None
    question = act.sure(viewer, _right(act.ask(viewer, request.GET, **path)), **path)
    return render(request, "campaign/confirm.html", {"ask": question, "back": address(viewer, question.back)})


def _right(form: ActForm) -> ActForm:
    if not form.is_valid():
        raise BadInput.from_form(form)
    return form
