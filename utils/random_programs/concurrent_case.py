# ===-- concurrent_case.py - A procedure of DO CONCURRENT constructs --------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A case of DO CONCURRENT: ordinary data, and work variables of more types."""

from .case import Case
from .concurrent import WORK_TYPE, WORK_VARIABLES, Concurrents
from .expressions import Expressions
from .procedures import Procedures
from .statements import Statements
from .text import Lines
from .values import Scope


class ConcurrentCase(Case):
    """A case that keeps to Fortran 2008 if another compiler is to take it."""

    reference = False

    def statements_of(self, body, scope):
        """The procedure's statements; what they call."""
        rng = self.rng
        statements = Statements(rng, Expressions(rng), self.names)
        procedures = Procedures(rng, self.names, self.moved_dummy, self.pool,
                                pure=True)
        procedures.functions(statements.expressions, rng.choice((0, 1, 2)))
        Concurrents(statements, procedures, scope, self.pool,
                    self.reference).body(body, rng.randint(2, 6))
        return procedures

    def moved_dummy(self, out, variable, optional=False):
        """Explicit or assumed shape."""
        intent = "inout" if variable.kind in ("data", "private",
                                              "atomic") else "in"
        intent = f"intent({intent}){', optional' if optional else ''}"
        shape = self.dimensions(variable)
        if variable.rank and self.rng.random() < 0.4:
            lows = ", ".join(f"{low}:" for low, _ in variable.bounds)
            shape = f"({lows})"
        out.add(f"{variable.type.name}, {intent} :: {variable.name}{shape}")

    def declarations(self, out, in_module):
        super().declarations(out, in_module)
        for line in WORK_TYPE if in_module else WORK_VARIABLES:
            out.add(line)


class ReferenceCase(ConcurrentCase):
    reference = True
