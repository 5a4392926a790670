"""Code units (G = 1) and what they are in pc, Msun, km/s and Myr. Quantities of astropy are taken where it is there."""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass
from typing import Any, Dict

from tucana.errors import InputError, brief

# G in pc (km/s)^2 / Msun and one pc / (km/s) in Myr, as in src/core/units.h.
GRAVITY_CONSTANT = 4.300917270036279e-3
PC_PER_KMS_IN_MYR = 0.9777922216807891

# Powers of length, mass and velocity; a time is a length over a velocity.
DIMENSIONS: Dict[str, "tuple[int, int, int]"] = {
    "length": (1, 0, 0), "mass": (0, 1, 0), "velocity": (0, 0, 1), "time": (1, 0, -1), "energy": (0, 1, 2),
    "density": (-3, 1, 0), "angular_momentum": (1, 1, 1)}
ASTROPY_UNITS = {"length": "pc", "mass": "Msun", "velocity": "km / s", "time": "Myr"}


def is_quantity(value: Any) -> bool:
    """Whether a value brings a unit, as astropy's quantities do."""
    return hasattr(value, "unit") and hasattr(value, "to_value")


def physical_value(value: Any, dimension: str) -> Any:
    """A quantity as a number of pc, Msun, km/s or Myr."""
    try:
        return value.to_value(ASTROPY_UNITS[dimension])
    except Exception as error:  # astropy's own kinds of errors
        raise InputError(f"{value} is not a {dimension}: {error}") from error


@dataclass(frozen=True)
class Units:
    """What one code unit is. `Units(length_pc=1, mass_msun=1000)` or `simulation.units`."""

    length_pc: float = 1.0
    mass_msun: float = 1.0

    def __post_init__(self) -> None:
        for name in ("length_pc", "mass_msun"):
            value = getattr(self, name)
            if not isinstance(value, numbers.Real) or not 0 < float(value) < math.inf:
                raise InputError(f"units: {name} = {brief(value)} is not a number > 0")

    @property
    def velocity_kms(self) -> float:
        return math.sqrt(GRAVITY_CONSTANT * self.mass_msun / self.length_pc)

    @property
    def time_myr(self) -> float:
        return self.length_pc / self.velocity_kms * PC_PER_KMS_IN_MYR

    def scale(self, dimension: str, length: str = "pc") -> float:
        """One code unit in pc (or kpc), Msun, km/s, Myr and what is made of them."""
        if dimension == "time":
            return self.time_myr
        of_length, of_mass, of_velocity = DIMENSIONS[dimension]
        size = self.length_pc / (1000 if length == "kpc" else 1)
        return float(size**of_length * self.mass_msun**of_mass * self.velocity_kms**of_velocity)

    def to_code(self, value: Any, dimension: str) -> Any:
        """A number or array in code units: a quantity and text with a unit ("3 Myr") are converted, a plain number is in
        code units already."""
        if dimension not in DIMENSIONS:
            raise InputError(f"{brief(dimension)} is not one of {', '.join(DIMENSIONS)}")
        if isinstance(value, str):
            if dimension not in ASTROPY_UNITS:
                raise InputError(f"{brief(value)}: text can be a {', '.join(ASTROPY_UNITS)}, but no {dimension}")
            from tucana._tucana import quantity_from_text

            return quantity_from_text(value, dimension, self.length_pc, self.mass_msun)
        if not is_quantity(value):
            return value
        return physical_value(value, dimension) / self.scale(dimension)

    def stars(self, mass: Any, position: Any, velocity: Any, radius: Any = None, time: Any = 0.0, **columns: Any) -> Any:
        """`tucana.Stars` from numbers in code units or from quantities; columns: `id`, `family`."""
        import numpy as np

        from tucana._tucana import Stars

        given = {"mass": mass, "position": position, "velocity": velocity}
        plain = [name for name, value in given.items() if not is_quantity(value) and np.any(np.asarray(value) != 0)]
        if plain and any(is_quantity(value) for value in given.values()):
            raise InputError(f"{plain[0]}: has no unit, while others have one; give all of them a unit, or none")
        return Stars(self.to_code(mass, "mass"), self.to_code(position, "length"), self.to_code(velocity, "velocity"),
                     radius=self.to_code(radius, "length"), time=self.to_code(time, "time"), length_pc=self.length_pc,
                     mass_msun=self.mass_msun, **columns)


def option_value(value: Any) -> Any:
    """A value for an option: quantities become text with a unit ("3.0 Myr"), NumPy's numbers those of Python."""
    if is_quantity(value):
        for dimension, unit in ASTROPY_UNITS.items():
            if value.unit.is_equivalent(unit):
                return f"{float(physical_value(value, dimension))!r} {unit.replace(' ', '')}"
        raise InputError(f"options: {value} is neither a length, a mass, a velocity nor a time")
    return value.item() if hasattr(value, "item") and getattr(value, "ndim", None) == 0 else value


def flat_options(options: Any, prefix: str = "") -> Dict[str, Any]:
    """{"model": {"n": 300}} and {"model.n": 300} mean the same."""
    if options is None:
        return {}
    if not hasattr(options, "items"):
        raise InputError(f"options: a dict by name is needed, as in {{\"model.n\": 300}}, not {brief(options)}")
    flat: Dict[str, Any] = {}
    for name, value in options.items():
        if isinstance(value, dict):
            flat.update(flat_options(value, f"{prefix}{name}."))
        else:
            flat[f"{prefix}{name}" if prefix else name] = option_value(value)
    return flat
