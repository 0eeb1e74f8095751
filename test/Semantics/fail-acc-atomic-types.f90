!===-- fail-acc-atomic-types.f90 - Atomic operations on no numbers --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/x.o 2>&1 | FileCheck %s
!
! ATOMIC directives on characters and records.
!
!===----------------------------------------------------------------------===!

subroutine s(a, r, n)
  type :: record
    integer :: i
  end type
  integer :: i, n
  character(4) :: a(n), t
  type(record) :: r(n), q
  t = ' '
  !$acc parallel loop copy(t, q)
  do i = 1, n
    !$acc atomic write
    ! CHECK: :[[#@LINE+1]]:5: error: The ATOMIC directive does not take 't', which is of type CHARACTER(KIND=1,LEN=4_8): it wants numbers or logical values
    t = a(i)
    !$acc atomic capture
    ! CHECK: :[[#@LINE+1]]:5: error: The ATOMIC directive does not take 'r(i)', which is of type record: it wants numbers or logical values
    r(i) = q
    q = r(1)
    !$acc end atomic
  end do
end subroutine
