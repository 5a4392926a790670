"""`tucana.Simulation`: a simulation in the hands of Python. All of its physics is in the compiled part."""

from __future__ import annotations

import contextlib
import json
import os
import warnings
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from tucana import _tucana
from tucana.errors import InputError, brief
from tucana.units import Units, flat_options, is_quantity

Path = Union[str, "os.PathLike[str]"]
Options = Mapping[str, Any]


def _checked(value: Any, kind: type, what: str) -> Any:
    """An object of this kind, or a message that says which is needed."""
    if not isinstance(value, kind):
        raise InputError(f"{what}: tucana.{kind.__name__} is needed, not {brief(value)}")
    return value


def _path(value: Optional[Path]) -> str:
    return "" if value is None else os.fsdecode(value)


class Changes(_tucana.Changes):
    __doc__ = _tucana.Changes.__doc__

    def __init__(self, units: Optional[Units] = None) -> None:
        super().__init__()
        self._units = units

    def _code(self, value: Any, dimension: str) -> Any:
        if self._units is None:
            if is_quantity(value) or isinstance(value, str):
                raise InputError(f"{brief(value)}: what it is in code units only a simulation knows; use its changes(), or "
                                 "Changes(its units)")
            return value
        return self._units.to_code(value, dimension)

    def set_mass(self, ids: Any, mass: Any) -> None:
        """New masses, at unchanged velocities."""
        super().set_mass(ids, self._code(mass, "mass"))

    def set_radius(self, ids: Any, radius: Any) -> None:
        super().set_radius(ids, self._code(radius, "length"))

    def kick(self, ids: Any, velocity_change: Any) -> None:
        """Adds to velocities: n x 3, or one vector for all."""
        super().kick(ids, self._code(velocity_change, "velocity"))

    def merge(self, kept: Any, lost: Any, mass: Any, radius: Any = 0.0) -> None:
        """Two stars become one at their centre of mass, which goes on as `kept` with this mass."""
        super().merge(kept, lost, self._code(mass, "mass"), self._code(radius, "length"))

    def add(self, stars: _tucana.Stars) -> None:
        """New stars, with ids that no star has."""
        super().add(_checked(stars, _tucana.Stars, "stars"))


class Process:
    """Something that changes stars at times of its own choice. Derive from it, and give it to a simulation.

    What it decides may depend on the stars that it is shown and on its own state alone; then a run gives the same bits
    after any restart.
    """

    name = "process"  #: in snake_case; it appears in files

    def start(self, stars: _tucana.Stars) -> None:
        """A new run starts with these stars. Not called at a restart."""

    def next_time(self) -> Optional[float]:
        """When it wants to act next; None: not any more."""
        raise NotImplementedError

    def act(self, time: float, stars: _tucana.Stars, record: Callable[..., None]) -> Optional[_tucana.Changes]:
        """What is to change now. `record("supernova", [id], mass=0.02)` writes a line to events.jsonl."""
        raise NotImplementedError

    def state(self) -> Dict[str, Any]:
        """Everything that its next actions depend on, for checkpoints: what json can write."""
        return {}

    def restore(self, state: Dict[str, Any]) -> None:
        """The state that a checkpoint has."""


class Field:
    """An external field, computed for many stars at once: time is a number, or one for each place unless the field
    `is_static`; position is n x 3, in code units and in coordinates at rest. Derive from it.

    A method `derivatives(time, position, velocity, acceleration)` that returns jerk and snap (both n x 3) may be added.
    Without it these are computed by differences along the orbit over a hundredth of `scale`, a length over which the
    field changes (0: the distance from the origin).
    """

    name = "python_field"
    is_static = True
    scale = 0.0

    def acceleration(self, time: Any, position: Any) -> Any:
        raise NotImplementedError

    def potential(self, time: float, position: Any) -> Any:
        raise NotImplementedError


