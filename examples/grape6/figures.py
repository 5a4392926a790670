#!/usr/bin/env python3
"""Redraws figures 5 to 8 of Gaburov, Harfst & Portegies Zwart (2009) with the client phi: wall time, GFLOP/s and mean
block size against N for one and two (sub)devices, and the energy error against eta.

    python3 figures.py ./phi grape6.png

takes some minutes; --quick some seconds. What phi printed goes to standard output."""
import argparse
import os
import subprocess

EPS, T_END, SMALLEST_STEP = 0.01, 0.25, 5e-5


def run(phi, n, eta, t_end, **variables):
    """One run of the client as a table of numbers."""
    names = {f"TUCANA_G6_{name.upper()}": value for name, value in variables.items()}
    line = subprocess.run([phi, str(n), str(eta), str(t_end), str(EPS), "1", str(SMALLEST_STEP)], text=True,
                          stdout=subprocess.PIPE, check=True, env={**os.environ, **names}).stdout
    print(*variables.values(), line.strip(), flush=True)
    return {name: float(value) for name, value in (word.split("=") for word in line.split())}


def energy_errors(phi, n, quick):
    """Figure 8: for each arithmetic a list of (eta, error)."""
    etas = [0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003]
    curves = {}
    for precision in ("two_float", "fp64"):
        some = etas[:4] if quick else etas
        curves[precision] = [(eta, abs(run(phi, n, eta, T_END, precision=precision)["error"])) for eta in some]
    return curves


def speeds(phi, engine, quick):
    """Figures 5 to 7: for each choice of devices and arithmetic a list of the client's numbers."""
    choices = {"cpu two_float": {"engine": "cpu", "precision": "two_float"},
               "cpu fp64": {"engine": "cpu", "precision": "fp64"},
               f"{engine} two_float, 1 device": {"engine": engine, "precision": "two_float", "devices": "0"},
               f"{engine} two_float, 2 (sub)devices": {"engine": engine, "precision": "two_float", "devices": "0,0"}}
    sizes = [1024, 2048] if quick else [1024, 2048, 4096, 8192, 16384]
    # The best of three: other users of the machine only slow a run down.
    return {name: [min((run(phi, n, 0.02, 1 / 32, **choice) for _ in range(3)), key=lambda r: r["seconds"])
                   for n in sizes] for name, choice in choices.items()}


def draw(errors, n, rates, name):
    """Four panels in one picture."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, panels = pyplot.subplots(2, 2, figsize=(10, 8), constrained_layout=True)
    for panel, key, title in ((panels[0][0], "seconds", "wall time for 1/32 time unit [s]"),
                              (panels[0][1], "gflops", "GFLOP/s (60 a pair)"), (panels[1][0], "block", "mean block size")):
        for label, runs in rates.items():
            panel.loglog([r["n"] for r in runs], [r[key] for r in runs], "o-", label=label, markersize=4)
        panel.set_xlabel("N")
        panel.set_ylabel(title)
    panels[0][0].legend(fontsize="small")
    panel = panels[1][1]
    for precision, curve in errors.items():
        panel.loglog(*zip(*curve), "s-", label=precision, markersize=4)
    eta, error = errors["fp64"][2]
    slope = [(e, error * (e / eta) ** 2.25) for e, _ in errors["fp64"]]
    panel.loglog(*zip(*slope), "k:", label=r"$\eta^{2.25}$")
    panel.set_xlabel(r"$\eta$")
    panel.set_ylabel(f"|dE/E|, N = {n}, t = 1/4")
    panel.legend(fontsize="small")
    figure.savefig(name, dpi=90)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("phi", help="the client, compiled")
    parser.add_argument("picture", help="a PNG file to write")
    parser.add_argument("-n", type=int, default=4096, help="bodies for the energy error")
    parser.add_argument("--engine", default="opencl", choices=("opencl", "cuda"), help="what has the devices")
    parser.add_argument("--quick", action="store_true", help="few and small runs")
    options = parser.parse_args()
    n = min(options.n, 512) if options.quick else options.n
    draw(energy_errors(options.phi, n, options.quick), n, speeds(options.phi, options.engine, options.quick),
         options.picture)


if __name__ == "__main__":
    main()
