#!/usr/bin/env python3
"""SIGKILL and losses of power at random instants, over all integrators: each run must end with the bits of one that was
left alone. TUCANA_KILLS says how often (1000); the seed is printed, and TUCANA_SEED repeats it."""

import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile

from harness import TUCANA, Verdicts

COMMON = {"run.end_time": 1, "run.threads": 1, "output.interval": 0.125, "output.snapshot_interval": 0.25,
          "output.checkpoint_interval": 0.0625, "gravity.softening": 0.01}
SCHEMES = {
    "hermite4": {"model.n": 150},
    "hermite4 shared": {"model.n": 60, "integrator.steps": "shared"},
    "hermite6": {"model.n": 150, "integrator.kind": "hermite6"},
    "ahmad_cohen": {"model.n": 250, "integrator.kind": "ahmad_cohen"},
    "leapfrog": {"model.n": 300, "integrator.kind": "leapfrog"},
    "leapfrog tree": {"model.n": 1000, "integrator.kind": "leapfrog", "gravity.method": "tree"},
}
KILLS = int(os.environ.get("TUCANA_KILLS", "1000"))
KILLS_A_RUN = 10  # at most, then it is left alone
POWER = 0.2  # of all deaths are losses of power


def words_of(scheme):
    options = {**COMMON, **SCHEMES[scheme]}
    return [word for name, value in options.items() for word in ("--set", f"{name}={value}")]


def rows(folder):
    text = (folder / "log.jsonl").read_text().splitlines()
    return [{k: v for k, v in json.loads(line).items() if "second" not in k} for line in text]


def lose_power(words, rng):
    """Runs until the power fails at a random sync; True when the run ended before."""
    fault = f"power@sync:{rng.randrange(1, 40)}"
    process = subprocess.run([TUCANA, "run", "--quiet", *words], env={**os.environ, "TUCANA_FAULT": fault}, check=False)
    assert process.returncode in (0, -9), process.returncode
    return process.returncode == 0


def kill(words, seconds):
    """Kills after so many seconds; True when the run ended before."""
    process = subprocess.Popen([TUCANA, "run", "--quiet", *words])
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    assert process.returncode == 0, process.returncode
    return True


def killed_run(folder, scheme, seed, typical):
    """Kills and restarts until the run is done; returns how often it was killed, and how often the power failed."""
    rng = random.Random(seed)
    kills = losses = 0
    while True:
        begun = (folder / "used.toml").exists()
        words = ["--restart", folder] if begun else ["--out", folder, *words_of(scheme)]
        if kills + losses >= KILLS_A_RUN:
            assert kill(words, None)
            return kills, losses
        power = rng.random() < POWER
        if lose_power(words, rng) if power else kill(words, rng.uniform(0, typical)):
            return kills, losses
        kills, losses = kills + (not power), losses + power


def same(folder, whole):
    return rows(folder) == rows(whole) and all(
        (folder / s.name).read_bytes() == s.read_bytes() for s in whole.glob("snapshot_*"))


def main():
    verdicts = Verdicts()
    seed = int(os.environ.get("TUCANA_SEED") or int.from_bytes(os.urandom(4), "little"))
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as root, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for scheme in SCHEMES:
            whole = pathlib.Path(root) / scheme
            subprocess.run([TUCANA, "run", "--quiet", "--out", whole, *words_of(scheme)], check=True)
            typical = json.loads((whole / "summary.json").read_text())["wall_seconds"] * 0.6 + 0.03
            kills = losses = runs = different = 0

            def trial(number, scheme=scheme, whole=whole, typical=typical):
                folder = pathlib.Path(root) / f"{scheme} {number}"
                counts = killed_run(folder, scheme, f"{seed} {scheme} {number}", typical)
                is_same = same(folder, whole)
                if is_same:
                    shutil.rmtree(folder)
                return *counts, is_same

            while kills + losses < KILLS / len(SCHEMES):
                for killed, lost, is_same in pool.map(trial, range(runs, runs + 2 * os.cpu_count())):
                    kills, losses, runs, different = kills + killed, losses + lost, runs + 1, different + (not is_same)
            print(f"{scheme}: {runs} runs, {kills} kills, {losses} losses of power")
            verdicts.check(f"{scheme}: runs with other bits", different, 0, 0)
            verdicts.check(f"{scheme}: deaths", kills + losses, KILLS / len(SCHEMES), 10 * KILLS)
    verdicts.finish()


if __name__ == "__main__":
    main()
