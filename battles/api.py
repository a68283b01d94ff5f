"""Battles for programs: the endpoints of their pages, with the same forms and services."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from battles import actions
from battles.actions import box as box_actions
from battles.actions import card_rolls as roll_actions
from battles.actions import cards as card_actions
from battles.actions import day as day_actions
from battles.actions import orders as order_actions
from battles.actions import pictures as picture_actions
from battles.actions import results as result_actions
from battles.actions import table_rolls as table_actions
from battles.actions import ticks as tick_actions
from battles.forms.result import TypedResultForm
from battles.selectors.adjourned import PositionsPage
from battles.selectors.after import AfterReport, after_report
from battles.selectors.arrivals import ExcessPage
from battles.selectors.battle_list import BattlesPage, battles_page
from battles.selectors.box import BoxFile, BoxPage, box_file
from battles.selectors.card_rolls import CardRollPage, RollFormPage, RollsPage, card_roll_page, rolls_page
from battles.selectors.cards import (
    CardChangePage,
    CardPage,
    CardSetupPage,
    CardsPage,
    ListStart,
    NewCardPage,
    card_page,
    cards_page,
)
from battles.selectors.deployment import DeploymentPage
from battles.selectors.forms import PlanPage, RemovalsPage, TakeUpPage
from battles.selectors.games import GameBattlePage, GamePage, game_battle_page, game_page
from battles.selectors.ground import GroundPage, HexPage, ProposedGround, proposed_ground
from battles.selectors.ground_pictures import GroundPicturePage, ProposedPicture, proposed_picture
from battles.selectors.hidden import PlacePage, SeenPage, seen_page
from battles.selectors.leaders import LeaderPage, LeadersPage, leaders_page
from battles.selectors.losses_page import LossesPage
from battles.selectors.night import NightPage
from battles.selectors.objections import ObjectionPage, RulingPage
from battles.selectors.opening import HiddenPage, OpeningPage, OpenPage, PreparePage, opening_page
from battles.selectors.order_copy import OrderCopyPage
from battles.selectors.order_of_battle import OrderFile, OrderImport, OrderPage, OrderSheet, order_file, order_sheet
from battles.selectors.orders import OrderFormPage, OrdersPage, orders_page
from battles.selectors.page import BattlePage, battle_page
from battles.selectors.reads import find_battle, house_of_battle
from battles.selectors.result_form import SideResultPage, side_result_page
from battles.selectors.roll_start import TableRollFormPage
from battles.selectors.setups import ProposedSetup, SetupPage, proposed_setup
from battles.selectors.table_rolls import (
    RerollPage,
    RuleUnitsPage,
    TableRollPage,
    TableRollsPage,
    rule_units_page,
    table_roll_page,
    table_rolls_page,
)
from battles.services.result import try_result
from campaign.api.base import PROBLEMS, answers, form_problem, plain, seated_endpoint, shown, twin_of
from campaign.api.body import body_of, is_right
from campaign.api.described import described
from campaign.api.games import open_to_all
from campaign.api.rulebook import rule_endpoints
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.context import Context
from rulesets.core.records import dataclass


def _battle(viewer: Viewer, battle_id: int) -> BattlePage:
    return battle_page(viewer, battle_id, now=SOURCES.now())


@described(operation_id="game", responses={200: answers(GamePage), **PROBLEMS}, auth=[])
@open_to_all
def game(request: Request, campaign_id: int) -> Response:
    """Return a published game: its players, its battles, and what happened on the map."""
    return Response(plain(game_page(campaign_id)))


@described(operation_id="game_battle", responses={200: answers(GameBattlePage), **PROBLEMS}, auth=[])
@open_to_all
def game_battle(request: Request, campaign_id: int, battle_id: int) -> Response:
    """Return a battle of a published game: its events by turn, its report, and its revealed cups."""
    return Response(plain(game_battle_page(campaign_id, battle_id)))


def _house(viewer: Viewer, battle_id: int) -> Context:
    return house_of_battle(find_battle(viewer, battle_id))


@dataclass(frozen=True)
class Contradictions:
    """What contradicts itself in a result: a sentence for each unit and leader."""

    contradictions: dict[str, str]


@described(
    operation_id="check_result",
    request={"application/json": {"type": "object"}},
    responses={200: answers(Contradictions), **PROBLEMS},
)
@seated_endpoint("POST")
def check_result(request: Request, viewer: Viewer, battle_id: int, side: str) -> Response:
    """Check a result that isn't complete yet, as the page does while you type; nothing is entered."""
    form = TypedResultForm(body_of(request), viewer=viewer, offer=side_result_page(viewer, battle_id, side.upper()))
    if not is_right(form):
        return form_problem(form)
    trial = try_result(viewer, battle_id, side=form.offer.side, entered=form.entered())
    return Response(plain(Contradictions(trial.contradictions)))


