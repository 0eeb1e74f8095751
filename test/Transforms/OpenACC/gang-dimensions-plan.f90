!===-- gang-dimensions-plan.f90 - Reductions and dimensions of gangs ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: %warpfort -acc -Minfo=accel -c %s -o a.o 2>&1 | FileCheck %s
!
! Gangs of two dimensions have one sum if both loops reduce it. A loop between them that
! reduces it would have a part in each gang: one dimension remains.
!
!===----------------------------------------------------------------------===!

! CHECK-LABEL: both:
! CHECK: !$acc loop gang(dim:2) ! blockidx%y
! CHECK: !$acc loop gang(dim:1), vector(128) ! blockidx%x threadidx%x
subroutine both(a, t, n)
  implicit none
  integer :: n, i, j
  real :: a(n, n), t
  !$acc parallel loop gang(dim:2) copyin(a) copy(t) reduction(+:t)
  do i = 1, n
    !$acc loop gang(dim:1) reduction(+:t)
    do j = 1, n
      t = t + a(j, i)
    end do
  end do
end subroutine

! CHECK-LABEL: between:
! CHECK: !$acc loop gang ! blockidx%x
! CHECK: !$acc loop seq
! CHECK: !$acc loop vector(128) ! threadidx%x
subroutine between(a, r, n)
  implicit none
  integer :: n, i, j, k
  real :: a(n, n, n), r(n), t
  !$acc parallel loop gang(dim:2) private(t) copyin(a) copyout(r)
  do i = 1, n
    t = 0
    !$acc loop seq reduction(+:t)
    do j = 1, n
      !$acc loop gang(dim:1) reduction(+:t)
      do k = 1, n
        t = t + a(k, j, i)
      end do
    end do
    r(i) = t
  end do
end subroutine
