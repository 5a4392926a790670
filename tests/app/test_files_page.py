"""docs/files.md against what runs really write: every field has its row, and no row speaks of a field that is gone."""

import json
import math
import re
import unittest

import h5py
import numpy

from files_page import sections, tables_of
from run_harness import RunTest, small_run
from test_devices import device_run

IN_FIELDS = {"cluster_centre", "cluster_velocity", "cluster_angular_velocity"}
TYPE = re.compile(r"^/PartType\d$")


class FilesPage(RunTest):
    def setUp(self):
        super().setUp()
        self.page = sections()

    def documented(self, title):
        tables = tables_of(self.page[title])
        self.assertEqual(len(tables), 3 if title == "log.jsonl" else 1, title)
        return self.without_twins([name for table in tables for name in table], title)

    def without_idle_parts(self, names, written):
        """Without the keys of runs in several ranks and of those with close pairs and groups, unless one of a table is
        written: then all of it have to be."""
        for keys in map(set, tables_of(self.page["log.jsonl"])[1:]):
            names = names if written & keys else names - keys
        return names

    def without_twins(self, names, title):
        self.assertEqual(len(names), len(set(names)), f"{title}: a name has two rows")
        return set(names)

    def assert_same(self, written, title):
        page = self.without_idle_parts(self.documented(title), written)
        self.assertEqual(sorted(written - page), [], f"written, but not in docs/files.md under {title}")
        self.assertEqual(sorted(page - written), [], f"in docs/files.md under {title}, but not written")

    def run_all_kinds(self):
        """Runs that together write every key: the neighbour scheme, a tree, stars that evolve, a field, a tide, a device
        that fails."""
        self.succeed("run", "--quiet", "--out", "plain", *small_run())
        self.succeed("run", "--quiet", "--out", "neighbours", *small_run(integrator__kind="ahmad_cohen"))
        self.succeed("run", "--quiet", "--out", "tree",
                     *small_run(gravity__method="tree", integrator__kind="leapfrog", model__kind="m31"))
        self.succeed("run", "--quiet", "--out", "stars", *small_run(stellar__kind="sse"))
        self.succeed("run", "--quiet", "--out", "field", *small_run(field__kind="plummer", field__mass=1, field__radius=1))
        self.succeed("run", "--quiet", "--out", "tide",
                     *small_run(field__kind="point_mass", field__mass=1e4, field__orbit_radius=100))
        failed = self.tucana("run", "--quiet", "--out", "failed", *device_run(), fault="fail@device_launch:60")
        self.assertEqual(failed.returncode, 1, failed.stderr)

    def keys(self, name):
        found = set()
        for path in self.root.glob(f"*/{name}"):
            texts = path.read_text().splitlines() if name.endswith(".jsonl") else [path.read_text()]
            found = found.union(*(json.loads(text) for text in texts))
        return found

    def test_files_and_keys(self):
        self.run_all_kinds()
        for name in ("log.jsonl", "summary.json", "tuning.jsonl"):
            with self.subTest(file=name):
                self.assert_same(self.keys(name), name)
        written = {re.sub(r"snapshot_\d+", "snapshot_NNNN", p.name) for p in self.root.glob("*/*")}
        # STOP is written by users, events.jsonl by runs with processes that change stars.
        self.assertEqual(written | {"STOP", "events.jsonl"}, self.documented("Files of a run"))
        self.assertEqual(set(json.loads((self.root / "plain/log.jsonl").read_text().splitlines()[0])["lagrangian_radii"]),
                         {"1", "2", "5", "10", "25", "50", "75", "90"})

    def test_systems(self):
        """A pair that somebody added to a snapshot goes through the program, and comes out as the page says."""
        self.succeed("run", "--quiet", "--out", "run", *small_run(run__end_time=0.25))
        with h5py.File(self.root / "run/snapshot_0000.hdf5", "r+") as data:
            stars, own = data["PartType4"], data["Tucana"]
            length, speed = own.attrs["length_pc"] / 1000, own.attrs["velocity_kms"]
            centre, velocity = stars["Coordinates"][3] / length, stars["Velocities"][3] / speed
            apart = numpy.array([1e-9, 0, 0]), numpy.array([0, 3.0, 0])
            for row, sign in ((3, 1), (5, -1)):
                stars["Coordinates"][row] = (centre + sign * apart[0]) * length
                stars["Velocities"][row] = (velocity + sign * apart[1]) * speed
            group = own.create_group("Systems")
            columns = {"Kinds": numpy.zeros(1, "u1"), "MemberCounts": [2], "SlowDowns": [1.5], "Centres": [centre],
                       "CentreVelocities": [velocity], "MemberIDs": stars["ParticleIDs"][:][[3, 5]],
                       "MemberCoordinates": [apart[0], -apart[0]], "MemberVelocities": [apart[1], -apart[1]]}
            for name, column in columns.items():
                group[name] = column
        self.succeed("convert", "run/snapshot_0000.hdf5", "out.hdf5")
        with h5py.File(self.root / "out.hdf5") as data:
            systems = data["Tucana/Systems"]
            self.assertEqual(set(systems), self.documented("Systems in /Tucana"))
            for name, column in columns.items():
                self.assertEqual(systems[name][()].tolist(), numpy.asarray(column).tolist(), name)
            mass = 2 / 48
            axis = 1 / (2 / 2e-9 - 36 / mass)
            self.assertAlmostEqual(systems["SemiMajorAxes"][0] / axis, 1, 6)
            self.assertAlmostEqual(systems["Eccentricities"][0], 1 - 2e-9 / axis if axis > 2e-9 else 2e-9 / axis - 1, 6)
            self.assertAlmostEqual(systems["Periods"][0] / (2 * math.pi * math.sqrt(axis**3 / mass)), 1, 6)

    def test_snapshots(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run(run__end_time=0.25))
        self.succeed("init", "m31", "-n", "200", "-o", "m31.hdf5")
        types = next(title for title in self.page if title.startswith("/PartType1"))
        datasets, attributes = (self.without_twins(names, types) for names in tables_of(self.page[types]))
        documented = {name for title in self.page if title.startswith("/") for name in title.split(", ")}
        for file in ("run/snapshot_0000.hdf5", "m31.hdf5"):
            with h5py.File(self.root / file) as data, self.subTest(file=file):
                self.assertEqual(dict(data.attrs), {})
                groups = {f"/{name}" for name in data}
                self.assertEqual(sorted(groups - documented), [], "groups that docs/files.md does not have")
                self.assertEqual(sorted(g for g in documented - groups if not TYPE.match(g)), [], "groups that are gone")
                for group in data:
                    if TYPE.match(f"/{group}"):
                        self.assertEqual((set(data[group]), dict(data[group].attrs)), (datasets, {}))
                        for dataset in data[group].values():
                            self.assertEqual(set(dataset.attrs), attributes, dataset.name)
                        continue
                    self.assertEqual(list(data[group]), [], f"/{group} has members that docs/files.md does not have")
                    title = next(t for t in self.page if t.startswith("/") and f"/{group}" in t.split(", "))
                    if group == "Policy":
                        self.assertEqual(dict(data[group].attrs), {})
                    elif group != "Parameters":
                        # /Tucana names the columns of evolving stars, and says where a cluster in a field is.
                        special = {"columns", *IN_FIELDS} if group == "Tucana" else set()
                        self.assert_same(set(data[group].attrs) | special, title)
        self.succeed("run", "--quiet", "--out", "stars", *small_run(run__end_time=0.25, stellar__kind="sse"))
        with h5py.File(self.root / "stars/snapshot_0001.hdf5") as data:
            columns = self.documented("Columns of evolving stars")
            self.assertEqual(set(data["PartType4"]), datasets | columns)
            self.assertEqual(set(data["Tucana"].attrs["columns"].decode().split(",")), columns)
        self.succeed("run", "--quiet", "--out", "field",
                     *small_run(run__end_time=0.25, field__kind="point_mass", field__mass=1e4, field__orbit_radius=100))
        with h5py.File(self.root / "field/snapshot_0001.hdf5") as data:
            self.assertEqual(set(data["PartType4"]), datasets | self.documented("Stars of a cluster in a field"))
            self.assertEqual(set(data["Tucana"].attrs) & IN_FIELDS, IN_FIELDS)
            place = data["PartType4/Coordinates"][()] - data["Tucana"].attrs["cluster_centre"]
            own = data["PartType4/ClusterCoordinates"][()]
            numpy.testing.assert_allclose(numpy.linalg.norm(own, axis=1), numpy.linalg.norm(place, axis=1), rtol=1e-9)
        keys = {option["name"] for option in json.loads(self.succeed("options", "--all", "--json").stdout)}
        documented = {name for table in tables_of(self.page["/Parameters"]) for name in table}
        with h5py.File(self.root / "run/snapshot_0000.hdf5") as data:
            written = set(data["Parameters"].attrs)
        self.assertEqual(sorted(documented - written), [], "in docs/files.md under /Parameters, but not written")
        self.assertEqual(written - documented, keys)


if __name__ == "__main__":
    unittest.main()
