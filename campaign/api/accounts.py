"""The caller's account, and tokens for programs."""

from typing import Any, cast

from django.contrib.auth import logout, update_session_auth_hash
from django.http import Http404
from django.urls import path
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework_dataclasses.serializers import DataclassSerializer

from campaign.api.base import PROBLEMS, Done, do, endpoint, form_problem
from campaign.api.body import body_of, is_right
from campaign.api.described import described
from campaign.api.forms import schema_of
from campaign.forms.accounts import (
    AskResetForm,
    ConfirmForm,
    DeleteAccountForm,
    PasswordForm,
    ProfileForm,
    ResetForm,
    SignUpForm,
    initial_of,
)
from campaign.forms.api import TokenForm
from campaign.models import User
from campaign.selectors.me import Me, me
from campaign.services import accounts, addresses
from campaign.services.tokens import end_this_token, end_token, make_token
from campaign.web import caller_of


class MeSerializer(DataclassSerializer[Me]):
    class Meta:
        dataclass = Me


@described(operation_id="me", responses={200: MeSerializer, **PROBLEMS})
@endpoint("GET")
def who_am_i(request: Request) -> Response:
    """Return your account and the names of its tokens."""
    return Response(MeSerializer(me(_account(request))).data)


@described(
    operation_id="make_token",
    request=schema_of(TokenForm),
    responses={201: inline_serializer("NewToken", {"token": serializers.CharField()}), **PROBLEMS},
    auth=[],
)
@endpoint("POST", permissions=(AllowAny,), authenticators=())
def new_token(request: Request) -> Response:
    """Create a token for a program. It is shown only once and ends when the password changes."""
    form = TokenForm(body_of(request))
    if not is_right(form):
        return form_problem(form)
    asked = form.cleaned_data
    secret = make_token(
        username=asked["username"],
        password=asked["password"],
        name=asked["name"] or "a program",
        caller=caller_of(request),
    )
    return Response({"token": secret}, status=201)


@described(operation_id="end_token", request=None, responses={200: Done, **PROBLEMS})
@endpoint("DELETE")
def drop_token(request: Request, token_id: int) -> Response:
    """End one of your tokens."""
    if not end_token(user_id=_account(request).pk, token_id=token_id):
        raise Http404
    return Response({"done": True, "again": False})


@described(operation_id="log_out", request=None, responses={200: Done, **PROBLEMS})
@endpoint("POST")
def log_out(request: Request) -> Response:
    """End the token or the browser session that sent this request."""
    body_of(request)
    if isinstance(request.auth, str):
        end_this_token(request.auth)
    else:
        logout(request._request)
    return Response({"done": True, "again": False})


@described(operation_id="sign_up", request=schema_of(SignUpForm), responses={201: MeSerializer, **PROBLEMS}, auth=[])
@endpoint("POST", permissions=(AllowAny,), authenticators=())
def sign_up(request: Request) -> Response:
    """Create an account. Then log in with a token."""
    form = SignUpForm(body_of(request))
    if not is_right(form):
        return form_problem(form)
    user = accounts.sign_up(**form.cleaned_data, caller=caller_of(request))
    return Response(MeSerializer(me(user)).data, status=201)


@described(methods=["GET"], operation_id="profile", responses={200: schema_of(ProfileForm), **PROBLEMS})
@described(
    methods=["PATCH"],
    operation_id="save_profile",
    request=schema_of(ProfileForm),
    responses={200: Done, **PROBLEMS},
)
@endpoint("GET", "PATCH")
def profile(request: Request) -> Response:
    """Return or change your profile and email settings. Fields that the body leaves out stay unchanged."""
    user = _account(request)
    present = initial_of(user)
    if request.method == "GET":
        return Response(present)
    form = ProfileForm(present | body_of(request))
    return do(form, lambda data: accounts.save_profile(user_id=user.pk, **data))


@described(operation_id="change_password", request=schema_of(PasswordForm), responses={200: Done, **PROBLEMS})
@endpoint("POST")
def change_password(request: Request) -> Response:
    """Change your password. This ends every token, and every session except the one that asks."""

    def action(data: dict[str, Any]) -> None:
        user = accounts.change_password(user_id=_account(request).pk, **data)
        if request.auth is None:
            update_session_auth_hash(request._request, user)

    return do(PasswordForm(body_of(request)), action)


@described(operation_id="delete_account", request=schema_of(DeleteAccountForm), responses={200: Done, **PROBLEMS})
@endpoint("POST")
def delete(request: Request) -> Response:
    """Delete your account: the record stays, the name goes."""

    def action(data: dict[str, Any]) -> None:
        accounts.delete_account(user_id=_account(request).pk, **data)
        logout(request._request)

    return do(DeleteAccountForm(body_of(request)), action)


@described(operation_id="ask_reset", request=schema_of(AskResetForm), responses={200: Done, **PROBLEMS}, auth=[])
@endpoint("POST", permissions=(AllowAny,), authenticators=())
def ask_reset(request: Request) -> Response:
    """Ask for an email with a password reset link. The answer is the same for every address."""
    form = AskResetForm(body_of(request))
    return do(form, lambda data: accounts.ask_reset(email=data["email"], caller=caller_of(request)))


@described(operation_id="reset_password", request=schema_of(ResetForm), responses={200: Done, **PROBLEMS}, auth=[])
@endpoint("POST", permissions=(AllowAny,), authenticators=())
def reset(request: Request, account: str, token: str) -> Response:
    """Set a new password, using the last two parts of the emailed link."""
    form = ResetForm(body_of(request))
    return do(form, lambda data: accounts.reset_password(account=account, token=token, new=data["new"]))


@described(operation_id="ask_confirmation", request=None, responses={200: Done, **PROBLEMS})
@endpoint("POST")
def ask_confirmation(request: Request) -> Response:
    """Send the confirmation link for your new address again, if one is waiting."""
    return do(ConfirmForm(body_of(request)), lambda _: addresses.ask_again(_account(request)))


@described(operation_id="confirm_address", request=None, responses={200: Done, **PROBLEMS}, auth=[])
@endpoint("POST", permissions=(AllowAny,), authenticators=())
def confirm_address(request: Request, account: str, token: str) -> Response:
    """Confirm your address, using the last two parts of the emailed link."""
    return do(ConfirmForm(body_of(request)), lambda _: addresses.confirm(account=account, token=token))


def _account(request: Request) -> User:
    return cast(User, request.user)


urlpatterns = [
    path("me/", who_am_i, name="me"),
    path("token/", new_token, name="token"),
    path("token/<id:token_id>/", drop_token, name="end-token"),
    path("accounts/sign-up/", sign_up, name="sign-up"),
    path("accounts/log-out/", log_out, name="log-out"),
    path("accounts/profile/", profile, name="profile"),
    path("accounts/password/", change_password, name="password"),
    path("accounts/delete/", delete, name="delete-account"),
    path("accounts/confirm/", ask_confirmation, name="ask-confirmation"),
    path("accounts/confirm/<str:account>/<str:token>/", confirm_address, name="confirm-address"),
    path("accounts/reset/", ask_reset, name="ask-reset"),
    path("accounts/reset/<str:account>/<str:token>/", reset, name="reset"),
]
