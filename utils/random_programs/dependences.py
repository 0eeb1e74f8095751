# ===-- dependences.py - Loops of kernels constructs, of any dependence ------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Kernels constructs of which the compiler must find out what is parallel.

Loops here may carry values from one iteration to the next, through arrays with
all kinds of subscripts, scalars, small work arrays and called routines, and may
be left early. Whatever the compiler makes of them, the result is that of the
same text without directives.
"""

import random

LONG, SHORT = 1500, 40  # iterations of a loop alone, and in a nest
BIG, SMALL = f"{-2 * LONG}:{4 * LONG}", f"{-SHORT}:{3 * SHORT}"

# What the arrays of a procedure are, and their names: of rank one and two.
KINDS = {
    "dummy": (("a", "b", "c"), ("d", "e")),
    "module": (("ma", "mb", "mc"), ("md", "me")),
    "allocatable": (("xa", "xb", "xc"), ("xd", "xe")),
    "pointer": (("pa", "pb", "a"), ("pd", "d")),
    "component": (("g%x", "g%y", "a"), ("g%z", "d")),
    "equivalence": (("ea", "eb", "a"), ("ed", "ee")),
    "common": (("ca", "cb", "a"), ("cd", "d")),
    "heap": (("h%x", "h%y", "a"), ("h%z", "d")),
}
LINES = ("a", "b", "c", "ma", "mb", "mc", "xa", "xb", "xc", "g%x", "g%y",
         "ca", "cb", "h%x", "h%y")
TABLES = ("d", "e", "md", "me", "xd", "xe", "g%z", "cd", "h%z")

STATE = f"""module state
  integer, parameter :: n = {LONG}, mm = {SHORT}
  type record
    integer :: x({BIG}), y({BIG}), z({SMALL}, {SMALL})
  end type
  type heap
    integer, allocatable :: x(:), y(:), z(:, :)
  end type
  integer :: ca({BIG}), cb({BIG}), cd({SMALL}, {SMALL})
  common /store/ ca, cb, cd
  integer :: ma({BIG}), mb({BIG}), mc({BIG}), md({SMALL}, {SMALL}), me({SMALL}, {SMALL})
  integer, allocatable :: xa(:), xb(:), xc(:), xd(:, :), xe(:, :)
contains
  pure integer function mixed(x, y)
    !$acc routine seq
    integer, intent(in) :: x, y
    mixed = mod(3*abs(x) + abs(y), 1009)
    if (mixed > 700) mixed = mixed - 700
  end function
  pure integer function around(x, at)
    !$acc routine seq
    integer, intent(in) :: x({BIG}), at
    around = mod(x(at - 1) + x(at) + x(at + 1), 1009)
  end function
  pure integer function greatest(x, first, last)
    !$acc routine seq
    integer, intent(in) :: x(-{2 * LONG}:), first, last
    integer :: q
    greatest = 0
    do q = first, last
      greatest = max(greatest, x(q))
    end do
  end function
  subroutine bump(x, y)
    !$acc routine seq
    integer, intent(inout) :: x
    integer, intent(in) :: y
    x = mod(x + y, 1009)
  end subroutine
  subroutine fill(x, y)
    !$acc routine seq
    integer, intent(out) :: x(4)
    integer, intent(in) :: y
    integer :: q
    do q = 1, 4
      x(q) = mod(abs(y) + q, 1009)
    end do
  end subroutine