class Simulation(_tucana.Session):
    """A simulation, made from options by name: those of `tucana run`, with the same checks and messages.

        simulation = tucana.Simulation({"model.n": 300})
        simulation.advance_to(1.0)
        simulation.stars.position        # n x 3, read-only

    `file` is an options file that the options are added to, `stars` replaces the model, `out` is a folder for all files
    of a run: then `run()` does what `tucana run` does, to the same bits, and `tucana run --restart` goes on with it, as
    `tucana.restart()` does with runs of the program. `processes` and `field` are written in Python.

    A simulation belongs to one thread at a time and to the process that made it. Ctrl-C ends a computation between two
    blocks and leaves the simulation as it is then.
    """

    def __init__(self, options: Optional[Options] = None, *, file: Optional[Path] = None,
                 stars: Optional[_tucana.Stars] = None, out: Optional[Path] = None, force: bool = False,
                 processes: Sequence[Process] = (), field: Optional[Field] = None) -> None:
        if stars is not None:
            _checked(stars, _tucana.Stars, "stars")
        if not isinstance(force, bool):
            raise InputError(f"force: True or False is needed, not {brief(force)}")
        super().__init__(flat_options(options), _path(file), stars, _path(out), force, list(processes), field)
        self._warn()

    def _warn(self) -> None:
        for text in self.warning_list():
            warnings.warn(text, stacklevel=3)

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return self.description()

    @property
    def units(self) -> Units:
        """What a code unit is in pc, Msun, km/s and Myr."""
        length, mass, _, _ = self.units_tuple()
        return Units(length, mass)

    @property
    def options(self) -> Dict[str, Any]:
        """Every option by name."""
        return self.options_dict()

    def advance_to(self, time: Any) -> "Simulation":  # type: ignore[override]
        """All blocks and looks of observers until a time, this one included; a number, a quantity or text ("3 Myr")."""
        super().advance_to(self.units.to_code(time, "time") if isinstance(time, str) or is_quantity(time) else time)
        return self

    def report(self) -> Dict[str, Any]:
        """Energies, radii and counts now, with the keys of log.jsonl."""
        row: Dict[str, Any] = json.loads(self.report_text())
        return row

    def observe(self, function: Optional[Callable[[_tucana.Look], object]] = None, *,  # type: ignore[override]
                every: Any = 0.0, times: Any = None) -> Any:
        """Calls a function with a `Look` (time, stars, energy_error) every so often, from time 0 on, or at given times;
        as a decorator too. It sees a copy: observers never change the orbits."""
        if function is None:
            return lambda wrapped: (self.observe(wrapped, every=every, times=times), wrapped)[1]
        units = self.units
        try:
            interval = float(units.to_code(every, "time"))
        except (TypeError, ValueError, OverflowError) as error:
            raise InputError(f"every: a time is needed, not {brief(every)}") from error
        super().observe(function, interval, units.to_code(times, "time"))
        return function

    def apply(self, changes: _tucana.Changes, who: str = "python") -> Dict[str, float]:
        """Changes stars at `block_time`, all of it or nothing; returns what each kind of change did to the energy, which
        is booked under the name `who` and is no energy error."""
        energy: Dict[str, float] = super().apply(_checked(changes, _tucana.Changes, "changes"), who)
        return energy

    def changes(self) -> Changes:
        """Changes to fill and to apply(), which take quantities too."""
        return Changes(self.units)

    @contextlib.contextmanager
    def changing(self, who: str = "python") -> Iterator[Changes]:
        """`with simulation.changing() as changes: changes.kick(...)`: applied at the end, not after an exception."""
        changes = self.changes()
        yield changes
        self.apply(changes, who)


def restart(folder: Path, options: Optional[Options] = None, *, processes: Sequence[Process] = (),
            field: Optional[Field] = None) -> Simulation:
    """Goes on with the run in a folder, of Python or of the program, from its last checkpoint and to the same bits. Some
    options may change; processes and field must be the same."""
    simulation = Simulation.__new__(Simulation)
    _tucana.Session.__init__(simulation, restart=os.fsdecode(folder), options=flat_options(options),
                             processes=list(processes), field=field)
    simulation._warn()
    return simulation


def run(options: Optional[Options] = None, *, out: Path, **more: Any) -> str:
    """What `tucana run` does: a whole run into a folder. Returns why it ended: "end_time"."""
    with Simulation(options, out=out, **more) as simulation:
        return simulation.run()


def option_list() -> List[Dict[str, Any]]:
    """Every option: name, type, unit, default, range, help."""
    return _tucana.option_list()


if Simulation.__doc__:
    Simulation.__doc__ += "\n    Options (docs/options.md):\n\n" + _tucana.options_text()
