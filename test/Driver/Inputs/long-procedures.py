#!/usr/bin/env python3
# ===-- long-procedures.py - Sources that take long to compile -------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
#
# Prints a subroutine with COUNT of something, for compile-times.test.
#
#     long-procedures.py KIND COUNT
#
# ===----------------------------------------------------------------------===#
import sys


def cases(count):
    print("subroutine find(c, r)")
    print("character(*), intent(in) :: c")
    print("integer, intent(out) :: r")
    print("select case (c)")
    for i in range(count):
        print(f"case ('key{i * 7919 % 100000:05d}')\nr = {i}")
    print("case default\nr = -1\nend select\nend")


def comparisons(count):
    print("subroutine find(c, r)")
    print("character(*), intent(in) :: c")
    print("integer, intent(out) :: r")
    for i in range(count):
        print(f"if (c == 'key{i:05d}') r = {i}")
    print("end")


def conditions(count):
    print("subroutine count(a, n)")
    print("integer :: a(*), n")
    for i in range(1, count + 1):
        print(f"if (a({i}) > 0) then\nn = n + {i}")
    print("endif\n" * count + "end")


def alternatives(count):
    print("subroutine find(a, n)")
    print("integer :: a(*), n, i\ndo i = 1, n")
    for i in range(1, count + 1):
        print(f"{'if' if i == 1 else 'else if'} (a({i}) > i) then\nn = n + {i}")
    print("endif\nend do\nend")


def constructs(count):
    print("subroutine step(a, b, n)")
    print("integer :: n, i\nreal(8) :: a(n), b(n)")
    for i in range(count):
        print("!$acc parallel loop copy(a) copyin(b)\ndo i = 1, n")
        print(f"a(i) = a(i)*{i}d0 + b(i)\nend do")
    print("end")


kinds = {"cases": cases, "comparisons": comparisons, "conditions": conditions,
         "alternatives": alternatives, "constructs": constructs}
kinds[sys.argv[1]](int(sys.argv[2]))
