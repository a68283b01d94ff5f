"""1 and 4A: agreeing to fight on the table, and by which ratio."""

from rulesets.core.agreement import OnTable
from rulesets.core.brief import BriefSide, Ratio
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.words import many
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.hand_over import army_on_table
from rulesets.cw_to_ff.rulings import R_58
from rulesets.cw_to_ff.tables import USUAL_RATIO


def on_table(army: BriefSide, ratio: Ratio, house: Context = BY_THE_BOOK) -> OnTable:
    """Return an army's stands and batteries at a ratio."""
    found = army_on_table(army, ratio, house)
    kinds = (
        ("Infantry stands", found.infantry),
        ("Cavalry stands", found.cavalry),
        ("Foot batteries", found.foot_batteries),
        ("Horse batteries", found.horse_batteries),
    )
    return OnTable(kinds, str(found), str(BOOK.at("4A")))


def warning(ratio: Ratio, house: Context = BY_THE_BOOK) -> str:
    """Warn of a ratio that makes armies unusually small or large."""
    fewest, most = (USUAL_RATIO.at(limit, context=house) for limit in ("fewest", "most"))
    if fewest <= ratio.stands_per_sp <= most:
        return ""
    size = "small" if ratio.stands_per_sp < fewest else "large"
    usual = f"{fewest} to {most} stands for a strength point are usual"
    return f"{usual}; with {many(ratio.stands_per_sp, 'stand')} the armies will be unusually {size}."


def silence_agrees(house: Context = BY_THE_BOOK) -> bool:
    """Return whether a silent side agrees to an early offer of the table (R-58)."""
    return house.chosen(R_58) != R_58.default


def silence_in_words(house: Context = BY_THE_BOOK) -> str:
    """Return what follows a deadline without an agreement (R-58)."""
    return R_58.in_words(house.chosen(R_58))
