"""Runs under mpirun: the bits of a run without it, and what happens when a rank is lost. Needs Open MPI."""

import json
import os
import signal
import subprocess
import time
import unittest

from files_page import sections, tables_of
from run_harness import TUCANA, RunTest, small_run

# Tests share processors with others, so that ranks must not keep them busy while they wait; containers may forbid ranks
# to read each other's memory.
MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none",
          "--mca", "mpi_yield_when_idle", "1", "--mca", "btl_vader_single_copy_mechanism", "none"]

KINDS = {
    "hermite4": {"gravity__softening": 0},
    "hermite6": {"integrator__kind": "hermite6"},
    "ahmad_cohen": {"integrator__kind": "ahmad_cohen", "model__n": 200, "gravity__softening": 0},
    "leapfrog": {"integrator__kind": "leapfrog"},
    "tree": {"integrator__kind": "leapfrog", "gravity__method": "tree", "model__n": 700},
}
# Ranks and threads of each; two and three of all integrators, as threads, are in run_ranks_test.cpp (the tree: two and four).
RANKS = {"hermite4": ((1, 1), (2, 2), (3, 1), (4, 1)), "ahmad_cohen": ((2, 1), (3, 2)), "tree": ((2, 2), (4, 1))}


def short_run(**options):
    """Long enough for many blocks; everything that can be divided is."""
    return small_run(**{"run__end_time": 0.25, "run__rank_pairs": 1, "model__n": 100, "output__interval": 0.125,
                        "output__snapshot_interval": 0.125, "run__threads": 1, **options})


class MpiTest(RunTest):
    def environment(self, **variables):
        return {**{k: v for k, v in os.environ.items() if k != "TUCANA_FAULT"}, **variables}

    def mpirun(self, ranks, *words, **options):
        """`ranks` is a number, or a list of commands, one a rank."""
        commands = [[TUCANA]] * ranks if isinstance(ranks, int) else ranks
        line = list(MPIRUN)
        for command in commands:
            line += [":"] * (len(line) > len(MPIRUN)) + ["-n", "1", *command, *map(str, words)]
        return subprocess.run(line, cwd=self.root, env=self.environment(), capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=120, **options)

    def log_rows(self, folder):
        return [{k: v for k, v in row.items() if not k.startswith("rank")} for row in super().log_rows(folder)]

    def assert_ranks(self, folder, ranks):
        self.assertEqual(self.summary(folder)["ranks"], ranks)
        self.assertEqual(json.loads((self.root / folder / "log.jsonl").read_text().splitlines()[-1])["ranks"], ranks)


class Bits(MpiTest):
    def test_ranks_and_threads_do_not_change_bits(self):
        for name, options in KINDS.items():
            self.succeed("run", "--quiet", "--out", name, *short_run(**options))
            self.assert_ranks(name, 1)
            for ranks, threads in RANKS.get(name, ((2, 1),)):
                with self.subTest(name, ranks=ranks):
                    folder = f"{name}-{ranks}"
                    done = self.mpirun(ranks, "run", "--quiet", "--out", folder,
                                       *short_run(**options, run__threads=threads))
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assert_ranks(folder, ranks)
                    self.assert_same_stars(name, folder)
                    if ranks > 1:
                        self.assertIn(f"in {ranks} ranks", self.summary(folder)["engine"])
        written = json.loads((self.root / "ahmad_cohen-2/log.jsonl").read_text().splitlines()[-1])
        self.assertLessEqual(set(tables_of(sections()["log.jsonl"])[1]), set(written), "keys of runs in several ranks")
        # A control: another seed differs.
        self.succeed("run", "--quiet", "--out", "control", *short_run(model__seed=2, **KINDS["hermite4"]))
        self.assertNotEqual(self.stars("control"), self.stars("hermite4"))

    def test_a_restart_may_have_another_number_of_ranks(self):
        options = short_run(**KINDS["ahmad_cohen"])
        self.succeed("run", "--quiet", "--out", "whole", *options)
        done = self.mpirun(2, "run", "--quiet", "--out", "parts", *options, "--set", "run.end_time=0.125")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.mpirun(3, "run", "--quiet", "--restart", "parts", "--set", "run.end_time=0.25")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_ranks("parts", 3)
        self.assert_same_stars("whole", "parts")

    def test_one_rank_prints(self):
        done = self.mpirun(3, "run", "--out", "told", *short_run())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_ranks("told", 3)
        self.assertEqual(done.stdout.count("reached run.end_time"), 1)
        self.assertEqual(done.stdout.count("100 stars"), 1)


