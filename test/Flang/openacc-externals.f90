!===-- openacc-externals.f90 - Canary --------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} --absent lib/Frontend/Lower/OpenACCExternals.cpp "acc.routine" "%flang -fc1 -fopenacc -emit-hlfir %s -o -"
!
! Stock Flang forgets the ROUTINE directive of an external procedure without an interface.
!
!===------------------------------------------------------------------------===!

subroutine s(a, n)
  integer :: n
  real :: a(n)
  real, external :: f
  !$acc routine(f) seq
  !$acc parallel loop
  do i = 1, n
    a(i) = f(a(i))
  end do
end subroutine
