#!/usr/bin/env python3
"""Runs over several hosts, for which network namespaces stand in: each has a name, an address and a cable of its own, and
ranks reach each other by TCP alone. The bits are those of one process, and a rank, a cable or a disk that is lost ends the
run with a message, within seconds of run.rank_timeout; the checkpoint then continues on another number of hosts.

Needs Open MPI, and a kernel that lets users have namespaces of their own. Delays of a network are stood in for elsewhere
(tests/gravity/dividing_rule_test.cpp, `tucana-bench ranks --delay`): they need a kernel with netem.
"""

import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from harness import TUCANA, Verdicts
from rank_runs import TIMEOUT, says, settings, stars

HOSTS = ("host1", "host2", "host3")
NETWORK = "10.77.0"
INSIDE = "TUCANA_IN_NAMESPACE"
# The shell that mpirun starts its helpers with on other hosts, as it would by ssh.
AGENT = """#!/bin/sh
host=$1
shift
exec ip netns exec "$host" unshare --uts sh -c 'hostname "$0"; eval "$@"' "$host" "$@"
"""
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1",
          "--mca", "pml", "ob1", "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", f"{NETWORK}.0/24",
          "--mca", "oob_tcp_if_include", f"{NETWORK}.0/24"]
KINDS = {
    "hermite4": {"model.n": 100},
    "ahmad_cohen": {"model.n": 200, "integrator.kind": "ahmad_cohen"},
    "pairs": {"model.systems": 100, "model.binary_fraction": 0.3, "model.smallest_axis": 1e-3,
              "model.largest_axis": 1e-2, "model.shortest_period": 1e-12},
    "tree": {"model.n": 700, "integrator.kind": "leapfrog", "gravity.method": "tree", "gravity.softening": 0.02},
}


def shell(line):
    subprocess.run(line, shell=True, check=True)


def connect_hosts(root):
    """A switch with a cable to every host."""
    shell("mount -t tmpfs tmpfs /run && mkdir /run/netns && ip link set lo up")
    shell("ip link add switch type bridge && ip link set switch up")
    for number, host in enumerate(HOSTS, 1):
        shell(f"ip netns add {host} && ip link add to_{host} type veth peer name cable netns {host}")
        shell(f"ip link set to_{host} master switch up && ip -n {host} link set lo up && ip -n {host} link set cable up")
        shell(f"ip -n {host} address add {NETWORK}.{number}/24 dev cable")
    names = root / "hosts"
    names.write_text("127.0.0.1 localhost\n" + "".join(f"{NETWORK}.{k} {host}\n" for k, host in enumerate(HOSTS, 1)))
    shell(f"mount --bind {names} /etc/hosts")
    agent = root / "agent"
    agent.write_text(AGENT)
    agent.chmod(0o755)
    return agent


class Hosts:
    def __init__(self, root):
        self.root = root
        self.agent = connect_hosts(root)

    def start(self, hosts, *words, faults=()):
        """One rank on each host; `faults` names those that fail and how."""
        line = [*MPIRUN, "--mca", "plm_rsh_agent", self.agent]
        faults = dict(faults)
        for k, host in enumerate(hosts):
            program = ["env", f"TUCANA_FAULT={faults[host]}", TUCANA] if host in faults else [TUCANA]
            line += [":"] * (k > 0) + ["-n", "1", "--host", host, *program, *words]
        # To a file: helpers on a host that was lost keep a pipe open.
        with (self.root / "told").open("w") as told:
            return subprocess.Popen([self.agent, hosts[0], *(f"'{word}'" for word in line)], cwd=self.root,
                                    stdin=subprocess.DEVNULL, stdout=told, stderr=subprocess.STDOUT)

    def run(self, hosts, *words, faults=(), patience=600):
        return self.end(self.start(hosts, *words, faults=faults), patience)

    def end(self, process, patience=600):
        """What it said, and its exit code: None where it had to be killed."""
        try:
            code = process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            code = None
            assert os.getpid() == 1, "everything that runs in this namespace is ours"
            os.kill(-1, signal.SIGKILL)
            process.wait()
        return (self.root / "told").read_text(), code

    def cable_bytes(self, host):
        links = json.loads(subprocess.run(["ip", "-n", host, "-j", "-s", "link", "show", "cable"], check=True,
                                          capture_output=True, text=True).stdout)
        return links[0]["stats64"]["rx"]["bytes"]


def summary(folder):
    return json.loads((folder / "summary.json").read_text())


