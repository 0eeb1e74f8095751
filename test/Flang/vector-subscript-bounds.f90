!===-- vector-subscript-bounds.f90 - Canary --------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/VectorSubscriptBounds.cpp "wrong" "%flang -O1 %s -o %t && %t"
!
! Stock Flang reads to the wrong place by vector subscripts where the array begins elsewhere.
!
!===------------------------------------------------------------------------===!

program p
  integer :: around(20) = 0, a(5:9), k(2) = [9, 5]
  equivalence (around(10), a)
  character(3) :: text = '1 2'
  read (text, *) a(k)
  if (a(9) /= 1 .or. a(5) /= 2) print *, 'wrong', a
end program
