"""docs/files.md against what runs really write: every field has its row, and no row speaks of a field that is gone."""

import json
import pathlib
import re
import unittest

import h5py

from run_harness import RunTest, small_run
from test_devices import device_run

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "files.md"
TYPE = re.compile(r"^/PartType\d$")


def sections():
    """Text of the page by heading."""
    found, title = {}, ""
    for line in PAGE.read_text().splitlines():
        heading = re.match(r"#+ (.*)", line)
        title = heading[1] if heading else title
        found.setdefault(title, []).append(line)
    return found


def tables_of(lines):
    """For each table the names in its first column, which stand between backticks."""
    tables, inside = [], False
    for line in lines:
        if not line.startswith("|"):
            inside = False
            continue
        if not inside:
            tables.append([])
        inside = True
        tables[-1] += re.findall(r"`([^`]+)`", line.split("|")[1])
    return tables


class FilesPage(RunTest):
    def setUp(self):
        super().setUp()
        self.page = sections()

    def documented(self, title):
        tables = tables_of(self.page[title])
        self.assertEqual(len(tables), 1, title)
        return self.without_twins(tables[0], title)

    def without_twins(self, names, title):
        self.assertEqual(len(names), len(set(names)), f"{title}: a name has two rows")
        return set(names)

    def assert_same(self, written, title):
        page = self.documented(title)
        self.assertEqual(sorted(written - page), [], f"written, but not in docs/files.md under {title}")
        self.assertEqual(sorted(page - written), [], f"in docs/files.md under {title}, but not written")

    def run_all_kinds(self):
        """Runs that together write every key: the neighbour scheme, a tree, a device that fails."""
        self.succeed("run", "--quiet", "--out", "plain", *small_run())
        self.succeed("run", "--quiet", "--out", "neighbours", *small_run(integrator__kind="ahmad_cohen"))
        self.succeed("run", "--quiet", "--out", "tree",
                     *small_run(gravity__method="tree", integrator__kind="leapfrog", model__kind="m31"))
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
        self.assertEqual(written | {"STOP"}, self.documented("Files of a run"))
        self.assertEqual(set(json.loads((self.root / "plain/log.jsonl").read_text().splitlines()[0])["lagrangian_radii"]),
                         {"1", "2", "5", "10", "25", "50", "75", "90"})

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
                        self.assert_same(set(data[group].attrs), title)
        keys = {option["name"] for option in json.loads(self.succeed("options", "--all", "--json").stdout)}
        documented = {name for table in tables_of(self.page["/Parameters"]) for name in table}
        with h5py.File(self.root / "run/snapshot_0000.hdf5") as data:
            written = set(data["Parameters"].attrs)
        self.assertEqual(sorted(documented - written), [], "in docs/files.md under /Parameters, but not written")
        self.assertEqual(written - documented, keys)


if __name__ == "__main__":
    unittest.main()
