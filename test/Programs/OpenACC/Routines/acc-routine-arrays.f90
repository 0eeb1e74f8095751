!===-- acc-routine-arrays.f90 - Local arrays of acc routines --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -O0 %{testing} %s -o %t.dir/plain
! RUN: %run %t.dir/plain | %{check-pass}
!
! Arrays that routines of level vector, worker and gang declare: of constant and of
! variable size, shared by the routine's loops, beside loops of its own, in a routine
! that returns early, in one that calls another, one copy for each gang or worker.
!
!===----------------------------------------------------------------------===!
module columns
  implicit none
contains
  !> Each element less its neighbours' mean; the ends stay.
  subroutine sharpen(x, n)
    !$acc routine vector
    integer, value :: n
    real(8), intent(inout) :: x(n)
    real(8) :: old(n), ends(2)
    integer :: i
    if (n < 3) return
    ends = [x(1), x(n)]
    !$acc loop vector
    do i = 1, n
      old(i) = x(i)
    end do
    !$acc loop vector
    do i = 2, n - 1
      x(i) = 2*old(i) - (old(i - 1) + old(i + 1))/2 + ends(1) - ends(2)
    end do
  end subroutine

  !> Counts of the remainders by four, most frequent first.
  subroutine rank_remainders(x, n, places)
    !$acc routine vector
    integer, value :: n
    integer, intent(in) :: x(n)
    integer, intent(out) :: places(0:3)
    integer :: counts(0:3), i, k
    do k = 0, 3
      counts(k) = 0
    end do
    !$acc loop vector
    do i = 1, n
      !$acc atomic update
      counts(mod(x(i), 4)) = counts(mod(x(i), 4)) + 1
    end do
    !$acc loop vector private(k)
    do i = 0, 3
      places(i) = 0
      do k = 0, 3
        if (counts(k) > counts(i) .or. (counts(k) == counts(i) .and. k < i)) places(i) = places(i) + 1
      end do
    end do
  end subroutine

  !> Sums along rows by workers, each after its own scratch row.
  subroutine fold(a, n, m, sums)
    !$acc routine worker
    integer, value :: n, m
    integer, intent(in) :: a(n, m)
    integer, intent(out) :: sums(m)
    integer :: weight(5), j
    weight = [1, -2, 3, -4, 5]
    !$acc loop worker
    do j = 1, m
      call fold_row(a(1, j), n, weight, sums(j))
    end do
  end subroutine

  subroutine fold_row(row, n, weight, total)
    !$acc routine vector
    integer, value :: n
    integer, intent(in) :: row(n), weight(5)
    integer, intent(out) :: total
    integer :: part(5), i, s
    !$acc loop vector
    do i = 1, 5
      part(i) = row(min(i, n))*weight(i)
    end do
    s = sum(part)
    !$acc loop vector reduction(+:s)
    do i = 1, n
      s = s + row(i)*part(1 + mod(i, 5))
    end do
    total = s
  end subroutine

  !> Tables that each gang makes for itself.
  subroutine translate(x, n)
    !$acc routine gang
    integer, value :: n
    integer, intent(inout) :: x(n)
    integer :: table(0:15), i
    do i = 0, 15
      table(i) = ieor(i, 5)*3
    end do
    !$acc loop gang vector
    do i = 1, n
      x(i) = table(iand(x(i), 15))
    end do
  end subroutine
end module

program main
  use testing
  use columns
  implicit none
  integer, parameter :: n = 37, m = 23
  real(8) :: x(n, m), y(n, m)
  integer :: a(n, m), b(n*m), places(0:3, m), sums(m, 3), wanted(m), counts(0:3), weight(5), i, j, k
  x = reshape([(mod(i*i, 101)*0.5d0, i = 1, n*m)], [n, m])
  y = x
  a = reshape([(mod(i*13 + i/5, 64), i = 1, n*m)], [n, m])
  b = [a]

  !$acc parallel loop gang copy(x)
  do j = 1, m
    call sharpen(x(:, j), merge(2, n, j == 3))
  end do
  do j = 1, m
    if (j == 3) cycle
    y(2:n - 1, j) = 2*y(2:n - 1, j) - (y(:n - 2, j) + y(3:, j))/2 + y(1, j) - y(n, j)
  end do
  call expect_equal([x], [y], 'vector, size of a dummy')

  !$acc parallel loop gang worker num_workers(4) vector_length(32) copyin(a) copyout(places)
  do j = 1, m
    call rank_remainders(a(:, j), n, places(:, j))
  end do
  do j = 1, m
    counts = [(count(mod(a(:, j), 4) == k), k = 0, 3)]
    do i = 0, 3
      call expect_equal(places(i, j), count(counts > counts(i)) + count(counts(:i - 1) == counts(i)), 'vector, by workers')
    end do
  end do

  sums = 0
  !$acc parallel loop gang num_gangs(3) copyin(a) copy(sums)
  do k = 1, 3
    call fold(a, n, m, sums(:, k))
  end do
  weight = [1, -2, 3, -4, 5]
  do j = 1, m
    wanted(j) = sum(a(:5, j)*weight)
    do i = 1, n
      wanted(j) = wanted(j) + a(i, j)*a(1 + mod(i, 5), j)*weight(1 + mod(i, 5))
    end do
  end do
  do k = 1, 3
    call expect_equal(sums(:, k), wanted, 'worker')
  end do

  !$acc parallel num_gangs(5) copy(b)
  call translate(b, n*m)
  !$acc end parallel
  call expect_equal(b, ieor(iand([a], 15), 5)*3, 'gang')

  !$acc serial copy(x)
  call sharpen(x(:, 2), n)
  !$acc end serial
  y(2:n - 1, 2) = 2*y(2:n - 1, 2) - (y(:n - 2, 2) + y(3:, 2))/2 + y(1, 2) - y(n, 2)
  call expect_equal([x], [y], 'serial')
  call finish
end program
