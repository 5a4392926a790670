"""What AMUSE asks of every gravity code (package amuse-tests), asked of Tucana; `amuse_code.py` runs it."""

from amuse.test.amusetest import TestWithMPI
from amuse.test.suite.codes_tests import gd_tests

from amuse_tucana.interface import Tucana, TucanaInterface


class TestTucanaInterface(gd_tests._TestGravitationalDynamicsInterface, TestWithMPI):
    def gravity_code_interface(self):
        return TucanaInterface

    def reference_includes(self):
        return "Makino"


class TestTucana(gd_tests._TestGravityCodes, TestWithMPI):
    def gravity_code_factory(self):
        return Tucana
