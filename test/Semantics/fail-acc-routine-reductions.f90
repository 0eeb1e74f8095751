!===-- fail-acc-routine-reductions.f90 - Reductions over the gangs of a routine --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.o 2>&1 | FileCheck %s
! RUN: not %{compile} -acc -DLOCAL -c %s -o %t.o 2>&1 | FileCheck --check-prefix=LOCAL %s
!
! Where the loop names no level: a dummy argument may be each gang's own, and a
! local variable is, in a loop that may not be run by every gang.
!
!===----------------------------------------------------------------------===!

#ifndef LOCAL
subroutine dummy(x, n, s)
  !$acc routine gang
  integer, value :: n
  integer :: x(n), s, i
  ! CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: a loop of a gang routine has a reduction of the dummy argument 's' over gangs; name the loop's levels: worker, vector
  !$acc loop reduction(+:s)
  do i = 1, n
    s = s + x(i)
  end do
end subroutine
#else
subroutine local(x, n, s)
  !$acc routine gang
  integer, value :: n
  integer :: x(n), s, t, i
  t = 0
  ! LOCAL: :[[#@LINE+1]]:{{[0-9]+}}: error: the reduction over gangs of 't', which each gang has for itself, is not supported
  !$acc loop reduction(+:t)
  do i = 1, n
    x(i) = x(i) + 1
    t = t + x(i)
  end do
  s = t
end subroutine
#endif
