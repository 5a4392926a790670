#!/usr/bin/env python3
"""`pip install .` in a clean virtual environment, once as it is documented without a network for the build
(--no-build-isolation), and a simulation with what it installed."""
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TRIAL = """
import tucana
simulation = tucana.Simulation({"model.n": 300}).advance_to(1.0)
assert tucana.__file__.startswith(%r), tucana.__file__
assert simulation.stars.position.shape == (300, 3)
assert abs(simulation.energy_error) < 1e-5
print(tucana.__version__, simulation)
"""


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder) / "venv"
        venv.create(environment, with_pip=True)
        python = environment / "bin" / "python"
        pip = [python, "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "scikit-build-core>=1.0", "nanobind>=3.0", "numpy"], check=True)
        subprocess.run([*pip, "--no-build-isolation", "--no-index", "--no-deps", ROOT], check=True,
                       env={**os.environ, "CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count())})
        subprocess.run([python, "-c", TRIAL % str(environment)], check=True, cwd=folder)


if __name__ == "__main__":
    sys.exit(main())
