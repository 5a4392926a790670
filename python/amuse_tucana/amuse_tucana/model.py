"""The particles of a worker and the simulation that moves them.

AMUSE changes particles one attribute after the other and says when it is done. So particles are kept as arrays beside the
simulation, and what differs from it is carried over at once when anything is computed: as changes (`tucana.Changes`) of
masses, velocities, new and lost particles, or as a new simulation where positions have been set.

Backwards in time the simulation has all velocities reversed, and its time is the negative one: `course` is then -1.
"""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np

import tucana

COLUMNS = ("mass", "radius", "position", "velocity")


class Particles:
    """Arrays in the order of their indices, which count from 0 and are never used again."""

    def __init__(self) -> None:
        self.index = np.empty(0, np.int64)
        self.mass, self.radius = np.empty(0), np.empty(0)
        self.position, self.velocity = np.empty((0, 3)), np.empty((0, 3))
        self.next_index = 0

    def __len__(self) -> int:
        return len(self.index)

    def add(self, **columns: Any) -> Any:
        """Returns the new indices."""
        count = len(columns["mass"])
        new = np.arange(self.next_index, self.next_index + count)
        self.next_index += count
        self.index = np.concatenate((self.index, new))
        for name in COLUMNS:
            setattr(self, name, np.concatenate((getattr(self, name), columns[name])))
        return new

    def remove(self, rows: Any) -> None:
        for name in ("index", *COLUMNS):
            setattr(self, name, np.delete(getattr(self, name), rows, axis=0))

    def rows(self, indices: Any) -> Any:
        """Where these particles are; KeyError for one that is not there."""
        wanted = np.atleast_1d(np.asarray(indices, np.int64))
        if not len(self.index):
            raise KeyError(f"there is no particle {wanted[0]}")
        rows = np.minimum(np.searchsorted(self.index, wanted), len(self.index) - 1)
        if np.any(self.index[rows] != wanted):
            raise KeyError(f"there is no particle {wanted[self.index[rows] != wanted][0]}")
        return rows

    def take(self, stars: Any, course: float) -> None:
        """The numbers of a table of stars, whose ids are indices + 1, and whose velocities are those times `course`."""
        order = np.argsort(stars.id)
        self.index = np.array(stars.id[order]) - 1
        for name in COLUMNS:
            setattr(self, name, np.array(getattr(stars, name)[order]))
        self.velocity *= course


class Model:
    def __init__(self) -> None:
        self.particles = Particles()
        self.options: Dict[str, Any] = {"run.threads": 1}
        self.begin_time = 0.0
        self.may_turn = False  # backwards in time
        self.course = 1.0
        self._time: Optional[float] = None  # while there is no simulation
        self._simulation: Optional[tucana.Simulation] = None
        self._made_with: Dict[str, Any] = {}

    @property
    def time(self) -> float:
        if self._simulation is not None:
            return self.course * self._simulation.time + 0.0
        return self.begin_time if self._time is None else self._time

    def set_option(self, name: str, value: Any) -> None:
        """Checked at once, in the words of the program; used from the next computation on."""
        options = {**self.options, name: value}
        tucana.Simulation(options, stars=tucana.Stars([1.0], [[0.0] * 3], [[0.0] * 3])).close()
        self.options = options

    def simulation(self) -> Optional[tucana.Simulation]:
        """With everything that AMUSE has changed; None without particles."""
        if not len(self.particles):
            self.close()
            return None
        if self._simulation is not None and self._made_with == self.options:
            changes = self._changes(self._simulation.stars)
            if changes is not None:
                self._apply(changes)
                return self._simulation
        self._make(self._stars())
        return self._simulation

    def turn_to(self, time: float) -> None:
        """Forwards or, where that is allowed, backwards: to a time on the other side the orbits are run through anew."""
        if not np.isfinite(time):
            raise tucana.InputError(f"the run is at t = {self.time:.12g} and cannot go to t = {time:.12g}")
        if time < self.time and not self.may_turn:
            raise tucana.InputError(f"the run is at t = {self.time:.12g} and cannot go to t = {time:.12g}, "
                                    "unless is_time_reversed_allowed is set")
        course = float(np.sign(time - self.time)) or self.course
        if course != self.course:
            self.close()
            self.course = course

    def advance_to(self, time: float) -> None:
        """Exactly to this time."""
        self.turn_to(time)
        simulation = self.simulation()
        if simulation is None:
            self._time = time
            return
        simulation.advance_to(self.course * time)
        self.refresh()

    def refresh(self) -> None:
        """After the simulation has moved."""
        self.particles.take(self._simulation.stars, self.course)

    def close(self) -> None:
        if self._simulation is not None:
            self._time = self.time
            self._simulation.close()
            self._simulation = None

    def _stars(self) -> tucana.Stars:
        own = self.particles
        return tucana.Stars(own.mass, own.position, self.course * own.velocity, id=own.index + 1, radius=own.radius,
                            time=self.course * self.time)

    def _make(self, stars: tucana.Stars) -> None:
        """From stars of the old simulation close pairs go on with all their digits."""
        new = tucana.Simulation(self.options, stars=stars)
        if self._simulation is not None:
            self._simulation.close()
        self._simulation, self._made_with = new, dict(self.options)

    def _changes(self, stars: tucana.Stars) -> Optional[tucana.Changes]:
        """What makes these stars those of AMUSE; None where positions differ, which no change is for."""
        own = self.particles
        order = np.argsort(stars.id)
        ids = stars.id[order]
        mine, theirs = np.isin(own.index + 1, ids), np.isin(ids, own.index + 1)
        kept = order[theirs]
        if np.any(stars.position[kept] != own.position[mine]):
            return None
        changes = tucana.Changes()
        star = own.index[mine] + 1
        for name, change in (("mass", changes.set_mass), ("radius", changes.set_radius)):
            new = getattr(own, name)[mine]
            differs = getattr(stars, name)[kept] != new
            if differs.any():
                change(star[differs], new[differs])
        velocity = self.course * own.velocity
        kicks = velocity[mine] - stars.velocity[kept]
        differs = np.any(kicks != 0, axis=1)
        if differs.any():
            changes.kick(star[differs], kicks[differs])
        if not theirs.all():
            changes.remove(ids[~theirs])
        if not mine.all():
            changes.add(tucana.Stars(own.mass[~mine], own.position[~mine], velocity[~mine], id=own.index[~mine] + 1,
                                     radius=own.radius[~mine]))
        return changes

    def _apply(self, changes: tucana.Changes) -> None:
        if not changes:
            return
        simulation = self._simulation
        if simulation.time != simulation.block_time:  # changes happen at the time of a block: let one be now
            self._make(simulation.stars)
        self._simulation.apply(changes, "amuse")
