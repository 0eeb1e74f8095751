# ===-- rearrangements.py - Array functions and constructors -----------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Array values whose elements come from other places than their own: shifts,
sums over one dimension, products, vector subscripts, constructors."""

from .values import INTEGER4


class Rearrangements:
    """Makes them of the values that `Expressions` makes."""

    def __init__(self, expressions, make):
        self.rng = expressions.rng
        self.expressions = expressions
        self.make = make  # Expr(text, type, low, high, array)

    def value(self, scope, family, depth, shape):
        """A value of a shape; None if there is nothing for it."""
        makers = [self.shift, self.sum_of_dim, self.constructor]
        makers += [self.gather, self.gather, self.packed] \
            if len(shape) == 1 else \
            [self.transposed, self.spread, self.product]
        return self.rng.choice(makers)(scope, family, depth, shape)

    def operand(self, scope, family, depth, shape):
        found = self.expressions.numeric(scope, family, depth - 1, shape)
        return found if found.array else None

    def shift(self, scope, family, depth, shape):
        a = self.operand(scope, family, depth, shape)
        if a is None:
            return None
        by = self.rng.randint(-3, shape[0])
        dim = self.rng.randint(1, len(shape))
        if self.rng.random() < 0.6:
            text = f"cshift({a.text}, {by}, {dim})"
            return self.make(text, a.type, a.low, a.high, True)
        text = f"eoshift({a.text}, {by}, dim={dim})"
        return self.make(text, a.type, min(a.low, 0), max(a.high, 0), True)

    def sum_of_dim(self, scope, family, depth, shape):
        """A rank more, and less again."""
        if len(shape) != 1:
            return None
        dim = self.rng.randint(1, 2)
        arrays = scope.readable(lambda v: v.rank >= 2 and
                                v.type.family == family)
        if not arrays:
            return None
        variable = self.rng.choice(arrays)
        free = scope.access[variable].free()[:2]
        if len(free) < 2:
            return None
        other = variable.extent(free[2 - dim if dim == 2 else 0])
        inner = (other, shape[0]) if dim == 1 else (shape[0], other)
        text = self.expressions.place(scope, variable, inner)
        if text is None:
            return None
        low, high = variable.range
        type_ = variable.type
        if type_.size < 4:
            text, type_ = INTEGER4.converted(text), INTEGER4
        if self.rng.random() < 0.5:
            name = self.rng.choice(("maxval", "minval"))
            return self.make(f"{name}({text}, dim={dim})", type_, low, high,
                             True)
        mask = ""
        if self.rng.random() < 0.3:
            mask = self.expressions.logical(scope, 1, inner)
            mask = f", mask={mask.text}" if mask.array else ""
        return self.make(f"sum({text}, {dim}{mask})", type_, other * low,
                         other * high, True)

    def constructor(self, scope, family, depth, shape):
        if len(shape) != 1 or shape[0] > 9:
            return None
        values = [self.rng.randint(-30, 30) for _ in range(shape[0])]
        dot = ".0" if family == "r" else ""
        text = ", ".join(f"{v}{dot}" for v in values)
        leaf = self.expressions.leaf(scope, family, ())
        if leaf.type.size == (4 if family == "i" else 8) and not leaf.array:
            kind = "" if family == "i" else "real(8) :: "
            text = text.rsplit(",", 1)[0] if len(values) > 1 else ""
            text = f"{kind}{text}{', ' if text else ''}{leaf.text}"
            return self.make(f"[{text}]", leaf.type, min(leaf.low, -30),
                             max(leaf.high, 30), True)
        return None

    def gather(self, scope, family, depth, shape):
        """An array through a vector subscript."""
        arrays = scope.readable(
            lambda v: v.rank == 1 and v.type.family == family and
            v.type.size >= 4 and scope.access[v].free())
        if not arrays:
            return None
        variable = self.rng.choice(arrays)
        low, high = variable.bounds[0]
        through = scope.readable(
            lambda v: v.kind in ("permutation", "map") and
            scope.access[v].free() and low <= v.values[0] and
            v.values[1] <= high and v.extent(0) >= shape[0])
        if through and self.rng.random() < 0.7:
            subscript = self.expressions.place(
                scope, self.rng.choice(through), shape)
        elif shape[0] <= 9:
            subscript = ", ".join(str(self.rng.randint(low, high))
                                  for _ in range(shape[0]))
            subscript = f"[{subscript}]"
        else:
            return None
        return self.make(f"{variable.reference}({subscript})", variable.type,
                         *variable.range, True)

    def packed(self, scope, family, depth, shape):
        """PACK with a vector, so that its shape is known; RESHAPE."""
        a = self.operand(scope, family, depth, shape)
        b = self.operand(scope, family, depth, shape)
        if a is None or b is None:
            return None
        if self.rng.random() < 0.3:
            return self.make(f"reshape({a.text}, [{shape[0]}])", a.type, a.low,
                             a.high, True)
        mask = self.expressions.logical(scope, 1, shape)
        if not mask.array:
            return None
        a, b = self.expressions.together(a, b)
        return self.make(f"pack({a.text}, {mask.text}, {b.text})", a.type,
                         min(a.low, b.low), max(a.high, b.high), True)

    def transposed(self, scope, family, depth, shape):
        a = self.operand(scope, family, depth, shape[::-1])
        return a and self.make(f"transpose({a.text})", a.type, a.low, a.high,
                               True)

    def spread(self, scope, family, depth, shape):
        dim = self.rng.randint(1, 2)
        a = self.operand(scope, family, depth, (shape[2 - dim],))
        return a and self.make(f"spread({a.text}, {dim}, {shape[dim - 1]})",
                               a.type, a.low, a.high, True)

    def product(self, scope, family, depth, shape):
        inner = self.rng.choice(shape)
        a = self.operand(scope, family, depth - 1, (shape[0], inner))
        b = self.operand(scope, family, depth - 1, (inner, shape[1]))
        if a is None or b is None:
            return None
        a, b = self.expressions.small(a, 9), self.expressions.small(b, 9)
        a, b = self.expressions.together(a, b)
        return self.make(f"matmul({a.text}, {b.text})", a.type, -81 * inner,
                         81 * inner, True)
