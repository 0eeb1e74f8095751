# ===-- runner.py - Building and running random programs ---------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compiles programs, runs them, and says which went wrong and how."""

import concurrent.futures
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from .options import CHECK

BUILD_SECONDS = 600

RUN_ALL = """#!/bin/bash
# Runs every program here, on the GPU or the device that WARPFORT_DEVICE names,
# and prints `ok NAME` or `FAIL NAME`. Usage: ./run-all [seconds for each]
cd "$(dirname "$0")" || exit 2
export WARPFORT_DEVICE=${WARPFORT_DEVICE:-cuda}
failed=0
for program in programs/*; do
  output=$(timeout "${1:-30}" "$program" 2>&1)
  status=$?
  if [ $status -eq 0 ] && grep -qx ' *PASS' <<< "$output"; then
    echo "ok ${program#programs/}"
  else
    failed=1
    echo "FAIL ${program#programs/} (ended with $status)"
    head -n 5 <<< "$output" | cut -c 1-300 | sed 's/^/    /'
  fi
done
exit $failed
"""


# How other compilers call what changes a program's meaning.
SPELLINGS = {"-i8": "-fdefault-integer-8", "-r8": "-fdefault-real-8"}
# These keep device code's memory in the host's: there is nothing to check.
WITHOUT_DEVICE_MEMORY = {"-acc=multicore", "-acc=host", "-stdpar=multicore"}
# What a checked program may need of an unchecked one's time.
CHECK_FACTOR = 10
# It knows all that programs for OpenACC and DO CONCURRENT have but the
# directives, which are comments to it.
JUDGE = "flang-22"


class Outcome:
    """What became of one program: `kind` is ok, built, refused, crash (of the
    compiler), slow, wrong, or one of these `checked`, of the program that
    watches its device code; `invalid` if a compiler that is not ours refuses
    it, too, which is the generator's fault or Flang's."""

    def __init__(self, name, kind, output=""):
        self.name = name
        self.kind = kind
        self.output = output

    @property
    def good(self):
        return self.kind in ("ok", "built")

    @property
    def failed(self):
        return not self.good and self.kind != "invalid"


class Runner:
    def __init__(self, compiler, device, seconds, folder=None,
                 reference=False, check=True):
        self.check = check and device == "cpu" and not reference
        self.reference = reference  # another compiler, to try the generator
        self.modules = "-J" if reference else "-module"
        self.compiler = compiler  # a command as a list
        self.seconds = seconds
        self.folder = folder  # where programs stay, and are not run
        self.environment = dict(os.environ, WARPFORT_DEVICE=device)

    def one(self, name, suffix, text, options):
        with tempfile.TemporaryDirectory() as scratch:
            source = Path(scratch, name + suffix)
            source.write_text(text, encoding="utf-8")
            words = shlex.split(options)
            outcome = self.build_and_run(source, words, self.seconds)
            if self.check and outcome.kind == "ok" and \
                    not WITHOUT_DEVICE_MEMORY & {*words, *self.compiler}:
                outcome = self.build_and_run(source, [*words, CHECK],
                                             CHECK_FACTOR * self.seconds)
                if not outcome.good:
                    outcome.kind += " checked"
            return outcome

    def build_and_run(self, source, options, seconds):
        program = source.with_suffix("")
        modules = [] if source.suffix == ".c" else \
            [self.modules, str(source.parent)]
        command = [*self.compiler, *options, *modules, str(source), "-o",
                   str(program)]
        status, output = run(command, BUILD_SECONDS, source.parent)
        if status != 0:
            kind = "slow to compile" if status is None else \
                "refused" if f"{source.name}:" in output and \
                "fault in Warpfort" not in output else "crash"
            if kind == "refused" and not self.reference and \
                    not valid(source, options):
                kind = "invalid"
            return Outcome(program.name, kind, output)
        if self.folder:
            shutil.copy(program, self.folder / "programs" / program.name)
            return Outcome(program.name, "built")
        status, output = run([str(program)], seconds, source.parent,
                             self.environment)
        if status is None:
            return Outcome(program.name, "slow", output)
        passed = status == 0 and "PASS" in output.split()
        return Outcome(program.name, "ok" if passed else "wrong", output)


def spelled_by_others(options):
    """Those of the words that other compilers need, too."""
    return [SPELLINGS[word] for word in options if word in SPELLINGS]


def valid(source, options):
    """Whether the other compiler, if there is one and it knows the language,
    takes the program."""
    judge = "gcc" if source.suffix == ".c" else JUDGE
    if source.suffix == ".cuf" or not shutil.which(judge):
        return True
    command = [judge, "-fsyntax-only",
               *spelled_by_others(options), str(source)]
    return run(command, BUILD_SECONDS, source.parent)[0] == 0


def run(command, seconds, folder, environment=None):
    """(exit status or None for out of time, output)."""
    try:
        done = subprocess.run(command, cwd=folder, env=environment,
                              timeout=seconds, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace")


def run_programs(programs, runner, jobs, keep):
    """Handle (name, suffix, text, options) each; the outcomes, reported as
    they come. Sources of what failed stay in the folder `keep`."""
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(runner.one, *p): p for p in programs}
        for done in concurrent.futures.as_completed(waiting):
            name, suffix, text, options = waiting[done]
            outcome = done.result()
            outcomes.append(outcome)
            if outcome.good:
                continue
            print(f"FAIL {name} {options}: {outcome.kind}", flush=True)
            for line in outcome.output.splitlines()[:4]:
                print("    " + line[:200], flush=True)
            if keep:
                (keep / (name + suffix)).write_text(text, encoding="utf-8")
                (keep / (name + ".log")).write_text(
                    f"options: {options}\n{outcome.output}", encoding="utf-8")
    return outcomes


def prepare_folder(folder):
    """A folder for programs that another machine runs."""
    (folder / "programs").mkdir(parents=True, exist_ok=True)
    script = folder / "run-all"
    script.write_text(RUN_ALL, encoding="utf-8")
    script.chmod(0o755)