end module"""

DUMMIES = f"""  integer :: m, m2, perm(n), dup(n), p2(mm)
  logical :: lg
  integer, target :: a({BIG}), b({BIG}), c({BIG}), d({SMALL}, {SMALL}), e({SMALL}, {SMALL})
  type(record) :: g
  type(heap) :: h
  integer :: s, t, u, w(4), i, j, k, l, l2"""

ARGUMENTS = "m, m2, lg, perm, dup, p2, a, b, c, d, e, g, h, s, t, u, w"

SHARED = "copy(s, t, u)"  # first-private otherwise, but in kernels constructs


class Loops:
    """The statements of one construct."""

    def __init__(self, rng):
        self.rng = rng
        self.kind = rng.choice(["dummy"] * 3 + list(KINDS))
        self.lines, self.tables = KINDS[self.kind]
        self.scalars = rng.sample(["s", "t", "u"], rng.randint(1, 3))
        self.has_work = rng.random() < 0.5  # the small array w
        self.is_easy = rng.random() < 0.7  # mostly one element an iteration
        self.has_calls = rng.random() < 0.3
        self.has_exits = rng.random() < 0.15
        self.in_small_loop = False

    def chance(self, part):
        return self.rng.random() < part

    # ===-- Expressions ----------------------------------------------------===#

    def line_subscript(self, v):
        if self.is_easy and self.chance(0.75):
            return v
        pick = self.rng.randint
        return self.rng.choice([
            v, v, v, v, v, f"{v}+{pick(1, 3)}", f"{v}-{pick(1, 3)}",
            f"-{v}+{pick(0, 4)}", f"2*{v}", f"2*{v}+1", f"2*{v}-1", f"{v}+m",
            f"{v}-m", f"perm({v})", f"dup({v})", f"mod({v},{pick(3, 900)})",
            f"{v}/2", f"max({v}-1,1)", f"n-{v}+1", str(pick(1, 20)), f"m*{v}",
            f"merge({v},{v}+1,lg)"])

    def table_subscript(self, loops):
        v = self.rng.choice(loops)
        first, last = loops[0], loops[-1]
        return self.rng.choice([
            v, v, v, v, v, v, f"{v}+1", f"{v}-1", f"2*{v}", f"{v}+m2",
            str(self.rng.randint(1, 9)), f"p2({v})", f"{first}+{last}",
            f"abs({first}-{last})", f"max({v}-1,1)"])

    def table_element(self, loops):
        found = [self.table_subscript(loops), self.table_subscript(loops)]
        if self.chance(0.9 if self.is_easy else 0.6):
            order = loops[:2]
            if self.chance(0.2):
                order = order[::-1]
            for i, v in enumerate(order):
                if self.chance(0.9 if self.is_easy else 0.7):
                    found[i] = v
        return f"{self.rng.choice(self.tables)}({found[0]},{found[1]})"

    def element(self, loops):
        if len(loops) > 1 and self.chance(0.85):
            return self.table_element(loops)
        v = self.rng.choice(loops)
        return f"{self.rng.choice(self.lines)}({self.line_subscript(v)})"

    def term(self, loops):
        what = self.rng.random()
        if what < 0.6:
            return self.element(loops)
        if what < 0.72:
            return self.rng.choice(loops)
        if what < 0.82:
            return self.rng.choice(self.scalars)
        if what < 0.9 and self.has_work:
            return self.work_element(loops)
        if what < 0.97 and self.has_calls:
            if self.chance(0.2):
                return (f"greatest({self.rng.choice(self.lines)}, "
                        f"{self.rng.choice(loops)}, {self.rng.choice(loops)})")
            if self.chance(0.5):
                return f"mixed({self.element(loops)}, {self.rng.choice(loops)})"
            return f"around({self.rng.choice(self.lines)}, {self.rng.choice(loops)})"
        return str(self.rng.randint(1, 50))

    def work_element(self, loops):
        subscript = self.rng.choice(["1", "2", "3", "4", f"mod({loops[0]},4)+1"])
        return f"w({subscript})"

    def value(self, loops):
        text = self.term(loops)
        for _ in range(self.rng.randint(0, 2)):
            text += self.rng.choice([" + ", " - ", " + 2*"]) + self.term(loops)
        return f"mod({text}, 1009)"

    def condition(self, loops):
        pick = self.rng.randint
        v = self.rng.choice(loops)
        return self.rng.choice([
            f"mod({v},{pick(2, 5)}) == {pick(0, 1)}",
            f"{self.element(loops)} > {pick(100, 900)}", f"{v} > {pick(3, 30)}",
            f"{self.rng.choice(self.scalars)} > 300"])

    # ===-- Statements -----------------------------------------------------===#

    def update(self, loops):
        scalar = self.rng.choice(self.scalars)
        how = self.rng.choice(["+", "-", "max", "min", "ieor", "ior", "if"])
        value = self.value(loops)
        if how == "if":
            return f"if ({self.condition(loops)}) {scalar} = {scalar} + {value}"
        if how in "+-":
            return f"{scalar} = {scalar} {how} {value}"
        return f"{scalar} = {how}({scalar}, {value})"

    def branch(self, loops, depth):
        out = [f"if ({self.condition(loops)}) then"]
        out += self.statements(loops, depth + 1, 2)
        if self.chance(0.4):
            out += ["else"] + self.statements(loops, depth + 1, 1)
        return out + ["end if"]

    def work(self, loops):
        what = self.rng.random()
        if what < 0.5:
            return ["do l2 = 1, 4", f"w(l2) = mod({self.term(loops)} + l2, 1009)",
                    "end do"]
        if what < 0.7:
            return [f"w = {self.term(loops)}"]
        return [f"{self.work_element(loops)} = {self.value(loops)}"]

    def search(self, loops):
        """Where the least or greatest value is."""
        best, place = self.rng.choice(self.scalars), self.rng.choice(self.scalars)
        element = self.element(loops)
        compare = self.rng.choice(["<", ">", "<=", ">="])
        return [f"if ({element} {compare} {best}) then", f"{best} = {element}",
                f"{place} = {self.rng.choice(loops)}", "end if"]

    def call(self, loops):
        if self.has_work and self.chance(0.4):
            return f"call fill(w, ({self.term(loops)}))"
        target = self.element(loops) if self.chance(0.7) else self.rng.choice(self.scalars)
        # No actual argument is another one's variable.
        return f"call bump({target}, {self.rng.choice(loops)})"

    def small_loop(self, loops, depth):
        self.in_small_loop = True
        last = self.rng.choice(["3", f"mod({loops[0]},5)", "m2"])
        out = [f"do l = 1, {last}"] + self.statements(loops, depth + 1, 2)
        self.in_small_loop = False
        return out + ["end do"]

    def statement(self, loops, depth):
        what = self.rng.random()
        if 0.45 <= what < 0.58:
            return [f"{self.rng.choice(self.scalars)} = {self.value(loops)}"]
        if 0.58 <= what < 0.66:
            return [self.update(loops)]
        if 0.66 <= what < 0.72:
            element = self.element(loops)
            return [f"{element} = {element} + {self.value(loops)}"]
        if 0.72 <= what < 0.84 and depth < 3:
            return self.branch(loops, depth)
        if 0.84 <= what < 0.9 and self.has_work:
            return self.work(loops)
        if 0.9 <= what < 0.93 and depth < 2 and not self.in_small_loop:
            return self.small_loop(loops, depth)
        if 0.93 <= what < 0.95:
            leave = "exit" if self.has_exits and self.chance(0.5) else "cycle"
            return [f"if ({self.condition(loops)}) {leave}"]
        if 0.95 <= what < 0.965:
            return self.search(loops)
        if 0.965 <= what < 0.985 and self.has_calls:
            return [self.call(loops)]
        return [f"{self.element(loops)} = {self.value(loops)}"]

    def statements(self, loops, depth, most):
        out = []
        for _ in range(self.rng.randint(1, most)):
            out += self.statement(loops, depth)
        return out

    def header(self, v, around, last):
        pick = self.rng.random()
        low, high, step = "1", last, ""
        if pick < 0.15:
            low, high = "2", f"{last}-1"
        elif pick < 0.25:
            low, high, step = last, "1", ", -1"
        elif pick < 0.32:
            step = ", 2"
        elif pick < 0.42 and around:
            low = self.rng.choice(around)
        elif pick < 0.5 and around:
            high = self.rng.choice(around)
        return f"do {v} = {low}, {high}{step}"

    def nest(self, has_directive=False):
        depth = self.rng.choice([1, 1, 2, 2, 2, 3])
        names = self.rng.sample(["i", "j", "k"], depth)
        out = []
        for level, v in enumerate(names):
            if (level or not has_directive) and not self.has_exits and self.chance(0.12):
                out.append("!$acc loop " + self.rng.choice(["auto", "seq"]))
            out.append(self.header(v, names[:level], "n" if depth == 1 else "mm"))
            if level < depth - 1 and self.chance(0.35):
                out += self.statements(names[:level + 1], 1, 2)
        out += self.statements(names, 0, 4)
        for level in range(depth - 1, -1, -1):
            out.append("end do")
            if level and self.chance(0.25):
                out += self.statement(names[:level], 1)
        return out

    def assignment(self):
        x, y = (self.rng.choice(self.lines) for _ in range(2))
        return [self.rng.choice([
            f"{x}(2:n) = {y}(1:n-1) + 1", f"{x}(1:n) = {y}(1:n) + {x}(1:n)",
            f"{x}(1:n) = {x}(n:1:-1)",
            f"where ({x}(1:n) > 500) {y}(1:n) = {x}(2:n+1)",
            f"{self.rng.choice(self.scalars)} = sum({x}(1:n))",
            f"{x}(perm) = {y}(1:n)", f"{x}(2:n-1) = ({y}(1:n-2) + {y}(3:n))/2",
            f"{x}(1:2*n:2) = {y}(1:n)", f"{x}(1:n) = cshift({y}(1:n), 7)",
            f"{x}(1:n) = merge({x}(1:n), {y}(1:n), {y}(1:n) > 400)",
            f"{x}(1:n) = pack({y}(1:n), {x}(1:n) > 300, {x}(0:n-1))"])]

    def location(self):
        """Where something in an array is."""
        x, y = (self.rng.choice(self.lines) for _ in range(2))
        scalar = self.rng.choice(self.scalars)
        table = self.rng.choice(self.tables)
        return [self.rng.choice([
            f"{scalar} = maxloc({x}(1:n), dim=1)",
            f"{scalar} = minloc({x}(2:n), dim=1, mask={y}(2:n) > 100)",
            f"{scalar} = findloc({x}(1:n), {y}(3), dim=1)",
            f"{scalar} = count({x}(1:n) > {y}(1:n))",
            f"{scalar} = maxval({x}(1:n), {y}(1:n) < 500)",
            f"{x}(1:mm) = maxval({table}(1:mm, 1:mm), 1)",
            f"{x}(1:mm) = mod(matmul({table}(1:mm, 1:mm), {y}(1:mm)), 1009)",
            f"w(1:2) = maxloc({table}(1:mm, 1:mm))"])]

    def construct(self):
        """(directive before, statements, directive behind or none)"""
        # A loop with a directive may not be left.
        if not self.has_exits and self.chance(0.33):
            return self.rng.choice(["kernels loop"] * 3 + [
                f"parallel loop auto {SHARED}", f"serial loop {SHARED}"]), self.nest(True), None
        if self.chance(0.1):
            return f"serial {SHARED}", self.nest(), "end serial"
        out = self.assignment() if self.chance(0.15) else []
        if self.chance(0.1):
            out += self.location()
        for _ in range(self.rng.choice([1, 1, 2])):
            out += self.nest()
        if self.chance(0.15):
            out += self.assignment()
        return "kernels", out, "end kernels"


    def region(self, constructs):
        """The lines of constructs, in a data region or in queues or in neither:
        (text, is directive)."""
        out, clauses, behind = [], "", None
        if self.kind in ("dummy", "module", "allocatable") and self.chance(0.3):
            names = ", ".join(self.lines + self.tables)
            out.append((f"  !$acc data copy({names})", True))
            behind = "  !$acc end data"
        elif self.chance(0.2):
            clauses, behind = " async(1)", "  !$acc wait"
        for i, (begin, body, end) in enumerate(constructs):
            if i and not behind and self.chance(0.4):
                out += [("  " + line, False)
                        for line in self.location() + self.assignment()]
            if i and behind == "  !$acc end data" and self.chance(0.5):
                name = self.rng.choice(self.lines)
                out += [(f"  !$acc update self({name})", True),
                        (f"  {name}(1:n) = {name}(n:1:-1) + 1", False),
                        (f"  !$acc update device({name})", True)]
            out.append((f"  !$acc {begin}{clauses}", True))
            out += [("    " + line, line.startswith("!$acc")) for line in body]
            if end:
                out.append((f"  !$acc {end}", True))
        return out + ([(behind, True)] if behind else [])


def procedure(number, rng):
    """A procedure's lines, those of directives apart: (text, is directive)."""
    loops = Loops(rng)
    begin, body, end = loops.construct()
    head = [f"subroutine case{number}({ARGUMENTS})", "  use state", DUMMIES]
    tail = []
    if loops.kind == "pointer":
        head.append("  integer, pointer :: pa(:), pb(:), pd(:, :)")
    if loops.kind == "equivalence":
        head += [f"  integer, save :: ea({BIG}), eb({BIG})",
                 f"  integer, save :: ed({SMALL}, {SMALL}), ee({SMALL}, {SMALL})",
                 "  equivalence (ea, eb), (ed, ee)", "  ea = b", "  ed = d"]
        tail = ["  b = ea", "  d = ed"]
    if loops.kind == "pointer":
        head += [f"  pa(-2*n:) => {rng.choice('abc')}",
                 f"  pb(-2*n:) => {rng.choice('abc')}",
                 f"  pd(-mm:, -mm:) => {rng.choice('de')}"]
    head.append("  i = 0; j = 0; k = 0; l = 0")
    lines = [(line, False) for line in head]
    lines += loops.region([(begin, body, end)]
                          if rng.random() < 0.7 else
                          [(begin, body, end), loops.construct()])
    return lines + [(line, False) for line in tail + ["end subroutine"]]


