"""The hooks of .pre-commit-hooks.yaml, run by the real pre-commit and by prek on a repository of their own.

usage: python test_precommit.py, with HOOKC_WHEELS naming the folder of the wheel, and pre-commit and prek beside this Python
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(sys.executable).parent
REVISION = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()

CLEAN_SCRIPT = """#!/bin/sh
cat >/dev/null
echo '{}'
"""

# Answers with a key that no event reads.
FAULTY_SCRIPT = """#!/bin/sh
cat >/dev/null
echo '{"permission":"deny","userMessage":"no"}'
"""

CLEAN = """{
  "version": 1,
  "hooks": { "beforeShellExecution": [{ "command": ".cursor/hooks/guard.sh" }] }
}
"""

# Without a version the file is dropped; inserting it is a safe fix.
FIXABLE = CLEAN.replace('  "version": 1,\n', "")

# No event has this name, and no fix is safe.
FAULTY = CLEAN.replace("beforeShellExecution", "beforeShell")


class Gate:
    """One of the two programs that run the hooks."""

    program = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.repository = pathlib.Path(folder.name)
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.email", "test@example.invalid")
        self.git("config", "user.name", "test")

    def git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.repository, check=True, capture_output=True)

    def write(self, path, text):
        file = self.repository / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if path.endswith(".sh"):
            file.chmod(0o755)

    def given(self, hooks, script=CLEAN_SCRIPT, use=("hookc-check",)):
        lines = [f"      - id: {hook}" for hook in use]
        self.write(
            ".pre-commit-config.yaml",
            "\n".join(["repos:", f"  - repo: {ROOT}", f"    rev: {REVISION}", "    hooks:", *lines, ""]),
        )
        self.write(".cursor/hooks.json", hooks)
        self.write(".cursor/hooks/guard.sh", script)
        self.git("add", ".")

    def run_hooks(self):
        environment = dict(os.environ, PIP_FIND_LINKS=os.environ["HOOKC_WHEELS"], UV_FIND_LINKS=os.environ["HOOKC_WHEELS"])
        result = subprocess.run(
            [PROGRAMS / self.program, "run", "--color", "never"],
            cwd=self.repository,
            env=environment,
            capture_output=True,
            text=True,
        )
        return result.returncode, result.stdout + result.stderr

    def passes(self):
        code, output = self.run_hooks()
        self.assertEqual(code, 0, output)

    def fails(self, *said):
        code, output = self.run_hooks()
        self.assertEqual(code, 1, output)
        for text in said:
            self.assertIn(text, output)

    def commit(self):
        self.git("commit", "--quiet", "--no-verify", "--message", "all")

    def test_a_clean_repository_passes(self):
        self.given(CLEAN)
        self.passes()

    def test_a_faulty_file_fails(self):
        self.given(FAULTY)
        self.fails("error[unknown-event]", ".cursor/hooks.json:3:")

    def test_a_changed_script_is_checked_for_the_hooks_that_run_it(self):
        self.given(CLEAN)
        self.commit()
        self.write(".cursor/hooks/guard.sh", FAULTY_SCRIPT)
        self.git("add", ".")
        self.fails("error[wrong-output-key]", ".cursor/hooks/guard.sh:3:")

    def test_a_script_that_no_hook_runs_is_left_alone(self):
        self.given(CLEAN)
        self.commit()
        self.write("build.sh", FAULTY_SCRIPT)
        self.git("add", ".")
        self.passes()

    def test_the_fix_hook_repairs_the_file(self):
        self.given(FIXABLE, use=("hookc-fix",))
        self.fails()
        self.assertEqual((self.repository / ".cursor/hooks.json").read_text(), CLEAN)
        self.git("add", ".")
        self.passes()

    def test_a_stale_plan_fails(self):
        self.given(CLEAN, use=("hookc-plan",))
        hookc = pathlib.Path(os.environ["HOOKC_WHEELS"]) / "python/bin/hookc"
        subprocess.run([hookc, "compile", "-o", "hooks.plan.json"], cwd=self.repository, check=True)
        self.git("add", ".")
        self.passes()
        self.write(".cursor/hooks/guard.sh", CLEAN_SCRIPT + "# changed\n")
        self.git("add", ".")
        self.fails("hooks.plan.json")


class PreCommit(Gate, unittest.TestCase):
    program = "pre-commit"


class Prek(Gate, unittest.TestCase):
    program = "prek"


if __name__ == "__main__":
    unittest.main()
