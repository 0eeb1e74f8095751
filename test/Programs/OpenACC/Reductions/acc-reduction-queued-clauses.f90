!===-- acc-reduction-queued-clauses.f90 - Clauses of queued constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Reductions and private variables of a construct whose queue is known at run
! time, of which loops in it have some again.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  implicit none
  integer, parameter :: n = 1000
  integer :: a(n), r(3), w(4), i, j, k, queue, s, t, top
  a = [(mod(i*i, 17), i = 1, n)]
  do queue = 1, 3
    s = queue
    top = 0
    !$acc parallel async(queue) reduction(+:s) reduction(max:top) private(t)
    !$acc loop reduction(+:s) reduction(max:top)
    do i = 1, n
      t = a(i) * queue
      s = s + t
      top = max(top, t)
    end do
    !$acc end parallel
    !$acc wait(queue)
    call expect_equal(s, queue + sum(a) * queue, "sum")
    call expect_equal(top, maxval(a) * queue, "maximum")
  end do
  r = 0
  k = 2
  !$acc parallel async(k) num_gangs(4) reduction(+:r) private(w) firstprivate(k)
  !$acc loop gang private(w) reduction(+:r)
  do i = 1, n
    do j = 1, 4
      w(j) = a(i) + j * k
    end do
    r(1) = r(1) + w(1)
    r(2) = r(2) + w(4)
    r(3) = r(3) + 1
  end do
  !$acc end parallel
  !$acc wait(k)
  call expect_equal(r(1), sum(a) + 2 * n, "first")
  call expect_equal(r(2), sum(a) + 8 * n, "second")
  call expect_equal(r(3), n, "third")
  call finish()
end program
