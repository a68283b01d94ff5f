"""Signing up, logging in and out, passwords, profile, and leaving for good."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from campaign.errors import Refusal
from campaign.forms.accounts import (
    AccountForm,
    AskResetForm,
    ConfirmForm,
    DeleteAccountForm,
    LogInForm,
    PasswordForm,
    ProfileForm,
    ResetForm,
    SignUpForm,
    initial_of,
)
from campaign.services import accounts, addresses
from campaign.services.throttle import TooOften

RESET_TOKEN = "reset_token"
NO_TOKEN = "choose"
LINK_SENT = "Open the link in the letter that is on its way to your address; until then no other goes there."
Initial = dict[str, Any] | None
RollRequest = Callable[[dict[str, Any]], Any]
form_page = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@sensitive_post_parameters("password")
@form_page
def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account, logged in at once."""
    if request.user.is_authenticated:
        return redirect(_next(request))

    def action(data: dict[str, Any]) -> None:
        _enter(request, accounts.sign_up(**data, caller=_caller(request)))
        if data["email"]:
            messages.success(request, LINK_SENT)

    return _answer(request, SignUpForm, "sign_up", action, _next(request))


@never_cache
@sensitive_post_parameters("password")
@form_page
def log_in(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(_next(request))

    def action(data: dict[str, Any]) -> None:
        _enter(request, accounts.log_in(**data, caller=_caller(request)))

    return _answer(request, LogInForm, "log_in", action, _next(request))


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("/")


@never_cache
@login_required
@sensitive_post_parameters("old", "new")
@form_page
def change_password(request: HttpRequest) -> HttpResponse:
    """The present session goes on; all others of this person end."""

    def action(data: dict[str, Any]) -> None:
        update_session_auth_hash(request, accounts.change_password(user_id=_own_id(request), **data))
        messages.success(request, "Your password is changed. Other devices have to log in again.")

    return _answer(request, PasswordForm, "password", action, "accounts:profile")


@never_cache
@form_page
def ask_reset(request: HttpRequest) -> HttpResponse:
    """The same answer for every address: whether it is known is found out by the mail job."""
    return _answer(
        request,
        AskResetForm,
        "ask_reset",
        lambda data: accounts.ask_reset(email=data["email"], caller=_caller(request)),
        "accounts:reset-asked",
    )


@require_http_methods(["GET", "HEAD"])
def reset_asked(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/reset_asked.html")


@never_cache
@sensitive_post_parameters("new")
@form_page
def reset(request: HttpRequest, account: str, token: str) -> HttpResponse:
    """The link's token goes into the session at once, so that no later address or referrer holds it."""
    if token != NO_TOKEN:
        request.session[RESET_TOKEN] = token
        return redirect("accounts:reset", account=account, token=NO_TOKEN)
    kept = request.session.get(RESET_TOKEN, "")
    try:
        accounts.user_of_reset(account=account, token=kept)
    except Refusal as error:
        return render(request, "accounts/reset_dead.html", {"sentence": error.sentence}, status=HTTPStatus.GONE)

    def action(data: dict[str, Any]) -> None:
        user = accounts.reset_password(account=account, token=kept, new=data["new"])
        request.session.pop(RESET_TOKEN, None)
        _enter(request, user)
        messages.success(request, "Your new password is set. Every other device has to log in again.")

    return _answer(request, ResetForm, "reset", action, "/")


@never_cache
@login_required
@form_page
def profile(request: HttpRequest) -> HttpResponse:
    me = cast(Any, request.user)
    known = ("", me.email, me.unconfirmed_email)

    def action(data: dict[str, Any]) -> None:
        accounts.save_profile(user_id=_own_id(request), **data)
        is_new = data["email"] not in known
        messages.success(request, f"Your profile is saved. {LINK_SENT if is_new else ''}".strip())

    return _answer(request, ProfileForm, "profile", action, "accounts:profile", initial_of(request.user))


@never_cache
@form_page
def confirm(request: HttpRequest, account: str, token: str) -> HttpResponse:
    """The link in the first letter to an address. Whoever has it need not be logged in."""
    try:
        addresses.user_of_link(account=account, token=token)
    except Refusal as error:
        return render(request, "accounts/confirm_dead.html", {"sentence": error.sentence}, status=HTTPStatus.GONE)

    def action(_: dict[str, Any]) -> None:
        addresses.confirm(account=account, token=token)
        messages.success(request, "Your address is confirmed.")

    return _answer(request, ConfirmForm, "confirm", action, "/")


@login_required
@require_POST
def confirm_again(request: HttpRequest) -> HttpResponse:
    """The letter with the link once more; the same words whether or not an address waits."""
    addresses.ask_again(cast(Any, request.user))
    messages.success(request, LINK_SENT)
    return redirect("accounts:profile")


@never_cache
@login_required
@sensitive_post_parameters("password")
@form_page
def delete(request: HttpRequest) -> HttpResponse:
    """The record stays, the name goes. Asked once, with the password."""

    def action(data: dict[str, Any]) -> None:
        accounts.delete_account(user_id=_own_id(request), **data)
        logout(request)
        messages.success(request, "Your account is deleted.")

    return _answer(request, DeleteAccountForm, "delete", action, "/")


def _answer(
    request: HttpRequest, form_type: type[AccountForm], page: str, action: RollRequest, to: str, initial: Initial = None
) -> HttpResponse:
    """Show the form; or do what it asks and go on; or show it again with the reason."""
    form, refusal = form_type(request.POST if request.method == "POST" else None, initial=initial), None
    if form.is_valid():
        try:
            action(form.cleaned_data)
            return redirect(to)
        except Refusal as error:
            form.refuse(error)
            refusal = error
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    response = render(request, f"accounts/{page}.html", {"form": form, "next": _wanted(request)}, status=status)
    if isinstance(refusal, TooOften):
        response.status_code, response.headers["Retry-After"] = refusal.status, str(refusal.retry_after)
    return response


def _enter(request: HttpRequest, user: Any) -> None:
    login(request, user)


def _own_id(request: HttpRequest) -> int:
    return cast(int, request.user.pk)


def _caller(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


def _wanted(request: HttpRequest) -> str:
    """Where the person was going, if that is a page of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if own and wanted.startswith("/") else ""


def _next(request: HttpRequest) -> str:
    return _wanted(request) or "/"
