# ===-- oracles.py - Other compilers as judges -------------------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Builds a program with several compilers and compares what it prints.

A program is right if it prints and ends as with one of the others: where they
disagree, one of them is wrong, and which is not for us to say.
"""

import os
import shlex
import shutil
import tempfile
from pathlib import Path

from .runner import BUILD_SECONDS, Outcome, run, spelled_by_others


class Comparison:
    def __init__(self, compiler, oracles, seconds):
        self.compiler = compiler  # a command as a list
        self.oracles = oracles  # commands as lists
        self.seconds = seconds
        self.environment = dict(os.environ, WARPFORT_DEVICE="cpu")

    def one(self, name, suffix, text, options):
        flags = shlex.split(options)
        theirs = spelled_by_others(flags)
        with tempfile.TemporaryDirectory() as scratch:
            source = Path(scratch, name + suffix)
            source.write_text(text, encoding="utf-8")
            wanted = []
            for number, oracle in enumerate(self.oracles):
                status, output = self.result([*oracle, *theirs], source,
                                             str(number))
                if status == "refused":
                    return Outcome(name, "invalid",
                                   f"{oracle[0]} refuses it\n{output}")
                wanted.append((status, output))
            status, output = self.result([*self.compiler, *flags], source,
                                         "ours")
            if status == "refused":
                kind = "crash" if "fault in Warpfort" in output or \
                    f"{source.name}:" not in output else "refused"
                return Outcome(name, kind, output)
            if status is None:
                return Outcome(name, "slow", output)
            if (status, output) in wanted:
                return Outcome(name, "ok")
            lines = [f"ended with {status}"]
            for number, (other, text) in enumerate(wanted):
                lines.append(f"{self.oracles[number][0]}: ended with {other}")
                lines += [f"< {a}\n> {b}" for a, b in
                          zip(output.splitlines(), text.splitlines())
                          if a != b][:3]
            return Outcome(name, "wrong", "\n".join(lines))

    def result(self, command, source, folder):
        """(status, output) of the program; the status is `refused` if there
        is none."""
        place = source.parent / folder
        place.mkdir()
        status, output = run([*command, str(source), "-o",
                              str(place / "program")], BUILD_SECONDS, place)
        if status != 0:
            return "refused", output
        return run([str(place / "program")], self.seconds, place,
                   self.environment)


def available(commands):
    """The compilers of a comma list that this machine has."""
    found = [shlex.split(command) for command in commands.split(",")]
    return [command for command in found if shutil.which(command[0])]
