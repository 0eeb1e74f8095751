# ===-- concurrent.py - DO CONCURRENT constructs ------------------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A procedure of DO CONCURRENT constructs and host code; its other text has
nests of DO loops.

Iterations are independent as the standard has it: `Nests.enter` gives each
elements of its own. An iteration's own variables are local by a locality, or
have none and are defined before they are referred to; then nothing refers to
them afterwards before they are defined again. A mask is evaluated for all
iterations before the first one begins. Where the other compiler of
`--reference` may not know what a construct has, it gets the loops.
"""

import re

from .expressions import literal
from .nests import Nests
from .text import Lines
from .values import INTEGER4, REAL8, Access, Index, Variable

# Components of the work records, and what is in the records' type.
WORK = (("cx", INTEGER4, ()), ("cy", REAL8, ()), ("cv", INTEGER4, ((1, 3),)))
WORK_TYPE = ("type work_record", "  integer :: cx", "  real(8) :: cy",
             "  integer :: cv(3)", "end type")
WORK_VARIABLES = ("type(work_record) :: wr1, wr2", "character(7) :: cw1",
                  "complex(8) :: zw1")


class Concurrents:
    """Generates the statements of one procedure. With `reference`, the text
    for the device keeps to Fortran 2008."""

    def __init__(self, statements, procedures, scope, pool, reference):
        self.rng = statements.rng
        self.statements = statements
        self.expressions = statements.expressions
        self.names = statements.names
        self.procedures = procedures
        self.scope = scope
        self.pool = pool
        self.reference = reference

    def body(self, out, count):
        for _ in range(count):
            kind = self.rng.random()
            if kind < 0.25:
                self.statements.block(out, self.scope.copy(),
                                      self.rng.choice((1, 2)), 2)
            elif kind < 0.4:
                self.repeated(out)
            elif kind < 0.55:
                self.associated(out)
            else:
                self.construct(out, self.scope)

    # ===-- Around constructs ----------------------------------------------===#

    def repeated(self, out):
        """A construct in a loop of the host."""
        name = self.names.loop()
        inner = self.scope.copy()
        last = self.rng.randint(1, 4)
        inner.indices.append(Index(name, 1, last))
        inner.trips *= last
        with out.nested(f"do {name} = 1, {last}", "end do"):
            self.construct(out, inner)

    def associated(self, out):
        """A construct that knows an array or a part of it by another name."""
        rng = self.rng
        arrays = self.scope.writable(lambda v: v.rank == 1 and v.extent(0) > 4)
        if not arrays:
            return
        array = rng.choice(arrays)
        (low, high), = array.bounds
        selector, bounds = array.reference, array.bounds
        if rng.random() < 0.6:
            low, step = low + rng.randrange(3), rng.choice((1, 1, 2))
            selector += f"({low}:{high}" + (f":{step})" if step > 1 else ")")
            bounds = ((1, (high - low) // step + 1),)
        alias = Variable(self.names.fresh("z"), array.type, bounds,
                         storage=array.root)
        inner = self.scope.copy()
        for v in list(inner.access):
            if v.root == array.root:
                del inner.access[v]
        inner.add(alias, writable=True)
        with out.nested(f"associate ({alias.name} => {selector})",
                        "end associate"):
            self.construct(out, inner)

    # ===-- A construct ----------------------------------------------------===#

    def construct(self, out, scope):
        rng = self.rng
        nests = Nests(self.statements, self.procedures, self.pool)
        scope = scope.copy()
        roots = [v.root for v in scope.access if v.rank]
        for root in sorted({r for r in roots if roots.count(r) > 1}):
            names = [v for v in scope.access if v.root == root]
            for v in rng.sample(names, len(names) - 1):
                del scope.access[v]
        ranges = None
        for count in range(rng.choice((1, 1, 2, 2, 3)), 0, -1):
            ranges = ranges or nests.ranges(scope, count)
        if not ranges:
            return
        before = len(self.names.loops)
        inner = nests.enter(scope, ranges)
        mask = self.mask(scope, inner, ranges)
        triplets = [(name, *self.triplet(scope, low, high))
                    for name, low, high in ranges]
        body = Lines()
        clauses = []
        header = set(re.findall(r"\w+", f"{mask} {triplets}"))
        reductions = [r for r in nests.reductions(scope)
                      if r.variable.name not in header]
        once = self.kept(scope, header, reductions)
        taken = [r.variable for r in reductions] + once
        for variable in taken:
            inner.access[variable].readable = False
            inner.access[variable].writable = False
        table = self.table_of_sums(inner, header)
        own = self.localities(body, scope, inner, header, taken, clauses)
        self.work_variables(body, inner)
        self.privates(nests, body, inner, clauses)
        self.inside(body, own)
        for _ in range(rng.choice((1, 1, 2, 3))):
            nests.plain(body, inner, 0, False)
        if rng.random() < 0.1:
            condition = self.expressions.logical(inner, 1)
            body.add(f"if ({condition.text}) cycle")
        for reduction in reductions:
            nests.combine(body, inner, reduction)
            clauses.append(
                f"reduce({reduction.operator}:{reduction.variable.name})")
        for variable in once:
            self.define_once(body, inner, variable, ranges)
        updated = self.sums(body, nests, inner, table, clauses)
        kind = "integer(8) :: " if rng.random() < 0.08 else \
            rng.choice(("", "", "integer :: "))
        if self.reference:
            kind = ""
        self.shared(body, clauses, scope, kind, ranges,
                    self.names.loops[before:])
        self.write(out, ranges, triplets, kind, mask, clauses, own, body)
        for variable in [r.variable for r in reductions] + updated:
            nests.settle(out, variable)

    def mask(self, scope, inner, ranges):
        """A mask, or None. It reads nothing that the iterations change, which
        the compiler refuses."""
        rng = self.rng
        if rng.random() < 0.6:
            return None
        if rng.random() < 0.4:
            name = rng.choice(ranges)[0]
            return f"mod({name}, {rng.randint(2, 4)}) /= {rng.randint(0, 1)}"
        known = scope.copy()
        known.indices = list(inner.indices)
        for v, access in inner.access.items():
            if access.writable:
                known.access[v].readable = False
        return self.expressions.logical(known, 2).text

    def localities(self, body, scope, inner, header, taken, clauses):
        """Variables with a value that LOCAL or LOCAL_INIT hides, none of the
        header's. Each with whether it begins with the value."""
        rng = self.rng
        own = {}
        if rng.random() < 0.5:
            return own
        found = [v for v in scope.access
                 if v.kind == "data" and v not in taken and
                 not v.record and not v.text and
                 not v.storage and v.size <= 60 and v.name not in header and
                 v.passing not in ("allocatable", "pointer")]
        for v in rng.sample(found, min(len(found), rng.choice((1, 1, 2)))):
            init = rng.random() < 0.5
            own[v] = init
            inner.access[v] = Access(False, True, (None,) * v.rank)
            clauses.append(f"{'local_init' if init else 'local'}({v.name})")
        for v, init in own.items():
            if not init:
                known = inner.copy()
                shape = tuple(v.extent(d) for d in range(v.rank))
                value = self.expressions.value_for(known, v, 1, shape)
                body.add(f"{v.name} = {value.text}")
            inner.access[v].readable = True
        return own

    def inside(self, body, own):
        """Constructs that reduce or share what is LOCAL to the one around."""
        rng = self.rng
        for v in own:
            if self.reference or v.rank > 1 or v.type.family not in "ir" or \
                    rng.random() < 0.4:
                continue
            name = self.names.loop()
            low, high = v.bounds[0] if v.rank else (1, rng.randint(1, 4))
            operator = rng.choice(("min", "max"))
            clause = f"shared({v.name})" if v.rank else \
                f"reduce({operator}:{v.name})"
            element = f"{v.name}({name})" if v.rank else v.name
            value = literal(rng.randint(-3, 9), v.type).text
            body.device(f"do concurrent ({name} = {low}:{high}) {clause}")
            body.host(f"do {name} = {low}, {high}")
            body.depth += 1
            body.add(f"if ({name} /= {low}) "
                     f"{element} = {operator}({element}, {value})")
            body.depth -= 1
            body.add("end do")

    def kept(self, scope, header, reductions):
        """Scalars that one iteration defines, and that keep the value."""
        taken = {r.variable for r in reductions}
        found = scope.writable(lambda v: v.rank == 0 and v.kind == "data" and
                               v not in taken and not v.text and
                               v.name not in header)
        if not found or self.rng.random() < 0.6:
            return []
        return [self.rng.choice(found)]

    def define_once(self, body, inner, variable, ranges):
        rng = self.rng
        condition = " .and. ".join(f"{name} == {rng.randint(low, high)}"
                                   for name, low, high in ranges)
        value = self.expressions.value_for(inner, variable, 2)
        with body.nested(f"if ({condition}) then", "end if"):
            body.add(f"{variable.name} = {value.text}")
            if rng.random() < 0.3 and variable.type.family == "i":
                body.add(f"{variable.name} = min({variable.name}, "
                         f"{literal(50, variable.type).text})")

    def work_variables(self, body, inner):
        """Records, characters and complex variables that each iteration
        defines first."""
        rng = self.rng
        if rng.random() < 0.3:
            self.work_record(body, inner)
        if rng.random() < 0.2:
            letters = [self.expressions.integer(inner, 1) for _ in range(2)]
            a, b = (f"achar(65 + int(modulo({x.text}, 26{x.type.suffix})))"
                    for x in letters)
            body.add(f"cw1 = {a} // 'ab' // {b}")
            if rng.random() < 0.5:
                mask = self.expressions.logical(inner, 1)
                body.add(f"if ({mask.text}) cw1(3:5) = cw1(2:4)")
            for text, high in (
                    ("iachar(cw1(4:4))", 127), ("len_trim(cw1)", 7),
                    ("index(cw1, 'b')", 7), ("iachar(cw1(1:1))", 127)):
                inner.add(Variable("cw1", INTEGER4, values=(0, high),
                                   kind="text", text=text))
        if rng.random() < 0.2:
            parts = [self.expressions.held(self.expressions.real(inner, 1),
                                           REAL8).text for _ in range(2)]
            body.add(f"zw1 = cmplx({parts[0]}, {parts[1]}, 8)")
            if rng.random() < 0.5:
                body.add("zw1 = conjg(zw1)*(0.0_8, 1.0_8)")
            for part in ("re", "im"):
                inner.add(Variable("zw1", REAL8, kind="private",
                                   text=f"zw1%{part}"))

    def work_record(self, body, inner):
        rng = self.rng
        values = [self.expressions.value_for(inner, Variable(n, t), 1).text
                  for n, t, _ in WORK]
        if rng.random() < 0.4:
            body.add(f"wr1 = work_record({', '.join(values[:2])}, "
                     f"[{', '.join(f'int({values[2]})' for _ in range(3))}])")
        else:
            for (name, _, _), value in zip(WORK, values):
                body.add(f"wr1%{name} = {value}")
        names = ["wr1"]
        if rng.random() < 0.4:
            body.add("wr2 = wr1")
            names.append("wr2")
        for name in names:
            for part, type_, bounds in WORK:
                inner.add(Variable(part, type_, bounds, kind="private",
                                   text=f"{name}%{part}"))

    def privates(self, nests, body, inner, clauses):
        """Variables that nothing else refers to: with a locality, or not."""
        for text in nests.privates(body, inner):
            names = text[len("private("):-1].split(", ")
            named = [n for n in names if self.rng.random() < 0.4]
            if named:
                clauses.append(f"local({', '.join(named)})")

    # ===-- Sums in arrays -------------------------------------------------===#

    def table_of_sums(self, inner, header):
        """An array that a reduction sums up, which nothing reads."""
        found = [v for v in inner.access
                 if v.kind == "atomic" and v.name not in header]
        if not found or self.rng.random() < 0.8:
            return None
        table = self.rng.choice(found)
        inner.access[table].readable = False
        return table

    def sums(self, body, nests, inner, table, clauses):
        if table is None:
            return []
        subscript = self.expressions.subscript(inner, *table.bounds[0])
        element = Variable(table.name, table.type,
                           text=f"{table.name}({subscript})")
        reduction = nests.reduction_of(element)
        while reduction.operator == "*":
            reduction = nests.reduction_of(element)
        nests.combine(body, inner, reduction)
        clauses.append(f"reduce({reduction.operator}:{table.name})")
        return [table]

    # ===-- The text -------------------------------------------------------===#

    def shared(self, body, clauses, scope, kind, ranges, loops):
        """SHARED for some of what has no locality, or DEFAULT(NONE)."""
        rng = self.rng
        if rng.random() < 0.6:
            return
        words = body.words()
        named = set(re.findall(r"\w+", " ".join(clauses)))
        outside = {v.record.name if v.record else v.name
                   for v in scope.access if v.name in words and
                   (v.record or not v.text)} & words - named
        if rng.random() < 0.3 and not {"block", "associate"} & words:
            index_names = {name for name, _, _ in ranges}
            own = {v.name for v in self.pool} | set(loops) | index_names | \
                {"wr1", "wr2", "cw1", "zw1"}
            own &= words | index_names if "8" in kind else words - index_names
            own -= named
            concurrent = set(re.findall(
                r"(?:forall|do concurrent) \((\w+)", self.text(body)))
            own -= concurrent
            outside |= {i.name for i in scope.indices if i.name in words}
            if own:
                clauses.append(f"local({', '.join(sorted(own))})")
            clauses.append("default(none)")
        else:
            outside = {n for n in outside if rng.random() < 0.5}
        if outside:
            clauses.append(f"shared({', '.join(sorted(outside))})")

    def text(self, lines):
        return "\n".join(text for _, _, text in lines.lines)

    def triplet(self, scope, low, high):
        """(first, last, step)"""
        rng = self.rng
        first, last, step = str(low), str(high), 1
        for extent in scope.readable(lambda v: v.kind == "extent"):
            if extent.values[0] == high:
                last = rng.choice((last, extent.reference))
            elif 0 < high - extent.values[0] < 4:
                last = rng.choice(
                    (last, f"{extent.reference} + {high - extent.values[0]}"))
        kind = rng.random()
        if kind < 0.1:
            return last, first, -rng.choice((1, 1, 2))
        if kind < 0.2:
            step = rng.choice((2, 3))
        elif kind < 0.24 and low < high:
            return last, first, 1  # none at all
        elif kind < 0.3:
            value = self.expressions.integer(scope, 1)
            last = f"min({last}, max({low - 1}, int({value.text})))"
        return first, last, step

    def write(self, out, ranges, triplets, kind, mask, clauses, own, body):
        """The construct, and the loops that stand for it."""
        plain = self.reference and (clauses or mask)
        if not plain:
            self.write_construct(out, triplets, kind, mask, clauses, body)
        for target in ("host",) + (("device",) if plain else ()):
            self.write_loops(out, target, triplets, ranges, mask, own, body)

    def write_construct(self, out, triplets, kind, mask, clauses, body):
        """With an index of another kind, the variable of the statements in it
        is one without locality, that has the index's value."""
        long_index = "8" in kind
        header = []
        for name, first, last, step in triplets:
            text = f"{name + '_8' if long_index else name} = {first}:{last}"
            header.append(text + (f":{step}" if step != 1 else ""))
        if mask and long_index:
            for name, *_ in triplets:
                mask = re.sub(rf"\b{name}\b", f"int({name}_8)", mask)
        if mask:
            header.append(mask)
        self.rng.shuffle(clauses)
        out.device(" ".join([f"do concurrent ({kind}{', '.join(header)})"] +
                            clauses))
        out.depth += 1
        if long_index:
            for name, *_ in triplets:
                out.device(f"{name} = int({name}_8)")
        self.only(out, body, "device")
        out.depth -= 1
        out.device("end do")

    def only(self, out, body, target, change=lambda text: text):
        """The lines of `body` that one text has, as lines of that text."""
        for where, depth, text in body.lines:
            if target in where:
                out.lines.append(((target,), out.depth + depth, change(text)))

    def write_loops(self, out, target, triplets, ranges, mask, own, body):
        """Loops whose bounds and mask are evaluated before all of them."""
        lines = Lines()

        def declared(text):
            for v in own:
                text = re.sub(rf"(?<![%\w]){v.name}\b", f"{v.name}_own", text)
            return text

        def nest(inside):
            for name, _, _, step in reversed(triplets):
                lines.add(f"do {name} = {name}_first, {name}_last" +
                          (f", {step}" if step != 1 else ""))
                lines.depth += 1
            lines.extend(inside)
            for _ in triplets:
                lines.depth -= 1
                lines.add("end do")

        indices = ", ".join(name for name, *_ in triplets)
        lines.add("block")
        lines.depth += 1
        for name, *_ in triplets:
            lines.add(f"integer :: {name}_first, {name}_last")
        if mask:
            shape = ", ".join(f"{low}:{high}" for _, low, high in ranges)
            lines.add(f"logical :: active({shape})")
        for name, first, last, _ in triplets:
            lines.add(f"{name}_first = {first}")
            lines.add(f"{name}_last = {last}")
        if mask:
            inside = Lines()
            inside.add(f"active({indices}) = {mask}")
            nest(inside)
        inside = Lines()
        if mask:
            inside.add(f"if (.not. active({indices})) cycle")
        if own:
            inside.add("block")
            for v in own:
                shape = ", ".join(f"{low}:{high}" for low, high in v.bounds)
                inside.add(f"{v.type.name} :: {v.name}_own" +
                           (f"({shape})" if shape else ""))
        for v, init in own.items():
            if init:
                inside.add(f"{v.name}_own = {v.name}")
        self.only(inside, body, target, declared)
        if own:
            inside.add("end block")
        nest(inside)
        lines.depth -= 1
        lines.add("end block")
        out.lines += [((target,), out.depth + depth, text)
                      for where, depth, text in lines.lines]
