"""Draws what `./tucana bench precision`, `bench orders` and `bench tree` measured; reads their JSON from standard input.

    ./tucana bench precision --json | python3 plot_bench.py -o precision.png
"""

import argparse
import json
import sys
from pathlib import Path

if __package__ in (None, ""):  # run by its path
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tucana.messages import exit_code_of  # noqa: E402
from tucana.plot import KINDS, QUIET_COLOUR, STYLE, limits_of, positive_or_gap, save  # noqa: E402
from tucana.plot_tree import DRAW as DRAW_TREE  # noqa: E402
from tucana.errors import InputError  # noqa: E402

# Okabe & Ito: apart for every kind of eye; the dashes tell them apart on paper too.
PRECISIONS = {"fp64": ("#D55E00", "-"), "extended": ("#1F3B57", (0, (5, 2))), "fp32": ("#3BA3D0", (0, (1, 1)))}
ORDERS = {"hermite4": ("#D55E00", "o"), "hermite6": ("#1F3B57", "s")}


def fraction(value):
    """1/64 reads better than 0.015625."""
    inverse = 1 / value if value else 0
    return f"1/{inverse:.0f}" if inverse > 1 and inverse == round(inverse) else f"{value:g}"


def new_figure(size, heading, words, **grid):
    """Panels over one another or side by side, under a heading."""
    from matplotlib.figure import Figure  # without pyplot: no window system, no global state

    figure = Figure(figsize=size)
    panels = figure.subplots(**grid)
    for axes in panels:
        axes.grid(True)
        axes.set_axisbelow(True)
        axes.tick_params(length=3)
    left = grid["gridspec_kw"]["left"]
    figure.text(left, 0.945, heading, fontsize=15, fontweight="bold")
    figure.text(left, 0.9, words, fontsize=10, color=QUIET_COLOUR)
    return figure, panels


def log_axis(axes, values):
    from matplotlib import ticker

    limits = limits_of(values, 3, 100)
    if limits is None:
        return
    axes.set_yscale("log")
    axes.set_ylim(*limits)
    axes.yaxis.set_major_locator(ticker.LogLocator(numticks=12))
    axes.yaxis.set_minor_locator(ticker.NullLocator())


def draw_precision(report):
    words = (f"Plummer sphere, N = {report['n']}   ·   softening {fraction(report['softening'])}   ·   hermite6 with steps of "
             f"{fraction(report['step'])}   ·   state in each precision")
    figure, panels = new_figure((9, 6.6), "Energy and angular momentum in three precisions", words, nrows=2,
                                sharex=True, gridspec_kw={"hspace": 0.09, "left": 0.115, "right": 0.855, "top": 0.865,
                                                          "bottom": 0.085})
    labels = {"energy_error": "energy error\n" + r"$|E-E_0|\,/\,|E_0|$",
              "angular_momentum_error": "angular momentum error\n" + r"$|\mathbf{L}-\mathbf{L}_0|\,/\,|\mathbf{L}_0|$"}
    for axes, (key, label) in zip(panels, labels.items()):
        log_axis(axes, [abs(row[key]) for row in report["results"]])
        axes.set_ylabel(label, linespacing=1.4)
        for precision, (colour, dashes) in PRECISIONS.items():
            rows = [row for row in report["results"] if row["precision"] == precision]
            if not rows:
                continue
            values = positive_or_gap([abs(row[key]) for row in rows])
            axes.plot([row["time"] for row in rows], values, color=colour, ls=dashes, lw=1.6, label=precision)
    panels[0].legend(loc="upper left", bbox_to_anchor=(1.0, 1.02), frameon=False, handlelength=2.2, fontsize=9.5)
    panels[1].set_xlim(0, report["to"])
    panels[1].set_xlabel("time  (N-body units)")
    figure.align_ylabels(panels)
    return figure


def draw_orders(report):
    from matplotlib import ticker

    numbers = sorted({row["n"] for row in report["results"]})
    words = (f"Plummer spheres, softening {fraction(report['softening'])}   ·   block steps, fp64, cpu engine   ·   "
             "one point for each eta")
    figure, panels = new_figure((9, 5.6), "What an energy error costs", words, ncols=2, sharey=True,
                                gridspec_kw={"wspace": 0.07, "left": 0.1, "right": 0.84, "top": 0.85, "bottom": 0.11})
    shades = [0.4 + 0.6 * (k + 1) / len(numbers) for k in range(len(numbers))]
    for axes, key, label in zip(panels, ("cpu_seconds", "steps"),
                                ("processor seconds per unit of time", "steps per star and unit of time")):
        log_axis(axes, [row["energy_error"] for row in report["results"]])
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5), numticks=7))
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        axes.set_xlabel(label)
        for n, shade in zip(numbers, shades):
            for integrator, (colour, marker) in ORDERS.items():
                rows = [row for row in report["results"] if (row["n"], row["integrator"]) == (n, integrator)]
                share = n if key == "steps" else 1
                axes.plot([row[key] / row["to"] / share for row in rows],
                          positive_or_gap([row["energy_error"] for row in rows]), color=colour, alpha=shade, lw=1.4,
                          marker=marker, ms=4, mew=0, label=f"{integrator}\nN = {n}")
    panels[0].set_ylabel(r"largest energy error  $|E-E_0|\,/\,|E_0|$")
    panels[1].legend(loc="upper left", bbox_to_anchor=(1.0, 1.03), frameon=False, fontsize=8.5, labelspacing=0.9)
    return figure


DRAW = {"precision": draw_precision, "orders": draw_orders, **DRAW_TREE}


class OneLineParser(argparse.ArgumentParser):
    def error(self, message):
        raise InputError(message)


def plot(arguments):
    import matplotlib

    parser = OneLineParser(prog="plot_bench.py", description="Draw the JSON report of a benchmark (standard input).")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="PNG, PDF or SVG file to write")
    parser.add_argument("--quiet", action="store_true", help="do not print the name of the picture")
    options = parser.parse_args(arguments)
    path = Path(options.output)
    if path.suffix.lower() not in KINDS:
        raise InputError(f"{path}: unknown kind of picture; end the name in {', '.join(KINDS)}")
    try:
        report = json.load(sys.stdin)
        with matplotlib.rc_context(STYLE):
            figure = DRAW[report["bench"]](report)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise InputError(f"standard input is not a report of `./tucana bench` that can be drawn "
                         f"({type(error).__name__}: {error})") from error
    save(figure, path)
    if not options.quiet:
        print(path)


def main(arguments=None):
    return exit_code_of(lambda: plot(sys.argv[1:] if arguments is None else arguments))


if __name__ == "__main__":
    sys.exit(main())
