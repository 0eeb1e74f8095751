# ===-- case.py - A procedure of a program, and what tests it --------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""For each case a module with device constructs, the same module without, and
a procedure that runs both on equal data and compares."""

from .expressions import Expressions
from .openacc import Constructs
from .procedures import Procedures
from .statements import Names, Statements
from .text import Lines
from .values import (COMMON_TYPES, INTEGER4, INTEGER8, LOGICAL4, REAL8, Scope,
                     Variable, random_record, random_type)

PASSINGS = ("explicit", "explicit", "assumed", "allocatable", "pointer",
            "module")


class Case:
    """One procedure with its variables."""

    def __init__(self, rng, number):
        self.rng = rng
        self.number = number
        self.names = Names()
        self.extents = [
            Variable(f"n{i}", INTEGER4, values=(v, v), kind="extent")
            for i, v in enumerate((rng.randint(6, 40), rng.randint(4, 17),
                                   rng.randint(3, 8)), 1)]
        self.variables = self.make_variables()
        self.pool = self.make_pool()
        self.aliases = []
        self.targets = set()
        self.records = []

    # ===-- Variables ------------------------------------------------------===#

    def bounds(self, extent):
        low = self.rng.choice((1, 1, 1, 1, 0, -2, 3))
        return low, low + extent - 1

    def make_variables(self):
        rng = self.rng
        found = []
        sizes = [e.values[0] for e in self.extents]
        for i in range(rng.randint(3, 6)):
            rank = rng.choice((1, 1, 1, 2, 2, 3))
            extents = [rng.choice(sizes[:2]) for _ in range(rank)]
            if rank == 3:
                extents[rng.randrange(3)] = sizes[2]
            variable = Variable(f"a{i + 1}", random_type(rng),
                                tuple(self.bounds(e) for e in extents))
            variable.passing = rng.choice(PASSINGS)
            found.append(variable)
        for i in range(rng.randint(0, 2)):
            low, high = self.bounds(sizes[rng.randrange(2)])
            found.append(Variable(f"p{i + 1}", INTEGER4, ((low, high),),
                                  (low, high), "permutation"))
        for i in range(rng.randint(0, 1)):
            low, high = self.bounds(sizes[rng.randrange(2)])
            found.append(Variable(f"m{i + 1}", INTEGER4, ((low, high),),
                                  (1, 4), "map"))
        for i in range(rng.randint(0, 2)):
            type_ = rng.choice((INTEGER4, INTEGER4, INTEGER8, REAL8, LOGICAL4))
            found.append(Variable(f"h{i + 1}", type_, ((1, rng.randint(1, 9)),),
                                  kind="atomic"))
        for i in range(rng.randint(2, 4)):
            found.append(Variable(f"s{i + 1}", random_type(rng)))
        return found

    def make_records(self):
        """Some of the arrays become components of records."""
        rng = self.rng
        arrays = [v for v in self.variables if v.rank and v.kind == "data"]
        for number in range(1, rng.choice((0, 0, 1, 1, 2)) + 1):
            record = random_record(rng, f"r{number}",
                                   f"rec{self.number}_{number}",
                                   rng.random() < 0.6)
            for v in rng.sample(arrays, min(len(arrays),
                                            rng.choice((1, 2, 3)))):
                arrays.remove(v)
                record.take(v)
            if record.components:
                self.records.append(record)

    def record_types(self, out):
        """Types of records, that host and device have in common."""
        if not self.records:
            return
        with out.nested(f"module types{self.number}", "end module"):
            out.add("implicit none")
            for record in self.records:
                with out.nested(f"type {record.type}", "end type"):
                    self.component_declarations(out, record)

    def dummy_records(self):
        """Records that are arguments of the case's procedure."""
        return self.records

    def component_declarations(self, out, record):
        for v in record.components:
            if record.allocatable:
                colons = ", ".join(":" * v.rank)
                out.add(f"{v.type.name}, allocatable :: {v.name}({colons})")
            else:
                out.add(f"{v.type.name} :: {v.name}{self.dimensions(v)}")

    def make_aliases(self):
        """Other names for parts of arrays: pointers and equivalences."""
        rng = self.rng
        found = []
        arrays = [v for v in self.variables if v.rank == 1 and
                  v.kind == "data" and v.extent(0) > 5 and not v.record]
        for i, base in enumerate(rng.sample(arrays, min(len(arrays), 2))):
            (low, high), = base.bounds
            if rng.random() < 0.5:
                continue
            if rng.random() < 0.3:
                base.passing = "module"
                first = rng.randint(low, high - 4)
                extent = rng.randint(3, high - first + 1)
                alias = Variable(f"e{i + 1}", base.type, ((1, extent),),
                                 passing="equivalence", storage=base.name,
                                 section=str(first))
            else:
                step = rng.choice((1, 1, 2))
                first = rng.randint(low, low + 2)
                extent = (high - first) // step + 1 - rng.randrange(2)
                last = first + (extent - 1)*step
                section = f"{first}:{last}" + (f":{step}" if step > 1 else "")
                alias = Variable(f"q{i + 1}", base.type, ((1, extent),),
                                 passing="alias", storage=base.name,
                                 section=section)
            found.append(alias)
        return found

    def make_pool(self):
        rng = self.rng
        pool = [Variable(f"t{i + 1}", t, kind="private") for i, t in
                enumerate(rng.choice((INTEGER4, INTEGER4, INTEGER8, REAL8,
                                      LOGICAL4)) for _ in range(8))]
        for i in range(2):
            pool.append(Variable(f"w{i + 1}", rng.choice(COMMON_TYPES),
                                 ((1, rng.randint(2, 6)),), kind="private"))
        extent = rng.choice(self.extents[:2]).values[0]
        pool.append(Variable("w3", INTEGER4, ((1, extent),), kind="private"))
        return pool

    # ===-- Declarations ---------------------------------------------------===#

    def upper(self, variable, dim):
        """An upper bound as a dummy may have it: with an argument."""
        low, high = variable.bounds[dim]
        for extent in self.extents:
            value = extent.values[0]
            if variable.extent(dim) == value:
                shift = high - value
                return extent.name if not shift else \
                    f"{extent.name} {'+' if shift > 0 else '-'} {abs(shift)}"
        return str(high)

    def dimensions(self, variable, constant=True):
        if not variable.rank:
            return ""
        parts = []
        for dim, (low, high) in enumerate(variable.bounds):
            last = str(high) if constant else self.upper(variable, dim)
            parts.append(last if low == 1 else f"{low}:{last}")
        return f"({', '.join(parts)})"

    def dummy(self, variable):
        """The declaration of a dummy argument of the case's procedure."""
        name, type_ = variable.name, variable.type.name
        if variable.name in self.targets and variable.passing != "pointer":
            type_ += ", target"
        if variable.kind == "extent":
            return f"{type_}, intent(in) :: {name}"
        if variable.passing in ("allocatable", "pointer"):
            colons = ", ".join(":" * variable.rank)
            return f"{type_}, {variable.passing} :: {name}({colons})"
        if variable.passing == "assumed":
            lows = ", ".join(f"{low}:" if low != 1 else ":"
                             for low, _ in variable.bounds)
            return f"{type_}, intent(inout) :: {name}({lows})"
        shape = self.dimensions(variable, constant=self.rng.random() < 0.5)
        return f"{type_}, intent(inout) :: {name}{shape}"

    def moved_dummy(self, out, variable, optional=False):
        """The declaration of a dummy argument of a moved procedure."""
        intent = "inout" if variable.kind in ("data", "private",
                                              "atomic") else "in"
        intent = f"intent({intent}){', optional' if optional else ''}"
        shape = self.dimensions(variable)
        if variable.rank and variable.place == "host" and \
                self.rng.random() < 0.2:
            lows = ", ".join(f"{low}:" for low, _ in variable.bounds)
            shape = f"({lows})"
        text = f"{intent} :: {variable.name}{shape}"
        out.host(f"{variable.type.name}, {text}")
        shared = "shared, " if variable.place == "shared" else ""
        out.device(f"{variable.type.name}, {shared}{text}")

    # ===-- The modules ----------------------------------------------------===#

    def generate(self):
        """The case's module, and its test procedure."""
        rng = self.rng
        for v in self.variables:
            if v.rank == 0 or v.kind != "data":
                v.passing = "explicit"
        self.make_records()
        self.aliases = self.make_aliases() if rng.random() < 0.4 else []
        self.targets = {v.storage for v in self.aliases
                        if v.passing == "alias"}
        scope = Scope(self.variables + self.extents + self.aliases)
        body = Lines()
        procedures = self.statements_of(body, scope)
        module = Lines()
        self.module(module, body, procedures)
        test = Lines()
        self.test(test)
        return module, test

    def statements_of(self, body, scope):
        """The procedure's statements; what they call."""
        rng = self.rng
        statements = Statements(rng, Expressions(rng), self.names)
        procedures = Procedures(rng, self.names, self.moved_dummy, self.pool)
        procedures.functions(statements.expressions, rng.choice((0, 1, 2)))
        Constructs(statements, procedures, scope, self.pool).body(
            body, rng.randint(2, 5))
        return procedures

    def declarations(self, out, in_module):
        """What a language needs besides, at two places."""
        if in_module:
            if self.records:
                out.add(f"use types{self.number}")
            out.add("implicit none")

    def module(self, out, body, procedures):
        with out.nested(f"module case{self.number}_@", "end module"):
            self.declarations(out, in_module=True)
            for v in self.variables:
                if v.passing == "module":
                    target = ", target" if v.name in self.targets else ""
                    out.add(f"{v.type.name}{target} :: "
                            f"{v.name}{self.dimensions(v)}")
                    if v.type.size == 4 and self.rng.random() < 0.4:
                        out.add(f"common /{v.name}_{self.number}_@/ {v.name}")
            for v in self.aliases:
                if v.passing == "equivalence":
                    out.add(f"{v.type.name} :: {v.name}{self.dimensions(v)}")
                    out.add(f"equivalence ({v.storage}({v.section}), "
                            f"{v.name}(1))")
            out.depth -= 1
            out.add("contains")
            out.depth += 1
            arguments = [v for v in self.variables
                         if v.passing not in ("module", "component")]
            names = [v.name for v in self.extents + arguments +
                     self.dummy_records()]
            with out.nested(f"subroutine run_@({', '.join(names)})",
                            "end subroutine"):
                for v in self.extents + arguments:
                    out.add(self.dummy(v))
                for record in self.dummy_records():
                    out.add(f"type({record.type}), intent(inout) :: "
                            f"{record.name}{record.shape}")
                self.declarations(out, in_module=False)
                for v in self.pool:
                    out.add(f"{v.type.name} :: {v.name}{self.dimensions(v)}")
                if self.names.loops:
                    out.add(f"integer :: {', '.join(self.names.loops)}")
                pointers = [v for v in self.aliases if v.passing == "alias"]
                for v in pointers:
                    out.add(f"{v.type.name}, pointer :: {v.name}(:)")
                for v in pointers:
                    out.add(f"{v.name} => {v.storage}({v.section})")
                out.extend(body)
                if procedures.internal and procedures.lines.lines:
                    out.add("contains")
                    out.extend(procedures.lines)
            if not procedures.internal:
                out.depth -= 1
                out.extend(procedures.lines)
                out.depth += 1

    # ===-- The test -------------------------------------------------------===#

    def copies(self, variable):
        """The names of a variable's two copies in the test."""
        if variable.record:
            record = variable.record
            return [f"{record.element(record.name + '_' + t)}%{variable.name}"
                    for t in ("host", "device")]
        return [f"{variable.name}_{t}" for t in ("host", "device")]

    def test(self, out):
        number = self.number
        with out.nested(f"subroutine test{number}()", "end subroutine"):
            for target in ("host", "device"):
                module = [v.name for v in self.variables
                          if v.passing == "module"]
                names = [f"run_{target}"] + \
                    [f"{n}_{target} => {n}" for n in module]
                out.add(f"use case{number}_{target}, only: {', '.join(names)}")
            if self.dummy_records():
                out.add(f"use types{self.number}")
            for record in self.dummy_records():
                names = [f"{record.name}_{t}{record.shape}"
                         for t in ("host", "device")]
                out.add(f"type({record.type}) :: {', '.join(names)}")
            for v in self.variables:
                self.declare_copies(out, v)
            out.add("integer :: k1, k2, k3")
            for v in self.variables:
                self.fill(out, v)
            for target in ("host", "device"):
                arguments = [str(e.values[0]) for e in self.extents]
                arguments += [f"{v.name}_{target}"
                              for v in self.variables + self.dummy_records()
                              if v.passing not in ("module", "component")]
                out.add(f"call run_{target}({', '.join(arguments)})")
            for v in self.variables:
                self.compare(out, v)

    def declare_copies(self, out, variable):
        if variable.passing in ("module", "component"):
            return
        names = self.copies(variable)
        if variable.passing in ("allocatable", "pointer"):
            colons = ", ".join(":" * variable.rank)
            out.add(f"{variable.type.name}, {variable.passing}, "
                    f"dimension({colons}) :: {', '.join(names)}")
            return
        shape = self.dimensions(variable)
        out.add(f"{variable.type.name} :: "
                f"{', '.join(n + shape for n in names)}")

    def fill(self, out, variable):
        first, second = self.copies(variable)
        if variable.passing in ("allocatable", "pointer") or \
                variable.record and variable.record.allocatable:
            shape = self.dimensions(variable)
            out.add(f"allocate({first}{shape}, {second}{shape})")
        place = first
        for dim in reversed(range(variable.rank)):
            low, high = variable.bounds[dim]
            out.add(f"do k{dim + 1} = {low}, {high}")
            out.depth += 1
        if variable.rank:
            indices = [f"k{d + 1}" for d in range(variable.rank)]
            place += f"({', '.join(indices)})"
        out.add(f"{place} = {self.initial(variable)}")
        for _ in range(variable.rank):
            out.depth -= 1
            out.add("end do")
        out.add(f"{second} = {first}")

    def initial(self, variable):
        """A value for each element, from its subscripts."""
        rng = self.rng
        low, high = variable.range
        if variable.kind == "permutation":
            (first, last), = variable.bounds
            extent = last - first + 1
            factor = next(f for f in (7, 5, 3, 11, 13, 1) if extent % f)
            return f"{first} + modulo(k1*{factor}, {extent})"
        terms = [f"k{d + 1}*{rng.choice((7, 11, 13, 37, 101))}"
                 for d in range(variable.rank)] + [str(rng.randint(0, 999))]
        spread = min(high - low + 1, 2 * rng.choice((5, 60, 1000)) + 1)
        if variable.type.family == "l":
            return f"mod({' + '.join(terms)}, 3) == 0"
        centre = low if variable.kind == "map" else -(spread // 2)
        return f"modulo({' + '.join(terms)}, {spread}) + ({centre})"

    def compare(self, out, variable):
        first, second = self.copies(variable)
        operator = ".neqv." if variable.type.family == "l" else "/="
        differ = f"{first} {operator} {second}"
        if variable.rank:
            with out.nested(f"if (any({differ})) then", "end if"):
                out.add(f"print *, 'FAIL case {self.number}: {variable.name} "
                        f"differs at', findloc({differ}, .true.)")
                out.add(f"print *, '  host  ', {first}")
                out.add(f"print *, '  device', {second}")
                out.add("failed = .true.")
        else:
            with out.nested(f"if ({differ}) then", "end if"):
                out.add(f"print *, 'FAIL case {self.number}: {variable.name}"
                        f" host', {first}, 'device', {second}")
                out.add("failed = .true.")
