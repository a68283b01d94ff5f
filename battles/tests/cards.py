"""Steps of a battle with unit cards, fought by a toy book."""

from battles.models import Battle, Card
from battles.services import plans
from battles.services.card_setup import begin_with_cards
from battles.tests.builders import open_unswept
from campaign.models import Proposal
from campaign.services import decisions
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept


@kept
def a_card_battle(*, umpire_kind: str = "person", units: str = "sample") -> tuple[Club, Battle]:
    """Set up the toy book's sample battle."""
    club = a_club(name="Nursery", one_off=True, umpire_kind=umpire_kind)
    begin_with_cards(club.viewer(club.decider), book="lead", units=units)
    if umpire_kind == "site":
        decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get(state="open").pk)
    sweep(club.campaign.pk)
    return club, Battle.objects.get(campaign=club.campaign)


def open_cards(club: Club, battle: Battle) -> None:
    """Seal both sides' plans and open the battle."""
    for who, entropy in (("union", "aa"), ("confederate", "bb")):
        plans.seal(club.viewer(who), battle.pk, plan={}, entropy=entropy)
    if club.decider == "umpire":
        open_unswept(club, battle)
    sweep(club.campaign.pk)
    sweep(club.campaign.pk)


def card(battle: Battle, name: str) -> Card:
    return Card.objects.get(battle=battle, name=name)
