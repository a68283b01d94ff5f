"""Acts of a battle, and acts that begin one."""

from battles.forms.battle import EntropyForm, PrepareForm
from battles.forms.brief import BriefForm
from battles.forms.ground import EdgeForm, GroundForm, HexForm
from battles.forms.opening import ExcessForm, HiddenForm, PlaceForm
from battles.forms.order_of_battle import OrderCopyForm, OrderFileForm, OrderForm
from battles.forms.plan import DeploymentForm, PlanForm
from battles.models import Battle
from battles.selectors.arrivals import excess_page
from battles.selectors.deployment import deployment_page
from battles.selectors.forms import (
    battle_to_call_off,
    plan_page,
    plan_start,
    plan_to_unseal,
    take_up_page,
)
from battles.selectors.ground import ground_page, hex_page
from battles.selectors.hidden import place_page
from battles.selectors.opening import hidden_page, open_page, prepare_page
from battles.selectors.order_copy import order_copy_page
from battles.selectors.order_of_battle import order_page
from battles.selectors.reads import find_notice
from battles.selectors.setups import setup_offer, setup_shown
from battles.services import arrivals, begin, hidden, notices, opening, plans, setup
from battles.services import call_off as calling_off
from battles.services import ground as grounds
from campaign.actions.base import Action, Question, address
from campaign.visibility import Viewer
from campaign.web import ActForm
from war.models import Contact


def to_battle(viewer: Viewer, done: object, battle_id: int, **_: object) -> str:
    return address(viewer, "battles:detail", battle_id)


def _to_plan(viewer: Viewer, done: object, battle_id: int) -> str:
    return address(viewer, "battles:plan", battle_id)


def _to_ground(viewer: Viewer, done: object, battle_id: int) -> str:
    return address(viewer, "battles:ground", battle_id)


def _to_begun(viewer: Viewer, battle: Battle | None, contact_id: int) -> str:
    return to_battle(viewer, None, battle.id) if battle else address(viewer, "battles:list")


def _to_set_up(viewer: Viewer, laid: Battle | Contact | None) -> str:
    if isinstance(laid, Battle):
        return to_battle(viewer, None, laid.id)
    return address(viewer, "campaigns:page" if viewer.is_umpire else "campaigns:settings")


@Action(ActForm, offer=take_up_page, template="battles/fight_on_table.html", to=_to_begun)
def fight_on_table(viewer: Viewer, form: ActForm, contact_id: int) -> Battle:
    """Fight a waiting contact on the table. Only the umpire can; without one, either side."""
    return begin.fight_on_table(viewer, contact_id=contact_id, **form.action())


@Action(BriefForm, offer=setup_offer, template="battles/setup.html", page=setup_shown, to=_to_set_up)
def set_up_battle(viewer: Viewer, form: BriefForm) -> Battle | Contact | None:
    """Set up a battle, on the map or as a one-off. Only the umpire can; without one, both sides must agree."""
    return setup.set_up_chosen(viewer, form.chosen, name=form.sample, **form.action())


@Action(GroundForm, offer=ground_page, template="battles/ground.html", to=_to_ground)
def set_ground(viewer: Viewer, form: GroundForm, battle_id: int) -> None:
    """Set the ground of a battle. Only the umpire can; without one, both sides must agree."""
    grounds.set_ground(viewer, battle_id, form.whole(), **form.action())


