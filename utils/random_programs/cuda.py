# ===-- cuda.py - CUDA Fortran: kernels, kernel loops, host code -------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Statements of a procedure with device data, and the kernels they launch.

On the host the same text runs on ordinary arrays: attributes and launch
configurations are missing, and a kernel has loops over its blocks, and over
the threads of a block from one barrier to the next.
"""

from .nests import Nests
from .text import Lines
from .values import (INTEGER4, INTEGER8, REAL8, Index, Scope, Variable)

ATOMIC_CALLS = {"+": "atomicadd", "max": "atomicmax", "min": "atomicmin",
                "iand": "atomicand", "ior": "atomicor", "ieor": "atomicxor"}
BLOCK_SIZES = (1, 8, 16, 32, 33, 64)


class Launches:
    """Generates one procedure's statements; `kernels` collects the procedures
    they launch."""

    def __init__(self, statements, procedures, scope, pool, declare,
                 declare_record):
        self.rng = statements.rng
        self.statements = statements
        self.names = statements.names
        self.procedures = procedures
        self.scope = scope
        self.pool = pool
        self.declare = declare
        self.declare_record = declare_record
        self.kernels = Lines(1)

    def body(self, out, count):
        makers = [self.kernel] * 4 + [self.kernel_loop] * 4 + [self.host] * 4
        for _ in range(count):
            self.rng.choice(makers)(out)

    def device_scope(self):
        """What device code sees: device data, and scalars by value."""
        scope = Scope()
        for v in self.scope.access:
            if v.rank and v.kind != "extent" and v.place != "host":
                scope.add(v)
            elif not v.rank:
                scope.add(v, writable=False)
        return scope

    def host(self, out):
        """Host code on host and device data."""
        scope = self.scope.copy()
        statements = self.statements
        lines = Lines()
        for _ in range(self.rng.choice((1, 2, 3))):
            maker = self.rng.choice(
                [statements.array_assignment] * 5 +
                [statements.assignment] * 2 +
                [statements.masked, statements.branch, statements.selection,
                 statements.exit_loop, statements.association,
                 statements.forall])
            scope.trips = 400
            maker(lines, scope, 3)
        out.extend(lines)

    # ===-- Kernel loops ---------------------------------------------------===#

    def kernel_loop(self, out):
        rng = self.rng
        scalars = [v for v in self.pool if not v.rank]
        nests = Nests(self.statements, self.procedures, scalars)
        scope = self.device_scope()
        ranges = None
        for count in range(rng.choice((1, 1, 2, 3)), 0, -1):
            ranges = ranges or nests.ranges(scope, count)
        if not ranges:
            return
        inner = nests.enter(scope, ranges)
        body = Lines()
        scalars = [v for v in self.scope.access
                   if not v.rank and v.kind == "data" and v.type.size >= 4]
        reductions = [nests.reduction_of(v) for v in
                      rng.sample(scalars, min(len(scalars),
                                              rng.choice((0, 0, 1, 2))))]
        lasting = nests.lasting(self.scope, reductions)
        for variable in lasting + [r.variable for r in reductions]:
            inner.access[variable].readable = False
        nests.privates(body, inner)
        self.statements.block(body, inner, rng.choice((1, 2, 3)), 1)
        for variable in lasting:
            nests.leave(body, inner, variable)
        for reduction in reductions:
            nests.combine(body, inner, reduction)
        clauses = "".join(
            f" reduce({r.operator}:{r.variable.reference})"
            for r in reductions if rng.random() < 0.5)
        out.directive(f"kernel do({len(ranges)}) "
                      f"{self.loop_launch(len(ranges))}{clauses}", "cuf")
        for name, low, high in ranges:
            out.add(f"do {name} = {low}, {high}")
            out.depth += 1
        out.extend(body)
        for _ in ranges:
            out.depth -= 1
            out.add("end do")
        self.wait(out)
        for reduction in reductions:
            nests.settle(out, reduction.variable)

    def loop_launch(self, count):
        rng = self.rng
        if count == 1:
            return rng.choice(("<<<*, *>>>", "<<<*, 64>>>", "<<<3, 32>>>",
                               "<<<2, *>>>"))
        stars = ", ".join("*" * count)
        sizes = ", ".join(str(rng.choice((1, 4, 8))) for _ in range(count))
        return rng.choice(("<<<*, *>>>", f"<<<({stars}), ({sizes})>>>",
                           f"<<<({sizes}), ({sizes})>>>", "<<<*, 32>>>"))

    def wait(self, out):
        out.device("waited = cudadevicesynchronize()")

    # ===-- Kernels --------------------------------------------------------===#

    def kernel(self, out):
        rng = self.rng
        nests = Nests(self.statements, self.procedures, self.pool)
        scope = self.device_scope()
        ranges = None
        for count in range(rng.choice((1, 1, 2)), 0, -1):
            ranges = ranges or nests.ranges(scope, count)
        if not ranges:
            return
        before = len(self.names.loops)
        blocks = [rng.choice(BLOCK_SIZES if len(ranges) == 1 else (1, 4, 8, 9))
                  for _ in ranges]
        grids = [-(-(high - low + 1) // size) + rng.choice((0, 0, 1))
                 for (_, low, high), size in zip(ranges, blocks)]
        inner = nests.enter(scope, ranges)
        body, shared = self.phases(nests, inner, ranges, blocks)
        loops = self.names.loops[before:]
        name = self.names.fresh("kernel") + "_@"
        words = body.words()
        used = [v for v in scope.access if v.name in words]
        used.sort(key=lambda v: v.kind != "extent")
        # Components as arguments of their own, or with their records.
        whole = {v.record for v in used
                 if v.record and not v.record.allocatable and
                 rng.random() < 0.6}
        parts = [v for v in used if v.record and v.record not in whole]
        for v in parts:
            body.replace(v.reference, v.name)
        records = sorted(whole, key=lambda r: r.name)
        used = [v for v in used if v.record not in whole or not v.record]
        pool = [v for v in self.pool if v.name in words]
        self.declare_kernel(name, used, records, pool, ranges, shared, loops,
                            body, grids, blocks)
        grid, block = (", ".join(map(str, sizes)) for sizes in (grids, blocks))
        if len(ranges) > 1:
            grid, block = f"dim3({grid}, 1)", f"dim3({block}, 1)"
        # Options may give default kinds twice the bytes.
        bytes_ = 2 * sum(v.size * v.type.size for v in shared
                         if v.passing == "dynamic")
        third = f", {bytes_}" if bytes_ else rng.choice(("", "", ", 0"))
        arguments = ", ".join([v.reference for v in used] +
                              [record.name for record in records])
        out.device(f"call {name}<<<{grid}, {block}{third}>>>({arguments})")
        out.host(f"call {name}({arguments})")
        self.wait(out)

    def phases(self, nests, scope, ranges, blocks):
        """A kernel's statements from barrier to barrier; shared arrays."""
        rng = self.rng
        out = Lines()
        threads = [f"thread{d + 1}" for d in range(len(ranges))]
        scope.indices += [Index(t, 1, size)
                          for t, size in zip(threads, blocks)]
        shared = []
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            variable = Variable(
                self.names.fresh("shared"),
                rng.choice((INTEGER4, INTEGER4, INTEGER8, REAL8)),
                tuple((1, size) for size in blocks), kind="private",
                place="shared")
            if not shared and len(ranges) == 1 and rng.random() < 0.3:
                variable.passing = "dynamic"
            shared.append(variable)
        guard = " .and. ".join(f"{name} <= {high}" for name, _, high in ranges)
        for number, variable in enumerate(shared):
            with self.phase(out, ranges, blocks):
                element = f"{variable.name}({', '.join(threads)})"
                value = self.statements.expressions.value_for(
                    scope, variable, 2)
                out.add(f"{element} = {number}")
                out.add(f"if ({guard}) {element} = {value.text}")
            out.device("call syncthreads()")
            scope.add(variable, writable=False)
        for _ in range(rng.choice((1, 1, 2))):
            lines = Lines()
            inner = scope.copy()
            written = None
            if shared and rng.random() < 0.4:
                written = rng.choice(shared)
                access = inner.access[written]
                access.fixed = tuple(threads)
                access.writable = True
            nests.privates(lines, inner)
            nests.plain(lines, inner, 0, False)
            with self.phase(out, ranges, blocks):
                with out.nested(f"if ({guard}) then", "end if"):
                    out.extend(lines)
            out.device("call syncthreads()")
        return out, shared

    def phase(self, out, ranges, blocks):
        """What a thread does up to the next barrier: loops on the host."""
        return Phase(out, ranges, blocks)

    def declare_kernel(self, name, used, records, pool, ranges, shared, loops,
                       body, grids, blocks):
        out = self.kernels
        arguments = ", ".join(v.name for v in used + records)
        out.device(f"attributes(global) subroutine {name}({arguments})")
        out.host(f"subroutine {name}({arguments})")
        out.depth += 1
        for v in used:
            if v.rank:
                self.declare(out, v)
            else:
                out.add(f"{v.type.name}, value :: {v.name}")
        for record in records:
            self.declare_record(out, record)
        for v in shared:
            plain = ", ".join(str(high) for _, high in v.bounds)
            shape = plain
            if v.passing == "dynamic":
                shape = ", ".join([str(high) for _, high in v.bounds[:-1]] +
                                  ["*"])
            out.device(f"{v.type.name}, shared :: {v.name}({shape})")
            out.host(f"{v.type.name} :: {v.name}({plain})")
        for v in pool:
            shape = ", ".join(str(high) for _, high in v.bounds)
            out.add(f"{v.type.name} :: {v.name}" +
                    (f"({shape})" if shape else ""))
        locals_ = [n for n, _, _ in ranges] + \
            [f"{what}{d + 1}" for d in range(len(ranges))
             for what in ("thread", "block")] + \
            [n for n in loops if n in body.words()]
        out.add(f"integer :: {', '.join(dict.fromkeys(locals_))}")
        for d, axis in zip(range(len(ranges)), "xyz"):
            out.device(f"thread{d + 1} = threadidx%{axis}")
            out.device(f"block{d + 1} = blockidx%{axis}")
        for d in reversed(range(len(ranges))):
            out.host(f"do block{d + 1} = 1, {grids[d]}")
        out.extend(body)
        for _ in ranges:
            out.host("end do")
        out.depth -= 1
        out.add("end subroutine")


class Phase:
    """Statements of every thread of a block between barriers."""

    def __init__(self, out, ranges, blocks):
        self.out = out
        self.ranges = ranges
        self.blocks = blocks

    def __enter__(self):
        out = self.out
        for d in reversed(range(len(self.blocks))):
            out.host(f"do thread{d + 1} = 1, {self.blocks[d]}")
        for d, (name, low, _) in enumerate(self.ranges):
            out.add(f"{name} = (block{d + 1} - 1)*{self.blocks[d]} + "
                    f"thread{d + 1} + ({low - 1})")

    def __exit__(self, *_):
        for _ in self.blocks:
            self.out.host("end do")
