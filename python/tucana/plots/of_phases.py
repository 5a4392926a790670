"""Where the time of a run went."""

import numpy as np

from tucana.plots.style import CYCLE, QUIET_COLOUR, say_instead

COLOURS = {"force": CYCLE[0], "regular": CYCLE[0], "irregular": CYCLE[1], "subsystems": CYCLE[2], "selection": CYCLE[3],
           "adjust": CYCLE[4], "communication": CYCLE[5], "barrier": "#0B6FA4", "moving of data": "#B8B8B8",
           "prediction and correction": "#7A5195", "other": "#E3E3E3"}
MEANINGS = {"adjust": "adjust (analysis, output)", "barrier": "barrier (waiting for ranks)"}
SMALLEST = 0.004  # a part of the whole below which a slice has no figure


def seconds_by_phase(log):
    """The seconds of the whole run at its last output, as the parts of figure 7 of Wang et al. (2015): exchanges with
    other ranks, the waiting for them and the copying of messages stand apart from the work that they belong to."""

    def last(name):
        return max(0.0, float(log[name][-1])) if name in log else 0.0

    def without_exchange(seconds, phase):
        return seconds - last(f"{phase}_communication_seconds") - last(f"{phase}_waiting_seconds")

    has_neighbours = "regular_seconds" in log
    moving = last("moving_seconds")
    parts = {"regular" if has_neighbours else "force":
             without_exchange(last("regular_seconds" if has_neighbours else "force_seconds"), "force") - moving}
    if has_neighbours:
        parts["irregular"] = without_exchange(last("irregular_seconds"), "irregular")
    parts["subsystems"] = without_exchange(last("subsystem_seconds"), "subsystem")
    parts["prediction and correction"] = last("predict_seconds") + last("correct_seconds")
    parts["selection"] = last("schedule_seconds")
    parts["adjust"] = last("output_seconds")
    parts["communication"] = last("communication_seconds")
    parts["barrier"] = last("waiting_seconds")
    parts["moving of data"] = moving
    # Exchanges for decisions and output are in the two phases below, whichever has them.
    outside = last("other_communication_seconds") + last("other_waiting_seconds")
    in_output = min(outside, parts["adjust"])
    parts["adjust"] -= in_output
    parts["other"] = last("other_seconds") - (outside - in_output)
    return {name: seconds for name, seconds in parts.items() if seconds > 0}


def phases(axes, run):
    """Seconds by phase as a ring, with the parts of figure 7 of Wang et al. (2015)."""
    parts = seconds_by_phase(run.log) if len(run.log["time"]) else {}
    whole = sum(parts.values())
    axes.grid(False)
    if not whole > 0:
        axes.set_xticks([])
        say_instead(axes, "no time was measured so far")
        return
    wedges, _ = axes.pie(list(parts.values()), colors=[COLOURS[name] for name in parts], startangle=90,
                         counterclock=False, wedgeprops={"width": 0.38, "edgecolor": "white", "linewidth": 1.2})
    for wedge, seconds in zip(wedges, parts.values()):
        if seconds < 0.04 * whole:
            continue
        angle = np.deg2rad((wedge.theta1 + wedge.theta2) / 2)
        dark = np.dot(wedge.get_facecolor()[:3], (0.3, 0.59, 0.11)) < 0.55
        axes.text(0.81 * np.cos(angle), 0.81 * np.sin(angle), f"{100 * seconds / whole:.0f} %", ha="center",
                  va="center", fontsize=9, color="white" if dark else "#222222")
    ranks = int(run.log["ranks"][-1]) if "ranks" in run.log else 1
    axes.text(0, 0, f"{whole:.3g} s\n{ranks} rank{'s' if ranks > 1 else ''}", ha="center", va="center", fontsize=12,
              color=QUIET_COLOUR)
    labels = [f"{MEANINGS.get(name, name)}   {seconds:.3g} s" if seconds > SMALLEST * whole else
              f"{MEANINGS.get(name, name)}   < {100 * SMALLEST:.1f} %" for name, seconds in parts.items()]
    axes.legend(wedges, labels, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=9.5)
