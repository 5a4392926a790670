"""What AMUSE calls: every method returns 0, or less for what cannot be, and fills the `value` of its output arguments.
Mistakes that Tucana has words for are exceptions, whose text AMUSE passes on.

This module needs no AMUSE. Arguments of calls about particles are arrays: all particles at once.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

import numpy as np

from amuse_tucana.conditions_calls import StoppingConditionCalls
from amuse_tucana.model import Model
from amuse_tucana.stopping import StoppingConditions

DONE, FAILED, LAST = 0, -1, 1


def about_particles(call: Callable[..., int]) -> Callable[..., int]:
    """A call about particles that are not there returns an error, with zeros."""

    @functools.wraps(call)
    def guarded(self: Any, **arguments: Any) -> int:
        try:
            return call(self, **arguments)
        except KeyError:
            for argument in arguments.values():
                if hasattr(argument, "value"):
                    argument.value = 0
            return FAILED

    return guarded


class TucanaImplementation(StoppingConditionCalls):
    def __init__(self) -> None:
        self.model = Model()
        self.conditions = StoppingConditions()
        self.eps2 = 0.0  # as AMUSE has given it: the root does not square to the same number

    # -- The course of a run --

    def initialize_code(self) -> int:
        return DONE

    def cleanup_code(self) -> int:
        self.model.close()
        old, self.model = self.model, Model()
        self.model.options, self.model.begin_time, self.model.may_turn = old.options, old.begin_time, old.may_turn
        return DONE

    def commit_parameters(self) -> int:
        return DONE

    # Particles and parameters are used when something is computed: AMUSE may set them one after the other.
    recommit_parameters = synchronize_model = commit_particles = recommit_particles = commit_parameters

    def evolve_model(self, time: float) -> int:
        self.conditions.advance(self.model, float(time))
        return DONE

    # -- Particles --

    def new_particle(self, index_of_the_particle: Any, mass: Any, x: Any, y: Any, z: Any, vx: Any, vy: Any, vz: Any,
                     radius: Any, npoints: int = 0) -> int:
        position, velocity = np.column_stack((x, y, z)), np.column_stack((vx, vy, vz))
        index_of_the_particle.value = self.model.particles.add(
            mass=np.array(mass, float), radius=np.array(radius, float), position=position, velocity=velocity)
        return DONE

    @about_particles
    def delete_particle(self, index_of_the_particle: Any, npoints: int = 0) -> int:
        self.model.particles.remove(self.model.particles.rows(index_of_the_particle))
        return DONE

    def _show(self, index: Any, **outputs: Any) -> int:
        own = self.model.particles
        rows = own.rows(index)
        for name, holders in outputs.items():
            column = getattr(own, name)[rows]
            for axis, holder in enumerate(holders):
                holder.value = column[:, axis] if column.ndim == 2 else column
        return DONE

    def _change(self, index: Any, **columns: Any) -> int:
        own = self.model.particles
        rows = own.rows(index)
        for name, values in columns.items():
            getattr(own, name)[rows] = values
        return DONE

    @about_particles
    def get_state(self, index_of_the_particle: Any, mass: Any, x: Any, y: Any, z: Any, vx: Any, vy: Any, vz: Any,
                  radius: Any, npoints: int = 0) -> int:
        return self._show(index_of_the_particle, mass=[mass], position=[x, y, z], velocity=[vx, vy, vz], radius=[radius])

    @about_particles
    def set_state(self, index_of_the_particle: Any, mass: Any, x: Any, y: Any, z: Any, vx: Any, vy: Any, vz: Any,
                  radius: Any, npoints: int = 0) -> int:
        return self._change(index_of_the_particle, mass=mass, position=np.column_stack((x, y, z)),
                            velocity=np.column_stack((vx, vy, vz)), radius=radius)

    @about_particles
    def get_mass(self, index_of_the_particle: Any, mass: Any, npoints: int = 0) -> int:
        return self._show(index_of_the_particle, mass=[mass])

    @about_particles
    def set_mass(self, index_of_the_particle: Any, mass: Any, npoints: int = 0) -> int:
        return self._change(index_of_the_particle, mass=mass)

    @about_particles
    def get_radius(self, index_of_the_particle: Any, radius: Any, npoints: int = 0) -> int:
        return self._show(index_of_the_particle, radius=[radius])

    @about_particles
    def set_radius(self, index_of_the_particle: Any, radius: Any, npoints: int = 0) -> int:
        return self._change(index_of_the_particle, radius=radius)

    @about_particles
    def get_position(self, index_of_the_particle: Any, x: Any, y: Any, z: Any, npoints: int = 0) -> int:
        return self._show(index_of_the_particle, position=[x, y, z])

    @about_particles
    def set_position(self, index_of_the_particle: Any, x: Any, y: Any, z: Any, npoints: int = 0) -> int:
        return self._change(index_of_the_particle, position=np.column_stack((x, y, z)))

    @about_particles
    def get_velocity(self, index_of_the_particle: Any, vx: Any, vy: Any, vz: Any, npoints: int = 0) -> int:
        return self._show(index_of_the_particle, velocity=[vx, vy, vz])

    @about_particles
    def set_velocity(self, index_of_the_particle: Any, vx: Any, vy: Any, vz: Any, npoints: int = 0) -> int:
        return self._change(index_of_the_particle, velocity=np.column_stack((vx, vy, vz)))

    @about_particles
    def get_acceleration(self, index_of_the_particle: Any, ax: Any, ay: Any, az: Any, npoints: int = 0) -> int:
        rows = self.model.particles.rows(index_of_the_particle)
        ax.value, ay.value, az.value = self._forces()[0][rows].T
        return DONE

    @about_particles
    def get_potential(self, index_of_the_particle: Any, potential: Any, npoints: int = 0) -> int:
        potential.value = self._forces()[1][self.model.particles.rows(index_of_the_particle)]
        return DONE

    def _forces(self) -> Any:
        """In the order of the particles."""
        simulation = self.model.simulation()
        order = np.argsort(simulation.stars.id)
        return [column[order] for column in simulation.gravity_on_stars()]

    def get_number_of_particles(self, number_of_particles: Any) -> int:
        number_of_particles.value = len(self.model.particles)
        return DONE

    def get_index_of_first_particle(self, index_of_the_particle: Any) -> int:
        index = self.model.particles.index
        index_of_the_particle.value = index[0] if len(index) else -1
        return DONE if len(index) else LAST

    def get_index_of_next_particle(self, index_of_the_particle: Any, index_of_the_next_particle: Any) -> int:
        index = self.model.particles.index
        row = int(np.searchsorted(index, index_of_the_particle))
        index_of_the_next_particle.value = -1
        if row >= len(index) or index[row] != index_of_the_particle:
            return FAILED
        if row + 1 == len(index):
            return LAST
        index_of_the_next_particle.value = index[row + 1]
        return DONE

    # -- All particles together --

    def get_time(self, time: Any) -> int:
        time.value = self.model.time
        return DONE

    def get_kinetic_energy(self, kinetic_energy: Any) -> int:
        own = self.model.particles
        kinetic_energy.value = float(np.sum(own.mass * np.sum(own.velocity**2, axis=1)) / 2)
        return DONE

    def get_potential_energy(self, potential_energy: Any) -> int:
        simulation = self.model.simulation()
        potential_energy.value = simulation.report()["potential_energy"] if simulation else 0.0
        return DONE

    def get_total_mass(self, mass: Any) -> int:
        mass.value = float(np.sum(self.model.particles.mass))
        return DONE

    def _mean(self, column: Any) -> Any:
        mass = self.model.particles.mass
        if not len(mass):
            return np.zeros(3)
        return np.average(column, axis=0, weights=mass if np.sum(mass) > 0 else None)

    def get_center_of_mass_position(self, x: Any, y: Any, z: Any) -> int:
        x.value, y.value, z.value = self._mean(self.model.particles.position)
        return DONE

    def get_center_of_mass_velocity(self, vx: Any, vy: Any, vz: Any) -> int:
        vx.value, vy.value, vz.value = self._mean(self.model.particles.velocity)
        return DONE

    def get_total_radius(self, radius: Any) -> int:
        away = self.model.particles.position - self._mean(self.model.particles.position)
        radius.value = float(np.max(np.linalg.norm(away, axis=1), initial=0.0))
        return DONE

    def _gravity(self, eps: Any, x: Any, y: Any, z: Any) -> Any:
        """With the softening of a place, or that of the code where this is larger."""
        places = np.column_stack((x, y, z))
        softening = np.maximum(np.asarray(eps, float), float(self.model.options.get("gravity.softening", 0.0)))
        acceleration, potential = np.zeros((len(places), 3)), np.zeros(len(places))
        simulation = self.model.simulation()
        for length in np.unique(softening) if simulation else ():
            here = softening == length
            acceleration[here], potential[here] = simulation.gravity_at(places[here], float(length))
        return acceleration, potential

    def get_gravity_at_point(self, eps: Any, x: Any, y: Any, z: Any, ax: Any, ay: Any, az: Any, npoints: int = 0) -> int:
        ax.value, ay.value, az.value = self._gravity(eps, x, y, z)[0].T
        return DONE

    def get_potential_at_point(self, eps: Any, x: Any, y: Any, z: Any, phi: Any, npoints: int = 0) -> int:
        phi.value = self._gravity(eps, x, y, z)[1]
        return DONE

    # -- Parameters --

    def set_option(self, name: str, value: str) -> int:
        self.model.set_option(str(name), str(value))
        return DONE

    def get_option(self, name: str, value: Any) -> int:
        from tucana import option_list

        default = {entry["name"]: entry["default"] for entry in option_list()}
        if name not in default:
            return FAILED
        value.value = str(self.model.options.get(name, default[name]))
        return DONE

    def get_eps2(self, epsilon_squared: Any) -> int:
        epsilon_squared.value = self.eps2
        return DONE

    def set_eps2(self, epsilon_squared: float) -> int:
        self.model.set_option("gravity.softening", float(np.sqrt(epsilon_squared)))
        self.eps2 = float(epsilon_squared)
        return DONE

    def get_begin_time(self, time: Any) -> int:
        time.value = self.model.begin_time
        return DONE

    def set_begin_time(self, time: float) -> int:
        self.model.begin_time = float(time)
        return DONE

    def get_is_time_reversed_allowed(self, value: Any) -> int:
        value.value = self.model.may_turn
        return DONE

    def set_is_time_reversed_allowed(self, value: bool) -> int:
        self.model.may_turn = bool(value)
        return DONE

    def get_time_step(self, time_step: Any) -> int:
        simulation = self.model.simulation()
        time_step.value = (simulation.shortest_step or 0.0) if simulation else 0.0
        return DONE

    def get_timestep_parameter(self, value: Any) -> int:
        value.value = float(self.model.options.get("integrator.eta", 0.02))
        return DONE

    def set_timestep_parameter(self, value: float) -> int:
        self.model.set_option("integrator.eta", float(value))
        return DONE

    def get_number_of_threads(self, value: Any) -> int:
        value.value = int(self.model.options["run.threads"])
        return DONE

    def set_number_of_threads(self, value: int) -> int:
        self.model.set_option("run.threads", int(value))
        return DONE

    def get_escape_radius(self, value: Any) -> int:
        value.value = self.conditions.escape_radius
        return DONE

    def set_escape_radius(self, value: float) -> int:
        self.conditions.escape_radius = float(value)
        return DONE
