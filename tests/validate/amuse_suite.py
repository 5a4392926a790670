"""A plugin of pytest that puts Tucana in the place of ph4 and Hermite, so that AMUSE's own tests of these two codes
(package amuse-tests) run with it. Particles count from 0 here and from 1 in ph4; some parameters of Hermite have other names.
What only these codes have is left out below, with the reason. `amuse_code.py` runs it."""

import os
import sys
import types

import pytest
from amuse.units import nbody_system

from amuse_tucana.interface import Tucana, TucanaInterface

ONE_CODE = "of that code alone: "
NOT_OF_TUCANA = {
    "ph4": {
        "TestPh4Interface::test9": ONE_CODE + "set_eta, and an index that the script chooses",
        "TestPH4::test3": ONE_CODE + "indices that count from 1, as numbers",
        "TestPH4::test5": ONE_CODE + "manage_encounters, which replaces two stars by their centre",
        "TestPH4::test11": ONE_CODE + "one collision at a time; Tucana reports all three, as Hermite does",
        "TestPH4::test17": ONE_CODE + "default values of parameters",
        "TestPH4::test25": ONE_CODE + "indices that the script chooses",
        "TestPH4::test26": ONE_CODE + "indices that the script chooses",
        "TestPH4::test27": ONE_CODE + "the step of each particle",
    },
    "hermite": {
        "TestHermiteInterface::test6": ONE_CODE + "a potential at a point without the softening that the call gives",
        "TestHermiteInterface::test_literature_reference": ONE_CODE + "its authors",
        "TestHermite::test6": ONE_CODE + "the default of dt_param",
        "TestHermite::test18": ONE_CODE + "an end time that is missed on purpose",
        "TestHermite::test20": "expects the earth's greatest distance within 1e-4 of the least: on the exact orbit it is 2.3e-4",
    },
}
# Open MPI spawns one process a core for AMUSE.
MANY_WORKERS = {"ph4": {"TestPH4::test21": 4}, "hermite": {"TestHermite::test13": 5, "TestHermite::test16": 4}}


class HermiteInterface(TucanaInterface):
    def set_dt_param(self, value):
        return self.set_timestep_parameter(value)

    def set_end_time_accuracy_factor(self, value):
        return 0 if value == 0 else -1


class Hermite(Tucana):
    __interface__ = HermiteInterface

    def define_parameters(self, handler):
        Tucana.define_parameters(self, handler)
        handler.add_interface_parameter("end_time_accuracy_factor", "", default_value=0.0)
        handler.add_interface_parameter("dt_dia", "", default_value=1.0 | nbody_system.time)


def put_in_place(code, **classes):
    for name, contents in ((f"amuse.community.{code}", {}), (f"amuse.community.{code}.interface", classes)):
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(contents)


def pytest_configure(config):
    put_in_place("ph4", ph4=Tucana, ph4Interface=TucanaInterface)
    put_in_place("hermite", Hermite=Hermite, HermiteInterface=HermiteInterface)


def pytest_collection_modifyitems(items):
    for item in items:
        code = item.module.__name__.rpartition("test_")[2]
        name = f"{item.cls.__name__}::{item.name}"
        if code == "ph4":
            item.cls.starting_particle_index = lambda self: 0
        reason = NOT_OF_TUCANA.get(code, {}).get(name)
        cores = MANY_WORKERS.get(code, {}).get(name, 0)
        if cores > (os.cpu_count() or 1):
            reason = f"needs {cores} processor cores"
        if reason is not None:
            item.add_marker(pytest.mark.skip(reason=reason))
