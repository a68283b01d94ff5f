"""Who I am, and tokens for programs."""

from typing import cast

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework_dataclasses.serializers import DataclassSerializer

from campaign.api.base import PROBLEMS, Done, endpoint, form_problem, schema_of
from campaign.api.body import body_of, is_right
from campaign.forms.api import TokenForm
from campaign.models import User
from campaign.selectors.me import Me, me
from campaign.services.tokens import end_token, make_token


class MeSerializer(DataclassSerializer[Me]):
    class Meta:
        dataclass = Me


@extend_schema(operation_id="me", responses={200: MeSerializer, **PROBLEMS})
@endpoint("GET")
def who_am_i(request: Request) -> Response:
    """The account that asks, and its tokens by name."""
    return Response(MeSerializer(me(cast(User, request.user))).data)


@extend_schema(
    operation_id="make_token",
    request=schema_of(TokenForm),
    responses={201: inline_serializer("NewToken", {"token": serializers.CharField()}), **PROBLEMS},
    auth=[],
)
@endpoint("POST", permissions=(AllowAny,), authenticators=())
def new_token(request: Request) -> Response:
    """Log in as a program: a token, shown this once. It ends with the password."""
    form = TokenForm(body_of(request))
    if not is_right(form):
        return form_problem(form)
    asked = form.cleaned_data
    secret = make_token(
        username=asked["username"],
        password=asked["password"],
        name=asked["name"] or "a program",
        caller=request.META.get("REMOTE_ADDR", ""),
    )
    return Response({"token": secret}, status=201)


@extend_schema(operation_id="end_token", request=None, responses={200: Done, **PROBLEMS})
@endpoint("DELETE")
def drop_token(request: Request, token_id: int) -> Response:
    """End one of one's own tokens."""
    if not end_token(user_id=cast(User, request.user).pk, token_id=token_id):
        raise Http404
    return Response({"done": True, "again": False})


urlpatterns = [
    path("me/", who_am_i, name="me"),
    path("token/", new_token, name="token"),
    path("token/<id:token_id>/", drop_token, name="end-token"),
]
