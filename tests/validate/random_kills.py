#!/usr/bin/env python3
"""SIGKILL at random instants, again and again: the run must end with the bits of one that was left alone."""

import json
import os
import pathlib
import random
import subprocess
import tempfile

from harness import TUCANA, Verdicts

OPTIONS = [word for option in ("model.n=200", "run.end_time=4", "output.interval=0.1", "output.snapshot_interval=0.25",
                               "output.checkpoint_interval=0.0625", "gravity.softening=0.01")
           for word in ("--set", option)]
RUNS = 30


def rows(folder):
    text = (folder / "log.jsonl").read_text().splitlines()
    return [{k: v for k, v in json.loads(line).items() if "second" not in k} for line in text]


def killed_run(folder, rng, typical):
    """Kills and restarts until the run is done; returns how often it was killed."""
    kills = 0
    words = ["--out", folder, *OPTIONS]
    while True:
        process = subprocess.Popen([TUCANA, "run", "--quiet", *words])
        try:
            process.wait(timeout=rng.uniform(0, typical) if kills < 12 else None)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
        else:
            assert process.returncode == 0, process.returncode
            return kills
        words = ["--restart", folder] if (folder / "used.toml").exists() else ["--out", folder, *OPTIONS]


def main():
    verdicts = Verdicts()
    seed = int.from_bytes(os.urandom(4), "little")
    print(f"seed {seed}")
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as root:
        whole = pathlib.Path(root) / "whole"
        subprocess.run([TUCANA, "run", "--quiet", "--out", whole, *OPTIONS], check=True)
        typical = json.loads((whole / "summary.json").read_text())["wall_seconds"] * 0.8 + 0.05
        kills = different = 0
        for trial in range(RUNS):
            folder = pathlib.Path(root) / f"killed-{trial}"
            kills += killed_run(folder, rng, typical)
            same = rows(folder) == rows(whole) and all(
                (folder / s.name).read_bytes() == s.read_bytes() for s in whole.glob("snapshot_*"))
            different += not same
        print(f"{RUNS} runs, {kills} kills")
        verdicts.check("runs with other bits", different, 0, 0)
        verdicts.check("kills", kills, RUNS, 100 * RUNS)
    verdicts.finish()


if __name__ == "__main__":
    main()
