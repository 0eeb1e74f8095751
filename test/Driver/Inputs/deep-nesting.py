#!/usr/bin/env python3
# ===-- deep-nesting.py - Sources that are nested deeply ---------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
#
# deep-nesting.py KIND DEPTH prints a program that is nested so deeply.

import sys


def parentheses(depth):
    """Prints 42, of an expression that is not known before."""
    print("program p\n  integer :: a\n  a = command_argument_count()\n  a = &")
    for begin in range(0, depth, 100):
        print("&" + "(" * min(100, depth - begin) + "&")
    print("&a + 42&")
    for begin in range(0, depth, 100):
        print("&" + ")" * min(100, depth - begin) + "&")
    print("&\n  print *, a\nend program")


def loops(depth):
    """Prints the depth."""
    print("program p\n  integer :: k\n  k = 0")
    for level in range(depth):
        print(f"  block\n    integer :: i{level}")
        print(f"    do i{level} = 1, 1\n      k = k + i{level}")
    for _ in range(depth):
        print("    end do\n  end block")
    print("  print *, k\nend program")


{"parentheses": parentheses, "loops": loops}[sys.argv[1]](int(sys.argv[2]))