def run_alone(root, name, words):
    subprocess.run([TUCANA, "run", "--quiet", "--out", name, *words], cwd=root, check=True)


def bits(hosts, verdicts):
    root = hosts.root
    for name, options in KINDS.items():
        words = settings(**options)
        run_alone(root, name, words)
        before = hosts.cable_bytes(HOSTS[1])
        folder = root / f"{name}-hosts"
        told, code = hosts.run(HOSTS, "run", "--quiet", "--out", folder, *words)
        says(verdicts, f"{name}: runs on 3 hosts", code == 0, told)
        if code != 0:
            continue
        end = summary(folder)
        verdicts.check(f"{name}: ranks", end["ranks"], 3, 3)
        says(verdicts, f"{name}: the bits of one process", stars(folder) == stars(root / name))
        # Each host gets what the two others have computed.
        verdicts.check(f"{name}: bytes by cable over those exchanged",
                       (hosts.cable_bytes(HOSTS[1]) - before) / end["rank_bytes"], 0.5, 1000)
    run_alone(root, "control", settings(**{**KINDS["hermite4"], "model.seed": 2}))
    says(verdicts, "another seed differs", stars(root / "control") != stars(root / "hermite4"))


def last_time(folder):
    return json.loads((folder / "log.jsonl").read_text().splitlines()[-1])["time"]


def lose(hosts, verdicts, what, lost, message, fault=None, patience=60):
    """A run that loses something on a host, or its cable, goes on from its checkpoint on the two others."""
    root = hosts.root
    shutil.rmtree(root / "run", ignore_errors=True)
    options = settings(end=1000, **KINDS["hermite4"], **{"output.checkpoint_wall_interval": 0.05})
    process = hosts.start(HOSTS, "run", "--quiet", "--out", root / "run", *options,
                          faults={lost: fault} if fault else {})
    if not fault:
        while not (root / "run" / "checkpoint.hdf5").exists():
            time.sleep(0.05)
        shell(f"ip link set to_{lost} down")
    begin = time.monotonic()
    told, code = hosts.end(process, patience)
    print(f"{what}: exit code {code} after {time.monotonic() - begin:.1f} s:\n" + "\n".join(
        line for line in told.splitlines() if line.startswith("tucana:")), flush=True)
    says(verdicts, f"{what}: is told", message in told, told)
    # The helper of mpirun behind a cut cable is not heard of again, and mpirun waits for it.
    says(verdicts, f"{what}: the run has failed", code != 0, told)
    end = math.floor(last_time(root / "run")) + 1
    rest = [host for host in HOSTS if host != lost or what == "a full disk"][:2]
    told, code = hosts.run(rest, "run", "--quiet", "--restart", root / "run", "--set", f"run.end_time={end}")
    says(verdicts, f"{what}: goes on from the checkpoint", code == 0, told)
    if code == 0:
        verdicts.check(f"{what}: ranks after the restart", summary(root / "run")["ranks"], 2, 2)
        run_alone(root, "whole", settings(end=end, **KINDS["hermite4"]))
        last = f"snapshot_{8 * end:04}.hdf5", "PartType4/Coordinates"
        says(verdicts, f"{what}: the bits of an undisturbed run",
             stars(root / "run")[last] == stars(root / "whole")[last])
        shutil.rmtree(root / "whole")


def main():
    verdicts = Verdicts()
    with tempfile.TemporaryDirectory() as folder:
        hosts = Hosts(pathlib.Path(folder))
        bits(hosts, verdicts)
        lose(hosts, verdicts, "a killed rank", "host2", "rank 1 on host2 has died", "kill@block:300")
        lose(hosts, verdicts, "a stopped rank", "host3", "rank 2 on host3 has not answered", "stop@block:300")
        lose(hosts, verdicts, "a full disk", "host1", "No space left on device", "enospc@write:40")
        lose(hosts, verdicts, "a cut cable", "host2", "rank 1 on host2 has not answered", patience=20)
    verdicts.finish()


if __name__ == "__main__":
    if os.environ.get(INSIDE):
        main()
    # What is started in them ends with them.
    unshare = ["unshare", "--user", "--map-root-user", "--mount", "--net", "--uts", "--pid", "--fork", "--mount-proc",
               "--kill-child", sys.executable, *sys.argv]
    sys.exit(subprocess.run(unshare, env={**os.environ, INSIDE: "1"}, check=False).returncode)
