"""What `check` writes for other programs, read by other programs: SARIF by its official schema and by sarif-tools, GitLab's report by
what GitLab documents, JUnit by junitparser.

usage: python test_formats.py, with HOOKC naming the binary, and jsonschema, sarif-tools and junitparser beside this Python
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema
import junitparser

HERE = pathlib.Path(__file__).resolve().parent
HOOKC = pathlib.Path(os.environ["HOOKC"]).resolve()
PROGRAMS = pathlib.Path(sys.executable).parent

# Findings of every level, fixes, related places, characters beyond the basic plane before a place, and text that is markup elsewhere.
FAULTY = """{
  "version": 1,
  "hooks": {
    "preToolUse": [{ "command": "😀 echo '</failure>' ]]> && true || true", "matcher": "Bash|Edit", "timeout": 30000, "failClosed": true }],
    "stop": [{ "command": ".cursor/hooks/gone.sh" }, { "command": ".cursor/hooks/gone.sh" }],
    "Stop": [{ "command": "true" }]
  }
}
"""

MOVED = FAULTY.replace('  "hooks"', '\n\n  "hooks"')


def reports(text):
    """The findings of a hooks file of this text, as each format writes them."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = pathlib.Path(folder) / "a workspace"
        (workspace / ".cursor").mkdir(parents=True)
        (workspace / ".cursor/hooks.json").write_text(text)
        outputs = [argument for name in ("json", "sarif", "gitlab", "junit") for argument in ("--output", f"{name}=../{name}")]
        result = subprocess.run([HOOKC, "check", *outputs], cwd=workspace, capture_output=True, text=True)
        assert result.returncode in (0, 1), result.stderr
        return {name: (pathlib.Path(folder) / name).read_text() for name in ("json", "sarif", "gitlab", "junit")}


FINDINGS = reports(FAULTY)
CLEAN = reports('{ "version": 1, "hooks": {} }')
EXPECTED = json.loads(FINDINGS["json"])["diagnostics"]


class Sarif(unittest.TestCase):
    def test_the_official_schema_accepts_it(self):
        schema = json.loads((HERE / "sarif-2.1.0-rtm.5.json").read_text())
        for log in (FINDINGS, CLEAN):
            jsonschema.Draft7Validator(schema).validate(json.loads(log["sarif"]))

    def test_another_tool_counts_the_same_findings(self):
        levels = {"error": "error", "warning": "warning", "info": "note"}
        expected = collections.Counter(levels[finding["level"]] for finding in EXPECTED)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "findings.sarif").write_text(FINDINGS["sarif"])
            summary = subprocess.run(
                [PROGRAMS / "sarif", "summary", "findings.sarif"], cwd=folder, capture_output=True, text=True, check=True
            ).stdout
        for level, count in expected.items():
            self.assertIn(f"{level}: {count}", summary)

    def test_regions_are_those_of_utf_16(self):
        lines = FAULTY.split("\n")
        for result in json.loads(FINDINGS["sarif"])["runs"][0]["results"]:
            region = result["locations"][0]["physicalLocation"]["region"]
            if result["ruleId"] == "timeout-milliseconds":
                line = lines[region["startLine"] - 1].encode("utf-16-le")
                shown = line[2 * (region["startColumn"] - 1) : 2 * (region["endColumn"] - 1)].decode("utf-16-le")
                self.assertEqual(shown, "30000")
                return
        self.fail("no finding behind the character beyond the basic plane")

    def test_fingerprints_survive_moved_lines(self):
        def fingerprints(text):
            return sorted(
                result["partialFingerprints"]["hookc/v1"] for result in json.loads(text)["runs"][0]["results"]
            )

        moved = reports(MOVED)["sarif"]
        self.assertEqual(fingerprints(FINDINGS["sarif"]), fingerprints(moved))
        self.assertEqual(len(set(fingerprints(moved))), len(EXPECTED))


class GitLab(unittest.TestCase):
    def test_it_has_what_is_documented(self):
        schema = json.loads((HERE / "gitlab-code-quality.schema.json").read_text())
        for report in (FINDINGS, CLEAN):
            jsonschema.validate(json.loads(report["gitlab"]), schema)
        self.assertEqual(len(json.loads(FINDINGS["gitlab"])), len(EXPECTED))


class JUnit(unittest.TestCase):
    def read(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
            file.write(text)
            file.flush()
            return junitparser.JUnitXml.fromfile(file.name)

    def test_every_finding_is_a_case_and_an_info_does_not_fail(self):
        xml = self.read(FINDINGS["junit"])
        cases = [case for suite in xml for case in suite]
        failed = [case for case in cases if case.result]
        self.assertEqual(len(cases), len(EXPECTED))
        self.assertEqual(len(failed), sum(finding["level"] != "info" for finding in EXPECTED))
        self.assertEqual((xml.tests, xml.failures), (len(cases), len(failed)))

    def test_a_clean_check_is_a_case_that_passes(self):
        cases = [case for suite in self.read(CLEAN["junit"]) for case in suite]
        self.assertEqual([case.result for case in cases], [[]])


if __name__ == "__main__":
    unittest.main()
