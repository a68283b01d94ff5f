"""Manage people's accounts. Not journaled: the record knows people only by id."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import ApiToken, ErasableText, Picture, User, fold
from campaign.services import emails, throttle
from campaign.services.addresses import LinkTokens, forget_request, take_address
from campaign.services.people import lock_person
from campaign.sources import SOURCES

WRONG_PAIR = "Wrong username or password."
WRONG_PASSWORD = "Wrong password. Enter your current one."
DEAD_LINK = "This link was already used or has expired. Request a new one."
VISIT_ENDS = timedelta(minutes=30)
FORMER_MEMBER = "a former member"


RESET_TOKENS = LinkTokens()


def sign_up(*, username: str, password: str, email: str, time_zone: str, caller: str) -> User:
    """Create an account. Only here may a page say that a name is taken, and only so often.

    The address first gets a confirmation email and nothing else.
    """
    throttle.spend(throttle.SIGN_UP, caller)
    user = User(username=fold(username), display_name=username.strip(), time_zone=time_zone)
    _check_password(password, user, field="password")
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            take_address(user, email)
    except IntegrityError:
        raise Refusal("This username is taken. Choose another.", field="username") from None
    return user


def log_in(*, username: str, password: str, caller: str) -> User:
    """Return the person, or refuse with the same words after the same work, whether or not the name exists."""
    name = fold(username)
    throttle.spend(throttle.LOG_IN_ADDRESS, caller)
    throttle.spend(throttle.LOG_IN, name, caller)
    user = authenticate(username=name, password=password)
    if not isinstance(user, User):
        raise Refusal(WRONG_PAIR)
    throttle.forgive(throttle.LOG_IN, name, caller)
    return user


def change_password(*, user_id: int, old: str, new: str) -> User:
    """Set a new password, which ends all other sessions of this person."""
    user = check_own_password(user_id=user_id, password=old, field="old")
    return _set_password(user, new)


def check_own_password(*, user_id: int, password: str, field: str) -> User:
    """Ask a logged-in person for their password before something they can't undo."""
    throttle.spend(throttle.PASSWORD, hex_id(user_id))
    user = User.objects.get(id=user_id)
    if not user.check_password(password):
        raise Refusal(WRONG_PASSWORD, field=field)
    throttle.forgive(throttle.PASSWORD, hex_id(user_id))
    return user


def ask_reset(*, email: str, caller: str) -> None:
    """Note a request. Only the mail job looks up the address, never the web request."""
    throttle.spend(throttle.RESET, caller)
    emails.write("reset", address=email)


def reset_link_parts(user: User) -> tuple[str, str]:
    """Return the parts of a password-reset link."""
    return hex_id(user.pk), RESET_TOKENS.make_token(user)


def user_of_reset(*, account: str, token: str) -> User:
    """Return the person a valid reset link belongs to."""
    user = User.objects.filter(id=read_id(account) or 0, is_active=True).first()
    if user is None or not RESET_TOKENS.check_token(user, token):
        raise Refusal(DEAD_LINK)
    return user


def reset_password(*, account: str, token: str, new: str) -> User:
    """Set a new password by an emailed link, which ends the link and all sessions."""
    with transaction.atomic():
        locked = User.objects.select_for_update().filter(id=read_id(account) or 0)
        list(locked)
        return _set_password(user_of_reset(account=account, token=token), new)


@transaction.atomic
def save_profile(*, user_id: int, email: str, **said: Any) -> None:
    """Save a person's profile. A new address has to be confirmed first."""
    User.objects.filter(id=user_id).update(**said)
    take_address(User.objects.select_for_update().get(id=user_id), email)


def delete_account(*, user_id: int, password: str, erase_texts: bool) -> None:
    """Erase the name but keep the record; every session ends, since the password is gone."""
    from campaign.services import pictures  # draws pictures again, which the log-in has no use for

    user = check_own_password(user_id=user_id, password=password, field="password")
    with transaction.atomic():
        lock_person(user_id)
        leave_club(user_id)
        erase_person(user)
        if erase_texts:
            ErasableText.objects.filter(author_id=user_id).update(text="", nonce="")
            pictures.wipe(Picture.objects.filter(author_id=user_id))


def leave_club(user_id: int) -> None:
    """Take a person out of everything they take part in, before their account is erased."""
    from campaign.services import open_seats, publishing, seats  # much of the club, as above

    seats.leave_everything(user_id)
    open_seats.withdraw_all(user_id)
    publishing.withdraw_all(user_id)


def was_here(user: User) -> datetime:
    """Return when the person's previous visit ended; a visit ends after half an hour without requests."""
    now = SOURCES.now()
    if now - user.here_at > VISIT_ENDS:
        user.before_at = user.here_at
        User.objects.filter(id=user.pk).update(before_at=user.here_at, here_at=now)
    return user.before_at


def erase_person(user: User) -> None:
    """Erase the name but keep the record: journal and seats know only the id. The username is free again."""
    emails.forget_failures(user.email)
    user.username = f"~{hex_id(user.pk)}"
    user.display_name, user.email, user.unconfirmed_email, user.is_active = FORMER_MEMBER, "", "", False
    user.time_zone = "UTC"
    user.set_unusable_password()
    user.save()
    forget_request(user)
    ApiToken.objects.filter(user=user).delete()


def _set_password(user: User, new: str) -> User:
    _check_password(new, user, field="new")
    user.set_password(new)
    user.save(update_fields=["password"])
    ApiToken.objects.filter(user=user).delete()
    return user


def _check_password(password: str, user: User, *, field: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refusal(" ".join(error.messages), field=field) from None
