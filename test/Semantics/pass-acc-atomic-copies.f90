!===-- pass-acc-atomic-copies.f90 - Atomic operations on copies ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -target=cpu -c %s -o %t.o 2>&1 | FileCheck %s
!
! A scalar that no clause names is first-private: counting in it atomically is
! allowed and in vain.
!
!===----------------------------------------------------------------------===!

subroutine count_them(a, n, found)
  implicit none
  integer :: n, i, a(n), found, shared
  shared = 0
  !$acc parallel loop copy(shared)
  do i = 1, n
    if (a(i) > 0) then
      ! CHECK: :{{[0-9]+:[0-9]+}}: warning: 'found' is first-private for want of a clause: this atomic operation does not change the variable outside of the construct
      !$acc atomic update
      found = found + 1
    end if
    ! CHECK-NOT: warning: 'shared'
    !$acc atomic update
    shared = shared + 1
  end do
  ! CHECK: :19:9: warning: one thread runs this construct, in spite of its parallel loops: an atomic operation on a private variable
  ! CHECK-NOT: warning
  if (shared /= n) found = -1
end subroutine
