"""Reads snapshots of Tucana with h5py: close pairs and the columns of evolving stars, and the stars themselves where the
compiled part of the package is not there."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Dict, Iterator

import numpy as np

from tucana.errors import FailureError, InputError

# What the file has, and what one of its units is in pc, Msun and km/s.
COLUMNS = {"Coordinates": ("position", "length_pc", 1e3), "Velocities": ("velocity", "velocity_kms", 1.0),
           "Masses": ("mass", "mass_msun", 1e10), "Radii": ("radius", "length_pc", 1e3)}


# The columns of evolving stars, in units of their own: Myr, Msun, Rsun, Lsun, K, 1/yr.
EVOLUTION = {"StellarTypes": "type", "StellarAges": "age", "StellarMasses": "stellar_mass", "StellarRadii": "stellar_radius",
             "Luminosities": "luminosity", "Temperatures": "temperature", "InitialMasses": "initial_mass",
             "CoreMasses": "core_mass", "Spins": "spin", "Metallicities": "metallicity", "Supernovae": "supernovae"}


class FileStars:
    """The attributes of tucana.Stars."""

    time: float
    length_pc: float
    mass_msun: float
    id: Any
    mass: Any
    radius: Any
    position: Any
    velocity: Any
    family: Any

    def __len__(self) -> int:
        return len(self.id)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Any]:
    """The open file; what goes wrong with it is an error that names it."""
    try:
        import h5py
    except ImportError as error:
        raise FailureError(f"{path}: to read this from a snapshot, h5py is needed (Debian: python3-h5py)") from error
    try:
        with h5py.File(path) as data:
            yield data
    except (OSError, KeyError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: is no snapshot of Tucana: {error}") from error


def groups_of(data: Any) -> Any:
    """Particle types, in the order in which the program reads them."""
    return [data[name] for name in sorted(data) if name.startswith("PartType")]


def read_snapshot(path: Path) -> Any:
    """The stars in code units."""
    stars = FileStars()
    with opened(path) as data:
        own = data["Tucana"].attrs
        stars.time, stars.length_pc, stars.mass_msun = (float(own[name]) for name in ("time", "length_pc", "mass_msun"))
        groups = groups_of(data)
        for column, (name, unit, size) in COLUMNS.items():
            values = np.concatenate([group[column][()] for group in groups])
            setattr(stars, name, values * (size / float(own[unit])))
        stars.id = np.concatenate([group["ParticleIDs"][()] for group in groups]).astype(np.int64)
        stars.family = np.concatenate([np.full(len(group["Masses"]), int(group.name[-1]), np.uint8) for group in groups])
    return stars


def read_columns(path: Path) -> Dict[str, Any]:
    """What evolving stars have beside places and masses, by `id`; no other column where stars do not evolve."""
    with opened(path) as data:
        groups = groups_of(data)
        table = {"id": np.concatenate([group["ParticleIDs"][()] for group in groups]).astype(np.int64)}
        for column, name in EVOLUTION.items():
            if all(column in group for group in groups):
                table[name] = np.concatenate([group[column][()] for group in groups])
    if "type" in table:
        table["type"] = table["type"].astype(np.int64)
    return table


def read_pairs(path: Path) -> Dict[str, Any]:
    """Close pairs in code units: ids and masses (n x 2), semi-major axes (negative: not bound), eccentricities, periods,
    slow-downs, centres and their velocities (n x 3)."""
    with opened(path) as data:
        own = data["Tucana"]
        if "Systems" not in own:
            empty = {name: np.empty(0) for name in ("semi_major_axis", "eccentricity", "period", "slow_down")}
            return {"id": np.empty((0, 2), np.int64), "mass": np.empty((0, 2)), **empty, "position": np.empty((0, 3)),
                    "velocity": np.empty((0, 3))}
        systems = own["Systems"]
        counts = systems["MemberCounts"][()].astype(np.int64)
        first = np.cumsum(counts) - counts
        is_pair = systems["Kinds"][()] == 0
        ids = systems["MemberIDs"][()].astype(np.int64)[first[is_pair][:, None] + np.arange(2)]
        size = 1e10 / float(own.attrs["mass_msun"])
        every_id = np.concatenate([group["ParticleIDs"][()] for group in groups_of(data)]).astype(np.int64)
        every_mass = np.concatenate([group["Masses"][()] for group in groups_of(data)]) * size
        order = np.argsort(every_id)
        rows = order[np.searchsorted(every_id, ids, sorter=order)]
        return {"id": ids, "mass": every_mass[rows],
                **{name: systems[column][()][is_pair] for column, name in
                   (("SemiMajorAxes", "semi_major_axis"), ("Eccentricities", "eccentricity"), ("Periods", "period"),
                    ("SlowDowns", "slow_down"), ("Centres", "position"), ("CentreVelocities", "velocity"))}}
