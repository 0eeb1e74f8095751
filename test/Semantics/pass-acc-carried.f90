!===-- pass-acc-carried.f90 - First-private scalars that loops hand on ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -c %s -o %t.o > %t.txt 2>&1
! RUN: FileCheck %s --implicit-check-not=warning: < %t.txt
!
! What an iteration begins with depends on the device and on the number of gangs.
! Scalars that an iteration assigns first, reductions, and loops in order are as
! they should be.
!
!===----------------------------------------------------------------------===!

subroutine carried(a, n)
  implicit none
  integer :: n, a(n), i, k, val, own, total
  val = 2
  ! CHECK: :[[#@LINE+2]]:9: warning: 'val' is first-private, and iterations of this parallel loop read what others made of it
  !$acc parallel copy(a) firstprivate(val) num_gangs(32)
  !$acc loop gang
  do i = 1, n
    a(i) = a(i) + val
    val = val + 2
  end do
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:9: warning: 'val' is first-private, and iterations of this parallel loop read what others made of it
  !$acc parallel loop copy(a)
  do i = 1, n
    a(i) = a(i) + val
    val = a(i)
  end do
  total = 0
  !$acc parallel loop copy(a) reduction(+:total) firstprivate(own)
  do i = 1, n
    own = a(i)
    do k = 1, 3
      own = own + k
    end do
    total = total + own
    a(i) = own + val
  end do
  !$acc serial loop copy(a)
  do i = 1, n
    a(i) = a(i) + val
    val = val + 2
  end do
end subroutine
