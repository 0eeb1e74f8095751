#!/usr/bin/env python3
# ===-- deep-conditions.py - Procedures with IF constructs of many levels ---===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
#
# Prints module deep for deep-conditions.cuf. LEVELS levels have statements
# before and behind the next one, and ELSE parts; BRANCHES branches of an IF
# construct have all that a branch may lead to.
#
# ===----------------------------------------------------------------------===#
LEVELS, BRANCHES = 100, 120


def procedure(head, name, innermost="", declared="", behind="", r="r"):
    """Levels that are entered come out as 1 each, an ELSE part as 1000 times its
    level."""
    print(f"{head} subroutine {name}(k, r)")
    print("integer, value :: k\ninteger :: r\n" + declared)
    print(f"{r} = 0")
    for level in range(1, LEVELS + 1):
        print(f"if (k >= {level}) then")
    print(innermost)
    for level in range(LEVELS, 0, -1):
        print(f"{r} = {r} + 1\nelse\n{r} = {r} + {1000*level}\nend if")
    print(behind)
    print("end subroutine")


BODIES = (
    "r = r + 1",
    "cycle",
    "do concurrent (j = 1:3)\nv(j) = j\nend do\nr = r + sum(v)",
    "block\ninteger, allocatable :: a(:)\na = [(j, j = 1, i)]\n"
    "if (size(a) == 2) exit\nr = r + 10\nend block",
    "select case (i)\ncase (1)\nr = r + 100\ncase (2)\ncycle\n"
    "case default\nreturn\nend select",
    "exit",
    "goto 10",
    "return",
    "where (v > 1) v = 0\nr = r + sum(v)",
    "!$acc parallel loop copy(v)\ndo j = 1, 3\nv(j) = v(j) + i\nend do\n"
    "r = r + sum(v)",
    "!$cuf kernel do <<<*, *>>>\ndo j = 1, 3\nd(j) = i\nend do\nw = d\n"
    "r = r + sum(w)",
    "do j = 1, 3\nif (j == i) then\nr = r + 1\nelse if (j > 1) then\n"
    "r = r + 10\nend if\nend do",
)


def branches(name, chain):
    """As one IF construct, or as one CASE construct, which must do the same."""
    print(f"subroutine {name}(k, r)")
    print("integer :: k, r, i, j, v(3), w(3)\ninteger, device :: d(3)")
    print("r = 0\nv = [1, 2, 3]")
    print("outer: do i = 1, 3")
    if not chain:
        print("select case (k)")
    for branch in range(1, BRANCHES + 1):
        if chain:
            words = "if" if branch == 1 else "else if"
            print(f"{words} (text(k) == text({branch}) .and. "
                  f"all([k, r + {branch}] == [{branch}, r + k])) then")
        else:
            print(f"case ({branch})")
        print(BODIES[branch % len(BODIES)])
    print("else" if chain else "case default")
    print("r = r - 1")
    print("end if" if chain else "end select")
    print("r = r + 10000\n10 continue\nend do outer\nr = r + 100000\nend")


print("module deep\nimplicit none\ncontains")
procedure("attributes(host, device)", "nest")
procedure("attributes(global)", "kernel",
          "s(threadidx%x) = threadidx%x\ncall syncthreads()\n"
          "t = t + s(3 - threadidx%x)",
          "integer, shared :: s(2)\ninteger :: t",
          "if (threadidx%x == 2) r = t", "t")
procedure("", "within_data", "!$acc data copy(r)\n!$acc serial\nr = r + 7\n"
          "!$acc end serial\n!$acc end data")
procedure("", "in_routine", declared="!$acc routine seq")
print("pure function text(k)\ninteger, intent(in) :: k\n"
      "character(:), allocatable :: text\ntext = repeat('*', k)\n"
      "end function")
branches("chain", True)
branches("cases", False)
print("end module")
