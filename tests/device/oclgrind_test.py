"""Runs a program under oclgrind: races, bounds, divergent barriers and wrong calls of OpenCL. Any report fails.

oclgrind_test.py [--expect-report TEXT] PROGRAM [ARGUMENTS ...]
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# oclgrind simulates; where a kernel would run on with a fault, it writes a report and goes on too.
# Without optimisation, which makes intrinsics that it does not know.
WATCH = ["oclgrind", "--build-options", "-cl-opt-disable", "--data-races", "--check-api", "--max-errors", "20", "--log"]


def watch(command):
    """The exit code of the command, what it printed and what oclgrind reported."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "reports"
        environment = dict(os.environ, TUCANA_CACHE_DIR="off")
        environment.pop("TUCANA_OPENCL_DRIVER", None)
        run = subprocess.run([*WATCH, str(log), *command], env=environment, capture_output=True, text=True)
        reports = log.read_text() if log.exists() else ""
    # Without a log file, and for faults of its own, it writes to stderr.
    return run.returncode, run.stdout, reports.strip() + run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--expect-report", metavar="TEXT", help="fail unless there is a report with this text")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    code, printed, reports = watch(options.command)
    print(printed, reports, sep="\n")
    if "Oclgrind" not in printed:
        sys.exit("the program did not say that it ran on oclgrind's device: nothing was watched")
    if options.expect_report:
        sys.exit(0 if options.expect_report in reports else f"oclgrind did not report: {options.expect_report}")
    sys.exit(f"exit code {code}, and the reports above" if code or reports else 0)


if __name__ == "__main__":
    main()
