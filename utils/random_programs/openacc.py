# ===-- openacc.py - OpenACC constructs and data regions ---------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A procedure of OpenACC constructs and host code.

Its text without directives is what it must do. So within data regions,
`Residence` says which copies of an array are up to date, and updates are
generated before a copy is used that is not.
"""

import dataclasses
import re

from .nests import Nests
from .text import Lines


@dataclasses.dataclass
class Residence:
    """Where the value of an array in a data region is up to date."""

    variable: object
    on_host: bool
    on_device: bool


class Constructs:
    """Generates the statements of one procedure."""

    def __init__(self, statements, procedures, scope, pool):
        self.rng = statements.rng
        self.statements = statements
        self.procedures = procedures
        self.scope = scope
        self.pool = pool
        self.resident = {}  # variable -> Residence
        self.pending = {}  # array -> queue that may still work on it

    def body(self, out, count):
        rng = self.rng
        for _ in range(count):
            if rng.random() < 0.35 and not self.resident:
                self.data_region(out, rng.choice((2, 3, 4)))
            elif rng.random() < 0.2 and not self.resident:
                self.copied_record(out)
            else:
                self.step(out)

    def step(self, out):
        makers = [self.nest] * 5 + [self.kernels] * 4 + [self.serial] + \
            [self.host] * (2 if self.resident else 1)
        self.rng.choice(makers)(out)

    def copied_record(self, out):
        """Constructs on a copy of a record, which is assigned as a whole
        before and afterwards."""
        records = {v.record.name: v.record for v in self.scope.access
                   if v.record}
        if not records:
            return
        record = records[self.rng.choice(sorted(records))]
        copy = self.statements.names.fresh("copy_of_" + record.name)
        lines = Lines()
        for _ in range(self.rng.choice((1, 2))):
            self.step(lines)
        lines.lines = [(where, depth, re.sub(rf"\b{record.name}\b", copy, text))
                       for where, depth, text in lines.lines]
        with out.nested("block", "end block"):
            out.add(f"type({record.type}) :: {copy}{record.shape}")
            out.add(f"{copy} = {record.name}")
            out.extend(lines)
            out.add(f"{record.name} = {copy}")

    # ===-- Data -----------------------------------------------------------===#

    def arrays_in(self, lines):
        words = lines.words()
        return [v for v in self.scope.access
                if v.rank and (v.name in words or
                               v.text and set(v.text.split("%")) <= words)]

    def shared_roots(self):
        """The storage of arrays that share it with others here."""
        roots = [v.root for v in self.scope.access if v.rank]
        return {r for r in roots if roots.count(r) > 1}

    def part(self, variable):
        """Whether it is part of a record's own memory, which is on the device
        as a whole."""
        return variable.record and not variable.record.allocatable

    def data_region(self, out, count):
        rng = self.rng
        shared = self.shared_roots()
        arrays = [v for v in self.scope.access
                  if v.rank and v.root not in shared and
                  not self.part(v) and rng.random() < 0.7]
        if not arrays:
            return
        structured = rng.random() < 0.6
        enter, leave = {}, {}
        for v in arrays:
            clause = rng.choice(("copy", "copy", "copyin", "create", "copyout"))
            if not structured:
                clause = rng.choice(("copyin", "create"))
                leave.setdefault(rng.choice(("copyout", "delete")),
                                 []).append(v)
            enter.setdefault(clause, []).append(v)
            self.resident[v] = Residence(v, True, clause in ("copy", "copyin"))
        text = self.clauses(enter)
        out.directive(f"data {text}" if structured else f"enter data {text}")
        out.depth += 1
        for _ in range(count):
            self.step(out)
        out.depth -= 1
        if structured:
            leave = enter
        stale_device = [v for v in leave.get("copy", []) +
                        leave.get("copyout", [])
                        if not self.resident[v].on_device]
        stale_host = [v for v in leave.get("copyin", []) +
                      leave.get("create", []) + leave.get("delete", [])
                      if not self.resident[v].on_host]
        self.wait(out, list(self.resident))
        self.update(out, "device", stale_device)
        self.update(out, "self", stale_host)
        self.resident.clear()
        out.directive("end data" if structured else
                      f"exit data {self.clauses(leave)}")

    def clauses(self, table):
        return " ".join(f"{name}({', '.join(v.reference for v in vs)})"
                        for name, vs in table.items())

    def wait(self, out, used, queue=None):
        """Wait for what other queues do with some arrays; the clause for it,
        if the construct that waits has one."""
        queues = sorted({self.pending[v] for v in used if v in self.pending} -
                        {queue})
        for v in [v for v, q in self.pending.items() if q in queues]:
            del self.pending[v]
        if not queues:
            return ""
        text = f"wait({', '.join(map(str, queues))})"
        if queue is not None and self.rng.random() < 0.5:
            return " " + text
        out.directive(text)
        return ""

    def update(self, out, where, variables):
        if variables:
            self.wait(out, variables)
            where = self.rng.choice(("self", "host")) if where == "self" \
                else where
            names = ", ".join(v.reference for v in variables)
            out.directive(f"update {where}({names})")

    def before_device(self, out, used):
        self.update(out, "device", [v for v in used if v in self.resident and
                                    not self.resident[v].on_device])
        for v in used:
            if v in self.resident:
                self.resident[v].on_device = True

    def after_device(self, written):
        for v in written:
            if v in self.resident:
                self.resident[v].on_host = False

    def host(self, out):
        """Statements of the host, with its copies up to date before."""
        lines = Lines()
        scope = self.tracked()
        self.statements.block(lines, scope, self.rng.choice((1, 2)), 2)
        used = self.arrays_in(lines)
        stale = [v for v in used if v in self.resident and
                 not self.resident[v].on_host]
        self.wait(out, used)
        self.update(out, "self", stale)
        for v in used:
            if v in self.resident:
                self.resident[v].on_host = True
                if v in scope.written:
                    self.resident[v].on_device = False
        out.extend(lines)

    def tracked(self):
        """The scope, noting what is written from now on."""
        scope = self.scope.copy()
        scope.written = set()
        return scope

    # ===-- Constructs -----------------------------------------------------===#

    def data_clauses(self, used, written, private):
        """Clauses for arrays, or none where those implied will do."""
        rng = self.rng
        shared = self.shared_roots()
        found = []
        if rng.random() < 0.4:
            return found
        for v in used:
            if v.root in shared or self.part(v):
                continue
            if v in self.resident:
                if rng.random() < 0.5:
                    found.append(f"present({v.reference})")
            elif rng.random() < 0.8:
                name = "copy" if v in written else \
                    rng.choice(("copyin", "copyin", "copy"))
                if private and v not in written and rng.random() < 0.15 and \
                        v.passing in ("explicit", "module"):
                    name = "firstprivate"
                found.append(f"{name}({v.reference})")
        return found

    def cover(self, out, used):
        """A data construct for storage that several names share. What ends
        it, or None."""
        shared = self.shared_roots()
        roots = {v.root for v in used if v.root in shared}
        owners = [v for v in self.scope.access
                  if v.rank and v.name in roots]
        if not owners:
            return False
        names = ", ".join(v.reference for v in owners)
        out.directive(f"data copy({names})")
        return True

    def place(self, out, lines, scope, begin, end):
        """A construct around lines, with its data."""
        used = self.arrays_in(lines)
        queue = None
        if self.resident and self.rng.random() < 0.5 and \
                all(v in self.resident or v.kind == "private" for v in used) \
                and all(v.rank or v.kind == "private" for v in scope.written):
            queue = self.rng.randint(1, 3)
            self.update(out, "device", [v for v in used if v in self.resident
                                        and not self.resident[v].on_device])
        wait = self.wait(out, used, queue)
        if queue:
            begin += wait + f" async({queue})"
            for v in used:
                if v in self.resident:
                    self.resident[v].on_device = True
                    self.pending[v] = queue
        self.before_device(out, used)
        covered = self.cover(out, used)
        clauses = self.data_clauses(used, scope.written,
                                    not begin.startswith("kernels"))
        out.directive(" ".join([begin] + clauses))
        out.extend(lines)
        if end:
            out.directive(end)
        if covered:
            out.directive("end data")
        self.after_device([v for v in used if v in scope.written])

    def kernels(self, out):
        """Statements in order; the compiler finds what is parallel."""
        scope = self.tracked()
        lines = Lines(1)
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            if self.rng.random() < 0.7:
                self.statements.loop(lines, scope, 0)
            else:
                self.statements.statement(lines, scope, 0)
        self.mark_loops(lines)
        self.place(out, lines, scope, "kernels", "end kernels")

    def mark_loops(self, lines):
        """LOOP directives that promise nothing, in front of some loops."""
        marked = []
        for where, depth, text in lines.lines:
            if text.startswith("do i") and self.rng.random() < 0.2 and \
                    not self.leaves(lines, (where, depth, text)):
                clause = self.rng.choice(("loop", "loop auto", "loop seq"))
                marked.append((("device",), depth, f"!$acc {clause}"))
            marked.append((where, depth, text))
        lines.lines = marked

    def leaves(self, lines, header):
        """Whether a loop has an EXIT of its own."""
        start = lines.lines.index(header)
        for _, depth, text in lines.lines[start + 1:]:
            if depth <= header[1] and text == "end do":
                return False
            if text.endswith(" exit") and depth == header[1] + 1:
                return True
        return False

    def serial(self, out):
        """Statements that one thread runs."""
        scope = self.tracked()
        lines = Lines(1)
        self.statements.block(lines, scope, self.rng.choice((1, 2, 3)), 0)
        begin = self.rng.choice(("serial", "parallel num_gangs(1)"))
        scalars = [v.reference for v in scope.written
                   if v.rank == 0 and v in self.scope.access]
        if scalars:
            begin += f" copy({', '.join(sorted(scalars))})"
        self.place(out, lines, scope, begin,
                   "end " + begin.split()[0])

    def nest(self, out):
        """A nest of parallel loops."""
        rng = self.rng
        nests = Nests(self.statements, self.procedures, self.pool)
        scope = self.tracked()
        for root in self.shared_roots():  # one name for each storage
            names = [v for v in scope.access if v.root == root]
            for v in rng.sample(names, len(names) - 1):
                del scope.access[v]
        levels = rng.choice((("gang", "vector"), ("gang", "vector"),
                             ("gang", "worker", "vector"), ("gang", "worker"),
                             ("gang",)))
        lines = Lines()
        construct = rng.choice(("parallel", "parallel", "kernels"))
        combined = rng.random() < 0.6
        head = "loop"
        if construct == "kernels":
            head += " independent"
        reductions = nests.loop(lines, scope, levels, head,
                                lasts=construct == "kernels")
        if reductions is None:
            return
        (_, _, first), *rest = lines.lines
        sizes = []
        if rng.random() < 0.3:
            sizes.append(f"num_gangs({rng.choice((1, 2, 3, 7, 20))})")
        if rng.random() < 0.3:
            sizes.append(f"vector_length({rng.choice((32, 64, 128))})")
        if "worker" in levels and rng.random() < 0.5:
            sizes.append(f"num_workers({rng.choice((2, 4, 8))})")
        if construct == "kernels":
            sizes = []
        names = [r.variable.reference for r in reductions]
        if names and construct == "parallel" and (
                not combined or rng.random() < 0.3):
            sizes.append(f"copy({', '.join(names)})")
        if combined:
            begin = first.replace("!$acc loop", f"{construct} loop", 1)
            lines.lines = rest
            end = rng.choice((None, f"end {construct} loop"))
            self.place(out, lines, scope, " ".join([begin] + sizes), end)
        else:
            self.place(out, lines, scope, " ".join([construct] + sizes),
                       f"end {construct}")
        for reduction in reductions:
            nests.settle(out, reduction.variable)
        for v in nests.updated:
            self.settle_array(out, v, nests)

    def settle_array(self, out, variable, nests):
        """Bring sums into the limits of their type, on the host."""
        if variable.type.family == "l":
            return
        residence = self.resident.get(variable)
        if residence and not residence.on_host:
            self.update(out, "self", [variable])
            residence.on_host = True
        if residence:
            residence.on_device = False
        nests.settle(out, variable)
