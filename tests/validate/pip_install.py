#!/usr/bin/env python3
"""`pip install '.[all]'` in a clean virtual environment, built as it is documented without a network (--no-build-isolation); a
simulation with what it installed, and the Python of the tutorial."""
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "app"))
import doc_commands  # noqa: E402

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
        subprocess.run([python, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-index", "--no-deps", "-w", folder, ROOT],
                       check=True, env={**os.environ, "CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count())})
        (wheel,) = Path(folder).glob("tucana-*.whl")
        subprocess.run([*pip, "--no-index", "--no-deps", wheel], check=True)
        subprocess.run([python, "-c", TRIAL % str(environment)], check=True, cwd=folder)
        subprocess.run([*pip, f"tucana[all] @ {wheel.as_uri()}"], check=True)
        blocks = doc_commands.blocks_of((ROOT / "docs" / "tutorial.md").read_text(), ("python",))
        assert len(blocks) == 2, blocks
        text = "\n".join(line for block in blocks for line in block) + "\n"
        subprocess.run([python, "-c", text], check=True, cwd=folder, env={**os.environ, "MPLBACKEND": "Agg"})
        assert (Path(folder) / "core_radius.pdf").is_file()
        films = "import tucana, tucana.movie as m, pathlib; m.film(tucana.read('from_python'), pathlib.Path('film.mp4'))"
        subprocess.run([python, "-c", films], check=True, cwd=folder)


if __name__ == "__main__":
    sys.exit(main())
