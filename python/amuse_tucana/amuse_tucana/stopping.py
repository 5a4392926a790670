"""The stopping conditions of AMUSE, by the numbers that AMUSE gives them."""

from __future__ import annotations

import time as clock
from typing import Any, Dict, List, Set, Tuple

import numpy as np

from amuse_tucana import encounters
from amuse_tucana.model import Model

COLLISION, PAIR, ESCAPER, TIMEOUT, NUMBER_OF_STEPS, OUT_OF_BOX = range(6)
LONGEST_LOOK = 0.125  # time units between two looks, for what is seen late at worst
STEPS_PER_LOOK = 8
SHORTEST_LOOK = 2.0**-44


class StoppingConditions:
    def __init__(self) -> None:
        self.enabled: Set[int] = set()
        self.found: List[Tuple[int, List[int]]] = []  # condition, indices of its particles
        self.timeout, self.steps, self.box_size, self.box_about_centre = 4.0, 1, 0.0, False
        self.escape_radius = 0.0
        self.limits: Dict[str, float] = {}  # of gas, which this code has none of

    def advance(self, model: Model, end: float) -> None:
        """To the end, or until one of the conditions holds."""
        self.found = []
        if not self.enabled or not len(model.particles):
            model.advance_to(end)
            return
        started, steps = clock.monotonic(), 0
        model.turn_to(end)
        simulation, end = model.simulation(), model.course * end
        known = self._bound(simulation.stars)
        self._look_for_lost(simulation.stars)
        while not self.found and simulation.time < end:
            until = self._next_look(simulation, end)
            if self.enabled & {TIMEOUT, NUMBER_OF_STEPS}:  # block by block
                while simulation.next_block_time <= until:
                    simulation.step()
                    steps += 1
                    if self._is_over(clock.monotonic() - started, steps):
                        until = simulation.time
                        break
            model.advance_to(model.course * until)
            simulation = model.simulation()
            known = self._look(simulation.stars, known)
        model.refresh()

    def _is_over(self, seconds: float, steps: int) -> bool:
        if TIMEOUT in self.enabled and seconds > self.timeout:
            self.found.append((TIMEOUT, []))
        if NUMBER_OF_STEPS in self.enabled and steps >= self.steps:
            self.found.append((NUMBER_OF_STEPS, []))
        return bool(self.found)

    def _next_look(self, simulation: Any, end: float) -> float:
        now = simulation.time
        if not self.enabled & {COLLISION, PAIR, ESCAPER, OUT_OF_BOX}:
            return end
        span = LONGEST_LOOK
        if self.enabled & {COLLISION, PAIR}:
            span = min(span, STEPS_PER_LOOK * (simulation.shortest_step or LONGEST_LOOK / STEPS_PER_LOOK))
        if COLLISION in self.enabled:
            span = encounters.first_contact(simulation.stars, span)
        return min(end, now + max(span, SHORTEST_LOOK, 4 * float(np.spacing(now))))

    def _look(self, stars: Any, known: Set[Tuple[int, int]]) -> Set[Tuple[int, int]]:
        """Adds what is there now; returns the bound pairs."""
        index = stars.id - 1
        if COLLISION in self.enabled:
            for pair in encounters.touching(stars.position, stars.radius):
                self.found.append((COLLISION, [int(i) for i in index[pair]]))
        bound = self._bound(stars)
        self.found += [(PAIR, list(pair)) for pair in sorted(bound - known)]
        if ESCAPER in self.enabled:
            for row in encounters.escaped(stars.position, stars.velocity, stars.mass, self.escape_radius):
                self.found.append((ESCAPER, [int(index[row])]))
        self._look_for_lost(stars)
        return known | bound

    def _look_for_lost(self, stars: Any) -> None:
        """Also at the beginning: a star outside does not come back."""
        if OUT_OF_BOX in self.enabled:
            away = encounters.outside(stars.position, stars.mass, self.box_size, self.box_about_centre)
            self.found += [(OUT_OF_BOX, [int(stars.id[row]) - 1]) for row in away]

    def _bound(self, stars: Any) -> Set[Tuple[int, int]]:
        if PAIR not in self.enabled:
            return set()
        pairs = encounters.bound_pairs(stars.position, stars.velocity, stars.mass)
        return {(int(a), int(b)) for a, b in np.sort(stars.id[pairs] - 1, axis=1)}
