"""Writes what `benches/growth` measured as a table: the steepest case of each stage and of each rule. Exits with 1 where one is too steep."""

import math
import sys

# A cost below so many nanoseconds at the largest size is a fixed one.
FIXED = 20_000
# A cost below this is not counted, and no case is too steep for it.
SMALL = 1_000_000


def slope(sizes, costs):
    return math.log(costs[2] / costs[1]) / math.log(sizes[2] / sizes[1])


def read(path):
    for line in open(path):
        name, sizes, costs = line.rstrip("\n").split("\t")[:3]
        sizes, costs = [[float(word) for word in words.split()] for words in (sizes, costs)]
        if len(costs) == 3 and min(costs) > 0 and sizes[1] < sizes[2]:
            yield name, sizes, costs


def main():
    most = float(sys.argv[1])
    counted = {name: (sizes, costs) for name, sizes, costs in read(sys.argv[3])}
    # By what is measured (a stage, the rule alone, the whole check of what the rule is about): the steepest case.
    steepest, cases, too_steep = {}, 0, []
    for name, sizes, costs in read(sys.argv[2]):
        cases += 1
        kind, subject, *rest = name.split("/")
        way = rest[-1] if rest else ""
        how = "counted" if name in counted else "timed"
        found = slope(*counted.get(name, (sizes, costs)))
        if costs[2] < FIXED:
            found, how = min(found, 0.0), "fixed"
        if found > most and costs[2] > SMALL:
            too_steep.append(f"{name}: {found:.2f} ({how})")
        if (subject, kind) not in steepest or steepest[subject, kind][0] < found:
            steepest[subject, kind] = found, way, costs[2], how
    print("| what | slope | how it grew | largest | rule by itself |\n|---|---|---|---|---|")
    for (subject, kind), (found, way, cost, how) in steepest.items():
        if kind == "rule":
            continue
        own = steepest.get((subject, "rule"))
        alone = f"{own[0]:.2f}, {own[1]} ({own[3]})" if own else ""
        print(f"| {subject} | {found:.2f} | {way} ({how}) | {cost / 1e6:.2f} ms | {alone} |")
    print(f"\n{cases} cases, {len(too_steep)} of them steeper than {most}")
    for line in too_steep:
        print(f"too steep: {line}")
    sys.exit(1 if too_steep else 0)


main()
