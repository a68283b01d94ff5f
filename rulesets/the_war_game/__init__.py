"""The War Game, adapted to the American Civil War: movement, musketry, charges, melee, morale, and artillery."""

from rulesets.core.book import Book

BOOK = Book(
    id="the_war_game",
    short="WG",
    title="The War Game (American Civil War)",
    edition="Charles Grant's rules, adapted to the Civil War on a public page",
    about="A tabletop game of single figures: movement, musketry, charges, melee, morale, and artillery.",
    phases={
        "Movement": ["movement", "detachment"],
        "Musketry": ["ranges", "who_fires_first", "musketry", "who_is_hit", "skirmish_fire", "officer_save"],
        "Artillery": ["round_shot", "canister", "howitzer", "counter_battery"],
        "Houses under fire": ["house_shot", "house_shell", "fire_spread"],
        "Charge": ["charge", "ride_down"],
        "Melee": ["break_in", "melee", "melee_outcome", "exhaustion"],
        "Morale": ["morale", "rally"],
    },
)
