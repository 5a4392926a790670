"""Initial stars of the built-in models, in code units: `tucana.models.plummer(1000)`. Each is what a run with the same
`model.kind`, `model.n` and `model.seed` starts with."""

from __future__ import annotations

import os
from typing import Any, Union

from tucana import _tucana


def make(kind: str, n: int, seed: int = 1, **more: Any) -> _tucana.Stars:
    """The model `kind`; more: other options of the section `model`, such as `w0`."""
    return _tucana.model_stars({"model.kind": kind, "model.n": n, "model.seed": seed,
                                **{f"model.{name}": value for name, value in more.items()}})


def plummer(n: int, seed: int = 1) -> _tucana.Stars:
    """Plummer's sphere in Henon units."""
    return make("plummer", n, seed)


def king(n: int, w0: float, seed: int = 1) -> _tucana.Stars:
    """A King model in Henon units."""
    return make("king", n, seed, w0=w0)


def hernquist(n: int, seed: int = 1) -> _tucana.Stars:
    """A Hernquist sphere of mass and scale radius 1."""
    return make("hernquist", n, seed)


def nfw(n: int, seed: int = 1) -> _tucana.Stars:
    """A Navarro-Frenk-White sphere of mass and scale radius 1."""
    return make("nfw", n, seed)


def m31(n: int, seed: int = 1) -> _tucana.Stars:
    """The Andromeda galaxy: disc, bulge and halo, in kpc and 1e10 Msun."""
    return make("m31", n, seed)


def from_file(path: Union[str, "os.PathLike[str]"]) -> _tucana.Stars:
    """The stars of a snapshot, or of a table in any of the formats that `tucana convert` reads."""
    return _tucana.read_stars(os.fsdecode(path))
