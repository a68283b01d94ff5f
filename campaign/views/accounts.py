"""Signing up, logging in and out, passwords, profile, and leaving for good."""

from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
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
from campaign.web import posted

RESET_TOKEN = "reset_token"
NO_TOKEN = "choose"
LINK_SENT = "Open the link in the letter that is on its way to your address; until then no other goes there."
Data = dict[str, Any]
Page = Callable[..., HttpResponse]
First = Callable[..., HttpResponse | None]


def anybody(request: HttpRequest, **link: str) -> None:
    """Let everybody in."""


def newcomer(request: HttpRequest) -> HttpResponse | None:
    """Send on whoever is logged in."""
    return redirect(_next(request)) if request.user.is_authenticated else None


def member(request: HttpRequest) -> HttpResponse | None:
    """Send strangers to the log-in."""
    return None if request.user.is_authenticated else redirect_to_login(request.get_full_path())


def resetting(request: HttpRequest, account: str, token: str) -> HttpResponse | None:
    """Put the link's token into the session at once, so that no later address or referrer holds it."""
    if token != NO_TOKEN:
        request.session[RESET_TOKEN] = token
        return redirect("accounts:reset", account=account, token=NO_TOKEN)
    find = partial(accounts.user_of_reset, account=account, token=request.session.get(RESET_TOKEN, ""))
    return _dead(request, find, "accounts/reset_dead.html")


def confirming(request: HttpRequest, account: str, token: str) -> HttpResponse | None:
    """Let in whoever has the link in the first letter to an address; they need not be logged in."""
    return _dead(request, partial(addresses.user_of_link, account=account, token=token), "accounts/confirm_dead.html")


def _dead(request: HttpRequest, find: Callable[[], object], template: str) -> HttpResponse | None:
    """Return the page of a link that leads nowhere any more."""
    try:
        find()
    except Refusal as error:
        return render(request, template, {"sentence": error.sentence}, status=HTTPStatus.GONE)
    return None


def form_page(
    form_type: type[AccountForm], name: str, *, who: First = anybody, known: Callable[[Any], Data] | None = None
) -> Callable[[Callable[..., str]], Page]:
    """Make a page of a function that does what its form asks, and returns where to go. `who` may answer first."""

    def decorate(do: Callable[..., str]) -> Page:
        @wraps(do)
        def page(request: HttpRequest, **link: str) -> HttpResponse:
            if answer := who(request, **link):
                return answer
            form = form_type(posted(request), initial=known(request.user) if known else None)
            return _answer(request, form, name, partial(do, request, **link))

        guarded = sensitive_post_parameters("password", "old", "new")(page)
        return never_cache(require_http_methods(["GET", "HEAD", "POST"])(guarded))

    return decorate


def _answer(request: HttpRequest, form: AccountForm, name: str, do: Callable[[Data], str]) -> HttpResponse:
    """Show the form; or do what it asks and go on; or show it again with the reason."""
    refusal = None
    if form.is_valid():
        try:
            return redirect(do(form.cleaned_data))
        except Refusal as error:
            form.refuse(error)
            refusal = error
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    response = render(request, f"accounts/{name}.html", {"form": form, "next": _wanted(request)}, status=status)
    if isinstance(refusal, TooOften):
        response.status_code, response.headers["Retry-After"] = refusal.status, str(refusal.retry_after)
    return response


@form_page(SignUpForm, "sign_up", who=newcomer)
def sign_up(request: HttpRequest, data: Data) -> str:
    """A new account, logged in at once."""
    login(request, accounts.sign_up(**data, caller=_caller(request)))
    if data["email"]:
        messages.success(request, LINK_SENT)
    return _next(request)


@form_page(LogInForm, "log_in", who=newcomer)
def log_in(request: HttpRequest, data: Data) -> str:
    login(request, accounts.log_in(**data, caller=_caller(request)))
    return _next(request)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("/")


@form_page(PasswordForm, "password", who=member)
def change_password(request: HttpRequest, data: Data) -> str:
    """The present session goes on; all others of this person end."""
    update_session_auth_hash(request, accounts.change_password(user_id=_own_id(request), **data))
    messages.success(request, "Your password is changed. Other devices have to log in again.")
    return "accounts:profile"


@form_page(AskResetForm, "ask_reset")
def ask_reset(request: HttpRequest, data: Data) -> str:
    """The same answer for every address: whether it is known is found out by the mail job."""
    accounts.ask_reset(email=data["email"], caller=_caller(request))
    return "accounts:reset-asked"


@require_http_methods(["GET", "HEAD"])
def reset_asked(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/reset_asked.html")


@form_page(ResetForm, "reset", who=resetting)
def reset(request: HttpRequest, data: Data, account: str, token: str) -> str:
    kept = request.session.get(RESET_TOKEN, "")
    user = accounts.reset_password(account=account, token=kept, new=data["new"])
    request.session.pop(RESET_TOKEN, None)
    login(request, user)
    messages.success(request, "Your new password is set. Every other device has to log in again.")
    return "/"


@form_page(ProfileForm, "profile", who=member, known=initial_of)
def profile(request: HttpRequest, data: Data) -> str:
    me = cast(Any, request.user)
    is_new = data["email"] not in ("", me.email, me.unconfirmed_email)
    accounts.save_profile(user_id=_own_id(request), **data)
    messages.success(request, f"Your profile is saved. {LINK_SENT if is_new else ''}".strip())
    return "accounts:profile"


@form_page(ConfirmForm, "confirm", who=confirming)
def confirm(request: HttpRequest, data: Data, account: str, token: str) -> str:
    addresses.confirm(account=account, token=token)
    messages.success(request, "Your address is confirmed.")
    return "/"


@login_required
@require_POST
def confirm_again(request: HttpRequest) -> HttpResponse:
    """The letter with the link once more; the same words whether or not an address waits."""
    addresses.ask_again(cast(Any, request.user))
    messages.success(request, LINK_SENT)
    return redirect("accounts:profile")


@form_page(DeleteAccountForm, "delete", who=member)
def delete(request: HttpRequest, data: Data) -> str:
    """The record stays, the name goes. Asked once, with the password."""
    accounts.delete_account(user_id=_own_id(request), **data)
    logout(request)
    messages.success(request, "Your account is deleted.")
    return "/"


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
