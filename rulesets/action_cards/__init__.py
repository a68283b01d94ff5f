"""Action cards: a card-driven campaign of blocks, with its decks, moves, supply, and battles."""

from rulesets.core.book import Book

BOOK = Book(
    id="action_cards",
    short="AC",
    title="Action cards",
    edition="Alan P. Marian's conversion of Sam Grant and Bobby Lee",
    about="A card-driven campaign of blocks: cards, moves, battles of three rounds, supply, and victory.",
    phases={
        "Cards": ["deck", "turn_order", "supply_card"],
        "Moves": ["group_move_limits", "pinning", "strategic_move"],
        "Builds": ["build", "mississippi_control"],
        "Battles": ["block_battle_round", "fortress_hits", "block_battle", "retreat", "regroup"],
        "End of turn": ["supply", "attrition", "winter", "victory"],
    },
)
