# ===-- values.py - Types, variables and scopes ------------------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What a place in a generated program may touch, and how.

Every numeric variable holds integers of at most its type's `limit`, reals too,
so that each operation is exact and nothing overflows: results are the same in
any order, and host and device can be compared for equality.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Type:
    """An intrinsic type. `limit` bounds what variables hold, `reach` what an
    expression may have as its value."""

    name: str
    family: str  # 'i', 'r' or 'l'
    size: int
    limit: int
    reach: int

    # The default kinds are never written as numbers: options change them.

    @property
    def suffix(self):
        """Of a literal of this type."""
        return "" if self.size == 4 else f"_{self.size}"

    def converted(self, text):
        """The expression `text`, converted to this numeric type."""
        kind = "" if self.size == 4 else f", {self.size}"
        return f"{'int' if self.family == 'i' else 'real'}({text}{kind})"


INTEGER1 = Type("integer(1)", "i", 1, 100, 127)
INTEGER2 = Type("integer(2)", "i", 2, 1000, 32767)
INTEGER4 = Type("integer", "i", 4, 2000, 2**31 - 1)
INTEGER8 = Type("integer(8)", "i", 8, 20000, 2**62)
REAL4 = Type("real", "r", 4, 500, 2**24)
REAL8 = Type("real(8)", "r", 8, 5000, 2**53)
LOGICAL1 = Type("logical(1)", "l", 1, 1, 1)
LOGICAL4 = Type("logical", "l", 4, 1, 1)
LOGICAL8 = Type("logical(8)", "l", 8, 1, 1)

INTEGERS = (INTEGER1, INTEGER2, INTEGER4, INTEGER8)
REALS = (REAL4, REAL8)
LOGICALS = (LOGICAL1, LOGICAL4, LOGICAL8)
COMMON_TYPES = (INTEGER4,) * 8 + (INTEGER8, INTEGER8, REAL8, REAL8, REAL4,
                                  INTEGER2, INTEGER1, LOGICAL4)


def random_type(rng):
    """A type, the usual ones more often."""
    return rng.choice(COMMON_TYPES)


@dataclasses.dataclass(eq=False)
class Variable:
    """A scalar (no bounds) or an array with a lower and an upper bound for
    each dimension. `values` is the range of its values where that is narrower
    than the type's, as subscript arrays have it. `storage` names what it
    shares memory with others of the same storage in."""

    name: str
    type: Type
    bounds: tuple = ()
    values: tuple = None
    kind: str = "data"  # 'data', 'permutation', 'map', 'private', 'extent'
    passing: str = "explicit"
    place: str = "host"  # or 'device', 'managed'
    storage: str = None
    text: str = None  # how it is referred to, if not by name
    section: str = None  # of the variable it shares storage with
    record: object = None  # the Record whose component it is

    @property
    def rank(self):
        return len(self.bounds)

    @property
    def reference(self):
        return self.text or self.name

    @property
    def root(self):
        """What tells variables apart that share no memory."""
        return self.storage or self.name

    @property
    def range(self):
        return self.values or (-self.type.limit, self.type.limit)

    def extent(self, dim):
        low, high = self.bounds[dim]
        return high - low + 1

    @property
    def size(self):
        count = 1
        for dim in range(self.rank):
            count *= self.extent(dim)
        return count


@dataclasses.dataclass(eq=False)
class Record:
    """A variable of a derived type, or an element of an array of those.
    `components` are variables that are written `element%name`."""

    name: str
    type: str
    bounds: tuple = ()  # of the array it is an element of
    subscript: int = None
    allocatable: bool = False  # its components
    place: str = "host"
    passing: str = "explicit"
    components: list = dataclasses.field(default_factory=list)

    @property
    def shape(self):
        return "" if self.subscript is None else \
            f"({self.bounds[0]}:{self.bounds[1]})"

    def element(self, name=None):
        """The record itself, of this name in another place."""
        subscript = "" if self.subscript is None else f"({self.subscript})"
        return (name or self.name) + subscript

    def take(self, variable):
        self.components.append(variable)
        variable.record = self
        variable.passing = "component"
        variable.text = f"{self.element()}%{variable.name}"


def random_record(rng, name, type_, allocatable):
    record = Record(name, type_, allocatable=allocatable)
    if rng.random() < 0.4:
        low = rng.choice((1, 0, -1, 2))
        record.bounds = (low, low + rng.choice((0, 1, 2)))
        record.subscript = rng.randint(*record.bounds)
    return record


@dataclasses.dataclass
class Access:
    """How a scope may touch a variable: `fixed` has a subscript for each
    dimension that belongs to an enclosing parallel loop, None for the
    others."""

    readable: bool
    writable: bool
    fixed: tuple

    def free(self):
        return [d for d, text in enumerate(self.fixed) if text is None]


@dataclasses.dataclass(frozen=True)
class Index:
    """A loop variable and the values it takes."""

    name: str
    low: int
    high: int


class Scope:
    """The variables and loop variables of a place in the program."""

    def __init__(self, variables=()):
        self.access = {}
        self.indices = []
        self.written = set()  # shared by copies
        self.parallel = False
        self.rearranges = True  # array functions are allowed
        self.trips = 1
        for variable in variables:
            self.add(variable)

    def add(self, variable, readable=True, writable=None):
        if writable is None:
            writable = variable.kind in ("data", "private")
        self.access[variable] = Access(readable, writable,
                                       (None,) * variable.rank)

    def copy(self):
        """A scope inside this one: what it allows or defines stays there."""
        inner = Scope()
        inner.access = {v: dataclasses.replace(a)
                        for v, a in self.access.items()}
        inner.indices = list(self.indices)
        inner.written = self.written
        inner.parallel = self.parallel
        inner.rearranges = self.rearranges
        inner.trips = self.trips
        return inner

    def readable(self, test):
        return [v for v, a in self.access.items() if a.readable and test(v)]

    def writable(self, test):
        return [v for v, a in self.access.items() if a.writable and test(v)]

    def assigned(self, variable):
        """Note an assignment that every execution of this place makes."""
        self.written.add(variable)
        if variable.rank == 0:
            self.access[variable].readable = True
