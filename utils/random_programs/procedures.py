# ===-- procedures.py - Statements in procedures of their own ----------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Moves statements into a procedure, and puts a call in their place."""

import dataclasses

from .text import Lines
from .values import INTEGER4, REAL8, Scope, Variable


class Procedures:
    """Procedures that statements are moved to: what they use becomes their
    arguments."""

    def __init__(self, rng, names, declare, pool, cuda=False, pure=False):
        self.rng = rng
        self.pool = pool  # private variables: local where they are not passed
        self.names = names
        self.declare = declare  # a variable as a dummy argument
        self.cuda = cuda
        self.pure = pure  # and without directives
        self.internal = not cuda and rng.random() < 0.3
        self.lines = Lines(1)

    def move(self, body, scope, level, loops):
        """The call that stands for `body`; None if it cannot be moved."""
        words = body.words()
        used = [v for v in scope.access if v.name in words]
        if any(v.text and not v.record or v.storage for v in used):
            return None
        actual = [v.reference for v in used]
        for v in used:
            if v.record:
                body.replace(v.reference, v.name)
        indices = [i for i in scope.indices if i.name in words]
        name = self.names.fresh("work") + "_@"
        arguments = [v.name for v in used] + [i.name for i in indices]
        optional = {v for v in used
                    if v.kind in ("data", "private") and
                    v.place != "shared" and self.rng.random() < 0.15}
        given = self.given(body, used, scope)
        arguments += given[:1]
        out = self.lines
        extents = [v for v in used if v.kind == "extent"]
        own = [v for v in self.pool if v.name in words and v not in used]
        prefix = "attributes(device) " if self.cuda else \
            "pure " if self.pure else ""
        head = f"subroutine {name}({', '.join(arguments)})"
        out.device(prefix + head)
        out.host(head)
        with out.nested(None, None):
            if not self.cuda and not self.pure:
                out.directive(f"routine {level}")
            for v in extents + [v for v in used if v.kind != "extent"]:
                if self.pure and not scope.access[v].writable:
                    v = dataclasses.replace(v, kind="map")
                self.declare(out, v, v in optional)
            for extra in given[:1]:
                out.add(f"integer, intent(in), optional :: {extra}")
            for i in indices:
                value = ", value" if self.rng.random() < 0.5 else ", intent(in)"
                out.add(f"integer{value} :: {i.name}")
            for v in own:
                shape = ", ".join(str(high) for _, high in v.bounds)
                out.add(f"{v.type.name} :: {v.name}" +
                        (f"({shape})" if shape else ""))
            local = [n for n in loops if n in words]
            if local:
                out.add(f"integer :: {', '.join(local)}")
            out.extend(body)
        out.add("end subroutine")
        call = Lines()
        actual += [i.name for i in indices] + given[1:]
        call.add(f"call {name}({', '.join(actual)})")
        return call

    def given(self, body, used, scope):
        """Perhaps one more argument, which decides a variable's value where it
        is present: its name, and the actual argument if there is one."""
        rng = self.rng
        found = [v for v in used
                 if not v.rank and v.type.family == "i" and
                 scope.access[v].writable]
        if not found or rng.random() < 0.6:
            return []
        variable = rng.choice(found)
        scope.written.add(variable)
        name = self.names.fresh("given")
        body.add(f"if (present({name})) {variable.name} = "
                 f"int({name}, {variable.type.size})")
        return [name] + [f"{name}={rng.randint(-9, 9)}"] * (rng.random() < 0.6)

    def functions(self, expressions, count):
        """Elemental functions, that expressions call from now on."""
        for _ in range(count):
            types = [self.rng.choice((INTEGER4, INTEGER4, REAL8))
                     for _ in range(self.rng.randint(1, 3))]
            # Names of their own, or `again` takes them for those of
            # another function, of other types.
            arguments = [Variable(self.names.fresh("x"), t, values=(-99, 99))
                         for t in types]
            scope = Scope(arguments)
            value = expressions.numeric(scope, self.rng.choice("iir"), 2)
            name = self.names.fresh("value") + "_@"
            head = f"elemental function {name}" \
                   f"({', '.join(a.name for a in arguments)}) result(z)"
            out = self.lines
            out.device(("attributes(host, device) " if self.cuda else "") +
                       head)
            out.host(head)
            with out.nested():
                if not self.cuda and not self.pure and \
                        self.rng.random() < 0.7:
                    out.directive("routine seq")
                for a in arguments:
                    passing = self.rng.choice(("value", "intent(in)"))
                    out.add(f"{a.type.name}, {passing} :: {a.name}")
                out.add(f"{value.type.name} :: z")
                out.add(f"z = {value.text}")
            out.add("end function")
            expressions.functions.append((name, types, value))
