!===-- pass-acc-shared-records.f90 - Records of independent loops --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -target=cpu -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning %s
!
! Iterations of an independent loop share records and texts that no clause
! names: a warning where each assigns the same place, and none where they have
! places of their own, or give it one value.
!
!===----------------------------------------------------------------------===!
subroutine records(names, n, seen)
  integer, intent(in) :: n
  character(4), intent(inout) :: names(n)
  integer, intent(out) :: seen(n)
  type pair
    integer :: a, b, c(3), d(100)
  end type
  type(pair) :: q, r, all(n)
  character(4) :: text, own
  character(100) :: long
  integer :: i, j
  !$acc kernels loop independent
  do i = 1, n
    ! CHECK: [[@LINE+1]]:5: warning: iterations of an independent loop share 'text', which they assign: write private(text)
    text = names(i)
    names(n - i + 1) = text
  end do
  !$acc kernels loop independent
  do i = 1, n
    do j = 1, 3
      ! CHECK: [[@LINE+1]]:7: warning: iterations of an independent loop share 'q', which they assign: write private(q)
      q%c(2) = i + j
      q%a = j
    end do
    seen(i) = q%a + q%c(2)
  end do
  !$acc kernels loop independent private(q, own)
  do i = 1, n
    q%a = i
    own = names(i)
    r%b = 1
    if (i == n) r%a = i
    r%d(mod(i, 100) + 1) = i
    all(i)%a = i
    long(i:i) = own(1:1)
    seen(i) = q%a
  end do
  print *, r%a, r%b, r%d(1), all(1)%a, long
end subroutine
