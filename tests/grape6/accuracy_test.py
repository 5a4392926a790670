"""The example clients, used as phi-GRAPE by Gaburov, Harfst & Portegies Zwart (2009): energy error against eta (their
figure 8) and block sizes (figure 7)."""
import argparse
import math
import os
import subprocess
import sys

N, T_END, EPS, SMALLEST_STEP = 512, 0.25, 0.05, 1e-4


def numbers(output):
    """What a client printed: NAME=NUMBER ..."""
    return {name: float(value) for name, value in (word.split("=") for word in output.replace("= ", "=").split())}


def run(command, engine, precision, text=None):
    """One run of a client; its failure ends the test."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, input=text,
                          env={**os.environ, "TUCANA_G6_ENGINE": engine, "TUCANA_G6_PRECISION": precision})
    if done.returncode:
        sys.exit(f"{command} on {engine} {precision} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return numbers(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--c", required=True)
    parser.add_argument("--fortran", required=True)
    options = parser.parse_args()
    wrong = []

    def check(holds, what):
        print("ok   " if holds else "WRONG", what)
        if not holds:
            wrong.append(what)

    def run_c(engine, precision, eta):
        return run([options.c, N, eta, T_END, EPS, 1, SMALLEST_STEP], engine, precision)

    blocks = {}
    for engine, precision, eta, most in (("cpu", "two_float", 0.0025, 1e-9), ("opencl", "two_float", 0.0025, 1e-9),
                                         ("cpu", "fp64", 0.0006, 5e-11), ("cpu", "extended", 0.0025, 1e-9)):
        coarse, fine, least = (run_c(engine, precision, e) for e in (0.16, 0.01, eta))
        slope = math.log(abs(coarse["error"] / fine["error"])) / math.log(0.16 / 0.01)
        where = f"{engine} {precision}"
        check(1.9 < slope < 2.8, f"{where}: the energy error goes as eta^{slope:.2f}")
        check(abs(least["error"]) < most, f"{where}: at eta = {eta} it is {least['error']:.2g}, below {most:g}")
        blocks[where] = fine["block"]
    for where, block in blocks.items():
        ratio = block / blocks["cpu fp64"]
        check(abs(ratio - 1) < 0.02, f"{where}: the mean block is {ratio:.4f} of that in fp64")

    for engine in ("cpu", "opencl"):
        c = run_c(engine, "two_float", 0.04)
        fortran = run([options.fortran], engine, "two_float", f"{N} 0.04 {T_END} {EPS}\n")
        check(abs(c["energy"] - fortran["energy"]) < 1e-9, f"{engine}: C and Fortran start alike")
        check(abs(c["error"] - fortran["error"]) < 0.2 * abs(c["error"]) and
              abs(c["steps"] / fortran["steps"] - 1) < 0.01, f"{engine}: and end alike")
    for text in ("", "\n", "some bodies\n", "1 0.01 0.25 0.01\n"):
        done = subprocess.run([options.fortran], capture_output=True, text=True, input=text)
        check(done.returncode == 2 and done.stderr.startswith("usage: ") and done.stderr.count("\n") == 1,
              f"the Fortran client says what it reads when that is {text!r}")
    sys.exit(f"{len(wrong)} wrong" if wrong else 0)


if __name__ == "__main__":
    main()
