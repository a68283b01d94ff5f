"""A person's e-mail address: nothing but the question whether it is his goes there before he has said yes."""

from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction

from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import User
from campaign.services import emails, throttle
from campaign.sources import SOURCES

DEAD_LINK = "This link is used up or too old. Ask for a new one on your profile page."


class LinkTokens(PasswordResetTokenGenerator):
    """Django's tokens, by our clock: dead once used, once the password or address changed, or after a day."""

    def _now(self) -> datetime:
        return SOURCES.now().replace(tzinfo=None)


class ConfirmTokens(LinkTokens):
    """Dead once the address is confirmed or changed, or after a day."""

    key_salt = "campaign.confirm"

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        return f"{user.pk}|{getattr(user, 'unconfirmed_email', '')}|{timestamp}"


CONFIRM_TOKENS = ConfirmTokens()


def take_address(user: User, email: str) -> None:
    """An address as it was typed. Until it is confirmed, letters go where they went before; none is none."""
    was = user.unconfirmed_email
    user.unconfirmed_email = "" if email == user.email else email
    user.email = user.email if email else ""
    user.save(update_fields=["email", "unconfirmed_email"])
    if user.unconfirmed_email not in ("", was):
        ask_again(user)


def ask_again(user: User) -> None:
    """The link that confirms, if an address waits for it."""
    if user.unconfirmed_email:
        emails.write("confirm", address=user.unconfirmed_email, reference=hex_id(user.pk))


def awaiting_confirmation(address: str, *, account: str = "") -> list[User]:
    """Whose address this would be; only the account that asked, if one did."""
    users = User.objects.filter(unconfirmed_email__iexact=address, is_active=True).order_by("id")
    return list(users.filter(id=read_id(account) or 0) if account else users)


def link_parts(user: User) -> tuple[str, str]:
    return hex_id(user.pk), CONFIRM_TOKENS.make_token(user)


def user_of_link(*, account: str, token: str) -> User:
    """The person whom a confirming link belongs to, while it lives."""
    user = User.objects.filter(id=read_id(account) or 0, is_active=True).first()
    if user is None or not user.unconfirmed_email or not CONFIRM_TOKENS.check_token(user, token):
        raise Refusal(DEAD_LINK)
    return user


def confirm(*, account: str, token: str) -> None:
    """Whoever has the link reads that mailbox."""
    with transaction.atomic():
        list(User.objects.select_for_update().filter(id=read_id(account) or 0))
        user = user_of_link(account=account, token=token)
        user.email, user.unconfirmed_email = user.unconfirmed_email, ""
        user.save(update_fields=["email", "unconfirmed_email"])


def confirmation_allowed(user: User) -> bool:
    """An address gets few of these an hour, from however many accounts they are asked for."""
    try:
        throttle.spend(throttle.CONFIRM_EMAIL, user.unconfirmed_email.casefold())
    except throttle.TooOften:
        return False
    return True
