#!/usr/bin/env python3
"""What the Python binding costs, in instructions that callgrind counts and that do not depend on the load of the machine:
one time unit by `advance_to` in Python and in C++, and one call of a property."""

import os
import pathlib
import re
import subprocess
import sys

from harness import TUCANA, Verdicts

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The extension is in the build of `./tucana test`, with the environment that it was built for.
BUILDS = (pathlib.Path(TUCANA).resolve().parents[1], ROOT / "build" / "ci")
CPLUSPLUS = """
#include "tucana/simulation/simulation.h"
int main(int argc, char**) {
  tucana::Options options;
  options.model.n = 256;
  options.run.threads = 1;
  tucana::Simulation simulation(options);
  simulation.start();
  if (argc > 1) simulation.advance_to(1.0);
}
"""
PYTHON = """
import sys, tucana
simulation = tucana.Simulation({"model.n": 256, "run.threads": 1})
if sys.argv[1] == "advance":
    simulation.advance_to(1.0)
for _ in range(int(sys.argv[2])):
    simulation.time
"""
CALLS = 20000
INSTRUCTIONS_PER_MICROSECOND = 3000  # one per cycle at 3 GHz: slower than any machine of today


def build_with_python():
    for build in BUILDS:
        if list(build.glob("python/tucana/_tucana*.so")):
            return build
    sys.exit("no build has the Python package; call ./tucana test first")


BUILD = build_with_python()


def instructions(*command):
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], capture_output=True,
                          text=True, check=True, env={**os.environ, "PYTHONPATH": str(BUILD / "python"), "PYTHONHASHSEED": "0"})
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def main():
    library = next(BUILD.glob("**/libtucana.so")).parent
    pathlib.Path("cost.cpp").write_text(CPLUSPLUS)
    subprocess.run(["c++", "-std=c++20", "-O2", f"-I{ROOT / 'include'}", "cost.cpp", "-o", "cost", f"-L{library}", "-ltucana",
                    f"-Wl,-rpath,{library}"], check=True)
    pathlib.Path("cost.py").write_text(PYTHON)
    own = ROOT / "build" / "venv" / "bin" / "python"
    python = [own if own.exists() else sys.executable, "cost.py"]
    verdicts = Verdicts()
    before = instructions(*python, "stay", "0")
    in_python = instructions(*python, "advance", "0") - before
    in_cplusplus = instructions("./cost", "advance") - instructions("./cost")
    verdicts.check("one unit of 256 stars, Python over C++", in_python / in_cplusplus, 0.98, 1.02)
    per_call = (instructions(*python, "stay", str(CALLS)) - before) / CALLS
    verdicts.check("instructions of one call of a property, loop included", per_call, 1, INSTRUCTIONS_PER_MICROSECOND)
    verdicts.finish()


if __name__ == "__main__":
    main()