@Action(ActForm, to=to_battle)
def accept_ground(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    """Accept the ground as it is. Only the umpire can; without one, both sides must agree."""
    grounds.accept_ground(viewer, battle_id, **form.action())


@Action(HexForm, offer=hex_page, template="battles/hex.html", to=_to_ground)
def correct_hex(viewer: Viewer, form: HexForm, battle_id: int) -> None:
    """Correct the hex of a battle, or the hexside. Only the umpire can; without one, both sides must agree."""
    grounds.correct_hex(viewer, battle_id, **form.said("hex_terrain", "hexside_crossed", "reason"))


@Action(EdgeForm, to=_to_ground)
def choose_edge(viewer: Viewer, form: EdgeForm, battle_id: int) -> None:
    """Choose the table edge that your side defends; the attacker gets the opposite one."""
    grounds.choose_edge(viewer, battle_id, **form.said("edge"))


@Action(PlanForm, offer=plan_start, template="battles/plan.html", page=plan_page, to=to_battle)
def seal_plan(viewer: Viewer, form: PlanForm, battle_id: int) -> None:
    """Seal your side's plan, even an empty one."""
    plans.seal(viewer, battle_id, plan=form.plan(), **form.said("entropy"))


@Action(PlanForm, offer=plan_start, to=_to_plan)
def draft_plan(viewer: Viewer, form: PlanForm, battle_id: int) -> None:
    """Save your draft of flank marches."""
    plans.save_draft(viewer, battle_id, plan=form.plan(), draft_version=form.cleaned_data["draft_version"] or 0)


@Action(DeploymentForm, offer=deployment_page, template="battles/deployment.html", to=_to_plan)
def draft_deployment(viewer: Viewer, form: DeploymentForm, battle_id: int) -> None:
    """Save your draft of a deployment."""
    version = form.cleaned_data["draft_version"] or 0
    plans.save_deployment(viewer, battle_id, deployment=form.deployment(), draft_version=version)


def _to_order(viewer: Viewer, at: str | None, battle_id: int) -> str:
    return f"{address(viewer, 'battles:order', battle_id)}#at-{at or ''}"


@Action(OrderForm, offer=order_page, template="battles/order.html", to=_to_order)
def edit_order(viewer: Viewer, form: OrderForm, battle_id: int) -> str:
    """Change your side's order of battle by one edit."""
    data = form.cleaned_data
    version, key = data["draft_version"] or 0, form.action()["key"]
    return plans.edit_order(viewer, battle_id, edit=form.edit(), draft_version=version, key=key)


@Action(OrderFileForm, offer=order_page, template="battles/order_file.html", to=_to_order)
def import_order(viewer: Viewer, form: OrderFileForm, battle_id: int) -> None:
    """Replace your side's order of battle by a file."""
    data = form.cleaned_data
    version, key = data["draft_version"] or 0, form.action()["key"]
    plans.import_order(viewer, battle_id, text=data["text"], draft_version=version, key=key)


@Action(OrderCopyForm, offer=order_copy_page, template="battles/order_copy.html", to=_to_order)
def copy_order(viewer: Viewer, form: OrderCopyForm, battle_id: int) -> None:
    """Replace your side's order of battle by a copy of its last one, as far as the army still has what is in it."""
    version, key = form.cleaned_data["draft_version"] or 0, form.action()["key"]
    plans.copy_order(viewer, battle_id, draft_version=version, key=key)


def _unsealing(viewer: Viewer, form: EntropyForm, battle_id: int) -> Question:
    """Ask before a sealed plan is lost."""
    loses = (
        "Its flank marches, order of battle, and deployment are drafts again, of the seat that sealed them. Everyone "
        "learns that your side unsealed its plan, and the deadline stays the same."
    )
    title = f"{form.offer.name}: unseal your plan?"
    return Question(title, loses, "Unseal the plan", back="battles:detail", back_args=(battle_id,))


@Action(EntropyForm, offer=plan_to_unseal, sure=_unsealing, to=_to_plan)
def unseal_plan(viewer: Viewer, form: EntropyForm, battle_id: int) -> None:
    """Unseal your side's plan, until both sides have sealed or the deadline has passed."""
    plans.unseal(viewer, battle_id, **form.action())


def _to_opening(viewer: Viewer, done: object, battle_id: int, **_: object) -> str:
    return address(viewer, "battles:open", battle_id)


@Action(PrepareForm, offer=prepare_page, template="battles/prepare.html", to=_to_opening)
def prepare_battle(viewer: Viewer, form: PrepareForm, battle_id: int) -> None:
    """Prepare the battle: freeze the dice, and make every secret roll. Only the umpire can."""
    opening.prepare_battle(viewer, battle_id, typed=form.typed(), **form.action())


@Action(HiddenForm, offer=hidden_page, template="battles/hidden.html", to=_to_opening)
def set_hidden(viewer: Viewer, form: HiddenForm, battle_id: int, side: str) -> None:
    """Decide which of a side’s units start hidden. Only the umpire can."""
    opening.set_hidden(viewer, battle_id, side=form.offer.side, units=form.cleaned_data["units"], **form.action())


@Action(ActForm, offer=open_page, template="battles/open.html", to=to_battle)
def open_battle(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    """Open a prepared battle: turn 1 begins. Only the umpire can."""
    opening.open_battle(viewer, battle_id, **form.action())


def _to_list(viewer: Viewer, done: object, battle_id: int, edge: str) -> str:
    return address(viewer, "battles:opening", battle_id, viewer.side.lower())


def _to_own_list(viewer: Viewer, done: object, battle_id: int, side: str) -> str:
    return address(viewer, "battles:opening", battle_id, side)


@Action(PlaceForm, offer=place_page, template="battles/place.html", to=_to_own_list)
def place_units(viewer: Viewer, form: PlaceForm, battle_id: int, side: str) -> None:
    """Place hidden units on the table, because they moved, fired, or came within sight; everyone learns of them."""
    data, key = form.cleaned_data, form.action()["key"]
    hidden.place_units(viewer, battle_id, side=form.offer.side, units=data["units"], why=data["why"], key=key)


@Action(ExcessForm, offer=excess_page, template="battles/excess.html", to=_to_list)
def choose_excess(viewer: Viewer, form: ExcessForm, battle_id: int, edge: str) -> None:
    """Choose which units of your flank march enter, once, on the turn they do."""
    data = form.cleaned_data
    arrivals.choose_excess(viewer, battle_id, edge=edge, units=form.units(), reduced=data["reduced"], **form.action())


@Action(ActForm, offer=find_notice, to=to_battle)
def read_notice(viewer: Viewer, form: ActForm, battle_id: int, n: int) -> None:
    """Put away a notice that you have read; nobody else learns of it."""
    notices.mark_read(viewer, battle_id, n)


def _calling_off(viewer: Viewer, form: ActForm, battle_id: int) -> Question:
    first = "The other side must agree first. " if viewer.is_commander else ""
    loses = (
        "It ends without a result, and the map stays as it is. Its cups are revealed and, if it was opened, both "
        "plans. If it is begun again, every roll made for it keeps its result."
    )
    title, back = f"{form.offer.name}: call it off?", "battles:detail"
    return Question(title, first + loses, "Call off the battle", back=back, back_args=(battle_id,))


@Action(ActForm, offer=battle_to_call_off, sure=_calling_off, to=to_battle)
def call_off(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    """Call off the battle. Only the umpire can alone; both sides can if they agree."""
    calling_off.call_off(viewer, battle_id, **form.action())
