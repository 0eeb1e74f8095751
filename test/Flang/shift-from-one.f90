!===-- shift-from-one.f90 - Canary -----------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/ShiftFromOne.cpp "wrong" "%flang -O1 %s -o %t && %t"
!
! Stock Flang takes elements from the wrong place where the array begins elsewhere.
!
!===------------------------------------------------------------------------===!

program p
  integer :: a(5) = [1, 2, 3, 4, 5]
  call shift(a)
contains
  subroutine shift(x)
    integer :: x(5:)
    integer :: r(5)
    r = cshift(x, 2)
    if (any(r /= [3, 4, 5, 1, 2])) print *, 'wrong', r
  end subroutine
end program
