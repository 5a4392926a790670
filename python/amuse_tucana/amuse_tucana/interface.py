"""Tucana for scripts of AMUSE: `Tucana` with units and states, `TucanaInterface` with the calls as they are."""

from __future__ import annotations

from amuse.community.interface.gd import GravitationalDynamics, GravitationalDynamicsInterface, GravityFieldCode, GravityFieldInterface
from amuse.community.interface.stopping_conditions import StoppingConditionInterface, StoppingConditions
from amuse.rfi.core import LegacyFunctionSpecification, PythonCodeInterface, legacy_function
from amuse.support.literature import LiteratureReferencesMixIn
from amuse.units import nbody_system

from amuse_tucana.worker import TucanaImplementation

# Calls about particles, which the worker answers for all of them at once.
OF_PARTICLES = ("new_particle", "delete_particle",
                *(f"{verb}_{name}" for verb in ("get", "set")
                  for name in ("state", "mass", "radius", "position", "velocity")), "get_acceleration", "get_potential")


def _parameter(name, dtype, unit=None):
    """The calls that get and set a number of the code."""

    def make(direction):
        def specification():
            function = LegacyFunctionSpecification()
            function.addParameter(name, dtype=dtype, direction=getattr(function, direction), unit=unit)
            function.result_type = "int32"
            return function

        return specification

    return make("OUT"), make("IN")


def _call(specification, name, doc):
    specification.__name__ = name
    specification.__doc__ = doc
    return legacy_function(specification)


def _for_arrays(name):
    """The call of AMUSE by this name, for arrays."""
    of_amuse = getattr(GravitationalDynamicsInterface, name).specification_function

    def specification():
        function = of_amuse()
        function.must_handle_array = True
        return function

    return _call(specification, name, of_amuse.__doc__)


class TucanaInterface(PythonCodeInterface, LiteratureReferencesMixIn, GravitationalDynamicsInterface,
                      StoppingConditionInterface, GravityFieldInterface):
    """
    Tucana, a direct N-body code with block steps (Hermite schemes of 4th and 6th order, neighbour scheme) and
    regularized close pairs and groups, and a tree code.

    .. [#] ADS:1992PASJ...44..141M (Makino, J. & Aarseth, S. J., *Publ. Astron. Soc. Japan*, **44**, 141 (1992))
    .. [#] ADS:2008NewA...13..498N (Nitadori, K. & Makino, J., *New Astronomy*, **13**, 498 (2008))
    """

    def __init__(self, **options):
        PythonCodeInterface.__init__(self, TucanaImplementation, **options)
        LiteratureReferencesMixIn.__init__(self)

    @legacy_function
    def set_option():
        """Any option of Tucana by its name, as in set_option("integrator.kind", "hermite6")."""
        function = LegacyFunctionSpecification()
        function.addParameter("name", dtype="string", direction=function.IN)
        function.addParameter("value", dtype="string", direction=function.IN)
        function.result_type = "int32"
        return function

    @legacy_function
    def get_option():
        """The value of an option, as text."""
        function = LegacyFunctionSpecification()
        function.addParameter("name", dtype="string", direction=function.IN)
        function.addParameter("value", dtype="string", direction=function.OUT)
        function.result_type = "int32"
        return function


PARAMETERS = {
    "timestep_parameter": ("float64", "accuracy of the steps (integrator.eta)", 0.02),
    "number_of_threads": ("int32", "threads of one worker; 0: one for each processor", 1),
    "escape_radius": ("float64", "distance from the centre of mass beyond which a star with enough energy has escaped; "
                      "0: 20 half-mass radii", 0.0 | nbody_system.length),
    "is_time_reversed_allowed": ("bool", "whether evolve_model goes backwards to a time that is past", False),
}
for _name, (_dtype, _doc, _) in PARAMETERS.items():
    _get, _set = _parameter("value", _dtype)
    setattr(TucanaInterface, f"get_{_name}", _call(_get, f"get_{_name}", _doc))
    setattr(TucanaInterface, f"set_{_name}", _call(_set, f"set_{_name}", _doc))
for _name in OF_PARTICLES:
    setattr(TucanaInterface, _name, _for_arrays(_name))


class Tucana(GravitationalDynamics, GravityFieldCode):
    """Tucana in AMUSE. `Tucana(converter)` starts a worker; parameters: epsilon_squared, timestep_parameter,
    number_of_threads, begin_time, escape_radius, is_time_reversed_allowed; any other option of Tucana by
    set_option(name, text)."""

    __interface__ = TucanaInterface

    def __init__(self, convert_nbody=None, **options):
        self.stopping_conditions = StoppingConditions(self)
        GravitationalDynamics.__init__(self, self.__interface__(**options), convert_nbody, **options)

    def define_state(self, handler):
        GravitationalDynamics.define_state(self, handler)
        GravityFieldCode.define_state(self, handler)
        self.stopping_conditions.define_state(handler)

    def define_parameters(self, handler):
        handler.add_method_parameter("get_begin_time", "set_begin_time", "begin_time", "model time to start the simulation at",
                                     default_value=0.0 | nbody_system.time)
        handler.add_method_parameter("get_eps2", "set_eps2", "epsilon_squared", "square of the Plummer softening",
                                     default_value=0.0 | nbody_system.length**2)
        for name, (_, doc, default) in PARAMETERS.items():
            handler.add_method_parameter(f"get_{name}", f"set_{name}", name, doc, default_value=default)
        self.stopping_conditions.define_parameters(handler)

    def define_methods(self, handler):
        GravitationalDynamics.define_methods(self, handler)
        units = {"eps2": nbody_system.length**2, "escape_radius": nbody_system.length}
        for name in ("eps2", *PARAMETERS):
            unit = units.get(name, handler.NO_UNIT)
            handler.add_method(f"get_{name}", (), (unit, handler.ERROR_CODE))
            handler.add_method(f"set_{name}", (unit,), (handler.ERROR_CODE,))
        self.stopping_conditions.define_methods(handler)

    def define_particle_sets(self, handler):
        GravitationalDynamics.define_particle_sets(self, handler)
        self.stopping_conditions.define_particle_set(handler)
