!===-- large-constructors.f90 - Canary -------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/LargeConstructors.cpp "out of memory|bad_alloc" "ulimit -v 1500000; %flang -fsyntax-only %s"
!
! Stock Flang lists the elements of an array constructor without a bound.
!
!===----------------------------------------------------------------------===!

subroutine s(n)
  integer(8) :: i, n
  n = sum([(i, i = 1, huge(1_8))])
end subroutine
