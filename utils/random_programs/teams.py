# ===-- teams.py - What the threads of a gang do together --------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""OpenACC: iterations of gang loops that are rows of different things.

Each iteration has a scalar, two arrays and more for itself, by a clause, by a
BLOCK construct, by a routine or by what it does with them. A few phrases follow
each other: loops that workers or lanes share, with and without reductions,
loops of one thread, array statements, branches, calls of routines of each
level. What one phrase leaves in the variables the next one uses, so that a
thread that comes too early or misses a part shows in the result.
"""

import random
import re

from .text import Lines

# {g} gangs' iterations, {r} rows and {m} elements, of which each has a number
# between 0 and 10 in a(m, r, g). The scalar t and the array w are the
# iteration's; u, y and v are what phrases need besides. o2 and o3 take what
# rows make. Values stay below 2**31.
PHRASES = {
    "element": "t = t + a(1, {r}, i)",
    "vector": """!$acc loop vector
do k = 1, {m}
w(k) = t + a(k, 1, i)
end do""",
    "worker vector": """!$acc loop worker vector
do k = 1, {m}
w(k) = w(k) + t + a(k, {r}, i)
end do""",
    "worker": """!$acc loop worker
do k = 1, {m}
w(k) = mod(w(k), 1001)*2 + t
end do""",
    "any": """!$acc loop
do k = 1, {m}
w(k) = mod(w(k), 1001)*2 + t + k
end do""",
    "seq": """!$acc loop seq
do k = 2, {m}
w(k) = mod(w(k - 1) + w(k), 1001) + 1
end do""",
    "plain": """do k = 2, {m}
w(k) = mod(w(k - 1) + w(k), 1001) + 1
end do""",
    "sum of all": """!$acc loop worker vector reduction(+:t)
do k = 1, {m}
t = t + w({m} + 1 - k)
end do""",
    "largest": """!$acc loop vector reduction(max:t)
do k = 1, {m}
t = max(t, w({m} + 1 - k))
end do""",
    "sum of workers": """!$acc loop worker reduction(+:t)
do k = 1, {m}
t = t + w({m} + 1 - k)
end do""",
    "bits": """!$acc loop reduction(ieor:t)
do k = 1, {m}
t = ieor(t, w({m} + 1 - k))
end do""",
    "sum of both": """!$acc loop worker reduction(+:t)
do j = 1, {r}
!$acc loop vector reduction(+:t)
do k = 1, {m}
t = t + mod(w({m} + 1 - k), 1001)*a(k, j, i)
end do
end do""",
    "sum inside": """!$acc loop worker
do j = 1, {r}
!$acc loop vector reduction(+:t)
do k = 1, {m}
t = t + mod(w({m} + 1 - k), 1001)*a(k, j, i)
end do
end do""",
    "sum without clauses": """!$acc loop worker
do j = 1, {r}
!$acc loop vector
do k = 1, {m}
t = t + mod(w({m} + 1 - k), 1001)*a(k, j, i)
end do
end do""",
    "rows' sums": """!$acc loop worker private(u)
do j = 1, {r}
u = w(1 + mod(j, {m}))
!$acc loop vector reduction(+:u)
do k = 1, {m}
u = u + a(k, j, i)
end do
o2(j, i) = mod(o2(j, i), 1001) + u + t
end do""",
    "rows' scalar": """!$acc loop worker private(u)
do j = 1, {r}
u = w(1 + mod(j, {m})) + t
!$acc loop vector
do k = 1, {m}
o3(k, j, i) = u + a(k, j, i)
end do
u = u + 1
!$acc loop vector
do k = 1, {m}
o3(k, j, i) = mod(o3(k, j, i), 1001)*2 + u
end do
end do""",
    "rows' array": """!$acc loop worker private(y)
do j = 1, {r}
!$acc loop vector
do k = 1, {m}
y(k) = a(k, j, i) + t
end do
!$acc loop vector
do k = 1, {m}
o3(k, j, i) = y({m} + 1 - k) + w(k)
end do
end do""",
    "rows' block": """!$acc loop worker
