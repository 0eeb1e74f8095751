# ===-- text.py - The lines of a program, for device and host ----------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""One text from which two are made: with device constructs and without.

A line belongs to both, or to one of them. Within a line `@` stands for
`device` or `host`, which keeps the names of the two apart.
"""

import contextlib
import re

TARGETS = ("device", "host")
WORD = re.compile(r"[a-z]\w*")
LENGTH = 110


class Lines:
    def __init__(self, depth=0):
        self.lines = []
        self.depth = depth

    def add(self, text, where=TARGETS):
        self.lines.append((where, self.depth, text))

    def device(self, text):
        self.add(text, ("device",))

    def host(self, text):
        self.add(text, ("host",))

    def directive(self, text, sentinel="acc"):
        self.device(f"!${sentinel} {text}")

    @contextlib.contextmanager
    def nested(self, begin=None, end=None):
        """Lines one step further in, between two lines if those are given."""
        if begin:
            self.add(begin)
        self.depth += 1
        yield
        self.depth -= 1
        if end:
            self.add(end)

    def extend(self, other):
        """Append lines, relative to where we are."""
        for where, depth, text in other.lines:
            self.lines.append((where, self.depth + depth, text))

    def replace(self, old, new):
        self.lines = [(where, depth, text.replace(old, new))
                      for where, depth, text in self.lines]

    def words(self):
        """The names that the lines use."""
        found = set()
        for _, _, text in self.lines:
            found.update(WORD.findall(text))
        return found

    def render(self, target):
        out = []
        for where, depth, text in self.lines:
            if target in where:
                out += broken("  " * min(depth, 12) +
                              text.replace("@", target))
        return out


def broken(line):
    """A line, continued where it is too long for the standard's 132."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    sentinel = re.match(r"\s*(!\$\w+)", line)
    pieces = []
    while len(line) > LENGTH:
        cut = line.rfind(" ", len(indent) + 8, LENGTH)
        if cut < 0:
            break
        pieces.append(line[:cut] + " &")
        line = indent + (sentinel.group(1) + " " if sentinel else "") + \
            line[cut + 1:]
    return pieces + [line]
