"""Tucana, the gravitational N-body code, from Python.

    import tucana

    simulation = tucana.Simulation({"model.n": 300})
    simulation.advance_to(1.0)
    print(simulation.stars.position, simulation.energy_error)

    data = tucana.read("runs/plummer")     # what a run has written, as arrays

`Simulation` and what belongs to it need the compiled part (`pip install .`); `read`, plots and ensembles need only the
files of runs and, for snapshots, the compiled part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tucana.errors import FailureError, InputError
from tucana.units import Units

if TYPE_CHECKING:
    from tucana import models, plots
    from tucana._tucana import Look, Stars
    from tucana.data import read
    from tucana.ensembles import ensemble
    from tucana.simulation import Changes, Field, Process, Simulation, option_list, restart, run

__all__ = ["Changes", "FailureError", "Field", "InputError", "Look", "Process", "Simulation", "Stars", "Units",
           "ensemble", "models", "option_list", "plots", "read", "restart", "run"]

# Loaded when they are asked for: plots must work without the compiled part, and start fast.
_PLACES = {"Stars": "_tucana", "Look": "_tucana", "read": "data", "ensemble": "ensembles",
           **dict.fromkeys(("Changes", "Field", "Process", "Simulation", "option_list", "restart", "run"), "simulation")}


def __getattr__(name: str) -> Any:
    import importlib

    if name in ("models", "plots"):
        return importlib.import_module(f"tucana.{name}")
    if name == "__version__":
        from tucana import _tucana

        return _tucana.version()
    if name not in _PLACES:
        raise AttributeError(f"module 'tucana' has no attribute {name!r}")
    try:
        module = importlib.import_module(f"tucana.{_PLACES[name]}")
    except ModuleNotFoundError as error:
        if error.name != "tucana._tucana":
            raise
        raise ImportError(f"tucana.{name} needs the compiled part of the package: pip install . in the folder of "
                          "Tucana's sources") from error
    value = globals()[name] = getattr(module, name)
    return value
