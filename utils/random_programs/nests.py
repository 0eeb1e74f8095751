# ===-- nests.py - Nests of parallel loops -----------------------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""OpenACC loops whose iterations are independent.

No races: an array that anything in a parallel loop writes has the loop's
variable in one of its dimensions, in one way for the whole loop, so that each
iteration has elements of its own; the loop touches no others of that array.
Scalars are private to a loop, or read only, or its reduction; arrays of sums
are touched by atomic updates only.
"""

import dataclasses

from .expressions import Expr, convert, literal, reduced
from .values import INTEGER4, Index, Variable

LEVELS = ("gang", "worker", "vector")

# Reductions: operator, the statement that combines, the operand's bound.
NUMERIC = {
    "+": ("{s} = {s} + {e}", 9), "*": ("{s} = {s}*{e}", 1),
    "max": ("{s} = max({s}, {e})", None), "min": ("{s} = min({s}, {e})", None),
}
BITS = {"iand": ("{s} = iand({s}, {e})", None),
        "ior": ("{s} = ior({s}, {e})", None),
        "ieor": ("{s} = ieor({s}, {e})", None)}
LOGICAL = {op: ("{s} = {s} " + op + " {e}", None)
           for op in (".and.", ".or.", ".eqv.", ".neqv.")}


@dataclasses.dataclass
class Reduction:
    operator: str
    variable: Variable
    pattern: str
    bound: int  # of the operand, None: what the variable holds


class Nests:
    """Generates one construct's loops. `procedures` takes what is moved to
    routines of its own."""

    def __init__(self, statements, procedures, pool):
        """`pool` has the scalars and arrays that may be private."""
        self.rng = statements.rng
        self.expressions = statements.expressions
        self.statements = statements
        self.names = statements.names
        self.procedures = procedures
        self.pool = list(pool)
        self.rng.shuffle(self.pool)
        self.sums = None  # arrays that atomics update, and nobody reads
        self.updated = set()  # those that are, each in one way
        self.open_reductions = []

    # ===-- What a loop may touch ------------------------------------------===#

    def enter(self, scope, ranges):
        """The scope inside parallel loops with these (name, low, high): which
        arrays have a dimension for each."""
        inner = scope.copy()
        inner.parallel = True
        for name, low, high in ranges:
            inner.indices.append(Index(name, low, high))
            inner.trips *= high - low + 1
        for variable, access in inner.access.items():
            if variable.rank == 0 or not access.writable:
                access.writable = False
                continue
            fixed = list(access.fixed)
            for name, low, high in ranges:
                dims = [d for d, text in enumerate(fixed) if text is None and
                        variable.extent(d) >= high - low + 1]
                if not dims or self.rng.random() < 0.1:
                    break
                dim = self.rng.choice(dims)
                fixed[dim] = self.own_subscript(scope, name, low, high,
                                                *variable.bounds[dim])
            else:
                access.fixed = tuple(fixed)
                continue
            access.writable = False
        return inner

    def own_subscript(self, scope, name, low, high, first, last):
        """A subscript that differs for each value of a loop variable."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.2:
            for array in scope.readable(lambda v: v.kind == "permutation"):
                if (array.bounds[0][0] <= low and high <= array.bounds[0][1]
                        and first <= array.values[0]
                        and array.values[1] <= last):
                    return f"{array.reference}({name})"
        if kind < 0.35:
            return f"{rng.randint(first + high, last + low)} - {name}"
        if kind < 0.45 and 2 * (high - low) <= last - first:
            shift = rng.randint(first - 2 * low, last - 2 * high)
            return f"2*{name} {'+' if shift >= 0 else '-'} {abs(shift)}"
        shift = rng.randint(first - low, last - high)
        if kind < 0.75 and first <= low and high <= last:
            shift = 0
        if not shift:
            return name
        return f"{name} {'+' if shift >= 0 else '-'} {abs(shift)}"

    def ranges(self, scope, count):
        """Ranges for loops: those of dimensions that an array has free."""
        arrays = [v for v in scope.writable(lambda v: v.rank > 0)
                  if len(scope.access[v].free()) >= count]
        if not arrays:
            return None
        variable = self.rng.choice(arrays)
        dims = self.rng.sample(scope.access[variable].free(), count)
        found = []
        for dim in dims:
            low, high = variable.bounds[dim]
            if self.rng.random() < 0.4 and high - low > 2:
                low += self.rng.randrange(2)
                high -= self.rng.randrange(2)
            found.append((self.names.loop(), low, high))
        return found

    # ===-- Loops ----------------------------------------------------------===#

    def loop(self, out, scope, levels, head="loop", depth=0, lasts=False):
        """A parallel loop over some of the levels that are left. None if
        there is nothing for it to do, else its reductions. With `lasts`,
        scalars may keep what the last iteration gives them."""
        rng = self.rng
        most = 3 if rng.random() < 0.4 else 1
        ranges = None
        for count in range(rng.randint(1, most), 0, -1):
            ranges = ranges or self.ranges(scope, count)
        if not ranges:
            return None
        mine, left = self.share(levels)
        clauses = []
        if mine is not None:
            clauses += mine
        elif "independent" not in head and rng.random() < 0.3:
            clauses.append("independent")
        innermost = not left or depth >= 2 or rng.random() < 0.2
        if len(ranges) > 1:
            if not innermost or rng.random() < 0.8:
                clauses.append(f"collapse({len(ranges)})")
            else:
                sizes = ", ".join(str(rng.choice((2, 3, 4, 8)))
                                  for _ in ranges)
                clauses.append(f"tile({sizes})")
        inner = self.enter(scope, ranges)
        body = type(out)()
        if self.sums is None:
            self.sums = [v for v in inner.access
                         if v.kind == "atomic" and rng.random() < 0.5]
        reductions = self.reductions(scope) if depth == 0 else []
        lasting = self.lasting(scope, reductions) if lasts else []
        scope.written.update(lasting + [r.variable for r in reductions])
        for variable in self.sums + lasting + \
                [r.variable for r in reductions]:
            inner.access[variable].readable = False
        clauses += self.privates(body, inner)
        for reduction in reductions:
            clauses.append(f"reduction({reduction.operator}:"
                           f"{reduction.variable.reference})")
        self.open_reductions += reductions
        self.body(body, inner, [] if innermost else left, depth, reductions)
        for variable in lasting:
            self.leave(body, inner, variable)
        rng.shuffle(clauses)
        out.directive(" ".join([head] + clauses))
        for name, low, high in ranges:
            out.add(self.statements.loop_header(scope, name, low, high))
            out.depth += 1
        out.extend(body)
        for _ in ranges:
            out.depth -= 1
            out.add("end do")
        return reductions

    def share(self, levels):
        """Levels for this loop, as clauses or None for no clause, and what
        is left for loops inside."""
        rng = self.rng
        if not levels:
            return ["seq"], []
        if rng.random() < 0.3:  # the compiler's choice
            return None, levels[1:]
        count = rng.choice((1, 1, 1, 2, len(levels)))
        return list(levels[:count]), levels[count:]

    def privates(self, body, scope):
        """Private scalars and arrays, assigned before anything reads them:
        the clauses."""
        rng = self.rng
        clauses = []
        names = []
        for _ in range(rng.choice((0, 1, 1, 2))):
            if not self.pool:
                break
            variable = self.pool.pop()
            value_scope = scope.copy()
            scope.add(variable, readable=False)
            shape = tuple(variable.extent(d) for d in range(variable.rank))
            value = self.expressions.value_for(value_scope, variable, 1, shape)
            if not variable.rank and rng.random() < 0.3:
                self.assign_inside(body, value_scope, variable)
            elif variable.rank == 1 and rng.random() < 0.4:
                index = self.names.loop()
                value = self.expressions.value_for(value_scope, variable, 1)
                with body.nested(f"do {index} = {variable.bounds[0][0]}, "
                                 f"{variable.bounds[0][1]}", "end do"):
                    body.add(f"{variable.reference}({index}) = {value.text}")
            else:
                body.add(f"{variable.reference} = {value.text}")
            scope.access[variable].readable = True
            scope.written.add(variable)
            # Scalars are private without being named, too.
            if variable.rank or rng.random() < 0.7:
                names.append(variable.reference)
        if names:
            clauses.append(f"private({', '.join(names)})")
        return clauses

    def assign_inside(self, out, scope, variable, varies=False):
        """A loop in order that assigns a scalar; if its limits vary, perhaps
        of no iteration."""
        rng = self.rng
        index = self.names.loop()
        low = rng.randint(-1, 2)
        high = low + rng.randint(0, 4)
        inner = scope.copy()
        inner.indices.append(Index(index, low, high))
        inner.trips *= high - low + 1
        value = self.expressions.value_for(inner, variable, 1)
        last = str(high)
        if varies:
            around = rng.choice(scope.indices).name
            last = f"{low - 1} + mod(abs({around}), {high - low + 2})"
        with out.nested(f"do {index} = {low}, {last}", "end do"):
            out.add(f"{variable.reference} = {value.text}")
            if rng.random() < 0.2:
                out.add(f"if ({self.expressions.logical(inner, 1).text}) exit")

    # ===-- Scalars that are read behind the loop --------------------------===#

    def lasting(self, scope, reductions):
        """Scalars that are not read in the loop."""
        taken = {r.variable for r in reductions}
        found = [v for v in scope.access
                 if v.rank == 0 and v.kind == "data" and v not in taken and
                 not v.storage and not v.text]
        return self.rng.sample(found, min(len(found),
                                          self.rng.choice((0, 0, 1, 2))))

    def leave(self, out, scope, variable):
        """Give such a scalar a value, perhaps in some iterations only."""
        rng = self.rng
        condition = None
        if rng.random() < 0.5:
            condition = self.expressions.logical(scope, 1).text
            out.add(f"if ({condition}) then")
        if rng.random() < 0.5:
            self.assign_inside(out, scope, variable, rng.random() < 0.5)
        else:
            value = self.expressions.value_for(scope, variable, 2)
            out.add(f"{variable.reference} = {value.text}")
        if condition:
            out.add("end if")

    def body(self, out, scope, levels, depth, reductions):
        """What an iteration does."""
        rng = self.rng
        for _ in range(rng.choice((1, 1, 2, 3))):
            made = False
            if levels and rng.random() < 0.75:
                made = self.inner(out, scope, levels, depth)
            if not made:
                self.plain(out, scope, depth, bool(levels))
        for reduction in reductions:
            self.combine(out, scope, reduction)
        if not levels:
            self.atomics(out, scope)

    def inner(self, out, scope, levels, depth):
        """A loop inside, perhaps with a loop in order around it, a sum of its
        own, or in a routine."""
        rng = self.rng
        lines = type(out)()
        before = len(self.names.loops)
        kind = rng.random()
        if kind < 0.2:
            opened = self.statements.open_loop(scope)
            if opened is None or scope.trips > 400:
                return False
            header, within = opened
            if rng.random() < 0.5:
                lines.directive("loop seq")
            with lines.nested(header, "end do"):
                if self.loop(lines, within, levels, depth=depth + 1) is None:
                    return False
        elif kind < 0.45:
            if not self.sum_of_loop(lines, scope, levels, depth):
                return False
        elif self.loop(lines, scope, levels, depth=depth + 1) is None:
            return False
        summed = {r.variable.name for r in self.open_reductions} | \
            {v.name for v in self.sums}
        if rng.random() < 0.25 and not summed & lines.words():
            call = self.procedures.move(lines, scope, levels[0],
                                        self.names.loops[before:])
            lines = call or lines
        out.extend(lines)
        return True

    def sum_of_loop(self, out, scope, levels, depth):
        """A loop inside that makes a sum: a scalar of this level, or what an
        enclosing loop sums up."""
        rng = self.rng
        scalars = [v for v in self.pool if v.rank == 0]
        ranges = self.ranges(scope, 1)
        if not ranges:
            return False
        if self.open_reductions and rng.random() < 0.4:
            reduction = rng.choice(self.open_reductions)
            own = False
        elif scalars:
            variable = rng.choice(scalars)
            self.pool.remove(variable)
            reduction = self.reduction_of(variable)
            own = True
        else:
            return False
        variable = reduction.variable
        mine, _ = self.share(levels)
        inner = self.enter(scope, ranges)
        body = type(out)()
        if rng.random() < 0.5:
            self.plain(body, inner, depth + 1, False)
        self.combine(body, inner, reduction)
        if own:
            out.add(f"{variable.reference} = {self.start(reduction)}")
        clause = f"reduction({reduction.operator}:{variable.reference})"
        out.directive(" ".join(["loop"] + (mine or []) + [clause]))
        (name, low, high), = ranges
        with out.nested(self.statements.loop_header(scope, name, low, high),
                        "end do"):
            out.extend(body)
        if own:
            self.settle(out, variable)
            scope.add(variable, writable=False)
            scope.written.add(variable)
        return True

    def plain(self, out, scope, depth, beside_loops):
        """Statements in order; some of them in a routine."""
        lines = type(out)()
        count = self.rng.choice((1, 2, 3))
        before = len(self.names.loops)
        if beside_loops:
            for _ in range(count):
                self.statements.assignment(lines, scope, depth)
        else:
            self.statements.block(lines, scope, count, depth + 1)
            if self.rng.random() < 0.15 and self.procedures:
                call = self.procedures.move(lines, scope, "seq",
                                            self.names.loops[before:])
                if call:
                    lines = call
        out.extend(lines)

    # ===-- Reductions and atomics -----------------------------------------===#

    def reduction_of(self, variable):
        family = variable.type.family
        table = dict(LOGICAL) if family == "l" else dict(NUMERIC)
        if family == "i":
            table.update(BITS)
        operator = self.rng.choice(sorted(table))
        pattern, bound = table[operator]
        return Reduction(operator, variable, pattern, bound)

    def start(self, reduction):
        """A value to begin with."""
        variable = reduction.variable
        if variable.type.family == "l":
            return self.rng.choice((".true.", ".false."))
        value = 1 if reduction.operator == "*" else self.rng.randint(-9, 99)
        return literal(value, INTEGER4).text

    def reductions(self, scope):
        """Reductions of a construct's outermost loop: scalars that live after
        it."""
        scalars = scope.writable(
            lambda v: v.rank == 0 and v.kind == "data" and v.type.size >= 4)
        self.rng.shuffle(scalars)
        return [self.reduction_of(v)
                for v in scalars[:self.rng.choice((0, 0, 1, 1, 2))]]

    def combination(self, scope, reduction):
        """s = s op e, and a condition for it or None."""
        rng = self.rng
        variable = reduction.variable
        family = variable.type.family
        if family == "l":
            value = self.expressions.logical(scope, 1)
        else:
            value = self.expressions.numeric(scope, family, 1)
            value = reduced(value, variable.type.limit
                            if reduction.bound is None else reduction.bound)
            value = convert(value, variable.type)
            if reduction.operator == "*":
                one = literal(1, variable.type).text
                mask = self.expressions.varying(scope)
                value = Expr(f"merge({one}, -{one}, {mask})",
                             variable.type, -1, 1)
        condition = None
        if rng.random() < 0.25:
            condition = self.expressions.logical(scope, 1).text
        return condition, reduction.pattern.format(s=variable.reference,
                                                   e=value.text)

    def combine(self, out, scope, reduction):
        condition, line = self.combination(scope, reduction)
        out.add(f"if ({condition}) {line}" if condition else line)

    def settle(self, out, variable):
        """Bring a result into its variable's limits."""
        if variable.type.family == "l":
            return
        limit = literal(variable.type.limit + 1, variable.type).text
        out.add(f"{variable.reference} = mod({variable.reference}, {limit})")

    def atomics(self, out, scope):
        """Atomic updates of elements that any iteration may meet."""
        rng = self.rng
        arrays = [v for v in self.sums if v not in self.updated]
        if not arrays or rng.random() < 0.4:
            return
        variable = rng.choice(arrays)
        self.updated.add(variable)
        subscripts = ", ".join(self.expressions.subscript(scope, *b)
                               for b in variable.bounds)
        element = dataclasses.replace(
            variable, text=f"{variable.reference}({subscripts})", bounds=())
        reduction = self.reduction_of(element)
        while reduction.operator == "*":
            reduction = self.reduction_of(element)
        condition, line = self.combination(scope, reduction)
        if condition:
            out.add(f"if ({condition}) then")
        out.directive(rng.choice(("atomic update", "atomic")))
        out.add(line)
        if condition:
            out.add("end if")
        scope.written.add(variable)
