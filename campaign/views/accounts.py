"""Sign up, log in and out, change passwords and the profile, and delete the account."""

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
from campaign.selectors.profile import delivery_to
from campaign.services import accounts, addresses
from campaign.services.throttle import TooOften
from campaign.web import caller_of, own_id, posted, retry_later

RESET_TOKEN = "reset_token"
NO_TOKEN = "choose"
LINK_SENT = "Open the confirmation link we emailed you. Until you do, we send nothing else to that address."
Data = dict[str, Any]
Page = Callable[..., HttpResponse]
First = Callable[..., HttpResponse | None]


def anybody(request: HttpRequest, **link: str) -> None:
    """Let anyone in."""


def newcomer(request: HttpRequest) -> HttpResponse | None:
    """Redirect people who are already logged in."""
    return redirect(_next(request)) if request.user.is_authenticated else None


def member(request: HttpRequest) -> HttpResponse | None:
    """Redirect strangers to the login page."""
    return None if request.user.is_authenticated else redirect_to_login(request.get_full_path())


def resetting(request: HttpRequest, account: str, token: str) -> HttpResponse | None:
    """Move the link's token into the session, so that no later URL or referrer contains it."""
    if token != NO_TOKEN:
        request.session[RESET_TOKEN] = token
        return redirect("accounts:reset", account=account, token=NO_TOKEN)
    find = partial(accounts.user_of_reset, account=account, token=request.session.get(RESET_TOKEN, ""))
    return _dead(request, find, "accounts/reset_dead.html")


def confirming(request: HttpRequest, account: str, token: str) -> HttpResponse | None:
    """Let in anyone with the link from an address's first email, logged in or not."""
    return _dead(request, partial(addresses.user_of_link, account=account, token=token), "accounts/confirm_dead.html")


def _dead(request: HttpRequest, find: Callable[[], object], template: str) -> HttpResponse | None:
    """Return the page of a link that no longer works."""
    try:
        find()
    except Refusal as error:
        return render(request, template, {"sentence": error.sentence}, status=HTTPStatus.GONE)
    return None


def form_page(
    form_type: type[AccountForm],
    name: str,
    *,
    who: First = anybody,
    known: Callable[[Any], Data] | None = None,
    beside: Callable[[Any], Data] | None = None,
) -> Callable[[Callable[..., str]], Page]:
    """Build a page from a function that carries out its form and returns the next URL.

    `who` may answer first. `known` is what the form starts with, and `beside` what the page shows beside the form.
    """

    def decorate(do: Callable[..., str]) -> Page:
        @wraps(do)
        def page(request: HttpRequest, **link: str) -> HttpResponse:
            if answer := who(request, **link):
                return answer
            form = form_type(posted(request), initial=known(request.user) if known else None)
            shown = partial(beside, request.user) if beside else dict
            return _answer(request, form, name, partial(do, request, **link), shown)

        guarded = sensitive_post_parameters("password", "old", "new")(page)
        return never_cache(require_http_methods(["GET", "HEAD", "POST"])(guarded))

    return decorate


def _answer(
    request: HttpRequest, form: AccountForm, name: str, do: Callable[[Data], str], shown: Callable[[], Data]
) -> HttpResponse:
    """Show the form, carry it out, or show it again with the refusal."""
    refusal = None
    if form.is_valid():
        try:
            return redirect(do(form.cleaned_data))
        except Refusal as error:
            form.refuse(error)
            refusal = error
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    context = {"form": form, "next": _wanted(request), **shown()}
    response = render(request, f"accounts/{name}.html", context, status=status)
    if isinstance(refusal, TooOften):
        response.status_code = refusal.status
        retry_later(response, refusal)
    return response


def _delivery(user: Any) -> Data:
    return {"delivery": delivery_to(user)}


@form_page(SignUpForm, "sign_up", who=newcomer)
def sign_up(request: HttpRequest, data: Data) -> str:
    """Create an account and log it in."""
    login(request, accounts.sign_up(**data, caller=caller_of(request)))
    if data["email"]:
        messages.success(request, LINK_SENT)
    return _next(request)


@form_page(LogInForm, "log_in", who=newcomer)
def log_in(request: HttpRequest, data: Data) -> str:
    login(request, accounts.log_in(**data, caller=caller_of(request)))
    return _next(request)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("/")


@form_page(PasswordForm, "password", who=member)
def change_password(request: HttpRequest, data: Data) -> str:
    """Change the password; the current session stays, and the person's other sessions end."""
    update_session_auth_hash(request, accounts.change_password(user_id=own_id(request), **data))
    messages.success(request, "Password changed. Other devices must log in again.")
    return "accounts:profile"


@form_page(AskResetForm, "ask_reset")
def ask_reset(request: HttpRequest, data: Data) -> str:
    """Give the same answer for every address; the mail job finds out whether it is known."""
    accounts.ask_reset(email=data["email"], caller=caller_of(request))
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
    messages.success(request, "Password changed. Other devices must log in again.")
    return "/"


@form_page(ProfileForm, "profile", who=member, known=initial_of, beside=_delivery)
def profile(request: HttpRequest, data: Data) -> str:
    me = cast(Any, request.user)
    is_new = data["email"] not in ("", me.email, me.unconfirmed_email)
    accounts.save_profile(user_id=own_id(request), **data)
    messages.success(request, f"Profile saved. {LINK_SENT if is_new else ''}".strip())
    return "accounts:profile"


@form_page(ConfirmForm, "confirm", who=confirming)
def confirm(request: HttpRequest, data: Data, account: str, token: str) -> str:
    addresses.confirm(account=account, token=token)
    messages.success(request, "Address confirmed.")
    return "/"


@login_required
@require_POST
def confirm_again(request: HttpRequest) -> HttpResponse:
    """Send the link again; say the same whether or not an address is waiting."""
    addresses.ask_again(cast(Any, request.user))
    messages.success(request, LINK_SENT)
    return redirect("accounts:profile")


@form_page(DeleteAccountForm, "delete", who=member)
def delete(request: HttpRequest, data: Data) -> str:
    """Delete the account after asking for the password: the record stays, the name goes."""
    accounts.delete_account(user_id=own_id(request), **data)
    logout(request)
    messages.success(request, "Account deleted.")
    return "/"


def _wanted(request: HttpRequest) -> str:
    """Return where the person was going, if that is a page of this site."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if own and wanted.startswith("/") else ""


def _next(request: HttpRequest) -> str:
    return _wanted(request) or "/"
