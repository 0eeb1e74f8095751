!===-- acc-atomic-capture-levels.f90 - Captures beside inner loops -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! One thread of a gang or worker captures or reads, and all of its lanes have the
! value: each iteration gets a place of its own.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 150, m = 40
  integer :: a(n, m), taken(m), next, i, j, k, place
  integer(8) :: wide
  real(8) :: total, before
  logical :: any_yet, was

  next = 0
  a = 0
  taken = 0
  !$acc parallel loop gang private(place) copy(next, a, taken) num_gangs(7)
  do j = 1, m
    !$acc atomic capture
    next = next + 1
    place = next
    !$acc end atomic
    taken(place) = taken(place) + j
    !$acc loop vector
    do i = 1, n
      a(i, place) = a(i, place) + i*1000 + j
    end do
  end do
  call expect_equal(next, m, 'counted once a gang')
  call expect_equal(sum(taken), m*(m + 1)/2, 'all iterations')
  call expect(all(taken > 0), 'each in a place of its own')
  do j = 1, m
    call expect_equal(a(:, j), [(i*1000 + taken(j), i=1, n)], 'lanes')
  end do

  next = 0
  wide = 0
  a = 0
  taken = 0
  !$acc parallel loop gang copy(next, wide, a, taken) num_gangs(3) vector_length(32)
  do k = 0, 3
    !$acc loop worker private(place)
    do j = 1, m/4
      !$acc atomic capture
      place = next
      next = next + 1
      !$acc end atomic
      !$acc atomic update
      wide = wide + 1
      !$acc loop vector
      do i = 1, n
        a(i, place + 1) = i + 1000*(j + k*(m/4))
      end do
      taken(place + 1) = j + k*(m/4)
    end do
  end do
  call expect_equal(next, m, 'counted once a worker')
  call expect(wide == m, 'updated once a worker')
  call expect_equal(sum(taken), m*(m + 1)/2, 'all iterations of workers')
  do j = 1, m
    call expect_equal(a(:, j), [(i + 1000*taken(j), i=1, n)], 'lanes of workers')
  end do

  total = 0.5d0
  any_yet = .false.
  a = 0
  !$acc parallel num_gangs(1) copy(total, any_yet, a) private(before, was)
  !$acc atomic capture
  before = total
  total = -3
  !$acc end atomic
  !$acc atomic capture
  any_yet = any_yet .or. .true.
  was = any_yet
  !$acc end atomic
  !$acc loop vector
  do i = 1, n
    a(i, 1) = int(before*10)
    if (was) a(i, 2) = 1
  end do
  !$acc end parallel
  call expect(all(a(:, 1) == 5), 'a real')
  call expect(all(a(:, 2) == 1) .and. any_yet, 'a logical')
  call expect_equal(total, -3d0, 'an exchange')

  ! A branch that all lanes of a gang take, or none, while other gangs count.
  next = 0
  a = 0
  !$acc parallel loop gang private(place) copy(next, a) num_gangs(m)
  do j = 1, m
    !$acc atomic read
    place = next
    if (place < m/2) then
      !$acc loop vector
      do i = 1, n
        a(i, j) = place + 1
      end do
      !$acc atomic update
      next = next + 1
    end if
  end do
  call expect(next >= m/2, 'read before the count')
  do j = 1, m
    call expect(all(a(:, j) == a(1, j)) .and. a(1, j) <= m/2, 'one value for all lanes')
  end do
  call finish()
end program
