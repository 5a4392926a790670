"""GRAPE-6 clients under mpirun: their forces, and how they divide the devices of a machine. Three devices are stood in for
by three of PoCL, which all use the same processor. Needs Open MPI."""
import argparse
import os
import re
import subprocess
import sys

DEVICES = 3
MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1",
          "--mca", "btl_vader_single_copy_mechanism", "none"]


def run(client, ranks, **variables):
    """What the client printed, and how many devices each of its processes has opened, ascending."""
    environment = {**os.environ, "POCL_DEVICES": " ".join(["pthread"] * DEVICES), "TUCANA_G6_ENGINE": "opencl",
                   "TUCANA_G6_REPORT": "1", **variables}
    done = subprocess.run([*MPIRUN, "-n", str(ranks), client], env=environment, capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"{ranks} processes of {client} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    opened = re.findall(r"^libg6: opened \(id 0\): opencl two_float (?:(\d+) x )?", done.stderr, re.MULTILINE)
    return done.stdout, sorted(int(count or 1) for count in opened)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--client", required=True)
    client = parser.parse_args().client
    wrong = []

    def check(ranks, expected, **variables):
        output, devices = run(client, ranks, **variables)
        holds = (output, devices) == ("ok\n", expected)
        what = f"{ranks} processes {variables or ''}: {devices} devices, {output!r}"
        print("ok   " if holds else "WRONG", what)
        if not holds:
            wrong.append(what)

    check(2, [1, 2])
    check(3, [1, 1, 1])
    check(4, [1, 1, 1, 1])  # two of them share one
    check(2, [3, 3], TUCANA_G6_SHARE="0")
    check(2, [1, 1], TUCANA_G6_DEVICES="0")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