do j = 1, {r}
block
integer :: own({m}), z
z = w(1 + mod(j, {m}))
!$acc loop vector
do k = 1, {m}
own(k) = a(k, j, i) + t + z
end do
z = own(1)
!$acc loop vector reduction(+:z)
do k = 1, {m}
z = z + mod(own({m} + 1 - k), 1001)
end do
o2(j, i) = mod(o2(j, i), 1001) + z
end block
end do""",
    "rows in order": """!$acc loop worker
do j = 1, {r}
!$acc loop seq
do k = 1, {m}
o3(k, j, i) = t + w(k)
end do
end do""",
    "branch": """if (mod(t, 2) == 0) then
!$acc loop vector
do k = 1, {m}
w(k) = w(k) + 3
end do
t = t + 1
else
!$acc loop worker
do k = 1, {m}
w(k) = w(k) - 3
end do
t = t + 2
end if""",
    "select": """select case (mod(abs(t), 3))
case (0)
t = t + 5
w(1) = 3
case (1)
!$acc loop vector
do k = 1, {m}
w(k) = w(k) + 1
end do
case default
w({m}) = t
end select""",
    "rounds": """!$acc loop seq
do j = 1, {r}
!$acc loop vector
do k = 1, {m}
w(k) = mod(w(k), 1001) + j
end do
t = t + w(1 + mod(j, {m}))
end do""",
    "plain rounds": """do j = 1, {r}
!$acc loop worker vector
do k = 1, {m}
w(k) = mod(w(k), 1001) + t
end do
t = mod(t + w(1 + mod(j, {m})), 50)
end do""",
    "while": """u = mod(abs(t), 5)
do while (u > 0)
!$acc loop vector
do k = 1, {m}
w(k) = mod(w(k), 1001) + u
end do
u = u - 1
end do""",
    "array": "w = w + 1",
    "shift": "w(1:{m} - 1) = w(2:{m}) + t",
    "part": "w({m}/2:{m}) = 0",
    "sum function": "t = t + sum(w)",
    "maximum": "t = max(t, maxval(a(:, 1, i)))",
    "where": "where (mod(w, 2) == 0) w = w + t",
    "exit": """do k = 1, {m}
if (w(k) > 9) exit
end do
t = t + k""",
    "one": "w({m}/2 + 1) = t + 4",
    "count": """u = 0
do k = 1, {m}
if (mod(w(k), 3) == 1) then
u = u + 1
w(u) = k
end if
end do
t = t + u""",
    "tile": """!$acc loop worker vector tile(4, 2)
do j = 1, {r}
do k = 1, {m}
o3(k, j, i) = mod(w(k), 1001)*j + t
end do
end do""",
    "collapse": """!$acc loop worker vector collapse(2) reduction(+:t)
do j = 1, {r}
do k = 1, {m}
t = t + mod(w(k), 1001)*j
end do
end do""",
    "atomic": """!$acc loop worker vector
do k = 1, {m}
!$acc atomic update
w(1 + mod(k, 3)) = w(1 + mod(k, 3)) + 1
end do""",
    "array reduction": """!$acc loop worker vector reduction(+:v)
do k = 1, {m}
v(1 + mod(k, 3)) = v(1 + mod(k, 3)) + mod(w(k), 1001)
end do
t = t + mod(v(2), 1001)""",
    "last": """!$acc loop seq
do k = 1, {m}
u = w(k)
end do
t = t + mod(u, 9)""",
    "call vector": "call by_lanes(w, t, i, a)",
    "call worker": "call by_workers(w, t, i, a)",
    "call seq": "call in_order(w, t, i, a)",
    "calls of lanes": """!$acc loop worker vector
do k = 1, {m}
call of_element(w(k), t, k)
end do""",
    "calls of workers": """!$acc loop worker private(y, u)
