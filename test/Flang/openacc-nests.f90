!===-- openacc-nests.f90 - Canary ------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Frontend/Checker/OpenACCNests.cpp "^ +acc.loop private" "%flang -fc1 -fopenacc -emit-hlfir %s -o -"
! RUN: %{canary} lib/Frontend/Checker/OpenACCNests.cpp "fir.ref<!fir.logical<4>>\) -> i1" "%flang -fc1 -fopenacc -emit-hlfir %s -o -"
!
! Stock Flang lowers the inner loop of COLLAPSE(FORCE:2) once more inside of the loop that is made of both, and tests the address of the
! condition of SELF.
!
!===------------------------------------------------------------------------===!

subroutine force(a, n)
  integer :: n, i, j, a(n, n)
  !$acc parallel loop collapse(force:2)
  do i = 1, n
    a(i, i) = 5
    do j = 1, n
      a(i, j) = a(i, j) + 77
    end do
  end do
end subroutine

subroutine condition(a, v)
  integer :: a(10), i
  logical :: v
  !$acc parallel loop self(v)
  do i = 1, 10
    a(i) = i
  end do
end subroutine
