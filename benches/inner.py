"""Reads what `cargo bench` printed.

usage: inner.py LSP RUNTIME         rows of the table, between tabs
       inner.py --stages FRONT_END  tables of the stages and of the rules
"""

import re
import sys

UNITS = {"ps": 1e-3, "ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}
TIME = r"([\d.]+)\s*(ps|ns|µs|ms|s)\b"
SIZES = ["1 KB", "10 KB", "100 KB", "1 MB"]


def divan(path):
    """The median of each benchmark in nanoseconds: its group, its argument."""
    group = ""
    for line in open(path):
        cells = line.rstrip("\n").split(" │ ")
        name = re.sub(r"^[│├╰─ ]+", "", cells[0])
        if len(cells) < 4:
            if re.match(r"^[├╰]─ ", line):
                group = name.split()[0]
            continue
        median = re.search(TIME, cells[2])
        if not median:
            if re.match(r"^[├╰]─ ", line):
                group = name.split()[0]
            continue
        argument = re.sub(r"\s{2,}\S+ \S+\s*$", "", name).strip()
        yield group, argument, float(median[1]) * UNITS[median[2]]


def shown(nanoseconds):
    for unit, factor in [("s", 1e9), ("ms", 1e6), ("µs", 1e3)]:
        if nanoseconds >= factor:
            return f"{nanoseconds / factor:.2f} {unit}"
    return f"{nanoseconds:.0f} ns"


def row(*cells):
    print("\t".join(cells))


def of_lsp(path):
    how = "`cargo bench --bench lsp`: 500 keystrokes, 30 starts, 20,000 edits"
    bars = {"1 KB": "p99 below 2 ms", "10 KB": "p99 below 2 ms", "1 MB": "p99 below 50 ms"}
    for line in open(path):
        times = [float(number) * UNITS[unit] for number, unit in re.findall(TIME, line)]
        head = re.split(r"\s{2,}", line.strip())[0]
        if line.startswith("start to first") and times:
            row("editor: start to first diagnostics", "below 10 ms", f"{shown(times[0])} (p50), {shown(times[1])} at most", "", how)
        elif line.startswith("memory after"):
            row("editor: memory after 20,000 edits", "below 40 MiB", line.split("edits", 1)[1].strip(), "", how)
        elif len(times) == 2:
            bar = bars.get(head, "")
            limit = 50e6 if head == "1 MB" else 2e6
            part = f"{times[1] / limit:.2f} of the bar" if bar else ""
            row(f"editor: keystroke to diagnostics, {head}", bar, f"p50 {shown(times[0])}, p99 {shown(times[1])}", part, how)


def of_runtime(path):
    how = "`cargo bench --bench runtime`, medians"
    kinds, steps = {}, {}
    for line in open(path):
        known = re.match(r"^(always|never|table|backtrack)\s+(.+)$", line.rstrip("\n"))
        if known:
            kinds[known[2]] = known[1]
    for group, argument, median in divan(path):
        if group == "decision":
            kind = kinds.get(argument, "")
            bar = "below 300 ns" if kind == "table" else "bounded"
            pattern = argument.replace("|", "\\|")
            ratio = f"{median / 300:.2f} of the bar" if kind == "table" else ""
            row(f"a matcher decision (`{kind}`) on 73 bytes: `{pattern}`", bar, shown(median), ratio, how)
        elif group == "plan_load":
            steps[int(argument.replace("_", ""))] = median
    for count, median in steps.items():
        row(f"loading a plan of {count:,} steps", "", shown(median), f"{shown(median / count)} a step", how)


def stages(path):
    tables = {}
    rules = []
    for group, argument, median in divan(path):
        if group == "stage":
            name, size = argument.split(" ", 1)
            tables.setdefault(name, {})[size] = median
        elif group == "rule":
            rules.append((median, argument))
    print("\n| stage | " + " | ".join(SIZES) + " | a byte of the largest |\n|" + "---|" * (len(SIZES) + 2))
    numbers = {"1 KB": 1e3, "10 KB": 1e4, "100 KB": 1e5, "1 MB": 1e6}
    for name, medians in tables.items():
        cells = [shown(medians[size]) if size in medians else "" for size in SIZES]
        largest = [size for size in SIZES if size in medians][-1]
        print(f"| {name} | " + " | ".join(cells) + f" | {medians[largest] / numbers[largest]:.2f} ns |")
    total = sum(median for median, _ in rules) or 1
    print("\nThe dearest rules on a hundred of the first fault of their page, by their part of all rules:\n")
    print("| rule | a hundred faults | part |\n|---|---|---|")
    for median, name in sorted(rules, reverse=True)[:12]:
        print(f"| {name} | {shown(median)} | {100 * median / total:.1f} % |")


def main():
    if sys.argv[1] == "--stages":
        stages(sys.argv[2])
    else:
        of_lsp(sys.argv[1])
        of_runtime(sys.argv[2])


main()