do j = 1, {r}
u = j
!$acc loop seq
do k = 1, {m}
y(k) = w(k)
end do
call by_lanes(y, u, i, a)
o2(j, i) = mod(o2(j, i), 1001) + u + mod(y(3), 1001)
end do""",
    "function": "t = t + largest(w)",
}

ROUTINES = """subroutine by_lanes(w, t, i, a)
!$acc routine vector
integer, intent(inout) :: w({m}), t
integer, intent(in) :: i, a({m}, {r}, {g})
integer :: k, s
s = t
!$acc loop vector
do k = 1, {m}
w(k) = mod(w(k), 1001) + s + a(k, 1, i)
end do
!$acc loop vector reduction(+:s)
do k = 1, {m}
s = s + w({m} + 1 - k)
end do
t = mod(s, 1013)
end subroutine
subroutine by_workers(w, t, i, a)
!$acc routine worker
integer, intent(inout) :: w({m}), t
integer, intent(in) :: i, a({m}, {r}, {g})
integer :: k, s, j, u, z({m}), v(2)
s = t
v = 0
!$acc loop worker vector
do k = 1, {m}
z(k) = mod(w(k), 1001) + s + a(k, 1, i)
end do
!$acc loop worker private(u)
do j = 1, min({r}, {m})
u = 0
!$acc loop vector reduction(+:u)
do k = 1, {m}
u = u + z({m} + 1 - k)*j
end do
w(j) = mod(u, 1013)
end do
!$acc loop worker
do j = 1, {r}
!$acc loop vector reduction(+:s)
do k = 1, {m}
s = s + a(k, j, i)
end do
end do
!$acc loop worker vector reduction(max:v)
do k = 1, {m}
v(1 + mod(k, 2)) = max(v(1 + mod(k, 2)), z(k))
end do
t = mod(s + z({m}) + w(1) + v(1) + 3*v(2), 1013)
end subroutine
subroutine in_order(w, t, i, a)
!$acc routine seq
integer, intent(inout) :: w({m}), t
integer, intent(in) :: i, a({m}, {r}, {g})
integer :: k
do k = 2, {m}
w(k) = mod(w(k), 1001) + mod(w(k - 1), 7) + a(k, 1, i)
t = mod(t + w(k), 1013)
end do
end subroutine
subroutine of_element(w, t, k)
!$acc routine seq
integer, intent(inout) :: w
integer, intent(in) :: t, k
w = mod(w, 1001) + t + k
end subroutine
integer function largest(w)
!$acc routine vector
integer, intent(in) :: w({m})
integer :: k
largest = 3
!$acc loop vector reduction(max:largest)
do k = 1, {m}
largest = max(largest, mod(w(k), 997))
end do
end function"""

# How an iteration has its variables: the clause of its loop.
OWNERS = {"clause": "private(t, u, w, y, v)", "block": "", "routine": "",
          "automatic": "private(t, u, w, y, v)",
          "record": "private(t, u, mine, y, v)", "use": "private(w, y, v)"}

SIZES = ("num_gangs(3) num_workers(3) vector_length(32)",
         "num_gangs(4) num_workers(2) vector_length(64)", "",
         "num_workers(4) vector_length(128)", "num_workers(1)",
         "vector_length(32)")

MAIN = """program main
use device_cases, only: {device}
use host_cases, only: {host}
implicit none
logical :: failed
integer :: a({m}, {r}, {g}), i, j, k
integer :: x1({g}), x2({r}, {g}), x3({m}, {r}, {g}), x4({m}, {g})
integer :: y1({g}), y2({r}, {g}), y3({m}, {r}, {g}), y4({m}, {g})
failed = .false.
do i = 1, {g}
do j = 1, {r}
do k = 1, {m}
a(k, j, i) = mod(i*31 + j*17 + k*k*7 + k*i*3, 11)
end do
end do
end do"""

COMPARE = """subroutine set()
x1 = -1; x2 = -1; x3 = -1; x4 = -1; y1 = -1; y2 = -1; y3 = -1; y4 = -1
end subroutine
subroutine compare(number)
integer, intent(in) :: number
integer :: wrong
wrong = count(x1 /= y1) + count(x2 /= y2) + count(x3 /= y3) + count(x4 /= y4)
if (wrong == 0) return
failed = .true.
print '(a, i0, a, i0, a)', 'case ', number, ': ', wrong, ' values differ'
end subroutine
end program"""


def put(out, text, sizes):
    for line in text.format(**sizes).splitlines():
        if line.startswith("!$acc"):
            out.directive(line[6:])
        else:
            out.add(line)


def iteration(rng, sizes, owner):
    """What one iteration does, from the first values to the results."""
    text = """t = a(1, 1, i)