class Ends(MpiTest):
    def test_mpi_can_be_switched_off(self):
        command = [["env", TUCANA, "run", "--quiet", "--out", name] for name in ("one", "two")]
        done = self.mpirun(command, *short_run(run__mpi="off"))
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("one", "two"):
            self.assert_ranks(name, 1)
        self.assert_same_run("one", "two")

    def test_a_stop_file_ends_all_ranks(self):
        self.succeed("run", "--quiet", "--out", "run", *short_run())
        (self.root / "run" / "STOP").touch()
        done = self.mpirun(2, "run", "--quiet", "--restart", "run", "--set", "run.end_time=1000")
        self.assertEqual(done.returncode, 75, done.stderr)
        self.assertEqual(self.summary("run")["reason"], "stop_file")
        self.assertEqual(self.summary("run")["ranks"], 2)

    def test_a_signal_to_mpirun_writes_a_checkpoint(self):
        """Its SIGUSR2 reaches the ranks, of which rank 0 decides; the run goes on until it is stopped."""
        line = [*MPIRUN, "-n", "2", TUCANA, "run", "--quiet", "--out", "asked",
                *short_run(run__end_time=100000, output__checkpoint_interval=0, output__snapshot_interval=50000)]
        run = subprocess.Popen([str(word) for word in line], cwd=self.root, env=self.environment(),
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        log, checkpoint = (self.root / "asked" / name for name in ("log.jsonl", "checkpoint.hdf5"))
        deadline = time.monotonic() + 100

        def wait_until(is_done):
            while not is_done():
                self.assertIsNone(run.poll())
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.02)

        try:
            wait_until(lambda: log.exists() and log.read_text().count("\n") > 3)
            self.assertFalse(checkpoint.exists())
            run.send_signal(signal.SIGUSR2)
            wait_until(checkpoint.exists)
            (self.root / "asked" / "STOP").touch()
            self.assertEqual(run.wait(timeout=60), 75)
        finally:
            run.kill()
            run.wait()
        self.assert_ranks("asked", 2)

    def test_ranks_with_other_options_are_refused(self):
        seeds = [[TUCANA, "run", "--set", f"model.seed={seed}"] for seed in (1, 1, 5)]
        done = self.mpirun(seeds, "--out", "mixed", "--set", "model.n=64")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"tucana: error: rank 2 on \S+ has other options than rank 0: \[model.seed = 5\b")
        self.assertEqual(done.stderr.count("tucana: error:"), 1)
        self.assertFalse((self.root / "mixed").exists())

    def test_a_launcher_of_another_mpi_is_named(self):
        """Its variable says 4, but the MPI of this program finds itself alone."""
        done = self.tucana("run", "--out", "alone", *short_run(), variables={"PMI_SIZE": "4", "PMI_RANK": "0"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("started 4 processes (PMI_SIZE)", done.stderr)
        self.assertIn("each of them is alone", done.stderr)
        self.assertFalse((self.root / "alone").exists())
        self.succeed("run", "--quiet", "--out", "alone", *short_run(run__mpi="off"), variables={"PMI_SIZE": "4"})

    def test_a_launcher_that_tells_a_rank_only(self):
        """srun --mpi=pmix of another MPI: rank 0 may be alone for all it knows, the others are not."""
        done = self.tucana("run", "--out", "alone", *short_run(), variables={"PMIX_RANK": "1"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("PMIx started at least 2 processes (PMIX_RANK)", done.stderr)
        self.assertFalse((self.root / "alone").exists())

    def test_a_batch_system_is_no_launcher(self):
        self.succeed("run", "--quiet", "--out", "job", *short_run(), variables={"SLURM_NTASKS": "8"})
        self.assert_ranks("job", 1)

    def test_a_missing_module_is_explained(self):
        done = self.tucana("run", "--out", "none", *short_run(),
                           variables={"OMPI_COMM_WORLD_SIZE": "2", "TUCANA_MPI_MODULE": "/nonexistent/module.so"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("/nonexistent/module.so", done.stderr)
        self.assertIn("run.mpi=off", done.stderr)


class Losses(MpiTest):
    def long_run(self):
        return short_run(run__end_time=1000, output__checkpoint_wall_interval=0.05, run__rank_timeout=1)

    def lose(self, fault, lost=1):
        """Two ranks, one of which has a fault when blocks are done."""
        commands = [[TUCANA], [TUCANA]]
        commands[lost] = ["env", f"TUCANA_FAULT={fault}", TUCANA]
        return self.mpirun(commands, "run", "--quiet", "--out", "run", *self.long_run())

    def assert_goes_on(self):
        """From the checkpoint, on one rank, as if nothing had happened."""
        end = 0.5
        self.succeed("run", "--quiet", "--restart", "run", "--set", f"run.end_time={end}")
        options = short_run(run__end_time=end)
        self.succeed("run", "--quiet", "--out", "whole", *options)
        self.assertEqual(self.stars("whole")["snapshot_0004.hdf5", "PartType4/Coordinates"],
                         self.stars("run")["snapshot_0004.hdf5", "PartType4/Coordinates"])

    def test_a_killed_rank_ends_the_run(self):
        done = self.lose("kill@block:300")
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"rank 1\b.* on \S+", "by this program or by mpirun, whoever was first")
        self.assert_goes_on()

    def test_a_stopped_rank_ends_the_run(self):
        done = self.lose("stop@block:300")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"tucana: error: rank 1 on \S+ has not answered for [0-9.]+ s")
        self.assertIn("--restart", done.stderr)
        self.assertEqual(done.stderr.count("tucana: error:"), 1, done.stderr)
        self.assert_goes_on()

    def test_the_loss_of_rank_0_is_noticed(self):
        done = self.lose("stop@block:300", lost=0)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"tucana: error: rank 0 on \S+ has not answered for [0-9.]+ s")

    def test_a_full_disk_ends_the_run(self):
        done = self.lose("enospc@write:40", lost=0)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("No space left on device", done.stderr)
        self.assertEqual(done.stderr.count("tucana: error:"), 1)


if __name__ == "__main__":
    unittest.main()
