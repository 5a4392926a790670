"""Every case of every GoogleTest program is run by a test: by `./tucana test`, or by `./tucana validate`."""
import argparse
import fnmatch
import json
import subprocess
from pathlib import Path

import repository


def tests_of(build):
    """The tests that ctest knows in a build folder, also those of `ctest -C validate`; not those of other folders."""
    listed = subprocess.run(["ctest", "--test-dir", build, "-C", "validate", "--show-only=json-v1"], check=True,
                            capture_output=True, text=True)
    return [test for test in json.loads(listed.stdout)["tests"] if "command" in test and ":" not in test["name"]]


def parse_cases(text):
    """The names of the cases in the output of --gtest_list_tests."""
    cases, suite = [], ""
    for line in text.splitlines():
        word = line.split("#")[0].rstrip()
        if line.startswith("  "):
            cases.append(suite + word.strip())
        elif word.endswith("."):
            suite = word
    return cases


def selected(cases, pattern):
    """What --gtest_filter selects: positive patterns, then, behind the first minus, negative ones."""
    positive, _, negative = pattern.partition("-")

    def matches(case, patterns):
        # In gtest only * and ? are special.
        return any(fnmatch.fnmatchcase(case, one.replace("[", "[[]")) for one in patterns.split(":") if one)
    return {case for case in cases if matches(case, positive or "*") and not matches(case, negative)}


def shard_of(test):
    """Which part of its cases a test runs, and of how many parts."""
    variables = {}
    for entry in test.get("properties", []):
        if entry["name"] == "ENVIRONMENT":
            variables = dict(variable.split("=", 1) for variable in entry["value"])
    return int(variables.get("GTEST_SHARD_INDEX", 0)), int(variables.get("GTEST_TOTAL_SHARDS", 1))


def complaints_about(program, cases, tests):
    """Cases that no test runs, and tests that run none."""
    run = set()
    for test in tests:
        pattern = next((word.split("=", 1)[1] for word in test["command"][1:] if word.startswith("--gtest_filter=")), "*")
        index, count = shard_of(test)
        chosen = selected(cases, pattern)
        part = [case for number, case in enumerate(case for case in cases if case in chosen) if number % count == index]
        if not part:
            yield f"{program}: the test {test['name']} runs no case"
        run.update(part)
    for case in cases:
        if case not in run:
            yield f"{program}: no test runs {case}"


def check_of_the_check():
    """Each kind of mistake once."""
    cases = parse_cases("Running main() from x\nA.\n  One\n  Two\nB/C.  # TypeParam = int\n  Three/sm_75  # GetParam() = 1\n")
    if cases != ["A.One", "A.Two", "B/C.Three/sm_75"]:
        yield f"cases_test.py reads {cases}"

    def test(pattern, *environment):
        return {"name": pattern, "command": ["test_x", f"--gtest_filter={pattern}"],
                "properties": [{"name": "ENVIRONMENT", "value": list(environment)}]}
    right = [test("A.*"), test("*/sm_75")]
    halves = [test("*", "GTEST_TOTAL_SHARDS=2", f"GTEST_SHARD_INDEX={index}") for index in (0, 1)]
    for tests in (right, halves):
        yield from complaints_about("cases_test.py", cases, tests)
    for tests in (right[:1], halves[:1], [test("*-A.Two")], [*right, test("D.*")], []):
        if not list(complaints_about("", cases, tests)):
            yield f"cases_test.py accepts {[one['name'] for one in tests]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="a build folder with all its test programs")
    build = parser.parse_args().build.resolve()
    found, count = list(check_of_the_check()), 0
    tests = tests_of(build)
    for program in sorted((build / "bin").glob("test_*")):
        listed = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True)
        cases = parse_cases(listed.stdout)
        count += len(cases)
        found += complaints_about(program.name, cases, [test for test in tests if test["command"][0] == str(program)])
    repository.verdict(found, count, "cases of GoogleTest")


if __name__ == "__main__":
    main()
