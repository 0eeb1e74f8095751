!===-- openacc-aliases.f90 - Canary ----------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/OpenACCAliases.cpp "tmp.array" "%flang -fc1 -fopenacc -O2 -emit-fir %s -o -"
!
! Stock Flang makes a temporary array of an assignment to one of two arrays that data
! clauses name.
!
!===------------------------------------------------------------------------===!

subroutine s(a, b, n)
  integer :: n
  real :: a(n), b(n)
  !$acc parallel copyin(b) copy(a)
  a(:) = b(:) + 1
  !$acc end parallel
end subroutine
