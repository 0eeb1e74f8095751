!===-- fail-integer16-atomics.f90 - No atomic operations of 16 bytes -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/x.o 2>&1 | FileCheck %s
!
! ATOMIC directives on integer(16).
!
!===----------------------------------------------------------------------===!

subroutine s(a, n)
  integer(16) :: a(n), t
  integer :: i, n
  t = 0
  !$acc parallel loop copy(t)
  ! CHECK: :[[#@LINE+1]]:3: error: atomic operation on a variable of a type that is not supported: it has more than 8 bytes or is not a number
  do i = 1, n
    !$acc atomic
    t = t + a(i)
  end do
  a(1) = t
end subroutine
