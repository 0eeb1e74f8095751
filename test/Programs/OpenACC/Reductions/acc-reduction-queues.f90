!===-- acc-reduction-queues.f90 - Sums of asynchronous constructs --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! The result of a reduction is there behind the WAIT for the queue of its
! construct, whether a clause, a loop or the compiler says that there is one, and
! while the host does other work.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  implicit none
  integer, parameter :: n = 100000, times = 20
  integer :: a(n), i, k, s, t, wrong(8)
  a = [(1, i = 1, n)]
  wrong = 0
  do k = 1, times
    s = 0
    !$acc parallel loop async reduction(+:s)
    do i = 1, n
      s = s + a(i)
    end do
    !$acc wait
    if (s /= n) wrong(1) = wrong(1) + 1
    s = 0
    !$acc kernels loop async reduction(+:s)
    do i = 1, n
      s = s + a(i)
    end do
    !$acc wait
    if (s /= n) wrong(2) = wrong(2) + 1
    s = 0
    !$acc parallel async
    !$acc loop reduction(+:s)
    do i = 1, n
      s = s + a(i)
    end do
    !$acc end parallel
    !$acc wait
    if (s /= n) wrong(3) = wrong(3) + 1
    s = 0
    !$acc kernels async
    do i = 1, n
      s = s + a(i)
    end do
    !$acc end kernels
    !$acc wait
    if (s /= n) wrong(4) = wrong(4) + 1
    s = 0
    !$acc kernels async(1)
    !$acc loop reduction(+:s)
    do i = 1, n
      s = s + a(i)
    end do
    !$acc end kernels
    !$acc wait
    if (s /= n) wrong(5) = wrong(5) + 1
    s = 0
    !$acc serial loop async(k) reduction(+:s)
    do i = 1, n
      s = s + a(i)
    end do
    !$acc wait
    if (s /= n) wrong(6) = wrong(6) + 1
    s = 0
    !$acc parallel async(2) copy(s)
    !$acc loop reduction(+:s)
    do i = 1, n
      s = s + a(i)
    end do
    !$acc end parallel
    !$acc wait
    if (s /= n) wrong(7) = wrong(7) + 1
    s = 0
    !$acc parallel loop async
    do i = 1, n
      s = s + a(i)
    end do
    !$acc wait
    if (s /= n) wrong(8) = wrong(8) + 1
    ! Two at a time.
    s = 0
    t = 0
    !$acc parallel async(1) copyin(a)
    !$acc loop reduction(+:s)
    do i = 1, n
      s = s + a(i)
    end do
    !$acc end parallel
    !$acc kernels async(2) copyin(a)
    do i = 1, n
      t = t + 2*a(i)
    end do
    !$acc end kernels
    !$acc wait(1)
    call expect_equal(s, n, 'the first of two')
    !$acc wait(2)
    call expect_equal(t, 2*n, 'the second of two')
  end do
  call expect_equal(wrong, [(0, i = 1, 8)], 'sums behind WAIT')
  call finish()
end program
