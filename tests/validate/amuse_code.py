#!/usr/bin/env python3
"""Tucana in AMUSE itself (amuse-framework 2024.6.0 of PyPI, which is built here with Open MPI): over MPI and sockets, against
the same orbits without AMUSE; masses, velocities and particles changed on the way; stopping conditions; several workers at
once; a Bridge of a cluster in a field; the lines of docs/amuse.md; and AMUSE's own tests of ph4, Hermite and all gravity
codes (`amuse_suite.py`)."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENVIRONMENT = pathlib.Path("environment").resolve()
# Open MPI refuses root and more processes than processors without these.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
WANTED = ("numpy<2", "setuptools<70", "setuptools_scm", "wheel", "h5py", "docutils", "pytest", "matplotlib", "mpi4py", "hatchling",
          "scikit-build-core>=1.0", "nanobind>=3.0")


def check():
    from amuse.datamodel import Particles
    from amuse.couple.bridge import Bridge
    from amuse.ic.plummer import new_plummer_model
    from amuse.units import nbody_system, units
    import numpy as np
    import tucana

    from amuse_tucana import Tucana
    from harness import Verdicts

    verdicts = Verdicts()
    length, time, speed = nbody_system.length, nbody_system.time, nbody_system.speed

    def as_arrays(particles):
        return (particles.mass.value_in(nbody_system.mass), particles.position.value_in(length),
                particles.velocity.value_in(speed))

    def same_orbits(channel):
        """To the last bit, since nothing but numbers goes through AMUSE."""
        stars = new_plummer_model(100)
        code = Tucana(channel_type=channel)
        code.particles.add_particles(stars)
        code.evolve_model(0.7 | time)
        plain = tucana.Simulation({"run.threads": 1}, stars=tucana.Stars(*as_arrays(stars))).advance_to(0.7)
        order = np.argsort(plain.stars.id)
        off = np.max(np.abs(code.particles.position.value_in(length) - plain.stars.position[order]))
        verdicts.check(f"{channel}: largest difference of positions", off, 0, 0)
        verdicts.check(f"{channel}: time", code.model_time.value_in(time), 0.7, 0.7)
        code.stop()

    def changes():
        """A star that loses mass, one that goes and one that comes; what is not touched goes on."""
        code = Tucana()
        stars = new_plummer_model(100)
        code.particles.add_particles(stars)
        code.evolve_model(0.3 | time)
        before = code.particles[5].position.value_in(length)
        code.particles[3].mass = 0.001 | nbody_system.mass
        code.particles.remove_particle(stars[7])
        new = Particles(1)
        new.mass, new.radius = 0.02 | nbody_system.mass, 0 | length
        new.position, new.velocity = [[3.0, 0, 0]] | length, [[0.0, 0.5, 0]] | speed
        code.particles.add_particles(new)
        code.particles[5].velocity = [1.0, 0.0, 0.0] | speed
        moved = np.max(np.abs(code.particles[5].position.value_in(length) - before))
        verdicts.check("changes: a star whose velocity is set has moved by", moved, 0, 0)
        energy = (code.kinetic_energy + code.potential_energy).value_in(nbody_system.energy)
        code.evolve_model(1.3 | time)
        later = (code.kinetic_energy + code.potential_energy).value_in(nbody_system.energy)
        verdicts.check("changes: relative energy error of the unit after them", abs(later / energy - 1), 0, 1e-4)
        verdicts.check("changes: stars", len(code.particles), 100, 100)
        code.stop()

    def units_and_parameters():
        """The earth around the sun for half a year, softened and with other steps on request."""
        converter = nbody_system.nbody_to_si(1 | units.MSun, 1 | units.AU)
        code = Tucana(converter)
        code.set_option("integrator.kind", "hermite6")
        code.parameters.timestep_parameter = 0.1
        two = Particles(2)
        two.mass, two.radius = [1.0, 3e-6] | units.MSun, 0 | units.AU
        two.position = [[0, 0, 0], [1.0, 0, 0]] | units.AU
        two.velocity = [[0, 0, 0], [0, 29.7847, 0]] | units.kms
        code.particles.add_particles(two)
        code.evolve_model(0.5 | units.yr)
        place = (code.particles[1].position - code.particles[0].position).value_in(units.AU)
        verdicts.check("units: earth after half a year, x in AU", place[0], -1.002, -0.997)
        try:
            code.set_option("integrator.kind", "euler")
            verdicts.check("parameters: a bad option is an error", 0, 1, 1)
        except Exception as error:  # of AMUSE
            verdicts.check("parameters: and its text names the option", "integrator.kind" in str(error), 1, 1)
        code.stop()

    def stopping():
        """Stars that are large enough to collide in a cold cluster, and a pair at its pericentre."""
        code = Tucana()
        stars = new_plummer_model(64)
        stars.velocity *= 0.1
        stars.radius = 0.005 | length
        code.particles.add_particles(stars)
        collision = code.stopping_conditions.collision_detection
        collision.enable()
        merged = 0
        while code.model_time < (2 | time) and merged < 3:
            code.evolve_model(2 | time)
            if not collision.is_set():
                break
            for one, other in zip(collision.particles(0), collision.particles(1)):
                apart = (one.position - other.position).length().value_in(length)
                verdicts.check("stopping: distance over the sum of radii", apart / 0.01, 0, 1)
                both = Particles(1)
                both.mass, both.radius = one.mass + other.mass, one.radius
                both.position = (one.position * one.mass + other.position * other.mass) / (one.mass + other.mass)
                both.velocity = (one.velocity * one.mass + other.velocity * other.mass) / (one.mass + other.mass)
                code.particles.remove_particle(one)
                code.particles.remove_particle(other)
                code.particles.add_particles(both)
                merged += 1
                break
        verdicts.check("stopping: collisions followed", merged, 3, 3)
        verdicts.check("stopping: stars left", len(code.particles), 61, 61)
        code.stop()

    def cluster_in_a_field():
        """Bridge against the same field inside Tucana: a Plummer galaxy, to the second order of the Bridge."""

        class Galaxy:
            def get_gravity_at_point(self, eps, x, y, z):
                r3 = (x**2 + y**2 + z**2 + (1 | length) ** 2) ** 1.5
                gm = nbody_system.G * (2 | nbody_system.mass)
                return -gm * x / r3, -gm * y / r3, -gm * z / r3

            def get_potential_at_point(self, eps, x, y, z):
                return -nbody_system.G * (2 | nbody_system.mass) / (x**2 + y**2 + z**2 + (1 | length) ** 2).sqrt()

        stars = new_plummer_model(64)
        stars.position += [5, 0, 0] | length
        stars.velocity += [0, 0.6, 0] | speed
        start = tucana.Stars(*as_arrays(stars))
        options = {"gravity.softening": 0.1, "field.kind": "plummer", "field.mass": 2.0, "field.radius": 1.0}
        truth = tucana.Simulation(options, stars=start).advance_to(2.0)
        order = np.argsort(truth.stars.id)
        errors = []
        for step in (1 / 16, 1 / 32):
            code = Tucana()
            code.parameters.epsilon_squared = (0.1 | length) ** 2
            code.particles.add_particles(stars)
            both = Bridge(timestep=step | time, use_threading=False)
            both.add_system(code, (Galaxy(),))
            both.evolve_model(2 | time)
            errors.append(np.sqrt(np.mean((code.particles.position.value_in(length) - truth.stars.position[order]) ** 2)))
            code.stop()
        verdicts.check("bridge: rms distance from the run with the field inside", errors[1], 0, 1e-3)
        verdicts.check("bridge: with half the step the error is smaller by", errors[0] / errors[1], 3, 5)

    def several_at_once():
        codes = [Tucana() for _ in range(3)]
        for number, code in enumerate(codes):
            code.particles.add_particles(new_plummer_model(20 + number))
        requests = [code.evolve_model.asynchronous(0.25 | time) for code in codes]
        for request in requests:
            request.wait()
        verdicts.check("several workers: stars of all", sum(len(code.particles) for code in codes), 63, 63)
        verdicts.check("several workers: times", sum(code.model_time.value_in(time) for code in codes), 0.75, 0.75)
        for code in codes:
            code.stop()

    for channel in ("mpi", "sockets"):
        same_orbits(channel)
    for part in (changes, units_and_parameters, stopping, cluster_in_a_field, several_at_once):
        part()
    sys.path.append(str(ROOT / "tests" / "app"))
    import doc_commands

    for block in doc_commands.blocks_of((ROOT / "docs" / "amuse.md").read_text(), ("python",)):
        done = subprocess.run([sys.executable, "-c", "\n".join(block) + "\n"], stdout=subprocess.DEVNULL, check=False)
        verdicts.check("docs/amuse.md: exit code", done.returncode, 0, 0)
    verdicts.finish()


def main():
    subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
    python = ENVIRONMENT / "bin" / "python"
    pip = [python, "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, *WANTED], check=True)
    for package in ("amuse-framework", "amuse-tests"):  # the second asks the first for its version
        subprocess.run([*pip, "--no-build-isolation", f"{package}==2024.6.0"], check=True)
    subprocess.run([*pip, "--no-build-isolation", "--no-deps", ROOT, ROOT / "python" / "amuse_tucana"], check=True)
    variables = {**os.environ, **MPI, "PYTHONPATH": str(pathlib.Path(__file__).parent), "MPLBACKEND": "Agg"}
    own = subprocess.run([python, __file__, "--check"], env=variables, check=False).returncode
    suite = next(ENVIRONMENT.glob("lib/*/site-packages/amuse/test/suite/codes_tests"))
    tests = (suite / "test_ph4.py", suite / "test_hermite.py", pathlib.Path(__file__).with_name("amuse_gravity_test.py"))
    codes = [own]
    for test in tests:  # each in a process of its own: workers that are left over disturb others
        command = [python, "-m", "pytest", "-p", "amuse_suite", "-q", "-rs", "--tb=short", test]
        codes.append(subprocess.run(command, env=variables, check=False).returncode)
    sys.exit(1 if any(codes) else 0)


if __name__ == "__main__":
    check() if sys.argv[1:] == ["--check"] else main()
