"""What all endpoints share: the viewer, problem+json errors, forms as bodies, and dataclasses as answers.

A body is checked by the page's own form, and the schema comes from the form's fields (forms.py).
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec, get_type_hints

from django import forms
from django.http import Http404, HttpRequest
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import exceptions, serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.permissions import BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.actions.base import Action
from campaign.api.body import body_of, is_right
from campaign.api.described import ViewT, described, put_off
from campaign.api.forms import AskedSerializer, asked_by, schema_of
from campaign.errors import NOTHING_HERE, PROBLEM, AlreadyDone, BadInput, NumberNeeded, Refusal, Stale, problem_body
from campaign.ids import hex_id
from campaign.visibility import Viewer
from campaign.web import REFUSALS, ActForm, retry_later, unless_done, viewer_for
from rulesets.core.plain import as_json

P = ParamSpec("P")
Endpoint = Callable[Concatenate[Request, Viewer, P], Response]


class ProblemRenderer(JSONRenderer):
    media_type = PROBLEM


def problem(
    status: int, detail: str, *, cites: str = "", errors: dict[str, list[str]] | None = None, **more: Any
) -> Response:
    """Return a problem document, with its rule if there is one."""
    body = problem_body(status, detail)
    if cites:
        body["cites"] = cites
    if errors:
        body["errors"] = errors
    return Response(body | more, status=status, content_type=ProblemRenderer.media_type)


def on_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn refusals and DRF's own errors into problems; leave bugs alone."""
    if isinstance(error, Stale):
        return problem(error.status, error.sentence, news=error.news, version=error.version)
    if isinstance(error, NumberNeeded):
        lacking = dict(zip(("table", "row", "column"), error.cell, strict=True))
        return problem(error.status, error.sentence, cites=error.cites, number=lacking)
    if isinstance(error, Refusal):
        response = problem(error.status, error.sentence, cites=error.cites, errors=error.errors)
        return retry_later(response, error)
    if isinstance(error, Http404):
        return problem(HTTPStatus.NOT_FOUND, NOTHING_HERE)
    if isinstance(error, exceptions.APIException):
        response = problem(error.status_code, _first_sentence(error.detail))
        if wait := getattr(error, "wait", None):
            response["Retry-After"] = str(int(wait) + 1)
        if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
            response["WWW-Authenticate"] = 'Bearer realm="api"'
        return response
    return None


def _first_sentence(detail: Any) -> str:
    while isinstance(detail, list | dict):
        detail = next(iter(detail.values() if isinstance(detail, dict) else detail), "")
    return str(detail)


def endpoint(
    *methods: str,
    permissions: tuple[type[BasePermission], ...] | None = None,
    authenticators: tuple[type[BaseAuthentication], ...] | None = None,
) -> Callable[..., Any]:
    """Declare an endpoint outside any campaign."""

    def decorate(view: Callable[..., Response]) -> Any:
        if permissions is not None:
            view = permission_classes(permissions)(view)
        if authenticators is not None:
            view = authentication_classes(authenticators)(view)
        return api_view(methods)(view)

    return decorate


def seated_endpoint(*methods: str) -> Callable[[Endpoint[P]], Any]:
    """Declare a campaign endpoint, `view(request, viewer, …)`; it is a 404 to anyone without a seat.

    A key that the same seat already used answers "done", whatever has changed since.
    """

    def decorate(view: Endpoint[P]) -> Any:
        @wraps(view)
        def seated(request: Request, campaign_id: int, *args: P.args, **kwargs: P.kwargs) -> Response:
            viewer = viewer_for(_django(request), campaign_id)
            if request.method != "POST":
                response = view(request, viewer, *args, **kwargs)
            else:
                response = _carried_out(request, viewer, view, *args, **kwargs)
            response["Cache-Control"] = "private, no-store"
            return response

        return api_view(methods)(seated)

    return decorate


def _carried_out(request: Request, viewer: Viewer, view: Endpoint[P], *args: P.args, **kwargs: P.kwargs) -> Response:
    """Answer a body; "done" if it is refused now but was carried out before."""
    key = body_of(request).get("key")
    refusals = (*REFUSALS, exceptions.APIException)
    response = unless_done(viewer, key, lambda: view(request, viewer, *args, **kwargs), refusals)
    return response if response is not None else Response({"done": True, "again": True})


def _django(request: Request) -> HttpRequest:
    plain: HttpRequest = request._request
    plain.user = request.user
    return plain


def do(form: forms.Form, action: Callable[[dict[str, Any]], object]) -> Response:
    """Carry out a body once, however often it is sent."""
    if not is_right(form):
        return form_problem(form)
    try:
        action(form.cleaned_data)
    except AlreadyDone:
        return Response({"done": True, "again": True})
    return Response({"done": True, "again": False})


def form_problem(form: forms.BaseForm) -> Response:
    errors = {name: [str(sentence) for sentence in found] for name, found in form.errors.items()}
    name, sentences = next(iter(errors.items()))
    sentence = sentences[0] if name == "__all__" else f"{name}: {sentences[0]}"
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, sentence, errors=errors)


