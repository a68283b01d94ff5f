"""Pictures of a battle's ground: the page that adds one, and a picture that one side proposed. All of it is public."""

from django.http import Http404

from battles.models import Battle, BattleState
from battles.selectors.ground import UNSEALS
from battles.selectors.reads import find_battle, plans_of, site_is_umpire
from campaign.ids import read_id
from campaign.models import Proposal, SideCode
from campaign.parts import Audience
from campaign.selectors.pictures import PictureShown, shown_pictures, still_kept
from campaign.visibility import Viewer
from rulesets.core.records import dataclass

ADD_PICTURE = "battle.picture"
MOST_PICTURES = 4
FULL = f"A ground has at most {MOST_PICTURES} pictures. Erase one first."


@dataclass(frozen=True)
class GroundPicturePage:
    """The page that adds a picture to the ground; `full` says why none can be added."""

    battle_id: int
    name: str
    audience: Audience
    must_agree: bool
    unseals: str
    full: str


def picture_page(viewer: Viewer, battle_id: int) -> GroundPicturePage:
    """Return the page to those who may set the ground, alone or with the other side."""
    battle = find_battle(viewer, battle_id)
    if not viewer.decides:
        raise Http404
    is_planned = battle.state == BattleState.PLANS
    return GroundPicturePage(
        battle_id=battle.id,
        name=battle.name,
        audience=Audience(side="public", words="Visible to everyone"),
        must_agree=site_is_umpire(battle),
        unseals=UNSEALS if is_planned and plans_of(battle) else "",
        full=why_no_picture(battle),
    )


def why_no_picture(battle: Battle) -> str:
    """Return why no picture can be added now, or ""."""
    if battle.is_over:
        return f"{battle.name} is already over."
    if battle.is_postponed:
        return f"{battle.name} is postponed. Resume it first."
    return FULL if len(still_kept(battle.campaign_id, battle.ground.pictures)) >= MOST_PICTURES else ""


def erasable_picture(viewer: Viewer, battle_id: int, picture_id: int) -> PictureShown:
    """Return a picture of this ground to those who may erase it."""
    battle = find_battle(viewer, battle_id)
    for picture in shown_pictures(viewer, battle.ground.pictures):
        if picture.id == picture_id and picture.may_erase:
            return picture
    raise Http404


@dataclass(frozen=True)
class ProposedPicture:
    """A picture that one side proposed where the site umpires, for everyone to see; none once it is erased."""

    battle_id: int
    name: str
    asked_by: str
    pictures: tuple[PictureShown, ...]


def proposed_picture(viewer: Viewer, proposal_id: int) -> ProposedPicture:
    row = Proposal.objects.filter(campaign_id=viewer.campaign_id, id=proposal_id, kind=ADD_PICTURE).first()
    if row is None:
        raise Http404
    battle = find_battle(viewer, read_id(row.payload["battle"]) or 0)
    asked_by = str(SideCode(row.side).label)
    return ProposedPicture(battle.id, battle.name, asked_by, shown_pictures(viewer, [row.payload["picture"]]))
