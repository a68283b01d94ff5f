"""Begin a battle: from a contact on the map, or as a one-off (VG-1)."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from battles.conduct import conduct_of
from battles.models import OVER, Battle, BattleGround, PublicSetup, Setup, UmpireWork
from battles.selectors.cups import one_off_owner
from battles.selectors.reads import stream_of
from battles.services.cards import create_cards
from battles.services.common import require
from campaign.app_part import some
from campaign.audiences import PUBLIC, UMPIRE
from campaign.errors import Refusal
from campaign.models import Campaign, CampaignState, Recorded, UmpireKind
from campaign.selectors.house import house_of
from campaign.services import cups, sweep
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.brief import Brief
from rulesets.core.carries import carries
from rulesets.core.ground import standard_ground
from rulesets.core.registry import setups_of
from rulesets.core.units import NewUnit
from war.models import Contact, ContactState, Force
from war.selectors.agreement import is_rewound, undecided, why_not_begun
from war.selectors.briefs import brief_of, rows_of
from war.selectors.state import bridge_of

ASKED_AGAIN = "After the rewind, both sides have to agree again how to fight. The site asks them in a moment."


@carries("VG-1")
def fight_on_table(
    viewer: Viewer | None,
    *,
    contact_id: int,
    campaign_id: int = 0,
    version: int | None = None,
    key: str | None = None,
) -> Battle:
    """Begin the battle of a contact that both sides agreed to fight on the table.

    Only the umpire can; where the site umpires, the sweep does it without a viewer, and either side can.
    """
    if viewer is not None:
        _require_umpire(viewer)
    battle_id = SOURCES.new_id(PUBLIC)
    said: dict[str, Any] = {"campaign_id": campaign_id, "version": version, "key": key}
    with open_act(viewer, stream=stream_of(battle_id), kind="battle.begun", **said) as act:
        contact = Contact.objects.filter(campaign_id=act.campaign_id, id=contact_id).first()
        if contact is None:
            raise Http404
        require(not any(is_rewound(one) for one in undecided(act.campaign_id) if one == contact), ASKED_AGAIN)
        if refusal := why_not_begun(contact):
            raise Refusal(refusal, cites="VG-1")
        contact.state, contact.since = ContactState.TAKEN_UP, act.at
        act.save(contact)
        rows = rows_of(contact)
        for row in rows:
            act.pin(row)
        battle = Battle(id=battle_id, campaign_id=act.campaign_id, contact=contact, name=contact.name)
        battle.hex, battle.cup_owner = contact.hex, contact.id
        brief = brief_of(contact, rows, book=bridge_of(act.campaign_id))
        if contact.came_from:  # in a war nobody has stated the line of the combat table
            brief = setups_of(brief.book).completed(brief, house_of(act.campaign_id))
        _begin(act, battle, brief=brief, scopes=_scopes(rows))
    return battle


def begin_agreed(campaign_id: int, now: datetime) -> None:
    """Begin, as the site, the battles that both sides agreed to."""
    for contact in list(_agreed().filter(campaign_id=campaign_id).order_by("id")):
        sweep.run_isolated("an agreed battle", partial(_begin_one, contact))


def battle_is_agreed() -> Q:
    return some(_agreed())


def _agreed() -> QuerySet[Contact]:
    """Return the contacts whose battles the site begins."""
    return Contact.objects.filter(
        campaign__umpire_kind=UmpireKind.SITE,
        campaign__state=CampaignState.RUNNING,
        state=ContactState.AGREED,
        postponed=False,
    )


def _begin_one(contact: Contact) -> None:
    try:
        fight_on_table(None, contact_id=contact.pk, campaign_id=contact.campaign_id)
    except Refusal:
        if not why_not_begun(Contact.objects.get(id=contact.pk)):  # else another sweep was faster
            raise


def begin_one_off(
    viewer: Viewer | None,
    *,
    name: str,
    brief: Brief,
    units: Sequence[NewUnit] = (),
    campaign_id: int = 0,
    version: int | None = None,
    key: str | None = None,
) -> Battle:
    """Begin a battle without a map, from a Brief set up by the umpire or by both sides, with any unit cards."""
    if viewer is not None:
        _require_umpire(viewer)
    battle_id = SOURCES.new_id(PUBLIC)
    stream = stream_of(battle_id)
    with open_act(viewer, stream=stream, kind="battle.begun", campaign_id=campaign_id, version=version, key=key) as act:
        one_off = Campaign.objects.filter(id=act.campaign_id, one_off=True).exists()
        require(one_off, "Only a one-off battle can begin without a contact on the map.")
        fought = Battle.objects.filter(campaign_id=act.campaign_id).exclude(state__in=OVER)
        require(not fought.exists(), "This campaign’s battle isn’t over yet.")
        battle = Battle(id=battle_id, campaign_id=act.campaign_id, name=name)
        battle.cup_owner = one_off_owner(act.campaign_id)
        _begin(act, battle, brief=brief, scopes={})
        create_cards(act, battle, units)
    return battle


def _begin(act: Act, battle: Battle, *, brief: Brief, scopes: dict[str, str]) -> None:
    """Create the battle's rows and its committed cups, and announce it.

    The campaign's current house rules apply until the battle ends.
    """
    battle.book, battle.since, battle.is_swept = brief.book, act.at, True
    battle.known_rolls = cups.public_rolls(battle.cups)
    of_battle = {"campaign_id": battle.campaign_id, "battle": battle}
    house = house_of(battle.campaign_id)
    planning = conduct_of(brief.book, house).planning
    planning.check_brief(brief)
    setup = Setup(id=SOURCES.new_id(UMPIRE), **of_battle, brief=brief.to_json(), house=house.to_json(), scopes=scopes)
    public = PublicSetup(id=SOURCES.new_id(PUBLIC), **of_battle, house=house.to_json())
    public.brief = planning.public_part(brief).to_json()
    ground = BattleGround(id=SOURCES.new_id(PUBLIC), **of_battle)
    ground.lay(standard_ground())
    for row in (battle, UmpireWork(id=SOURCES.new_id(UMPIRE), **of_battle), setup, public, ground):
        act.create(row)
    is_again = cups.has_cups(battle.cups)
    cups.open_cups(battle.cups, title=battle.name)
    act.tell(PUBLIC, f"{battle.name} will be fought on the table. Each side seals its plan.", kind="battle.begun")
    if is_again:
        act.tell(PUBLIC, _again(battle), kind="battle.begun")


def _again(battle: Battle) -> str:
    """Say that a battle begun again has no fresh dice, and which of its rolls everyone knows."""
    known = f"Already public: {'; '.join(battle.known_rolls)}." if battle.known_rolls else "None is public yet."
    return f"{battle.name} was begun before, so every roll made for it keeps its result. {known}"


def _scopes(rows: Sequence[Recorded]) -> dict[str, str]:
    """Return each side's theater, if all its forces share one."""
    found: dict[str, set[str]] = {}
    for row in rows:
        if isinstance(row, Force):
            found.setdefault(row.side, set()).add(row.scope)
    return {side: scopes.pop() if len(scopes) == 1 else "" for side, scopes in found.items()}


def _require_umpire(viewer: Viewer) -> None:
    site = Campaign.objects.filter(id=viewer.campaign_id, umpire_kind=UmpireKind.SITE)
    if not (viewer.is_umpire or (viewer.is_commander and site.exists())):
        raise Http404
