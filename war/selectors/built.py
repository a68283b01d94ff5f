"""What lies on the map of a war, as the umpire names and chooses it: works, depots, headquarters, and cut rails."""

from collections.abc import Iterator

from rulesets.civil_war.war import State
from rulesets.civil_war.war.setting_right import PutDown
from rulesets.civil_war.war.state import Army, Cut, Depot, Work
from war.selectors.war_words import place_of

Structure = Work | Depot | Cut | Army
PUT_DOWN_WORDS: dict[PutDown, str] = {
    "fort": "a fort",
    "fortress": "a fortress",
    "depot": "a depot",
    "army": "an army’s headquarters",
    "cut": "cut rails",
}


def all_built(state: State) -> Iterator[tuple[str, Structure]]:
    """Yield what is built, with the name under which it is chosen: a fort and a depot may lie in one hex."""
    yield from ((f"work:{hex_}", work) for hex_, work in sorted(state.works.items()))
    yield from ((f"depot:{hex_}", depot) for hex_, depot in sorted(state.depots.items()))
    yield from ((f"cut:{hex_}", cut) for hex_, cut in sorted(state.cuts.items()))
    yield from ((f"army:{army.commander}", army) for _, army in sorted(state.armies.items()))


def hex_of(state: State, built: Structure) -> str:
    """Return where it is; an army is where its commander is."""
    return state.leaders[built.commander].hex if isinstance(built, Army) else built.hex


def kind_of(built: Structure) -> str:
    """Say what it is."""
    if isinstance(built, Army):
        return f"headquarters of the {built.name}"
    if isinstance(built, Cut):
        return "cut rails"
    return built.kind if isinstance(built, Work) else "depot"


def words_for(state: State, built: Structure) -> str:
    """Say what it is and where: the fort at Cairo."""
    return f"the {kind_of(built)} at {place_of(state.world, hex_of(state, built))}"
