!===-- check-automatic-arrays.f90 - Canary ---------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/CheckAutomaticArrays.cpp "wrong" "%flang -O1 %s -o %t && %t"
!
! Stock Flang lets the extents and bytes of automatic arrays wrap.
!
!===------------------------------------------------------------------------===!

program p
  call automatic(-huge(1_8), huge(1_8))
contains
  subroutine automatic(from, to)
    integer(8) :: from, to
    integer :: x(from:to)
    if (size(x) == 0) print *, 'wrong'
  end subroutine
end program
