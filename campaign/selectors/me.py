"""Read what people see of their own account through the API."""

from datetime import datetime

from campaign.ids import hex_id
from campaign.models import ApiToken, User
from campaign.selectors.profile import delivery_to
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Token:
    id: str
    name: str
    made_at: datetime


@dataclass(frozen=True)
class Me:
    username: str
    display_name: str
    time_zone: str
    notify_moves: str
    notify_news: str
    notify_talk: str
    notices_failed: bool
    confirmation_failed: bool
    tokens: list[Token]


def me(user: User) -> Me:
    tokens = ApiToken.objects.filter(user=user).order_by("made_at")
    listed = [Token(hex_id(token.pk), token.name, token.made_at) for token in tokens]
    notify = (user.notify_moves, user.notify_news, user.notify_talk)
    delivery = delivery_to(user)
    failed = (delivery.notices_failed, delivery.confirmation_failed)
    return Me(user.username, user.display_name, user.time_zone, *notify, *failed, listed)