B = "c/<id:campaign_id>/b/<id:battle_id>/"
urlpatterns = [
    path("c/<id:campaign_id>/contact/<id:contact_id>/fight/", twin_of(actions.fight_on_table, page=TakeUpPage)),
    path("c/<id:campaign_id>/battles/set-up/", twin_of(actions.set_up_battle, page=SetupPage)),
    path("c/<id:campaign_id>/battles/set-up/units/", twin_of(card_actions.set_up_with_cards, page=CardSetupPage)),
    path(
        "c/<id:campaign_id>/battles/proposed/<id:proposal_id>/",
        shown("proposed_setup", "Return a proposed setup in full.", page=ProposedSetup, read=proposed_setup),
    ),
    path(
        "c/<id:campaign_id>/battles/ground/<id:proposal_id>/",
        shown("proposed_ground", "Return a proposed ground.", page=ProposedGround, read=proposed_ground),
    ),
    path(
        "c/<id:campaign_id>/battles/picture/<id:proposal_id>/",
        shown("proposed_picture", "Return a proposed picture.", page=ProposedPicture, read=proposed_picture),
    ),
    path(
        "c/<id:campaign_id>/battles/",
        shown("battles", "Return the campaign's battles; all of it is public.", page=BattlesPage, read=battles_page),
    ),
    path("games/<id:campaign_id>/", game),
    path("games/<id:campaign_id>/b/<id:battle_id>/", game_battle),
    path(B, shown("battle", "Return the battle as your seat sees it.", page=BattlePage, read=_battle)),
    path(f"{B}ground/", twin_of(actions.set_ground, page=GroundPage)),
    path(f"{B}ground/accept/", twin_of(actions.accept_ground)),
    path(f"{B}ground/hex/", twin_of(actions.correct_hex, page=HexPage)),
    path(f"{B}ground/edge/", twin_of(actions.choose_edge)),
    path(f"{B}ground/picture/", twin_of(picture_actions.add_picture, page=GroundPicturePage)),
    path(f"{B}ground/picture/<id:picture_id>/erase/", twin_of(picture_actions.erase_picture)),
    path(f"{B}plan/", twin_of(actions.seal_plan, page=PlanPage)),
    path(f"{B}plan/deployment/", twin_of(actions.draft_deployment, page=DeploymentPage)),
    path(f"{B}plan/deployment/picture/", twin_of(picture_actions.draft_picture)),
    path(f"{B}plan/deployment/picture/drop/", twin_of(picture_actions.drop_picture)),
    path(f"{B}plan/order/", twin_of(actions.edit_order, page=OrderPage)),
    path(f"{B}plan/order/file/", twin_of(actions.import_order, page=OrderImport)),
    path(f"{B}plan/order/copy/", twin_of(actions.copy_order, page=OrderCopyPage)),
    path(
        f"{B}plan/order/export/",
        shown("order_file", "Return your order of battle as the text of a file.", page=OrderFile, read=order_file),
    ),
    path(
        f"{B}plan/order/<slug:side>/",
        shown("order_of_battle", "Return an order of battle as it is printed.", page=OrderSheet, read=order_sheet),
    ),
    path(f"{B}plan/draft/", twin_of(actions.draft_plan)),
    path(f"{B}plan/unseal/", twin_of(actions.unseal_plan)),
    path(f"{B}box/", twin_of(box_actions.print_box, page=BoxPage)),
    path(f"{B}box/<id:box_print_id>/", shown("box_pdf", "Return a print of your seat.", page=BoxFile, read=box_file)),
    path(f"{B}prepare/", twin_of(actions.prepare_battle, page=PreparePage)),
    path(f"{B}open/", twin_of(actions.open_battle, page=OpenPage)),
    path(f"{B}open/<slug:side>/", twin_of(actions.set_hidden, page=HiddenPage)),
    path(f"{B}seen/", shown("units_seen", "Return the units on the table.", page=SeenPage, read=seen_page)),
    path(f"{B}seen/<slug:side>/place/", twin_of(actions.place_units, page=PlacePage)),
    path(f"{B}excess/<flank:edge>/", twin_of(actions.choose_excess, page=ExcessPage)),
    path(
        f"{B}opening/<slug:side>/",
        shown("opening", "Return a side’s list for the opening.", page=OpeningPage, read=opening_page),
    ),
    *rule_endpoints(f"{B}rulebook/", "battle_rules", "the battle", _house),
    path(f"{B}request/", twin_of(day_actions.request_step)),
    path(f"{B}night/", twin_of(day_actions.choose_for_night, page=NightPage)),
    path(f"{B}night/open/", twin_of(day_actions.open_night)),
    path(f"{B}phase/", twin_of(day_actions.next_phase)),
    path(f"{B}adjourn/", twin_of(day_actions.adjourn_battle)),
    path(f"{B}resume/", twin_of(day_actions.resume_battle)),
    path(f"{B}positions/", twin_of(day_actions.note_positions, page=PositionsPage)),
    path(f"{B}positions/picture/", twin_of(day_actions.photograph_positions)),
    path(f"{B}positions/picture/<id:picture_id>/erase/", twin_of(day_actions.erase_photograph)),
    path(f"{B}notices/<int:n>/read/", twin_of(actions.read_notice)),
    path(f"{B}losses/<slug:side>/", twin_of(tick_actions.tick_loss, page=LossesPage)),
    path(f"{B}result/<slug:side>/", twin_of(result_actions.enter_result, page=SideResultPage)),
    path(f"{B}result/<slug:side>/removals/", twin_of(result_actions.choose_removals, page=RemovalsPage)),
    path(f"{B}result/<slug:side>/object/", twin_of(result_actions.object_to_losses, page=ObjectionPage)),
    path(f"{B}result/<slug:side>/rule/<slug:row>/", twin_of(result_actions.rule_on_losses, page=RulingPage)),
    path(f"{B}result/<slug:side>/check/", check_result),
    path(f"{B}units/", shown("units", "Return the units your seat sees.", page=CardsPage, read=cards_page)),
    path(f"{B}units/<slug:side>/list/", twin_of(card_actions.list_units, page=ListStart)),
    path(f"{B}units/<slug:side>/new/<slug:name>/", twin_of(card_actions.add_unit, page=NewCardPage)),
    path(f"{B}unit/<id:card_id>/", shown("unit", "Return one unit.", page=CardPage, read=card_page)),
    path(f"{B}unit/<id:card_id>/change/", twin_of(card_actions.change_unit, page=CardChangePage)),
    path(f"{B}unit/<id:card_id>/remove/", twin_of(card_actions.remove_unit)),
    path(f"{B}unit/<id:card_id>/reveal/", twin_of(card_actions.reveal_unit)),
    path(f"{B}orders/", shown("orders", "Return the written orders.", page=OrdersPage, read=orders_page)),
    path(f"{B}orders/new/", twin_of(order_actions.write_order, page=OrderFormPage)),
    path(f"{B}orders/<id:written_order_id>/reveal/", twin_of(order_actions.reveal_order)),
    path(f"{B}rolls/", shown("card_rolls", "Return the rolls from units.", page=RollsPage, read=rolls_page)),
    path(f"{B}rolls/new/<slug:name>/", twin_of(roll_actions.roll_from_cards, page=RollFormPage)),
    path(f"{B}roll/<id:card_roll_id>/", shown("card_roll", "Return a roll.", page=CardRollPage, read=card_roll_page)),
    path(f"{B}roll/<id:card_roll_id>/confirm/", twin_of(roll_actions.confirm_roll)),
    path(f"{B}roll/<id:card_roll_id>/discard/", twin_of(roll_actions.discard_roll)),
    path(
        f"{B}leaders/<slug:side>/",
        shown("leaders", "Return your side’s leaders at the table.", page=LeadersPage, read=leaders_page),
    ),
    path(f"{B}leaders/<slug:side>/<slug:post>/", twin_of(table_actions.place_leader, page=LeaderPage)),
    path(
        f"{B}table/rolls/",
        shown("table_rolls", "Return the rolls at the table.", page=TableRollsPage, read=table_rolls_page),
    ),
    path(
        f"{B}table/rolls/<slug:side>/<slug:name>/",
        shown("table_units", "Return the units that can roll a rule.", page=RuleUnitsPage, read=rule_units_page),
    ),
    path(
        f"{B}table/rolls/<slug:side>/<slug:name>/<slug:unit>/",
        twin_of(table_actions.roll_at_table, page=TableRollFormPage),
    ),
    path(
        f"{B}table/roll/<id:table_roll_id>/",
        shown("table_roll", "Return a roll at the table.", page=TableRollPage, read=table_roll_page),
    ),
    path(f"{B}table/roll/<id:table_roll_id>/again/", twin_of(table_actions.reroll, page=RerollPage)),
    path(
        f"{B}after/",
        shown("after_action", "Return the report of a settled battle.", page=AfterReport, read=after_report),
    ),
    path(f"{B}call-off/", twin_of(actions.call_off)),
    path(f"{B}confirm/", twin_of(result_actions.confirm_result)),
    path(f"{B}settle/", twin_of(result_actions.settle_battle)),
]
