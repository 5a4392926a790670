"""What a run has written, as arrays: `tucana.read("runs/plummer")`."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Union

import numpy as np

from tucana.errors import InputError, brief
from tucana.run_log import RunLog, read_run
from tucana.snapshot_file import read_columns, read_pairs, read_snapshot
from tucana.units import Units

if TYPE_CHECKING:
    from tucana._tucana import Stars

#: What the keys of log.jsonl measure; the others have no dimension, or are seconds.
LOG_DIMENSIONS = {
    "time": "time", "mass": "mass", "lagrangian_radii": "length", "core_radius": "length", "core_density": "density",
    "density_centre": "length", "centre_of_mass": "length", "centre_of_mass_velocity": "velocity",
    "angular_momentum": "angular_momentum", "cluster_centre": "length", "cluster_velocity": "velocity",
    "bound_mass": "mass", "half_mass_radius": "length", "jacobi_radius": "length", "shortest_step": "time",
    **dict.fromkeys(("energy", "internal_energy", "kinetic_energy", "potential_energy", "external_energy", "energy_ledger",
                     "energy_ledger_orbit", "energy_ledger_mass", "energy_ledger_kick", "energy_ledger_merger",
                     "energy_ledger_removal", "energy_ledger_addition", "energy_ledger_relativity",
                     "energy_ledger_radiation"), "energy")}
PAIR_DIMENSIONS = {"mass": "mass", "semi_major_axis": "length", "period": "time", "position": "length", "velocity": "velocity"}
STAR_DIMENSIONS = {"mass": "mass", "radius": "length", "position": "length", "velocity": "velocity"}
SYSTEMS = ("code", "pc", "kpc")


def scale_of(units: Units, system: str, dimension: Optional[str]) -> float:
    """What to multiply code units with: 1, or to pc (kpc), Msun, km/s, Myr."""
    if not isinstance(system, str) or system not in SYSTEMS:
        raise InputError(f"units: {brief(system)} is not one of {', '.join(SYSTEMS)}")
    return 1.0 if system == "code" or dimension is None else units.scale(dimension, system)


class Table(Dict[str, Any]):
    """Columns by name: arrays of one number or of three for each row."""

    def frame(self) -> Any:
        """The same as a DataFrame of pandas; a column of vectors becomes three, `_x`, `_y`, `_z`, one of
        pairs two, `_1`, `_2`."""
        import pandas

        flat: Dict[str, Any] = {}
        for name, column in self.items():
            if getattr(column, "ndim", 1) == 2:
                names = "xyz" if column.shape[1] == 3 else range(1, column.shape[1] + 1)
                flat.update({f"{name}_{axis}": column[:, i] for i, axis in enumerate(names)})
            else:
                flat[name] = column
        return pandas.DataFrame(flat)


class Snapshot:
    """A snapshot of a run; its stars are read when they are asked for."""

    def __init__(self, path: Path, number: int, system: str) -> None:
        self.path, self.number, self._system = path, number, system
        self._stars: Optional[Stars] = None

    @property
    def stars(self) -> "Stars":
        """In code units."""
        if self._stars is None:
            try:
                from tucana import _tucana
            except ImportError:
                self._stars = read_snapshot(self.path)
            else:
                self._stars = _tucana.read_stars(os.fspath(self.path))
        return self._stars

    @property
    def units(self) -> Units:
        return Units(self.stars.length_pc, self.stars.mass_msun)

    @property
    def time(self) -> float:
        return self.stars.time * scale_of(self.units, self._system, "time")

    def table(self) -> Table:
        """id, mass, radius, position, velocity, family, in the units of read()."""
        stars, units = self.stars, self.units
        table = Table(id=stars.id)
        for name, dimension in STAR_DIMENSIONS.items():
            column = getattr(stars, name)
            factor = scale_of(units, self._system, dimension)
            table[name] = column if factor == 1 else column * factor
        table["family"] = stars.family
        return table

    def pairs(self) -> Table:
        """Close pairs: `id` and `mass` of both stars, `semi_major_axis`, `eccentricity`, `period`, `slow_down`, and
        `position` and `velocity` of the centre, in the units of read()."""
        table = Table(read_pairs(self.path))
        for name, dimension in PAIR_DIMENSIONS.items():
            table[name] = table[name] * scale_of(self.units, self._system, dimension)
        return table

    def columns(self) -> Table:
        """Of evolving stars, by `id`: `type`, `age` (Myr), `stellar_mass` (Msun), `stellar_radius` (Rsun), `luminosity`
        (Lsun), `temperature` (K), ... Of others the ids alone."""
        return Table(read_columns(self.path))

    def __repr__(self) -> str:
        return f"<tucana snapshot {self.path.name}>"


class Run:
    """The files of a run: `log`, `events`, `snapshots`, `summary`, `options`, `units`."""

    def __init__(self, folder: Path, system: str) -> None:
        self.folder, self.system = folder, system
        self._log: RunLog = read_run(folder)
        self.options: Dict[str, str] = self._log.options
        self.units = units_of(self._log)
        scale_of(self.units, system, None)

    @property
    def log(self) -> Table:
        """Columns of log.jsonl. Lagrangian radii are columns by their per cent: `lagrangian_radius_50`, numbers of stars by
        their type: `stellar_types_14`."""
        rows = self._log.rows
        table = Table()
        for key in dict.fromkeys(key for row in rows for key in row):
            factor = scale_of(self.units, self.system, LOG_DIMENSIONS.get(key))
            if key == "lagrangian_radii":
                for percent in self._log.percents():
                    table[f"lagrangian_radius_{percent}"] = np.array(self._log.lagrangian_radius(percent)) * factor
                continue
            sample = next(row[key] for row in rows if key in row)
            if isinstance(sample, dict):  # a census: numbers by type
                for kind in dict.fromkeys(kind for row in rows for kind in row.get(key, {})):
                    table[f"{key}_{kind}"] = np.array([float(row.get(key, {}).get(kind, 0)) for row in rows])
            elif isinstance(sample, list):
                table[key] = np.array([row.get(key, [np.nan] * 3) for row in rows], dtype=float) * factor
            else:
                table[key] = np.array(self._log.column(key)) * factor
        return table

    @property
    def events(self) -> List[Dict[str, Any]]:
        """The lines of events.jsonl; an incomplete last one is left out. Times are in the units of read()."""
        path = self.folder / "events.jsonl"
        if not path.is_file():
            return []
        events = []
        for line in path.read_text().splitlines(keepends=True):
            if not line.endswith("\n"):
                break
            event = json.loads(line)
            event["time"] *= scale_of(self.units, self.system, "time")
            events.append(event)
        return events

    @property
    def snapshots(self) -> Sequence[Snapshot]:
        """In the order of time."""
        found = []
        for path in self.folder.iterdir():
            match = re.fullmatch(r"snapshot_(\d+)\.hdf5", path.name)
            if match:
                found.append(Snapshot(path, int(match[1]), self.system))
        return sorted(found, key=lambda snapshot: snapshot.number)

    @property
    def summary(self) -> Dict[str, Any]:
        """summary.json; empty while the run goes on."""
        path = self.folder / "summary.json"
        return dict(json.loads(path.read_text())) if path.is_file() else {}

    def __iter__(self) -> Iterator[Snapshot]:
        return iter(self.snapshots)

    def __repr__(self) -> str:
        return f"<tucana run {self.folder}: {len(self._log.rows)} rows of log, {len(self.snapshots)} snapshots>"


def units_of(log: RunLog) -> Units:
    """Of a run that says nothing: 1 pc and 1 Msun a star."""
    length = log.length_unit_pc() or 1.0
    return Units(length, log.mass_unit_msun() or 1.0)


def read(folder: Union[str, "os.PathLike[str]"], units: str = "code") -> Run:
    """The run in a folder, finished or not, in code units or in "pc" or "kpc", with Msun, km/s and Myr."""
    return Run(Path(folder), units)
