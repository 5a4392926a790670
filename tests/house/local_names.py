"""Names in anonymous namespaces differ within a folder of src/: the compiler takes files of a folder together
(cmake/TucanaJoin.cmake), where a function of the same name in another file would be an overload, chosen silently."""
import re
from collections import defaultdict

import repository

# At the start of a line, as clang-format leaves it: what a function, a constant, a type or an alias is called.
FUNCTION = re.compile(r"^(?!using|return|else|template|class|struct|enum|namespace|TEST|INSTANTIATE|static_assert|case)"
                      r"[A-Za-z_][\w:<>,&*\s\[\]]*?[\s&*](\w+)\(")
CONSTANT = re.compile(r"^(?!using|namespace)(?:inline |static |constexpr |const |thread_local |std::)[\w:<>,&*\s]*?[\s&*](\w+)(?:\[[^\]]*\])* ?[={;]")
TYPE = re.compile(r"^(?:struct|class|enum class|enum) (\w+)")


def local_names(text):
    """The names that the anonymous namespaces of a file define."""
    inside, names = False, set()
    for line in text.splitlines():
        if line == "namespace {":
            inside = True
        elif line == "}  // namespace":
            inside = False
        elif inside and (match := TYPE.match(line) or CONSTANT.match(line) or FUNCTION.match(line)):
            names.add(match[1])
    return names


def main():
    folders = defaultdict(lambda: defaultdict(list))
    files = [path for path in repository.files() if path.suffix == ".cpp" and path.parts[0] == "src"]
    for path in files:
        for name in local_names((repository.ROOT / path).read_text()):
            folders[path.parent][name].append(path.name)
    found = [f"{folder}: {name} in {', '.join(sorted(where))}"
             for folder, names in sorted(folders.items()) for name, where in sorted(names.items()) if len(where) > 1]
    repository.verdict(found, len(files), "files")


if __name__ == "__main__":
    main()
