"""Checks text that people read: no identifiers, no Python, right plurals, American spelling, our own terms."""

import re

QUOTED = re.compile(r"“[^”]*”")  # what somebody typed, or a JSON field for whoever writes JSON
ENDS = re.compile(r"[.?!]”?$")
COUNTED = "|".join(
    [
        *(
            "stands",
            "batteries",
            "brigades",
            "divisions",
            "leaders",
            "forces",
            "points",
            "columns",
            "counters",
            "places",
        ),
        *("turns", "months", "hexes", "inches", "times", "steps", "losses", "struggles", "results", "rolls", "rerolls"),
        *("entries", "characters", "clauses", "warnings", "survivors", "functions", "stars"),
    ]
)
PYTHON = [
    r"\b(None|True|False|Fraction|frozenset|tuple)\b",
    r"[\[\]{}<>]",
    r"(?<!\w)'[^']*'(?!\w)",
    r"\b[A-Z]\w*\.[A-Z]{2,}",
]
BRITISH = [
    r"\w*([Mm]anoeuv|[Tt]heatre|[Nn]eighbour|[Cc]entre|[Cc]olour|[Ff]avour)\w*",
    r"\b([Dd]efence|[Pp]rogramme|[Gg]rey|spelt|[Pp]er cent)\b",
    r"\d %",
]
WRONG = {
    "an identifier": r"\w_\w|\b(sp|cp|mp|vp|Sp|Cp|Mp|Vp)\b",
    "printed as Python": "|".join(PYTHON),
    "a wrong plural": rf"(?<![\w.,/−-])1 (\w+ )?({COUNTED})\b",
    "British": "|".join(BRITISH),
    "a term we dropped": r"\b(throws?|threw|thrown|faces of|besides|anew|likewise|meanwhile)\b",
    "bad spacing": r"\s\s|\s[.,;:]|^\s|\s$|\.\.|,,|;;",
}


def faults_of(text: str) -> list[str]:
    """Name what a label, choice, or result must not contain."""
    plain = QUOTED.sub("“”", text)
    found = [f"{what}: {hit[0]!r}" for what, wrong in WRONG.items() if (hit := re.search(wrong, plain))]
    return found if plain.strip() else ["empty"]


def sentence_faults(text: str) -> list[str]:
    """Name what is wrong with a whole sentence."""
    found = faults_of(text)
    if text and text[0].islower():
        found.append("begins in lower case")
    if text and not ENDS.search(text):
        found.append("doesn't end as a sentence")
    return found
