# ===-- expressions.py - Expressions with values in known bounds -------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Expressions over what a scope may read.

An expression is generated for a shape: scalars have none, and all operands of
an array expression have its shape or are scalars. Each expression carries its
type and the interval its values lie in; operands are converted to a wider
kind, or reduced by MOD, before an operation could leave what the type holds.
"""

import dataclasses
import re

from .rearrangements import Rearrangements
from .values import (INTEGER4, INTEGER8, LOGICAL4, REAL4, REAL8, Type)

WORD = re.compile(r"[a-z]\w*")
KINDS = re.compile(r"_\d\b")
FUNCTIONS = frozenset(
    "abs all and any count dim dot_product eqv findloc iand ieor int ior "
    "logical mask max maxloc maxval merge min minloc minval mod modulo neqv "
    "not or popcnt real sum".split())


@dataclasses.dataclass(frozen=True)
class Expr:
    """Text with its type and the interval of its values."""

    text: str
    type: Type
    low: int = 0
    high: int = 0
    array: bool = False

    @property
    def bound(self):
        return max(abs(self.low), abs(self.high))


def literal(value, type_):
    """A constant of a type; negative ones in parentheses."""
    if type_.family == "r":
        text = f"{value}.0{type_.suffix}"
    else:
        text = f"{value}{type_.suffix}"
    return Expr(f"({text})" if value < 0 else text, type_, value, value)


def convert(expr, type_):
    """The expression in another numeric type."""
    if expr.type == type_:
        return expr
    return dataclasses.replace(expr, text=type_.converted(expr.text),
                               type=type_)


def reduced(expr, limit):
    """The expression brought into [-limit, limit]."""
    if expr.bound <= limit:
        return expr
    return Expr(f"mod({expr.text}, {literal(limit + 1, expr.type).text})",
                expr.type, -limit if expr.low < 0 else 0,
                limit if expr.high > 0 else 0, expr.array)


class Expressions:
    """Generates expressions with one source of random numbers. Statements
    that calculate on the device of CUDA Fortran's host code take a narrower
    set of operations (`plain`)."""

    def __init__(self, rng, plain=False):
        self.rng = rng
        self.plain = plain
        self.memory = []  # values that other statements may use again
        self.functions = []  # of the program: name, types, value
        self.rearrangements = Rearrangements(self, Expr)

    # ===-- Places ---------------------------------------------------------===#

    def subscript(self, scope, low, high, depth=1):
        """An integer expression with values from `low` to `high`."""
        rng = self.rng
        choices = []
        for index in scope.indices:
            if index.high - index.low <= high - low:
                choices += [("shift", index)] * 4 + [("mirror", index)]
            for factor in (2, 3):
                if factor * (index.high - index.low) <= high - low:
                    choices.append((factor, index))
        for array in scope.readable(
                lambda v: depth > 0 and v.rank == 1 and
                v.kind in ("permutation", "map")):
            if low <= array.values[0] and array.values[1] <= high:
                choices += [("through", array)] * 2
        choices += [("constant", None)]
        if depth > 0:
            choices.append(("modulo", None))
        how, what = rng.choice(choices)
        if how == "constant":
            return str(rng.randint(low, high))
        if how == "through":
            inner = self.subscript(scope, *what.bounds[0], depth - 1)
            return f"{what.reference}({inner})"
        if how == "modulo":
            value = self.integer(scope, depth - 1)
            value = convert(value, INTEGER4) if value.type.size < 4 else value
            extent = literal(high - low + 1, value.type).text
            return f"{low} + modulo({value.text}, {extent})"
        if how == "mirror":
            shift = rng.randint(low + what.high, high + what.low)
            return f"{shift} - {what.name}"
        factor = 1 if how == "shift" else how
        shift = rng.randint(low - factor * what.low, high - factor * what.high)
        text = what.name if factor == 1 else f"{factor}*{what.name}"
        if shift and rng.random() < 0.8 or not (
                low <= factor * what.low and factor * what.high <= high):
            text += f" {'+' if shift >= 0 else '-'} {abs(shift)}"
        return text

    def section(self, low, high, extent, has_end=True):
        """A subscript triplet of an extent within bounds. What has no end that
        the language knows wants one."""
        rng = self.rng
        stride = 1
        if extent > 1 and rng.random() < 0.3:
            stride = rng.randint(1, max(1, min(3, (high - low) // (extent - 1))))
        first = rng.randint(low, high - stride * (extent - 1))
        last = first + stride * (extent - 1)
        if rng.random() < 0.15:
            return f"{last}:{first}:-{stride}"
        if stride == 1 and first == low and last == high and \
                rng.random() < 0.6 and has_end:
            return ":"
        text = f"{first}:{last}"
        return text if stride == 1 else f"{text}:{stride}"

    def place(self, scope, variable, shape=()):
        """A reference to a variable: an element, or a section of a shape.
        None where the shape does not fit."""
        if variable.rank == 0:
            return variable.reference if not shape else None
        access = scope.access[variable]
        free = access.free()
        taken = {}
        if shape:
            fitting = [d for d in free if variable.extent(d) >= shape[0]]
            if len(shape) == 1:
                if not fitting:
                    return None
                taken[self.rng.choice(fitting)] = shape[0]
            else:
                if len(free) < len(shape):
                    return None
                chosen = free[:len(shape)]
                for dim, extent in zip(chosen, shape):
                    if variable.extent(dim) < extent:
                        return None
                    taken[dim] = extent
        # The last extent of dynamic shared memory is the launch's.
        is_sized = variable.passing != "dynamic"
        if (shape and len(taken) == variable.rank and self.rng.random() < 0.4
                and is_sized and all(variable.extent(d) == taken[d] for d in taken)):
            return variable.reference
        subscripts = []
        for dim, text in enumerate(access.fixed):
            low, high = variable.bounds[dim]
            if text is not None:
                subscripts.append(text)
            elif dim in taken:
                subscripts.append(self.section(
                    low, high, taken[dim],
                    is_sized or dim + 1 < variable.rank))
            else:
                subscripts.append(self.subscript(scope, low, high))
        return f"{variable.reference}({', '.join(subscripts)})"

    def shapes(self, scope):
        """Shapes of one or two dimensions that some array here has."""
        found = []
        for variable in scope.readable(lambda v: v.rank > 0):
            free = scope.access[variable].free()
            extents = [variable.extent(d) for d in free]
            found += [(e,) for e in extents]
            if len(extents) >= 2:
                found.append(tuple(extents[:2]))
        return found

    # ===-- Values ---------------------------------------------------------===#

    def small(self, expr, limit):
        return reduced(expr, limit)

    def read(self, scope, family, shape):
        """A variable's value, as it is."""
        candidates = scope.readable(lambda v: v.type.family == family)
        self.rng.shuffle(candidates)
        for variable in candidates[:6]:
            dims = shape if variable.rank else ()
            text = self.place(scope, variable, dims)
            if text is not None:
                return Expr(text, variable.type, *variable.range,
                            array=bool(dims))
        return None

    def numeric(self, scope, family, depth, shape=()):
        make = self.integer if family == "i" else self.real
        if depth <= 0:
            return make(scope, depth, shape)
        if self.rng.random() < 0.2:
            found = self.again(scope, family)
            if found:
                return found
        if shape and scope.rearranges and self.rng.random() < 0.45:
            found = self.rearrangements.value(scope, family, depth, shape)
            if found:
                return found
        value = None
        if self.functions and self.rng.random() < 0.12:
            value = self.call(scope, family, depth, shape)
        value = value or make(scope, depth, shape)
        if not value.array:
            self.memory.append((value, family, frozenset(
                WORD.findall(KINDS.sub("", value.text)))))
        return value

    def call(self, scope, family, depth, shape):
        """A call of one of the program's functions. The arguments are no
        variables, which the host may not pass if the device has them."""
        found = [f for f in self.functions if f[2].type.family == family]
        if not found:
            return None
        name, types, value = self.rng.choice(found)
        arguments = [reduced(self.numeric(scope, t.family, depth - 1, shape),
                             98) for t in types]
        arguments = [convert(a, t) for a, t in zip(arguments, types)]
        text = ", ".join(f"{a.text} + {literal(1, a.type).text}"
                         for a in arguments)
        return dataclasses.replace(value, text=f"{name}({text})",
                                   array=any(a.array for a in arguments))

    def again(self, scope, family):
        """A value that the program has calculated in an earlier place, where
        this one may read what it is made of."""
        if not self.memory:
            return None
        known = {w for v, a in scope.access.items()
                 if a.readable and len(a.free()) == v.rank
                 for w in WORD.findall(v.reference)} | FUNCTIONS
        known.update(WORD.findall(n)[0] for n, _, _ in self.functions)
        for _ in range(6):
            value, its, words = self.rng.choice(self.memory[-60:])
            if its == family and words <= known:
                return value
        return None

    def leaf(self, scope, family, shape):
        rng = self.rng
        kind = rng.random()
        if kind < 0.15 or family == "r" and kind < 0.2:
            type_ = (rng.choice((REAL4, REAL8)) if family == "r" else
                     INTEGER8 if rng.random() < 0.1 else INTEGER4)
            return literal(rng.randint(-9, 30), type_)
        if kind < 0.35 and scope.indices:
            index = rng.choice(scope.indices)
            expr = Expr(index.name, INTEGER4, index.low, index.high)
            return expr if family == "i" else convert(expr, REAL8)
        found = self.read(scope, family, shape)
        if found is None:
            return literal(rng.randint(0, 9),
                           INTEGER4 if family == "i" else REAL8)
        if family == "i" and found.type.size < 4:
            return convert(found, INTEGER4)
        return found

    def together(self, a, b):
        """Two operands in the wider of their types."""
        wider = a.type if a.type.size >= b.type.size else b.type
        return convert(a, wider), convert(b, wider)

    def arithmetic(self, operator, a, b):
        """a + b, a - b or a * b, exact."""
        if self.rng.random() < 0.5:
            a, b = self.together(a, b)
        type_ = a.type if a.type.size >= b.type.size else b.type

        def interval(a, b):
            if operator == "+":
                return a.low + b.low, a.high + b.high
            if operator == "-":
                return a.low - b.high, a.high - b.low
            ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return min(ends), max(ends)

        low, high = interval(a, b)
        if max(abs(low), abs(high)) > type_.reach // 2:
            a, b = reduced(a, 99), reduced(b, 99)
            low, high = interval(a, b)
        return Expr(f"({a.text} {operator} {b.text})", type_, low, high,
                    a.array or b.array)

    def integer(self, scope, depth, shape=()):
        rng = self.rng
        if depth <= 0:
            return self.leaf(scope, "i", shape)
        kind = rng.randrange(20)
        a = self.integer(scope, depth - 1, shape)
        if kind < 8:
            b = self.integer(scope, depth - 1, shape)
            return self.arithmetic(rng.choice("++-*"), a, b)
        if kind == 8:
            by = rng.choice((2, 3, 7, -4))
            ends = [int(x / by) for x in (a.low, a.high)]
            return Expr(f"({a.text} / {literal(by, a.type).text})", a.type,
                        min(ends), max(ends), a.array)
        if kind == 9:
            by = rng.choice((2, 5, 11, 64))
            name = rng.choice(("mod", "modulo"))
            low = 0 if a.low >= 0 or name == "modulo" else 1 - by
            return Expr(f"{name}({a.text}, {literal(by, a.type).text})",
                        a.type, low, by - 1, a.array)
        if kind in (10, 11):
            b = self.integer(scope, depth - 1, shape)
            a, b = self.together(a, b)
            name = rng.choice(("min", "max"))
            pick = min if name == "min" else max
            return Expr(f"{name}({a.text}, {b.text})", a.type,
                        pick(a.low, b.low), pick(a.high, b.high),
                        a.array or b.array)
        if kind == 12:
            return Expr(f"abs({a.text})", a.type, 0, a.bound, a.array)
        if kind == 13:
            b = self.integer(scope, depth - 1, shape)
            a, b = self.together(a, b)
            name = rng.choice(("iand", "ior", "ieor"))
            bound = 1 << max(a.bound, b.bound).bit_length()
            if bound > a.type.reach:
                return a
            return Expr(f"{name}({a.text}, {b.text})", a.type, -bound, bound,
                        a.array or b.array)
        if kind in (14, 15):
            b = self.integer(scope, depth - 1, shape)
            a, b = self.together(a, b)
            mask = self.logical(scope, depth - 1, shape)
            return Expr(f"merge({a.text}, {b.text}, {mask.text})", a.type,
                        min(a.low, b.low), max(a.high, b.high),
                        a.array or b.array or mask.array)
        if kind == 16 and not self.plain:
            return Expr(f"popcnt({a.text})", INTEGER4, 0, 64, a.array)
        if kind == 17:
            b = self.real(scope, depth - 1, shape)
            if b.bound < INTEGER4.reach:
                return Expr(f"int({b.text})", INTEGER4, b.low, b.high, b.array)
            return a
        if kind == 18 and not self.plain:
            return self.reduction(scope, "i") or a
        if kind == 19:
            return Expr(f"(-{a.text})", a.type, -a.high, -a.low, a.array)
        return a

    def real(self, scope, depth, shape=()):
        rng = self.rng
        if depth <= 0:
            return self.leaf(scope, "r", shape)
        kind = rng.randrange(12)
        if kind == 0:
            a = self.integer(scope, depth - 1, shape)
            type_ = REAL8 if a.bound > 999 or rng.random() < 0.5 else REAL4
            return convert(reduced(a, 10**9), type_)
        a = self.real(scope, depth - 1, shape)
        if kind < 7:
            b = self.real(scope, depth - 1, shape)
            return self.arithmetic(rng.choice("++-*"), a, b)
        if kind == 7:
            return Expr(f"abs({a.text})", a.type, 0, a.bound, a.array)
        if kind == 8:
            b = self.real(scope, depth - 1, shape)
            a, b = self.together(a, b)
            name = rng.choice(("min", "max"))
            pick = min if name == "min" else max
            return Expr(f"{name}({a.text}, {b.text})", a.type,
                        pick(a.low, b.low), pick(a.high, b.high),
                        a.array or b.array)
        if kind == 9:
            b = self.real(scope, depth - 1, shape)
            a, b = self.together(a, b)
            mask = self.logical(scope, depth - 1, shape)
            return Expr(f"merge({a.text}, {b.text}, {mask.text})", a.type,
                        min(a.low, b.low), max(a.high, b.high),
                        a.array or b.array or mask.array)
        if kind == 10 and not self.plain:
            return self.reduction(scope, "r") or a
        return a

    def logical(self, scope, depth, shape=()):
        rng = self.rng
        kind = rng.randrange(10)
        if depth > 0 and kind < 2:
            a = self.logical(scope, depth - 1, shape)
            b = self.logical(scope, depth - 1, shape)
            operator = rng.choice((".and.", ".or.", ".eqv.", ".neqv."))
            return Expr(f"({a.text} {operator} {b.text})", LOGICAL4,
                        array=a.array or b.array)
        if depth > 0 and kind == 2:
            a = self.logical(scope, depth - 1, shape)
            return Expr(f"(.not. {a.text})", LOGICAL4, array=a.array)
        if kind == 3:
            found = self.read(scope, "l", shape)
            if found is not None:
                return Expr(f"logical({found.text})", LOGICAL4,
                            array=found.array)
        if kind == 4 and depth > 0 and not self.plain:
            inner = self.some_shape(scope)
            if inner:
                mask = self.logical(scope, depth - 1, inner)
                if mask.array:
                    name = rng.choice(("any", "all"))
                    return Expr(f"{name}({mask.text})", LOGICAL4)
        family = "r" if kind == 5 else "i"
        a = self.numeric(scope, family, depth - 1, shape)
        b = self.numeric(scope, family, depth - 1, shape)
        operator = rng.choice(("<", "<=", ">", ">=", "==", "/="))
        return Expr(f"({a.text} {operator} {b.text})", LOGICAL4,
                    array=a.array or b.array)

    def varying(self, scope):
        """A condition that no compiler knows: factors of one vanish."""
        index = scope.indices[-1].name
        return f"mod({index}, {self.rng.randint(2, 5)}) == 1"

    def some_shape(self, scope):
        shapes = self.shapes(scope)
        return self.rng.choice(shapes) if shapes else None

    def reduction(self, scope, family):
        """A scalar made of an array: SUM, MAXVAL, COUNT and the like."""
        rng = self.rng
        shape = self.some_shape(scope)
        if not shape:
            return None
        count = 1
        for extent in shape:
            count *= extent
        name = rng.choice(("sum", "maxval", "minval", "count", "dot_product",
                           "location"))
        if name == "location":
            return self.location(scope, shape) if family == "i" else None
        if name == "count":
            mask = self.logical(scope, 1, shape)
            if family == "i" and mask.array:
                return Expr(f"count({mask.text})", INTEGER4, 0, count)
            return None
        a = self.numeric(scope, family, rng.randrange(2), shape)
        if not a.array:
            return None
        if name in ("maxval", "minval"):
            return Expr(f"{name}({a.text})", a.type, a.low, a.high)
        a = reduced(a, 99)
        if name == "sum":
            return Expr(f"sum({a.text})", a.type, min(0, count * a.low),
                        max(0, count * a.high))
        b = reduced(self.numeric(scope, family, 0, shape), 9)
        if not b.array or len(shape) != 1:
            return None
        bound = count * 99 * 9
        a, b = self.together(a, b)
        return Expr(f"dot_product({a.text}, {b.text})", a.type, -bound, bound)

    def location(self, scope, shape):
        """Where something in an array of rank one is."""
        rng = self.rng
        a = self.numeric(scope, rng.choice("iir"), rng.randrange(2), shape[:1])
        if not a.array:
            return None
        if rng.random() < 0.3:
            b = self.numeric(scope, "i", 0)
            return Expr(f"findloc({a.text}, {b.text}, 1)", INTEGER4, 0,
                        shape[0])
        mask = self.logical(scope, 1, shape[:1])
        text = f", mask={mask.text}" if mask.array and rng.random() < 0.5 \
            else ""
        return Expr(f"{rng.choice(('maxloc', 'minloc'))}({a.text}, dim=1"
                    f"{text})", INTEGER4, 0, shape[0])

    def value_for(self, scope, variable, depth, shape=()):
        """An expression to assign to a variable: its limit holds again."""
        family = variable.type.family
        if family == "l":
            return self.logical(scope, depth, shape)
        if self.rng.random() < 0.1:
            family = "r" if family == "i" else "i"
        value = self.numeric(scope, family, depth, shape)
        return self.held(value, variable.type)

    def held(self, value, type_):
        """A value that a variable of a type may hold."""
        if value.bound > type_.limit:
            return reduced(value, type_.limit)
        return value