do k = 1, {m}
w(k) = a(k, 1, i)
end do
v = 1
"""
    for name in rng.choices(sorted(PHRASES), k=rng.randint(2, 4)):
        text += f"! {name}\n{PHRASES[name]}\nt = mod(t, 1013)\n"
    text += """o1(i) = t
do k = 1, {m}
o4(k, i) = w(k)
end do"""
    if owner == "record":
        text = re.sub(r"\bw\b", "mine%w", text)
    out = Lines()
    put(out, text, sizes)
    return out


def declarations(sizes):
    return ("integer, intent(in) :: a({m}, {r}, {g})\n"
            "integer, intent(inout) :: o1({g}), o2({r}, {g}), o3({m}, {r}, {g}), "
            "o4({m}, {g})").format(**sizes)


def case(number, rng, sizes):
    """A procedure with one construct."""
    owner = rng.choice(sorted(OWNERS))
    kind = rng.choice(("parallel", "parallel", "kernels", "serial"))
    level = "gang" if owner == "routine" else rng.choice(("gang", "gang", ""))
    size = "" if kind == "serial" else rng.choice(SIZES)
    extent = "nn" if owner == "automatic" else "{m}"
    own = (f"integer :: t, u, w({extent}), y({extent}), v(3)").format(**sizes)
    body = iteration(rng, sizes, owner)
    out = Lines()
    if owner == "routine":
        put(out, f"subroutine part{number}(a, o1, o2, o3, o4, i)\n"
                 "!$acc routine worker\n" + declarations(sizes) +
                 f"\ninteger, intent(in) :: i\ninteger :: j, k\n{own}", {})
        out.extend(body)
        out.add("end subroutine")
    put(out, f"subroutine case{number}(a, o1, o2, o3, o4, nn)\n" +
        declarations(sizes) + "\ninteger, intent(in) :: nn\n"
        "integer :: i, j, k", {})
    if owner not in ("block", "routine"):
        out.add(own)
    if owner == "record":
        out.add("type(record) :: mine")
    out.directive(f"{kind} {size}")
    out.directive(f"loop {level} {OWNERS[owner]}")
    out.add("do i = 1, {g}".format(**sizes))
    if owner == "routine":
        out.add(f"call part{number}(a, o1, o2, o3, o4, i)")
    elif owner == "block":
        out.add("block")
        out.add(own)
        out.extend(body)
        out.add("end block")
    else:
        out.extend(body)
    out.add("end do")
    out.directive(f"end {kind}")
    out.add("end subroutine")
    return out


def program(seed, cases, head):
    """A whole file."""
    rng = random.Random(f"teams {seed}")
    sizes = {"m": rng.choice((5, 33, 45, 70)), "r": rng.randint(1, 9),
             "g": rng.randint(1, 12)}
    numbers = range(1, 4*cases + 1)
    out = Lines()
    put(out, ROUTINES, sizes)
    for number in numbers:
        out.extend(case(number, rng, sizes))
    text = []
    for target in ("device", "host"):
        text += [f"module {target}_cases", "implicit none", "type :: record",
                 f"integer :: before, w({sizes['m']})", "end type", "contains"]
        text += out.render(target) + ["end module"]
    main = Lines()
    names = {target: ", ".join(f"{target}{n} => case{n}" for n in numbers)
             for target in ("device", "host")}
    put(main, MAIN, {**sizes, **names})
    for n in numbers:
        main.add("call set()")
        main.add(f"call device{n}(a, x1, x2, x3, x4, {sizes['m']})")
        main.add(f"call host{n}(a, y1, y2, y3, y4, {sizes['m']})")
        main.add(f"call compare({n})")
    put(main, "if (failed) error stop 1\nprint '(a)', 'PASS'\ncontains\n" +
        COMPARE, {})
    return head + "\n".join(text + main.render("host")) + "\n"
