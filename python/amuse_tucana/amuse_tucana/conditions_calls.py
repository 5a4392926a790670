"""The calls of AMUSE about stopping conditions."""

from __future__ import annotations

from typing import Any

from amuse_tucana.stopping import COLLISION, OUT_OF_BOX, StoppingConditions

DONE, FAILED = 0, -1
KNOWN = range(COLLISION, OUT_OF_BOX + 1)
GAS_LIMITS = ("minimum_density", "maximum_density", "minimum_internal_energy", "maximum_internal_energy")


class StoppingConditionCalls:
    conditions: StoppingConditions

    def has_stopping_condition(self, type: int, result: Any) -> int:
        result.value = int(type in KNOWN)
        return DONE

    def enable_stopping_condition(self, type: int) -> int:
        if type not in KNOWN:
            return FAILED
        self.conditions.enabled.add(int(type))
        return DONE

    def disable_stopping_condition(self, type: int) -> int:
        self.conditions.enabled.discard(int(type))
        return DONE

    def is_stopping_condition_enabled(self, type: int, result: Any) -> int:
        result.value = int(type in self.conditions.enabled)
        return DONE

    def is_stopping_condition_set(self, type: int, result: Any) -> int:
        result.value = int(any(kind == type for kind, _ in self.conditions.found))
        return DONE

    def get_number_of_stopping_conditions_set(self, result: Any) -> int:
        result.value = len(self.conditions.found)
        return DONE

    def get_stopping_condition_info(self, index: int, type: Any, number_of_particles: Any) -> int:
        type.value = number_of_particles.value = 0
        if not 0 <= index < len(self.conditions.found):
            return FAILED
        type.value, number_of_particles.value = self.conditions.found[index][0], len(self.conditions.found[index][1])
        return DONE

    def get_stopping_condition_particle_index(self, index: int, index_of_the_column: int, index_of_particle: Any) -> int:
        index_of_particle.value = -1
        if not 0 <= index < len(self.conditions.found):
            return FAILED
        particles = self.conditions.found[index][1]
        if not 0 <= index_of_the_column < len(particles):
            return FAILED
        index_of_particle.value = particles[index_of_the_column]
        return DONE

    def get_stopping_condition_timeout_parameter(self, value: Any) -> int:
        value.value = self.conditions.timeout
        return DONE

    def set_stopping_condition_timeout_parameter(self, value: float) -> int:
        if value < 0:
            return FAILED
        self.conditions.timeout = float(value)
        return DONE

    def get_stopping_condition_number_of_steps_parameter(self, value: Any) -> int:
        value.value = self.conditions.steps
        return DONE

    def set_stopping_condition_number_of_steps_parameter(self, value: int) -> int:
        if value < 1:
            return FAILED
        self.conditions.steps = int(value)
        return DONE

    def get_stopping_condition_out_of_box_parameter(self, value: Any) -> int:
        value.value = self.conditions.box_size
        return DONE

    def set_stopping_condition_out_of_box_parameter(self, value: float) -> int:
        self.conditions.box_size = float(value)
        return DONE

    def get_stopping_condition_out_of_box_use_center_of_mass_parameter(self, value: Any) -> int:
        value.value = self.conditions.box_about_centre
        return DONE

    def set_stopping_condition_out_of_box_use_center_of_mass_parameter(self, value: bool) -> int:
        self.conditions.box_about_centre = bool(value)
        return DONE


def _add_gas_limits() -> None:
    """AMUSE sets all parameters of its own to their defaults, those of gas too."""
    for name in GAS_LIMITS:

        def get(self: Any, value: Any, name: str = name) -> int:
            value.value = self.conditions.limits.get(name, -1.0)
            return DONE

        def put(self: Any, value: float, name: str = name) -> int:
            self.conditions.limits[name] = float(value)
            return DONE

        setattr(StoppingConditionCalls, f"get_stopping_condition_{name}_parameter", get)
        setattr(StoppingConditionCalls, f"set_stopping_condition_{name}_parameter", put)


_add_gas_limits()
