"""Hexes by axial coordinates, pointy-topped, r growing southward: neighbors, distance, corners, joined lines.

A corner is named by the sum of the three hexes that meet there, in whole numbers, so that two hexes agree on it.
"""

from collections.abc import Sequence

Axial = tuple[int, int]
Corner = tuple[int, int]
NEIGHBORS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from the east


def around(here: Axial) -> list[Axial]:
    """Return the six hexes that touch one, clockwise from the east."""
    return [(here[0] + dq, here[1] + dr) for dq, dr in NEIGHBORS]


def distance(one: Axial, other: Axial) -> int:
    """Count the steps from one hex to another over open ground."""
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def corners(here: Axial) -> list[Corner]:
    """Return the six corners of a hex, clockwise from the upper right."""
    q, r = here
    pairs = ((NEIGHBORS[number - 1], NEIGHBORS[number]) for number in range(6))
    return [(3 * q + aq + bq, 3 * r + ar + br) for (aq, ar), (bq, br) in pairs]


def side_between(one: Axial, other: Axial) -> frozenset[Corner]:
    """Return the two corners that neighbors share."""
    return frozenset(corners(one)) & frozenset(corners(other))


def end_to_end(sides: Sequence[frozenset[Corner]]) -> list[Corner]:
    """Join hexsides into one line of corners, from the end with the lower name."""
    ends = [key for side in sides for key in side if sum(key in other for other in sides) == 1]
    line, left = [min(ends)], list(sides)
    while left:
        side = next(each for each in left if line[-1] in each)
        left.remove(side)
        line += side - {line[-1]}
    return line
