"""Charge combat and fallen leaders, mostly after the sister game, whose author kept this game's scheme."""

from rulesets.core.book import Mark
from rulesets.core.report import Fate
from rulesets.core.runs import Run
from rulesets.core.table import Table, at_least, at_most
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.state import Clash

SISTER = "After Napoleonic Fury 2.2, whose author kept this game's scheme; this game's own table is not public."

CHARGE_MODIFIERS = Table[int | None](
    id="fire_and_fury.charge_modifiers",
    title="Charge modifiers",
    cites=BOOK.at("Charge combat"),
    mark=Mark.SOURCED,
    down="for",
    rows={
        "attached leader or exceptional brigade commander": 1,
        "breakthrough": 1,
        "favorable ground": 1,
        "Confederate": 1,
        "supported": None,
        "outflanked": -2,
        "disordered": -2,
        "each stand lost to fire this turn": -1,
    },
    marks={
        "supported": Mark.UNKNOWN,
        "outflanked": Mark.RECONSTRUCTED,
        "disordered": Mark.RECONSTRUCTED,
        "each stand lost to fire this turn": Mark.RECONSTRUCTED,
    },
    signed=True,
    note="A reviewer counts 17 for each side; these are the ones that public pages name. They say that support counts, "
    "but not how much. States and numbers have tables of their own. A campaign may add rows.",
    grows=True,
)

OUTNUMBERED = Table[int](
    id="fire_and_fury.outnumbered",
    title="Outnumbered in a charge",
    cites=BOOK.at("Charge combat"),
    mark=Mark.RECONSTRUCTED,
    down="odds against",
    across="number",
    columns=("enemy stands", "own stands", "modifier"),
    rows={"3 to 1": (3, 1, -3), "2 to 1": (2, 1, -2), "3 to 2": (3, 2, -1)},
    note=SISTER,
)

CHARGE = Table[Clash](
    id="fire_and_fury.charge",
    title="Charge combat",
    cites=BOOK.at("Charge combat"),
    mark=Mark.RECONSTRUCTED,
    down="attacker's roll less defender's",
    rows={
        at_least(7): Clash.SWEPT,
        range(4, 7): Clash.DRIVEN,
        range(1, 4): Clash.PRESSED,
        0: Clash.STRUGGLE,
        range(-3, 0): Clash.CHECKED,
        range(-6, -3): Clash.FALTERS,
        at_most(-7): Clash.REPULSED,
    },
    note=SISTER,
    cover_down=range(-60, 61),
    run=Run("column", order=tuple(Clash)),
)

CHARGE_EFFECT = Table[object](
    id="fire_and_fury.charge_effect",
    title="Charge results",
    cites=BOOK.at("Charge combat"),
    mark=Mark.RECONSTRUCTED,
    down="result",
    across="effect",
    columns=("attacker's stands", "defender's stands", "attacker", "defender"),
    rows={
        Clash.SWEPT: (0, 2, "breaks through", "retreats a full move, disordered; leader or battery taken"),
        Clash.DRIVEN: (0, 1, "takes the position", "retreats a full move, disordered; battery damaged"),
        Clash.PRESSED: (0, 0, "takes the position", "falls back, disordered; battery silenced"),
        Clash.STRUGGLE: (1, 1, "fights on", "fights on"),
        Clash.CHECKED: (0, 0, "falls back, disordered", "holds"),
        Clash.FALTERS: (1, 0, "retreats a full move, disordered", "holds"),
        Clash.REPULSED: (2, 0, "retreats a full move, disordered; leader taken", "holds"),
        Clash.ATTACKER_GONE: (0, 0, "destroyed", "holds"),
        Clash.DEFENDER_GONE: (0, 0, "takes the position", "destroyed"),
        Clash.BOTH_GONE: (0, 0, "destroyed", "destroyed"),
    },
    note=f"{SISTER} The stands are those lost. The last 3 rows follow from the losses of a struggle.",
)

FALLEN_ONE_DIE = Table[Fate](
    id="fire_and_fury.fallen_one_die",
    title="Fallen leaders, d10",
    cites=BOOK.at("Fallen leaders"),
    mark=Mark.RECONSTRUCTED,
    down="d10",
    rows={
        range(1, 3): Fate.KILLED,
        3: Fate.WOUNDED,
        4: Fate.DISABLED,
        5: Fate.STUNNED,
        range(6, 11): Fate.UNHURT,
    },
    note="A plausible list; this game's own isn't public.",
    cover_down=range(1, 11),
)

FALLEN_TWO_DICE = Table[Fate](
    id="fire_and_fury.fallen_two_dice",
    title="Fallen leaders, 2d6",
    cites=BOOK.at("Fallen leaders"),
    mark=Mark.RECONSTRUCTED,
    down="2d6",
    rows={
        range(2, 4): Fate.KILLED,
        4: Fate.UNHURT,
        5: Fate.DISABLED,
        6: Fate.UNHURT,
        7: Fate.KILLED,
        8: Fate.UNHURT,
        9: Fate.WOUNDED,
        10: Fate.UNHURT,
        11: Fate.STUNNED,
        12: Fate.UNHURT,
    },
    note="Napoleonic Fury's list.",
    cover_down=range(2, 13),
)
