!===-- acc-gang-static.f90 - Iterations that stay in their gang -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! gang(static: n) gives chunks of n iterations to the gangs in turn, and loops
! of as many iterations give each gang the same ones: what one loop has written
! the next may read, however each goes on over workers and lanes.
!
!===----------------------------------------------------------------------===!

module sweeps
  implicit none
contains
  subroutine relax(u, f, n, m, size)
    integer, intent(in) :: n, m, size
    integer :: u(m, n), f(n), i, k
    !$acc routine gang
    !$acc loop gang(static: size) vector
    do i = 1, n
      f(i) = f(i) + 7 * i
    end do
    !$acc loop gang(static: size)
    do i = 1, n
      !$acc loop vector
      do k = 1, m
        u(k, i) = k * f(i)
      end do
    end do
  end subroutine
end module

program acc_gang_static
  use sweeps
  use testing
  implicit none
  integer, parameter :: n = 1000, m = 5
  integer :: a(n), u(m, n), w(10, 20), owner(n), other(n), total(n)
  integer :: i, j, k, id, next, size, bad
  bad = 0

  ! One loop over gangs and lanes, one over gangs with lanes inside.
  a = 0
  u = 0
  !$acc parallel num_gangs(4) vector_length(64) copy(a, u)
  !$acc loop gang(static: *) vector
  do i = 1, n
    a(i) = i
  end do
  !$acc loop gang(static: *)
  do i = 1, n
    !$acc loop vector
    do k = 1, m
      u(k, i) = a(i) * k
    end do
  end do
  !$acc loop gang(static: *) worker
  do i = 1, n
    a(i) = sum(u(:, i))
  end do
  !$acc end parallel
  if (any(a /= [(15 * i, i = 1, n)])) bad = bad + 1

  ! Which gang has which iterations: chunks of three, of a size that is known at
  ! run time only, and one larger than the loop.
  do size = 3, 2003, 1000
    next = 0
    owner = -1
    other = -1
    !$acc parallel num_gangs(4) copy(next, owner, other) private(id)
    !$acc atomic capture
    id = next
    next = next + 1
    !$acc end atomic
    !$acc loop gang(static: size)
    do i = 1, n
      owner(i) = id
    end do
    !$acc loop gang(static: size) vector
    do i = n, 1, -1
      other(n + 1 - i) = id
    end do
    !$acc end parallel
    if (next < 1 .or. any(owner < 0) .or. any(owner /= other)) bad = bad + 1
    do i = 1, n
      ! In turn: as the chunk as many chunks before as there are gangs.
      j = i - next * size
      if (j > 0) then
        if (owner(i) /= owner(j)) bad = bad + 1
      end if
      if (mod(i - 1, size) /= 0) then
        if (owner(i) /= owner(i - 1)) bad = bad + 1
      else if (i > 1) then
        if (next > 1 .and. owner(i) == owner(i - 1)) bad = bad + 1
      end if
    end do
  end do

  ! Collapsed loops, sums, steps and loops of no iteration.
  w = 0
  total = 0
  k = 0
  !$acc parallel num_gangs(3) copy(w) copyin(total) reduction(+: k)
  !$acc loop gang(static: 7) vector collapse(2)
  do j = 2, 20, 3
    do i = 10, 1, -2
      w(i, j) = i + 100 * j
    end do
  end do
  !$acc loop gang(static: 7) collapse(2) reduction(+: k)
  do j = 2, 20, 3
    do i = 10, 1, -2
      k = k + w(i, j)
    end do
  end do
  !$acc loop gang(static: 2)
  do i = 1, size - 3003
    w(i, i) = -1
  end do
  !$acc end parallel
  if (k /= 5 * 100 * 77 + 7 * 30 .or. k /= sum(w)) bad = bad + 1

  ! In a routine.
  a = 1
  !$acc parallel num_gangs(6) vector_length(32) copy(a, u)
  call relax(u, a, n, m, 11)
  !$acc end parallel
  do i = 1, n
    do k = 1, m
      if (u(k, i) /= k * (1 + 7 * i)) bad = bad + 1
    end do
  end do

  call expect_equal(bad, 0, 'wrong results')
  call finish()
end program
