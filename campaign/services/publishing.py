"""Agree to publish a finished game, and withdraw: each person who held a seat, for themselves."""

from django.db import transaction

from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone
from campaign.models import CLUB_STREAM, ENDED, Consent, ErasableText
from campaign.selectors.games import is_published, my_game
from campaign.services.people import lock_person
from campaign.services.record import open_act
from campaign.sources import SOURCES

NOW_PUBLIC = "Everyone who held a seat agreed, so this game is public to read."
NO_LONGER = "Someone who held a seat withdrew their agreement, so this game is no longer public."
OWN = "consent"  # ids are drawn apart, so that no other id tells of an answer


def answer(*, user_id: int, campaign_id: int, answer: str, name: str) -> None:
    """Carry out a person's answer: agree under a name, or withdraw."""
    if answer == "withdraw":
        withdraw(user_id=user_id, campaign_id=campaign_id)
    else:
        agree(user_id=user_id, campaign_id=campaign_id, name=name)


@transaction.atomic
def agree(*, user_id: int, campaign_id: int, name: str = "") -> None:
    """Agree to publish a finished game under a name of your own choice; nobody learns who agreed."""
    lock_person(user_id)
    my_game(user_id, campaign_id)
    with open_act(
        None, stream=CLUB_STREAM, kind="game.agreed", campaign_id=campaign_id, actor_id=user_id, allowed=ENDED
    ) as act:
        mine, was_published = my_game(user_id, campaign_id), is_published(campaign_id)
        if mine.agrees and mine.public_name == name:
            raise AlreadyDone
        row = Consent.objects.filter(campaign_id=campaign_id, user_id=user_id).first()
        row = row or Consent(id=SOURCES.new_id(OWN), campaign_id=campaign_id, user_id=user_id)
        _forget_name(row)
        row.agrees, row.name_text_id = True, _keep_name(row, name) if name else None
        write = act.save if row.loaded else act.create
        write(row)
        if not was_published and is_published(campaign_id):
            act.tell(PUBLIC, NOW_PUBLIC)


def withdraw(*, user_id: int, campaign_id: int) -> None:
    """Withdraw your agreement: the game isn't public from this moment on."""
    with open_act(
        None, stream=CLUB_STREAM, kind="game.withdrawn", campaign_id=campaign_id, actor_id=user_id, allowed=ENDED
    ) as act:
        was_published = is_published(campaign_id)
        row = Consent.objects.filter(campaign_id=campaign_id, user_id=user_id, agrees=True).first()
        if row is None:
            raise AlreadyDone
        _forget_name(row)
        row.agrees, row.name_text_id = False, None
        act.save(row)
        if was_published:
            act.tell(PUBLIC, NO_LONGER)


def withdraw_all(user_id: int) -> None:
    """Withdraw every agreement of a deleted account, which could no longer withdraw it, and forget its names."""
    agreed = Consent.objects.filter(user_id=user_id, agrees=True)
    for campaign_id in sorted(agreed.values_list("campaign_id", flat=True)):
        withdraw(user_id=user_id, campaign_id=campaign_id)


def _keep_name(row: Consent, name: str) -> int:
    text = ErasableText(id=SOURCES.new_id(OWN), author_id=row.user_id, campaign_id=row.campaign_id, text=name)
    text.save(force_insert=True)
    return int(text.pk)


def _forget_name(row: Consent) -> None:
    if row.name_text_id is not None:
        ErasableText.objects.filter(id=row.name_text_id).update(text="")
