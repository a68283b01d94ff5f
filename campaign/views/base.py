"""Pages of a campaign: of views that only show, and of acts (`campaign/actions`).

A view is `view(request, viewer, **path)`. One on which an act's form stands also takes that form, and a status.
"""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, NoReturn, TypeAlias

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.actions.base import Action, Question, address
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

    `after(request, viewer, what_was_done, **path)` answers where there is more to it than going to the next page.
    """
    ask = partial(_ask_once, act, act.sure) if act.sure else view or partial(_fill_in, act)
    refuse = _say_why if act.sure else partial(_ask_again, ask, "form")
    post = partial(_post, act, refuse, after or partial(_go_on, act))

    def page(request: HttpRequest, viewer: Viewer, /, **path: Any) -> HttpResponseBase:
        return (post if request.method == "POST" else ask)(request, viewer, **path)

    return _known(act, require_http_methods(["GET", "HEAD", "POST"])(seated(page)))


def act_of(act: SomeAction, *, on: View | None = None, name: str = "form") -> View:
    """Serve an act that is posted from another page: `on` draws that page again, the refused form in it as `name`."""
    refuse = partial(_ask_again, on, name) if on else _say_why
    return _known(act, require_POST(seated(partial(_post, act, refuse, partial(_go_on, act)))))


def _known(act: SomeAction, page: View) -> View:
    """Note whose page it is, for the tests that ask every address."""
    page.act = act  # type: ignore[attr-defined]
    return page


def _post(
    act: SomeAction, refuse: View, go_on: View, request: HttpRequest, viewer: Viewer, **path: Any
) -> HttpResponseBase:
    """Do what is asked for, once."""
    form = act.ask(viewer, request.POST, request.FILES, **path)
    if not form.is_valid():
        return refuse(form, None, request, viewer, **path)
    if act.sure is not None:
        act.sure(viewer, form, **path)  # what cannot be asked about cannot be done
    try:
        done = act.do(viewer, form, **path)
    except AlreadyDone:
        done = None
    except Refusal as why:
        return refuse(form, why, request, viewer, **path)
    return go_on(request, viewer, done, **path)


def _go_on(act: SomeAction, request: HttpRequest, viewer: Viewer, done: Any, **path: Any) -> HttpResponseBase:
    return redirect(address(viewer, act.to) if isinstance(act.to, str) else act.to(viewer, done, **path))


def _ask_again(
    view: View, name: str, form: ActForm, why: Refusal | None, request: HttpRequest, viewer: Viewer, **path: Any
) -> HttpResponseBase:
    """Draw the page with the reason; what was typed stays."""
    if why is not None:
        form.refuse(why)
    status = why.status if why else HTTPStatus.UNPROCESSABLE_ENTITY
    return view(request, viewer, **path, **{name: form}, status=status)


def _say_why(form: ActForm, why: Refusal | None, *_: Any, **__: Any) -> NoReturn:
    """Leave it to the site's own page: nobody typed what is wrong."""
    raise why or BadInput.from_form(form)


def _fill_in(
    act: SomeAction,
    request: HttpRequest,
    viewer: Viewer,
    *,
    form: ActForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    **path: Any,
) -> HttpResponseBase:
    """Draw the act's own page."""
    form = form or act.ask(viewer, **path)
    context = {"page": act.page(viewer, form.offer, **path), "form": form}
    return render(request, act.template, context, status=status)


def _ask_once(
    act: SomeAction, sure: Callable[..., Question], request: HttpRequest, viewer: Viewer, **path: Any
) -> HttpResponseBase:
    """Name what would be lost; the answer is the form."""
    form = act.ask(viewer, request.GET, **path)
    if not form.is_valid():
        raise BadInput.from_form(form)
    question = sure(viewer, form, **path)
    return render(request, "campaign/confirm.html", {"ask": question, "back": address(viewer, question.back)})
