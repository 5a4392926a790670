#!/usr/bin/env python3
"""Predicts the time of a time unit on 1 to 16 nodes with two GPUs each: python3 scaling_model.py COUNTS.jsonl

COUNTS.jsonl is what `tucana-bench ranks --json` prints. Counts are those of the run; seconds are what one thread of this
machine takes for an irregular step and for what every rank does for itself. The constants below stand for the machine that
is predicted, and are assumptions. docs/scaling.md explains the model and has its results.
"""

import json
import math
import sys

# Of Wang et al. (2015): nodes of "Hydra" with 20 cores and two K20X, InfiniBand FDR.
GPUS, CORES = 2, 20
PAIRS_PER_GPU = 1.5e10  # pairs a second with lists of neighbours: 0.9 TFLOP/s with 60 operations a pair
THREADED = 0.8  # efficiency of the threads of a node
LATENCY = 2e-6  # seconds of a message, for each doubling of the nodes
NETWORK = 5e9  # bytes a second
HOST_TO_GPU = 6e9  # bytes a second
ROW = 96  # bytes of a body that goes to the GPUs after its step
SMALL_BLOCK = 20e-6  # seconds of a block beside its bodies: its launch, barriers of threads


def rate(row, name):
    """Of a count, in a time unit."""
    return row[name] / (row["to"] - row["from"])


def costs_of(rows):
    """What one thread takes here, from the runs of one rank and one thread."""
    alone = rows[1, 1]
    inside = alone["regular_seconds"] + alone["irregular_seconds"] + alone["subsystem_seconds"]
    return {"step": alone["irregular_seconds"] / alone["steps"],
            "replicated": max(0.0, alone["wall_seconds"] - inside) / alone["steps"],
            "pairs": alone["subsystem_seconds"] / (alone["to"] - alone["from"])}


def counts_of(rows):
    ranked = next(row for (ranks, _), row in rows.items() if ranks > 1)
    divided = {phase: {k: v / (ranked["to"] - ranked["from"]) for k, v in one.items()}
               for phase, one in ranked["exchanges"].items()}
    return {"n": ranked["n"], **{name: rate(ranked, name) for name in ("blocks", "steps", "regular_steps")},
            "exchanges": divided}


def scaled(one, other, n):
    """Counts at n from those at two numbers of stars, each as a power of it."""
    def power(a, b):
        if not (a > 0 and b > 0):
            return 0.0
        return b * (n / other["n"]) ** (math.log(b / a) / math.log(other["n"] / one["n"]))
    found = {name: power(one[name], other[name]) for name in ("blocks", "steps", "regular_steps")}
    found["exchanges"] = {phase: {k: power(one["exchanges"][phase][k], v) for k, v in other["exchanges"][phase].items()}
                          for phase in other["exchanges"]}
    return {"n": n, **found}


def seconds(counts, costs, nodes):
    """Of a time unit, by part."""
    cores = CORES * THREADED
    exchanges = counts["exchanges"].values()
    messages, content = (sum(one[k] for one in exchanges) for k in ("messages", "bytes"))
    parts = {"regular": counts["regular_steps"] * counts["n"] / (nodes * GPUS * PAIRS_PER_GPU),
             "irregular": counts["steps"] * costs["step"] / (nodes * cores),
             "close pairs": costs["pairs"] / (nodes * cores),
             "replicated": counts["steps"] * costs["replicated"] / cores + counts["blocks"] * SMALL_BLOCK,
             "to GPUs": counts["steps"] * ROW / HOST_TO_GPU,
             "messages": 0.0, "content": 0.0}
    if nodes > 1:
        parts["messages"] = messages * LATENCY * math.log2(nodes)
        parts["content"] = content * (nodes - 1) / nodes / NETWORK
    return parts


def show(title, counts, costs):
    print(f"\n{title}: a time unit has {counts['blocks']:.3g} blocks, {counts['steps']:.3g} irregular and "
          f"{counts['regular_steps']:.3g} regular steps")
    names = list(seconds(counts, costs, 1))
    print("| nodes | " + " | ".join(names) + " | all | speed-up |")
    print("|---" * (len(names) + 3) + "|")
    one = sum(seconds(counts, costs, 1).values())
    for nodes in (1, 2, 4, 8, 16):
        parts = seconds(counts, costs, nodes)
        whole = sum(parts.values())
        print(f"| {nodes} | " + " | ".join(f"{parts[name]:.2f}" for name in names) + f" | {whole:.1f} | {one / whole:.1f} |")


def main(path):
    groups = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            groups.setdefault(row["binary_fraction"], {}).setdefault(row["n"], {})[row["ranks"], row["threads"]] = row
    for fraction, by_number in sorted(groups.items()):
        numbers = sorted(n for n, rows in by_number.items() if any(ranks > 1 for ranks, _ in rows))
        alone = max(n for n, rows in by_number.items() if (1, 1) in rows)
        costs = costs_of(by_number[alone])
        print(f"\n{100 * fraction:.0f} % pairs, one thread here at {alone}: {1e6 * costs['step']:.2f} us an irregular "
              f"step, {1e6 * costs['replicated']:.2f} us for the rest of it")
        counts = [counts_of(by_number[n]) for n in numbers]
        for one in counts:
            scale = one["n"] / alone
            show(f"{one['n']} stars", one, {**costs, "pairs": costs["pairs"] * scale})
        if len(counts) > 1:
            for n in (131072, 1048576):
                if n not in numbers:
                    show(f"{n} stars, extrapolated", scaled(counts[-2], counts[-1], n),
                         {**costs, "pairs": costs["pairs"] * n / alone})


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