def comparison(number):
    return [f"subroutine test{number}()", "  call set()",
            f"  call device_case{number}({ARGUMENTS})", "  call keep(1)",
            "  call set()", f"  call host_case{number}({ARGUMENTS})",
            "  call keep(2)", f"  call compare({number})", "end subroutine"]


def helpers():
    """Setting all variables, keeping what became of them, and comparing."""
    out = ["subroutine set()", "  integer :: q, i, j", f"  do q = {-2 * LONG}, 4*n",
           "    a(q) = mod(q*q, 997); b(q) = mod(abs(q)*31, 991)",
           "    c(q) = mod(abs(q)*17 + 5, 1000)", "  end do",
           "  ma = a; mb = b; mc = c; xa = a; xb = b; xc = c; g%x = b; g%y = c",
           "  do j = -mm, 3*mm", "    do i = -mm, 3*mm",
           "      d(i, j) = mod(abs(i*5 + j*3), 967); e(i, j) = mod(abs(i*j + j), 953)",
           "    end do", "  end do",
           "  md = d; me = e; xd = d; xe = e; g%z = e",
           "  ca = b; cb = c; cd = d", "  h0%x = c; h0%y = a; h0%z = d",
           "  h = h0",
           "  s = 3; t = 5; u = 7; w = 11", "end subroutine",
           "subroutine keep(which)", "  integer :: which"]
    for i, name in enumerate(LINES, 1):
        out.append(f"  lines(:, {i}, which) = {name}")
    for i, name in enumerate(TABLES, 1):
        out.append(f"  tables(:, :, {i}, which) = {name}")
    out += ["  scalars(:, which) = [s, t, u, w]", "end subroutine",
            "subroutine compare(number)", "  integer :: number, wrong",
            "  wrong = count(lines(:, :, 1) /= lines(:, :, 2)) + &",
            "    count(tables(:, :, :, 1) /= tables(:, :, :, 2)) + &",
            "    count(scalars(:, 1) /= scalars(:, 2))",
            "  if (wrong == 0) return", "  failed = .true.",
            "  print '(a, i0, a, i0, a)', 'case ', number, ': ', wrong, ' values differ'",
            "  print '(2(a, 7(1x, i0)))', '  device:', scalars(:, 1), '  host:', scalars(:, 2)",
            "end subroutine"]
    return out


