!===-- fail-acc-private-characters.f90 - Private characters --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s
!
!
!===----------------------------------------------------------------------===!

subroutine work(a, n)
  implicit none
  integer :: n, j, a(n)
  character(4) :: text
  ! CHECK: :[[#@LINE+1]]:39: error: a character variable that is private or firstprivate is not supported
  !$acc parallel loop copy(a) private(text)
  do j = 1, n
    text = 'abcd'
    a(j) = iachar(text(2:2))
  end do
end subroutine
