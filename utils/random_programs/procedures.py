# ===-- procedures.py - Statements in procedures of their own ----------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Moves statements into a procedure, and puts a call in their place."""

from .text import Lines


class Procedures:
    """Procedures that statements are moved to: what they use becomes their
    arguments."""

    def __init__(self, rng, names, declare, pool, cuda=False):
        self.rng = rng
        self.pool = pool  # private variables: local where they are not passed
        self.names = names
        self.declare = declare  # a variable as a dummy argument
        self.cuda = cuda
        self.lines = Lines(1)

    def move(self, body, scope, level, loops):
        """The call that stands for `body`; None if it cannot be moved."""
        words = body.words()
        used = [v for v in scope.access if v.name in words]
        if any(v.text or v.storage for v in used):
            return None
        indices = [i for i in scope.indices if i.name in words]
        name = self.names.fresh("work") + "_@"
        arguments = [v.name for v in used] + [i.name for i in indices]
        out = self.lines
        extents = [v for v in used if v.kind == "extent"]
        own = [v for v in self.pool if v.name in words and v not in used]
        prefix = "attributes(device) " if self.cuda else ""
        head = f"subroutine {name}({', '.join(arguments)})"
        out.device(prefix + head)
        out.host(head)
        with out.nested(None, None):
            if not self.cuda:
                out.directive(f"routine {level}")
            for v in extents + [v for v in used if v.kind != "extent"]:
                self.declare(out, v)
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
        call.add(f"call {name}({', '.join(arguments)})")
        return call
