"""People and their accounts. Not journaled: the record knows a person by id alone."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import ApiToken, ErasableText, User, fold
from campaign.services import emails, seats, throttle
from campaign.services.addresses import LinkTokens, take_address
from campaign.services.campaigns import lock_person
from campaign.sources import SOURCES

WRONG_PAIR = "This log-in name and password do not belong together."
WRONG_PASSWORD = "This is not your present password."
DEAD_LINK = "This link is used up or too old. Ask for a new one."
VISIT_ENDS = timedelta(minutes=30)
FORMER_MEMBER = "a former member"


RESET_TOKENS = LinkTokens()


def sign_up(*, username: str, password: str, email: str, time_zone: str, caller: str) -> User:
    """A new account. Only here may a page say that a name is taken, and only so often.

    The address is asked by letter whether it is this person's; nothing else goes there before.
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
        raise Refusal("This log-in name is taken.", field="username") from None
    return user


def log_in(*, username: str, password: str, caller: str) -> User:
    """The person, or a refusal that says the same, after the same work, whether or not there is such a name."""
    name = fold(username)
    throttle.spend(throttle.LOG_IN_ADDRESS, caller)
    throttle.spend(throttle.LOG_IN, name, caller)
    user = authenticate(username=name, password=password)
    if not isinstance(user, User):
        raise Refusal(WRONG_PAIR)
    throttle.forgive(throttle.LOG_IN, name, caller)
    return user


def change_password(*, user_id: int, old: str, new: str) -> User:
    """A new password; every other session of this person ends with the old one."""
    user = check_own_password(user_id=user_id, password=old, field="old")
    return _set_password(user, new)


def check_own_password(*, user_id: int, password: str, field: str) -> User:
    """Who is logged in still has to know the password before what cannot be taken back."""
    throttle.spend(throttle.PASSWORD, hex_id(user_id))
    user = User.objects.get(id=user_id)
    if not user.check_password(password):
        raise Refusal(WRONG_PASSWORD, field=field)
    throttle.forgive(throttle.PASSWORD, hex_id(user_id))
    return user


def ask_reset(*, email: str, caller: str) -> None:
    """Note that somebody asks. Whether the address is known is found out in the mail job, never in the request."""
    throttle.spend(throttle.RESET, caller)
    emails.write("reset", address=email)


def reset_link_parts(user: User) -> tuple[str, str]:
    """What the link in a reset letter is made of."""
    return hex_id(user.pk), RESET_TOKENS.make_token(user)


def user_of_reset(*, account: str, token: str) -> User:
    """The person whom a reset link belongs to, while it lives."""
    user = User.objects.filter(id=read_id(account) or 0, is_active=True).first()
    if user is None or not RESET_TOKENS.check_token(user, token):
        raise Refusal(DEAD_LINK)
    return user


def reset_password(*, account: str, token: str, new: str) -> User:
    """A new password by a link from a letter. The link dies with it, and so do all sessions."""
    with transaction.atomic():
        locked = User.objects.select_for_update().filter(id=read_id(account) or 0)
        list(locked)
        return _set_password(user_of_reset(account=account, token=token), new)


@transaction.atomic
def save_profile(*, user_id: int, email: str, **said: Any) -> None:
    """What a person says of himself. A changed address has to be confirmed first."""
    User.objects.filter(id=user_id).update(**said)
    take_address(User.objects.select_for_update().get(id=user_id), email)


def delete_account(*, user_id: int, password: str, erase_texts: bool) -> None:
    """The record stays, the name goes; every session ends, as the password is gone."""
    user = check_own_password(user_id=user_id, password=password, field="password")
    with transaction.atomic():
        lock_person(user_id)
        seats.leave_everything(user_id)
        erase_person(user)
        if erase_texts:
            ErasableText.objects.filter(author_id=user_id).update(text="", nonce="")


def was_here(user: User) -> datetime:
    """When the person's visit before this one ended; a visit ends with half an hour's silence."""
    now = SOURCES.now()
    if now - user.here_at > VISIT_ENDS:
        user.before_at = user.here_at
        User.objects.filter(id=user.pk).update(before_at=user.here_at, here_at=now)
    return user.before_at


def erase_person(user: User) -> None:
    """The name goes, the record stays: journal and seats know the id alone. The log-in name is free again."""
    user.username = f"~{hex_id(user.pk)}"
    user.display_name, user.email, user.unconfirmed_email, user.is_active = FORMER_MEMBER, "", "", False
    user.time_zone = "UTC"
    user.set_unusable_password()
    user.save()
    ApiToken.objects.filter(user=user).delete()


def reset_email_allowed(user: User) -> bool:
    """A known address gets few reset letters an hour, however often they are asked for."""
    try:
        throttle.spend(throttle.RESET_EMAIL, hex_id(user.pk))
    except throttle.TooOften:
        return False
    return True


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
