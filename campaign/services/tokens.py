"""Manage tokens that let programs act as a person, until the person ends them or changes the password."""

from hashlib import sha256

from campaign.errors import Refusal
from campaign.models import ApiToken, User
from campaign.services import accounts
from campaign.sources import SOURCES

MOST = 20


def make_token(*, username: str, password: str, name: str, caller: str) -> str:
    """Create a token, shown only once."""
    user = accounts.log_in(username=username, password=password, caller=caller)
    if ApiToken.objects.filter(user=user).count() >= MOST:
        raise Refusal(f"You can have at most {MOST} tokens. End one first.")
    secret = SOURCES.secret("account").hex()
    ApiToken.objects.create(
        id=SOURCES.new_id("account"), user=user, name=name, digest=digest(secret), made_at=SOURCES.now()
    )
    return secret


def user_of_token(secret: str) -> User | None:
    token = ApiToken.objects.select_related("user").filter(digest=digest(secret), user__is_active=True).first()
    return token.user if token else None


def end_token(*, user_id: int, token_id: int) -> bool:
    ended, _ = ApiToken.objects.filter(user_id=user_id, id=token_id).delete()
    return bool(ended)


def end_this_token(secret: str) -> None:
    """End a token by the token itself."""
    ApiToken.objects.filter(digest=digest(secret)).delete()


def digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
