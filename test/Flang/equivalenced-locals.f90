!===-- equivalenced-locals.f90 - Canary ------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/EquivalencedLocals.cpp "fir.local .type = local. @_QFqEx.* : !fir.ptr<i32>" "%flang -fc1 -emit-hlfir %s -o -"
!
! Stock Flang makes a pointer of what LOCAL names of an EQUIVALENCE, and ends
! there.
!
!===------------------------------------------------------------------------===!

subroutine q(s)
  integer :: s(3), x, v
  integer :: i
  equivalence (x, v)
  do concurrent (i = 1:3) local(x)
    x = i
    s(i) = x
  end do
end subroutine