def program(seed, cases, head):
    """A whole file."""
    rng = random.Random(f"kernels {seed}")
    device, host = (["module " + name, "contains"] for name in
                    ("device_cases", "host_cases"))
    for number in range(1, cases + 1):
        for line, is_directive in procedure(number, rng):
            device.append(line.replace("subroutine case",
                                       "subroutine device_case"))
            if not is_directive:
                host.append(line.replace("subroutine case",
                                         "subroutine host_case"))
    device.append("end module")
    host.append("end module")
    main = ["program main", "  use state", "  use device_cases", "  use host_cases",
            "  implicit none", "  integer :: m, m2, perm(n), dup(n), p2(mm), s, t, u, w(4), q",
            "  logical :: lg, failed",
            f"  integer, target :: a({BIG}), b({BIG}), c({BIG}), d({SMALL}, {SMALL}), e({SMALL}, {SMALL})",
            "  type(record) :: g", "  type(heap) :: h, h0",
            f"  integer :: lines({6 * LONG + 1}, {len(LINES)}, 2), scalars(7, 2)",
            f"  integer :: tables({4 * SHORT + 1}, {4 * SHORT + 1}, {len(TABLES)}, 2)",
            f"  allocate(xa({BIG}), xb({BIG}), xc({BIG}), xd({SMALL}, {SMALL}), xe({SMALL}, {SMALL}))",
            f"  allocate(h0%x({BIG}), h0%y({BIG}), h0%z({SMALL}, {SMALL}))",
            "  m = 2; m2 = 1; lg = .true.; failed = .false.", "  do q = 1, n",
            "    perm(q) = mod(q*7, n) + 1", "    dup(q) = mod(q*q, n) + 1",
            "  end do", "  do q = 1, mm", "    p2(q) = mod(q*3, mm) + 1", "  end do"]
    main += [f"  call test{number}()" for number in range(1, cases + 1)]
    main += ["  if (failed) error stop 1", "  print '(a)', 'PASS'", "contains"]
    for number in range(1, cases + 1):
        main += comparison(number)
    main += helpers() + ["end program"]
    return head + "\n".join([STATE] + device + host + main) + "\n"
