!===-- widen-trip-counts.f90 - Canary --------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/WidenTripCounts.cpp "arith.divsi %[0-9]*, %[0-9]* : i8" "%flang -fc1 -emit-hlfir %s -o -"
!
! Stock Flang counts the rounds of loops that branches leave in the kind of their
! variable.
!
!===------------------------------------------------------------------------===!

subroutine find(a, n, first)
  integer(1) :: n, first
  logical :: a(-128:127)
  do first = -100, 100, n
    if (a(first)) exit
  end do
end subroutine
