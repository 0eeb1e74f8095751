!===-- declare-actions.f90 - Canary ----------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/DeclareActions.cpp "acc.terminator {acc.declare_action" "%flang -fc1 -fopenacc -emit-hlfir %s -o -"
!
! Stock Flang puts what ALLOCATE does on the device at the end of the construct.
!
!===------------------------------------------------------------------------===!

subroutine s(n)
  integer :: n
  real, allocatable :: r(:), w(:)
  !$acc declare create(r)
  allocate (w(n))
  !$acc data create(w)
  allocate (r(n))
  !$acc end data
end subroutine
