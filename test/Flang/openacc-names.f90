!===-- openacc-names.f90 - Canary ------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Frontend/Checker/OpenACCNames.cpp "hlfir.assign %c1_i32\S* to" "%flang -fc1 -fopenacc -emit-hlfir %s -o -"
!
! Stock Flang takes a private variable for that of a BLOCK construct which hides it.
!
!===------------------------------------------------------------------------===!

subroutine s(a, x)
  integer :: i, x
  real :: a(10)
  !$acc parallel loop private(x)
  do i = 1, 10
    block
      real :: x
      x = 1.5
      a(i) = x
    end block
  end do
end subroutine