def twin_of(act: Action[Any, Any], *, page: type[Any] | None = None) -> Any:
    """Return the endpoint of an act: its form reads the body, and the same service carries it out.

    With `page`, the twin of the page too: GET answers what it shows, a value of that type, and the fields of the form.
    """

    def act_twin(request: Request, viewer: Viewer, /, **path: Any) -> Response:
        if request.method == "POST":
            return carried_out(act, viewer, act.ask(viewer, body_of(request), **path), **path)
        form = act.ask(viewer, **path)
        return Response(asked_now(form) | plain(act.page(viewer, form.offer, **path)))

    view = acts_as(act)(seated_endpoint(*(("GET", "POST") if page else ("POST",)))(act_twin))
    return _schema_of_form(act.operation, act.about, page)(view) if page else view


def acts_as(act: Action[Any, Any]) -> Callable[[ViewT], ViewT]:
    """Return a decorator that describes an endpoint's POST in the schema."""
    return _schema_of_act(act.operation, act.about, act.body if act.body.has_fixed_fields else None)


def carried_out(act: Action[Any, Any], viewer: Viewer, form: ActForm, **path: Any) -> Response:
    return do(form, lambda _: act.do(viewer, form, **path))


def asked_now(form: ActForm) -> dict[str, Any]:
    """Return the fields of a form as the game is now."""
    return {"version": form.viewer.version, "fields": plain(asked_by(form))}


def _schema_of_act(operation: str, what: str, body: type[forms.BaseForm] | None) -> Callable[[ViewT], ViewT]:
    said = {"application/json": {"type": "object"}} if body is None else schema_of(body)
    answered = {200: Done, **PROBLEMS}
    return described(methods=["POST"], operation_id=operation, description=what, request=said, responses=answered)


def _schema_of_form(operation: str, what: str, page: type[Any]) -> Any:
    shown = answers(page, version=serializers.IntegerField, fields=partial(AskedSerializer, many=True))
    return described(
        methods=["GET"],
        operation_id=f"{operation}_form",
        description=f"Everything to know and fill in before you act. {what}",
        responses={200: shown, **PROBLEMS},
    )


def shown(
    operation: str, what: str, *, page: type[Any], read: Callable[..., Any], query: type[forms.Form] | None = None
) -> Any:
    """Return the endpoint of a read-only page: the selector's value. `query` reads the query string."""
    answered = {200: answers(page), **PROBLEMS}

    @described(operation_id=operation, description=what, parameters=parameters_of(query), responses=answered)
    @seated_endpoint("GET")
    def page_twin(request: Request, viewer: Viewer, /, **path: Any) -> Response:
        return Response(plain(read(viewer, **path, **query_of(request, query))))

    return page_twin


def query_of(request: Request, query: type[forms.Form] | None) -> dict[str, Any]:
    """Return what the query string says, read by a form."""
    if query is None:
        return {}
    asked = query(request.query_params)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    return asked.cleaned_data


def parameters_of(query: type[forms.Form] | None) -> list[OpenApiParameter]:
    """Return the schema of a query string."""
    return [_parameter(name, field) for name, field in (query.base_fields if query else {}).items()]


def _parameter(name: str, field: forms.Field) -> OpenApiParameter:
    kinds = {forms.IntegerField: int, forms.DateTimeField: datetime}
    return OpenApiParameter(name, kinds.get(type(field), str), description=str(field.help_text))


def plain(value: Any) -> Any:
    """Return a selector's value as JSON, with ids as strings of 16 characters."""
    return _with_ids(as_json(value))


def _with_ids(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _with_ids(part, key) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_ids(part, name) for part in value]
    is_id = isinstance(value, int) and not isinstance(value, bool) and (name == "id" or name.endswith("_id"))
    return hex_id(value) if is_id else value


@put_off
def answers(page: type[Any], **more: Callable[[], Any]) -> Any:
    """Return the schema of an answer: a frozen dataclass, and any further fields."""
    added = {name: make() for name, make in more.items()}
    hints = get_type_hints(page)
    fields = {name: _answer_field(name, kind) for name, kind in hints.items() if name in page.__dataclass_fields__}
    return inline_serializer(page.__name__, fields | added)


def _answer_field(name: str, kind: Any) -> Any:
    if kind is str or name == "id" or name.endswith("_id"):
        return serializers.CharField(allow_null=True)
    made = {bool: serializers.BooleanField, int: serializers.IntegerField, datetime: serializers.DateTimeField}
    return made[kind]() if kind in made else serializers.JSONField()


class Done(serializers.Serializer[Any]):
    done = serializers.BooleanField()
    again = serializers.BooleanField(help_text="whether the same request was carried out before")


class ProblemBody(serializers.Serializer[Any]):
    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    cites = serializers.CharField(required=False, help_text="the rule that refuses it")
    news = serializers.ListField(child=serializers.CharField(), required=False)
    version = serializers.IntegerField(required=False)
    number = serializers.DictField(
        child=serializers.CharField(), required=False, help_text="the unknown number that is lacking, by its cell"
    )


Problem = type(
    "Problem",
    (ProblemBody,),
    {
        "__doc__": "RFC 9457 problem details.",
        "errors": serializers.DictField(child=serializers.ListField(child=serializers.CharField()), required=False),
    },
)
PROBLEMS = {status: Problem for status in (400, 401, 403, 404, 405, 406, 409, 415, 422, 429, 503)}
