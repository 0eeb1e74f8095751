!===-- acc-reduction-constructs.f90 - Reductions of whole constructs ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! The clause stands on the parallel or serial construct; its loops sum up without one.

program p
  implicit none
  integer, parameter :: n = 10000
  integer :: i, j, total, least
  real(8) :: s
  integer :: a(n)
  a = [(mod(i*7, 1001), i = 1, n)]
  total = 5
  least = 10**6
  !$acc parallel reduction(+:total) reduction(min:least) copyin(a)
  !$acc loop
  do i = 1, n
    total = total + a(i)
    least = min(least, a(i))
  end do
  !$acc end parallel
  if (total /= 5 + sum(a)) stop 1
  if (least /= minval(a)) stop 2
  s = 0
  !$acc parallel reduction(+:s) copyin(a) num_gangs(7)
  !$acc loop gang
  do j = 1, 10
    !$acc loop vector
    do i = 1, n
      s = s + a(i)*j
    end do
  end do
  !$acc end parallel
  if (s /= 55d0*sum(a)) stop 3
  total = 3
  !$acc serial reduction(+:total) copyin(a)
  !$acc loop
  do i = 1, n
    total = total + a(i)
  end do
  !$acc end serial
  if (total /= 3 + sum(a)) stop 4
  print '(a)', 'PASS'
end program
