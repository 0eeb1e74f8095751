#!/usr/bin/env python3
# ===-- many-kernels.py - A program of many kernels ------------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Writes a program with the given number of kernels, which share variables of
a module, routines, a routine with a saved table, and locks of atomics.
"""
import sys

count = int(sys.argv[1])
lines = ["""module shared
  implicit none
  integer, parameter :: n = 100
  integer :: calls(n)
  complex(8) :: product
  !$acc declare create(calls, product)
contains
  integer function step(i, by)
    !$acc routine seq
    integer, intent(in) :: i, by
    integer, parameter :: table(0:6) = [3, 1, 4, 1, 5, 9, 2]
    step = by + table(mod(i*by, 7))
  end function
  recursive integer function steps(i, by) result(r)
    !$acc routine seq
    integer, intent(in) :: i, by
    r = step(i, by)
    if (by > 1) r = r + steps(i, by/2)
  end function
  subroutine note(i)
    !$acc routine seq
    integer, intent(in) :: i
    !$acc atomic update
    calls(i) = calls(i) + 1
    !$acc atomic update
    product = product*(0, 1)
  end subroutine"""]
for k in range(1, count + 1):
    lines.append(f"""  subroutine work{k}(a)
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc parallel loop copy(a)
    do i = 1, n
      a(i) = mod(a(i)*{k % 9 + 2} + steps(i, {k}), 9973)
      call note(i)
    end do
  end subroutine""")
lines.append("""end module
program main
  use shared
  implicit none
  integer :: a(n), b(n), i
  calls = 0
  product = 1
  !$acc update device(calls, product)
  a = [(i, i = 1, n)]
  b = a""")
for k in range(1, count + 1):
    lines.append(f"""  call work{k}(a)
  do i = 1, n
    b(i) = mod(b(i)*{k % 9 + 2} + steps(i, {k}), 9973)
  end do""")
lines.append(f"""  !$acc update self(calls, product)
  if (any(a /= b)) error stop 'kernels'
  if (any(calls /= {count})) error stop 'shared array'
  if (product /= 1) error stop 'shared scalar'
  print '(a)', 'PASS'
end program""")
print("\n".join(lines))
