!===-- stop-statements.f90 - Canary ---------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/StopStatements.cpp "acc.loop(.|\n)*unstructured" "%flang -fc1 -fopenacc -emit-hlfir %s -o -"
!
! Stock Flang makes blocks of a loop around STOP.
!
!===------------------------------------------------------------------------===!

subroutine s(a, n)
  integer :: n, a(n)
  !$acc parallel loop
  do i = 1, n
    if (a(i) < 0) stop
    a(i) = 1
  end do
end subroutine
