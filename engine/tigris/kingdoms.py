"""Regions and kingdoms (rules 3), kept up to date in `Draft.kingdoms` as things come and go."""

from __future__ import annotations

from functools import lru_cache

from engine.tigris.geometry import AROUND, NEAR, beside, flood
from engine.tigris.state import Draft


def pieces(cells: int, leaders: int) -> tuple[int, ...]:
    """The kingdoms among `cells`: what hangs together round each of `leaders`."""
    found = []
    leaders &= cells
    while leaders:
        kingdom = flood(leaders & -leaders, cells)
        found.append(kingdom)
        leaders &= ~kingdom
    return tuple(found)


def add(draft: Draft, cell: int, leader: bool) -> None:
    """Something that joins has come to `cell`."""
    near = NEAR[cell]
    draft.filled |= cell
    joined = cell
    apart = []
    for kingdom in draft.kingdoms:
        if kingdom & near:
            joined |= kingdom
        else:
            apart.append(kingdom)
    if not leader and joined == cell:
        return
    loose = near & draft.filled & ~joined
    if loose:
        joined |= flood(loose, draft.filled & ~joined)
    draft.kingdoms = (*apart, joined)


def remove(draft: Draft, cells: int) -> None:
    """Nothing joins on `cells` any more; leaders on them are off `draft.leaders` already."""
    draft.filled &= ~cells
    kingdoms: tuple[int, ...] = ()
    leaders = sum(draft.leaders)
    for kingdom in draft.kingdoms:
        kingdoms += pieces(kingdom & ~cells, leaders) if kingdom & cells else (kingdom,)
    draft.kingdoms = kingdoms


def touched(kingdoms: tuple[int, ...], cell: int) -> int:
    """How many of the kingdoms are next to the cell."""
    near = NEAR[cell]
    return sum(1 for kingdom in kingdoms if kingdom & near)


def of(draft: Draft, cells: int) -> int:
    """The kingdom that holds one of the cells, 0 if none does."""
    for kingdom in draft.kingdoms:
        if kingdom & cells:
            return kingdom
    return 0


def lifted(draft: Draft, leader: int) -> tuple[int, ...]:
    """The kingdoms as they would be without the leader that stands on this cell (rules 5.2)."""
    kingdoms: tuple[int, ...] = ()
    others = sum(draft.leaders) & ~leader
    for kingdom in draft.kingdoms:
        if not kingdom & leader:
            kingdoms += (kingdom,)
        elif splits(kingdom & ~leader, leader):
            kingdoms += pieces(kingdom & ~leader, others)
        elif kingdom & others:
            kingdoms += (kingdom & ~leader,)
    return kingdoms


def splits(rest: int, cell: int) -> bool:
    """Whether `rest`, which was in one piece with `cell`, falls apart without it."""
    near = NEAR[cell] & rest
    grown = near & -near
    if near == grown or _ring(grown, near, rest & AROUND[cell]):
        return False
    while near & ~grown:
        seed, grown = grown, (grown | grown << 1 | grown >> 1 | grown << 17 | grown >> 17) & rest
        if seed == grown:
            return True
    return False


@lru_cache(maxsize=1 << 15)
def _ring(first: int, near: int, around: int) -> bool:
    """Whether the neighbours hang together through the eight cells around: then nothing can split."""
    return not near & ~flood(first, around)


def owner(draft: Draft, colour: int, kingdom: int) -> int | None:
    """The seat whose leader of this colour stands in the kingdom (the first, if there are two)."""
    for seat, cell in enumerate(draft.leaders[colour::4]):
        if cell & kingdom:
            return seat
    return None


def stranded(draft: Draft) -> list[int]:
    """Indices into `leaders` of those with no face-up temple beside them (rules 5.6)."""
    temples = beside(draft.tiles[1])
    return [index for index, cell in enumerate(draft.leaders) if cell and not cell & temples]
