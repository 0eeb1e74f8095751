# ===-- statements.py - Sequential statements --------------------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Statements that one thread runs in order, or a compiler finds to be
parallel: assignments, branches, loops with and without exits, array
assignments, WHERE, FORALL, BLOCK, ASSOCIATE."""

from .values import (INTEGER4, INTEGER8, REAL8, Access, Index, Variable)

TRIPS = 4000  # of a nest of loops


class Names:
    """Names that are new in a procedure; its loop variables are declared at
    its head."""

    def __init__(self):
        self.counts = {}
        self.loops = []

    def fresh(self, prefix):
        self.counts[prefix] = self.counts.get(prefix, 0) + 1
        return f"{prefix}{self.counts[prefix]}"

    def loop(self):
        name = self.fresh("i")
        self.loops.append(name)
        return name


class Statements:
    def __init__(self, rng, expressions, names):
        self.rng = rng
        self.expressions = expressions
        self.names = names

    def block(self, out, scope, count, depth=0):
        for _ in range(count):
            self.statement(out, scope, depth)

    def statement(self, out, scope, depth):
        rng = self.rng
        makers = [(self.assignment, 6), (self.array_assignment, 2)]
        if depth < 3:
            makers += [(self.loop, 5), (self.branch, 2)]
        if depth < 4:
            makers += [(self.selection, 1), (self.exit_loop, 1),
                       (self.while_loop, 1), (self.local_block, 1),
                       (self.association, 1), (self.masked, 1),
                       (self.forall, 1)]
        maker = rng.choices([m for m, _ in makers], [w for _, w in makers])[0]
        if not maker(out, scope, depth):
            self.assignment(out, scope, depth)

    # ===-- Assignments ----------------------------------------------------===#

    def target(self, scope):
        """A variable to assign to, arrays more often."""
        arrays = scope.writable(lambda v: v.rank > 0)
        scalars = scope.writable(lambda v: v.rank == 0)
        if arrays and (not scalars or self.rng.random() < 0.7):
            return self.rng.choice(arrays)
        return self.rng.choice(scalars) if scalars else None

    def assignment(self, out, scope, depth):
        variable = self.target(scope)
        if variable is None:
            return False
        value = self.expressions.value_for(scope, variable,
                                           self.rng.randrange(1, 4))
        place = self.expressions.place(scope, variable)
        out.add(f"{place} = {value.text}")
        scope.assigned(variable)
        return True

    def array_assignment(self, out, scope, depth):
        found = self.array_target(scope)
        if found is None:
            return False
        variable, place, shape = found
        value = self.expressions.value_for(scope, variable,
                                           self.rng.randrange(3), shape)
        out.add(f"{place} = {value.text}")
        scope.assigned(variable)
        return True

    def array_target(self, scope):
        """An array, a section of it to assign to, and the section's shape."""
        arrays = scope.writable(
            lambda v: v.rank > 0 and scope.access[v].free())
        if not arrays:
            return None
        variable = self.rng.choice(arrays)
        free = scope.access[variable].free()
        extents = [variable.extent(d) for d in free]
        shape = (self.rng.choice(extents),)
        if len(extents) > 1 and self.rng.random() < 0.4:
            shape = tuple(extents[:2])
        elif self.rng.random() < 0.4 and shape[0] > 3:
            shape = (self.rng.randint(2, shape[0] - 1),)
        place = self.expressions.place(scope, variable, shape)
        return None if place is None else (variable, place, shape)

    # ===-- Branches -------------------------------------------------------===#

    def few(self):
        return self.rng.choice((1, 1, 2, 3))

    def branch(self, out, scope, depth):
        condition = self.expressions.logical(scope, 1)
        with out.nested(f"if ({condition.text}) then"):
            self.block(out, scope.copy(), self.few(), depth + 1)
        if self.rng.random() < 0.3:
            condition = self.expressions.logical(scope, 1)
            with out.nested(f"else if ({condition.text}) then"):
                self.block(out, scope.copy(), self.few(), depth + 1)
        if self.rng.random() < 0.5:
            with out.nested("else"):
                self.block(out, scope.copy(), self.few(), depth + 1)
        out.add("end if")
        return True

    def selection(self, out, scope, depth):
        value = self.expressions.integer(scope, 1)
        out.add(f"select case (modulo({value.text}, 6{value.type.suffix}))")
        for label in ("(0)", "(1:2)", "(5)"):
            with out.nested(f"case {label}"):
                self.block(out, scope.copy(), 1, depth + 1)
        if self.rng.random() < 0.5:
            with out.nested("case default"):
                self.block(out, scope.copy(), 1, depth + 1)
        out.add("end select")
        return True

    # ===-- Loops ----------------------------------------------------------===#

    def loop_range(self, scope):
        """Bounds that are of use to some array here: (low, high)."""
        arrays = scope.writable(lambda v: v.rank > 0) or \
            scope.readable(lambda v: v.rank > 0)
        if not arrays:
            return 1, self.rng.randint(2, 12)
        variable = self.rng.choice(arrays)
        low, high = self.rng.choice(variable.bounds)
        if self.rng.random() < 0.5 and high - low > 3:
            low += self.rng.randrange(3)
            high -= self.rng.randrange(3)
        return low, high

    def loop_header(self, scope, name, low, high):
        """`do` over a range, with the values the variable takes; also
        backwards, with a step, and with bounds that are variables."""
        rng = self.rng
        first, last = str(low), str(high)
        for extent in scope.readable(lambda v: v.kind == "extent"):
            if extent.values[0] == high:
                last = rng.choice((last, extent.reference))
            elif 0 < extent.values[0] - high < 4:
                last = rng.choice(
                    (last, f"{extent.reference} - {extent.values[0] - high}"))
        if rng.random() < 0.1:
            return f"do {name} = {last}, {first}, -1"
        step = rng.choice((1,) * 9 + (2, 3))
        if step > 1:
            return f"do {name} = {first}, {last}, {step}"
        return f"do {name} = {first}, {last}"

    def open_loop(self, scope):
        """A loop's header and the scope inside it."""
        low, high = self.loop_range(scope)
        if scope.trips * (high - low + 1) > TRIPS:
            low = max(low, high - 3)
            if scope.trips > TRIPS:
                return None
        name = self.names.loop()
        header = self.loop_header(scope, name, low, high)
        inner = scope.copy()
        inner.indices.append(Index(name, low, high))
        inner.trips *= high - low + 1
        return header, inner

    def loop(self, out, scope, depth):
        opened = self.open_loop(scope)
        if opened is None:
            return False
        header, inner = opened
        with out.nested(header, "end do"):
            if self.rng.random() < 0.15:
                condition = self.expressions.logical(inner, 1)
                out.add(f"if ({condition.text}) cycle")
            self.block(out, inner, self.few(), depth + 1)
        return True

    def exit_loop(self, out, scope, depth):
        opened = self.open_loop(scope)
        if opened is None:
            return False
        header, inner = opened
        with out.nested(header, "end do"):
            self.block(out, inner, 1, depth + 1)
            condition = self.expressions.logical(inner, 1)
            out.add(f"if ({condition.text}) exit")
            self.block(out, inner, self.few() - 1, depth + 1)
        return True

    def while_loop(self, out, scope, depth):
        if scope.trips > TRIPS // 8:
            return False
        name = self.names.fresh("k")
        inner = scope.copy()
        inner.trips *= 8
        condition = self.expressions.logical(scope, 1)
        with out.nested("block", "end block"):
            out.add(f"integer :: {name}")
            out.add(f"{name} = 0")
            with out.nested(f"do while ({name} < {self.rng.randint(1, 7)} "
                            f".and. {condition.text})", "end do"):
                out.add(f"{name} = {name} + 1")
                inner.indices.append(Index(name, 1, 7))
                self.block(out, inner, self.few(), depth + 2)
        return True

    # ===-- Names of their own ---------------------------------------------===#

    def local_block(self, out, scope, depth):
        rng = self.rng
        type_ = rng.choice((INTEGER4, INTEGER8, REAL8))
        local = Variable(self.names.fresh("b"), type_, kind="private")
        inner = scope.copy()
        with out.nested("block", "end block"):
            out.add(f"{type_.name} :: {local.name}")
            value = self.expressions.value_for(scope, local, 1)
            out.add(f"{local.name} = {value.text}")
            inner.add(local)
            self.block(out, inner, 1 + self.few(), depth + 1)
        return True

    def association(self, out, scope, depth):
        """ASSOCIATE of an element. Its subscript may not change meanwhile,
        nor does it: the selector is evaluated once."""
        arrays = scope.writable(lambda v: v.rank > 0)
        if not arrays:
            return False
        array = self.rng.choice(arrays)
        alias = Variable(self.names.fresh("z"), array.type,
                         storage=array.root)
        inner = scope.copy()
        inner.access[alias] = Access(True, True, ())
        place = self.expressions.place(scope, array)
        with out.nested(f"associate ({alias.name} => {place})",
                        "end associate"):
            self.block(out, inner, 1 + self.few(), depth + 1)
        scope.written.add(array)
        return True

    # ===-- Masked assignments ---------------------------------------------===#

    def masked(self, out, scope, depth):
        found = self.array_target(scope)
        if found is None:
            return False
        variable, place, shape = found
        mask = self.expressions.logical(scope, 1, shape)
        if not mask.array:
            return False
        value = self.expressions.value_for(scope, variable, 1, shape)
        if self.rng.random() < 0.5:
            out.add(f"where ({mask.text}) {place} = {value.text}")
        else:
            other = self.expressions.value_for(scope, variable, 1, shape)
            with out.nested(f"where ({mask.text})"):
                out.add(f"{place} = {value.text}")
            with out.nested("elsewhere", "end where"):
                out.add(f"{place} = {other.text}")
        scope.written.add(variable)
        return True

    def forall(self, out, scope, depth):
        """FORALL and DO CONCURRENT over one free dimension."""
        arrays = scope.writable(
            lambda v: v.rank > 0 and scope.access[v].free())
        if not arrays:
            return False
        variable = self.rng.choice(arrays)
        dim = self.rng.choice(scope.access[variable].free())
        name = self.names.loop()
        low, high = variable.bounds[dim]
        concurrent = self.rng.random() < 0.4
        inner = scope.copy()
        inner.indices.append(Index(name, low, high))
        if concurrent:  # iterations see their own element only
            for v, access in inner.access.items():
                if v.root == variable.root:
                    access.readable = False
        value = self.expressions.value_for(inner, variable, 2)
        target = scope.copy()
        target.access[variable].fixed = tuple(
            name if d == dim else f
            for d, f in enumerate(target.access[variable].fixed))
        target.access[variable].readable = False
        place = self.expressions.place(target, variable)
        if concurrent:
            with out.nested(f"do concurrent ({name} = {low}:{high})",
                            "end do"):
                out.add(f"{place} = {value.text}")
        elif self.rng.random() < 0.3:
            mask = self.expressions.logical(inner, 1)
            out.add(f"forall ({name} = {low}:{high}, {mask.text}) "
                    f"{place} = {value.text}")
        else:
            out.add(f"forall ({name} = {low}:{high}) {place} = {value.text}")
        scope.written.add(variable)
        return True
