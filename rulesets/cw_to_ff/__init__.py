"""How a battle of the strategic game is fought on the table, and what it does to the strategic game."""

from rulesets.core.book import Book

BOOK = Book(
    id="cw_to_ff",
    short="VG",
    title="Civil War battles fought with Fire and Fury",
    edition="Jim McConnell, revised 6/9/95",
    about="How a battle of the strategic game is fought on the table, and what it does to the strategic game.",
    bridges="civil_war",
    phases={
        "Order of battle": ["convert_strength", "leader_rank", "draft_order_of_battle", "check_order_of_battle"],
        "Flank marches and ground": ["check_flank_march", "breastworks", "worn_start"],
        "Ratings and secret rolls": ["leader_rating", "brigade_rating", "flank_march_arrival", "flank_march_meeting"],
        "On the table": [
            "game_day",
            "maneuver",
            "maneuver_modifiers",
            "charge_modifiers",
            "poltroon_effect",
            "army_radius",
            "army_rerolls",
            "nightfall",
        ],
        "After the battle": ["winner", "losses_to_strength", "demoralization", "leader_fates", "quality_after_battle"],
        "Promotions": ["promotion_roll", "promotion_draw"],
    },
    former={
        "cw_to_ff.manoeuvre_modifiers": "cw_to_ff.maneuver_modifiers",
        "breastworks, per cent": "breastworks, percent",
    },
)
