"""Confirm email addresses: until its owner confirms it, an address gets nothing but the confirmation."""

from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction

from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import User
from campaign.services import emails
from campaign.sources import SOURCES

DEAD_LINK = "This link was already used or has expired. Request a new one on your profile page."


class LinkTokens(PasswordResetTokenGenerator):
    """Django's tokens by our clock: they end when used, when the password or address changes, or after a day."""

    def _now(self) -> datetime:
        return SOURCES.now().replace(tzinfo=None)


class ConfirmTokens(LinkTokens):
    """Tokens that end when the address is confirmed or changed, or after a day."""

    key_salt = "campaign.confirm"

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        return f"{user.pk}|{getattr(user, 'unconfirmed_email', '')}|{timestamp}"


CONFIRM_TOKENS = ConfirmTokens()


def take_address(user: User, email: str) -> None:
    """Take an address as typed. Until it is confirmed, emails go to the old one; an empty address ends them."""
    was = user.unconfirmed_email
    user.unconfirmed_email = "" if email == user.email else email
    user.email = user.email if email else ""
    user.save(update_fields=["email", "unconfirmed_email"])
    if user.unconfirmed_email != was:
        ask_again(user)


def ask_again(user: User) -> None:
    """Send the confirming link if an address is unconfirmed. It replaces the one asked for before."""
    forget_request(user)
    if user.unconfirmed_email:
        emails.write("confirm", address=user.unconfirmed_email, sender_id=user.pk)


def forget_request(user: User) -> None:
    emails.cancel("confirm", sender_id=user.pk)


def awaiting_confirmation(address: str, *, user_id: int | None = None) -> list[User]:
    """Return the people whose unconfirmed address this is; only the one who asked, if anyone did."""
    users = User.objects.filter(unconfirmed_email__iexact=address, is_active=True).order_by("id")
    return list(users.filter(id=user_id) if user_id else users)


def link_parts(user: User) -> tuple[str, str]:
    return hex_id(user.pk), CONFIRM_TOKENS.make_token(user)


def user_of_link(*, account: str, token: str) -> User:
    """Return the person a valid confirming link belongs to."""
    user = User.objects.filter(id=read_id(account) or 0, is_active=True).first()
    if user is None or not user.unconfirmed_email or not CONFIRM_TOKENS.check_token(user, token):
        raise Refusal(DEAD_LINK)
    return user


def confirm(*, account: str, token: str) -> None:
    """Confirm the address: whoever has the link reads that mailbox."""
    with transaction.atomic():
        list(User.objects.select_for_update().filter(id=read_id(account) or 0))
        user = user_of_link(account=account, token=token)
        user.email, user.unconfirmed_email = user.unconfirmed_email, ""
        user.save(update_fields=["email", "unconfirmed_email"])
        forget_request(user)
