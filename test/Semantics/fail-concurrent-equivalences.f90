!===-- fail-concurrent-equivalences.f90 - LOCAL and EQUIVALENCE ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: %{compile} -stdpar -fsyntax-only %s
!
! Flang's code for LOCAL outside of directives knows no EQUIVALENCE.
!
!===----------------------------------------------------------------------===!

subroutine locals(n, a)
  implicit none
  integer, intent(in) :: n
  integer, intent(out) :: a(n)
  integer :: i, x, v, w(4), u(4)
  equivalence (x, v), (w(1), u(1))
  w = 3
  ! CHECK: :[[@LINE+1]]:33: error: 'x', which is in an EQUIVALENCE, may not be LOCAL or LOCAL_INIT here: declare it in a BLOCK construct inside
  do concurrent (i = 1:n) local(x)
    x = i
    a(i) = x
  end do
  ! CHECK: :[[@LINE+1]]:38: error: 'w', which is in an EQUIVALENCE, may not be LOCAL or LOCAL_INIT here
  do concurrent (i = 1:n) local_init(w)
    w(1) = w(1) + i
    a(i) = w(1) + u(1)
  end do
end subroutine
