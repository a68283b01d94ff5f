"""Battles: their page, acts, phone page, and list."""

from functools import partial

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_POST

from battles import actions
from battles import flanks as _register_the_flank_converter  # noqa: F401
from battles.actions import box as box_actions
from battles.actions import card_rolls as roll_actions
from battles.actions import cards as card_actions
from battles.actions import day as day_actions
from battles.actions import orders as order_actions
from battles.actions import pictures as picture_actions
from battles.actions import results as result_actions
from battles.actions import table_rolls as table_actions
from battles.actions import ticks as tick_actions
from battles.views import (
    after,
    box,
    card_rolls,
    cards,
    games,
    losses,
    orders,
    pages,
    practice,
    results,
    rulebook,
    setups,
    table_rolls,
)
from campaign import ids as _register_the_id_converter  # noqa: F401
from campaign.urls.lazy import LazyInclude
from campaign.views.base import act_of, form_of, page_of, shows
from campaign.views.rulebook import rule_pages
from campaign.web import seated

app_name = "battles"
button = partial(act_of, on=pages.battle, after=pages.back_to_battle)
of_battle: list[URLPattern | URLResolver] = [
    path("", shows(pages.battle), name="detail"),
    path("table/", shows(pages.table), name="table"),
    path("ground/", page_of(actions.set_ground), name="ground"),
    path("ground/accept/", act_of(actions.accept_ground), name="accept-ground"),
    path("ground/hex/", page_of(actions.correct_hex), name="hex"),
    path("ground/edge/", act_of(actions.choose_edge), name="edge"),
    path("ground/picture/", page_of(picture_actions.add_picture), name="picture"),
    path("ground/picture/<id:picture_id>/erase/", page_of(picture_actions.erase_picture), name="erase-picture"),
    path("plan/", page_of(actions.seal_plan), name="plan"),
    path("plan/draft/", act_of(actions.draft_plan, on=form_of(actions.seal_plan)), name="draft"),
    path("plan/deployment/", page_of(actions.draft_deployment), name="deployment"),
    path("plan/deployment/picture/", page_of(picture_actions.draft_picture), name="deployment-picture"),
    path("plan/deployment/picture/drop/", page_of(picture_actions.drop_picture), name="drop-picture"),
    path("plan/order/", page_of(actions.edit_order), name="order"),
    path("plan/order/file/", page_of(actions.import_order), name="order-file"),
    path("plan/order/copy/", page_of(actions.copy_order), name="order-copy"),
    path("plan/order/export/", shows(pages.order_export), name="order-export"),
    path("plan/order/<slug:side>/", shows(pages.order_sheet), name="order-sheet"),
    path("plan/unseal/", page_of(actions.unseal_plan), name="unseal"),
    path("box/", page_of(box_actions.print_box, view=box.box), name="box"),
    path("box/<id:box_print_id>/", shows(box.box_pdf), name="box-pdf"),
    path("prepare/", page_of(actions.prepare_battle), name="prepare"),
    path("open/", page_of(actions.open_battle), name="open"),
    path("open/<slug:side>/", page_of(actions.set_hidden), name="hidden"),
    path("seen/", shows(pages.seen), name="seen"),
    path("seen/<slug:side>/place/", page_of(actions.place_units), name="place"),
    path("excess/<flank:edge>/", page_of(actions.choose_excess), name="excess"),
    path("opening/<slug:side>/", shows(pages.opening), name="opening"),
    path("rulebook/", include((rule_pages(rulebook.of_battle), "rulebook"))),
    path("request/", button(day_actions.request_step), name="request"),
    path("notices/<int:n>/read/", button(actions.read_notice), name="read-notice"),
    path("end-day/", page_of(day_actions.end_day, after=pages.back_to_battle), name="end-day"),
    path("end/", page_of(day_actions.end_battle, after=pages.back_to_battle), name="end"),
    path("night/", page_of(day_actions.choose_for_night), name="night"),
    path("night/open/", page_of(day_actions.open_night), name="open-night"),
    path("phase/", button(day_actions.next_phase), name="phase"),
    path("adjourn/", page_of(day_actions.adjourn_battle), name="adjourn"),
    path("resume/", button(day_actions.resume_battle), name="resume"),
    path("positions/", page_of(day_actions.note_positions), name="positions"),
    path("positions/picture/", page_of(day_actions.photograph_positions), name="positions-picture"),
    path(
        "positions/picture/<id:picture_id>/erase/",
        page_of(day_actions.erase_photograph),
        name="erase-photograph",
    ),
    path("units/", shows(cards.units), name="cards"),
    path("units/<slug:side>/list/", page_of(card_actions.list_units), name="card-list"),
    path("units/<slug:side>/new/<slug:name>/", page_of(card_actions.add_unit), name="card-new"),
    path("unit/<id:card_id>/", shows(cards.unit), name="card"),
    path("unit/<id:card_id>/change/", page_of(card_actions.change_unit), name="card-change"),
    path("unit/<id:card_id>/remove/", page_of(card_actions.remove_unit), name="card-remove"),
    path("unit/<id:card_id>/reveal/", page_of(card_actions.reveal_unit), name="card-reveal"),
    path("orders/", shows(orders.orders), name="orders"),
    path("orders/new/", page_of(order_actions.write_order), name="order-new"),
    path("orders/<id:written_order_id>/reveal/", page_of(order_actions.reveal_order), name="order-reveal"),
    path("rolls/", shows(card_rolls.rolls), name="card-rolls"),
    path(
        "rolls/new/<slug:name>/", page_of(roll_actions.roll_from_cards, view=card_rolls.new_roll), name="card-roll-new"
    ),
    path("roll/<id:card_roll_id>/", page_of(roll_actions.confirm_roll, view=card_rolls.roll), name="card-roll"),
    path("roll/<id:card_roll_id>/discard/", page_of(roll_actions.discard_roll), name="card-roll-discard"),
    path("losses/<slug:side>/", page_of(tick_actions.tick_loss, view=losses.side_losses), name="side-losses"),
    path("leaders/<slug:side>/", shows(table_rolls.leaders), name="leaders"),
    path("leaders/<slug:side>/<slug:post>/", page_of(table_actions.place_leader), name="leader"),
    path("table/rolls/", shows(table_rolls.rolls), name="table-rolls"),
    path("table/rolls/<slug:side>/<slug:name>/", shows(table_rolls.units), name="table-units"),
    path(
        "table/rolls/<slug:side>/<slug:name>/<slug:unit>/",
        page_of(table_actions.roll_at_table, view=table_rolls.new_roll),
        name="roll-at-table",
    ),
    path("table/roll/<id:table_roll_id>/", shows(table_rolls.roll), name="table-roll"),
    path("table/roll/<id:table_roll_id>/again/", page_of(table_actions.reroll), name="reroll"),
    path("result/", shows(results.results), name="result"),
    path("result/<slug:side>/", page_of(result_actions.enter_result, view=results.side_result), name="side-result"),
    path("result/<slug:side>/removals/", page_of(result_actions.choose_removals), name="removals"),
    path(
        "result/<slug:side>/object/",
        page_of(result_actions.object_to_losses, view=results.objections),
        name="object-to-losses",
    ),
    path("result/<slug:side>/rule/<slug:row>/", page_of(result_actions.rule_on_losses), name="rule-on-losses"),
    path("result/<slug:side>/check/", require_POST(seated(results.typed_result)), name="check-result"),
    path("after/", shows(after.after), name="after"),
    path("after/report.json", shows(after.after_file), name="after-file"),
    path("after/units.csv", shows(after.after_units), name="after-units"),
    path("call-off/", page_of(actions.call_off), name="call-off"),
    path("confirm/", button(result_actions.confirm_result), name="confirm"),
    path("settle/", button(result_actions.settle_battle), name="settle"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("practice/", practice.begin, name="practice"),
    path("c/<id:campaign_id>/contact/<id:contact_id>/fight/", page_of(actions.fight_on_table), name="fight-on-table"),
    path("c/<id:campaign_id>/battles/", shows(pages.battles), name="list"),
    path("c/<id:campaign_id>/battles/set-up/", page_of(actions.set_up_battle, view=setups.set_up), name="set-up"),
    path("c/<id:campaign_id>/battles/set-up/units/", page_of(card_actions.set_up_with_cards), name="card-set-up"),
    path("c/<id:campaign_id>/battles/proposed/<id:proposal_id>/", shows(setups.proposed), name="proposed-setup"),
    path("c/<id:campaign_id>/battles/ground/<id:proposal_id>/", shows(setups.ground), name="proposed-ground"),
    path("c/<id:campaign_id>/battles/picture/<id:proposal_id>/", shows(setups.picture), name="proposed-picture"),
    path("setup.schema.json", setups.schema, name="setup-schema"),
    path("c/<id:campaign_id>/b/<id:battle_id>/", include(of_battle)),
    path("games/<id:campaign_id>/", games.game, name="game"),
    path("games/<id:campaign_id>/b/<id:battle_id>/", games.game_battle, name="game-battle"),
    LazyInclude("api/", "battles.api", namespace="api"),
]
