!===-- acc-routine-sections.f90 - Arguments that may not be contiguous ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Vector and worker routines pass assumed-shape arrays, and sections of them, to
! vector routines with explicit shape: copies, which the threads share, with
! strides, two dimensions, no elements, and reads only.
!
!===----------------------------------------------------------------------===!

module tools
  implicit none
contains
  subroutine add(x, k)
    !$acc routine vector
    integer, value :: k
    integer, intent(inout) :: x(k)
    integer :: i
    !$acc loop vector
    do i = 1, k
      x(i) = x(i) + i
    end do
  end subroutine
  subroutine add_two(x, k)
    !$acc routine vector
    integer, value :: k
    integer, intent(inout) :: x(k, 2)
    integer :: i, l
    !$acc loop vector collapse(2)
    do l = 1, 2
      do i = 1, k
        x(i, l) = x(i, l) + i*l
      end do
    end do
  end subroutine
  integer function total(x, k)
    !$acc routine vector
    integer, value :: k
    integer, intent(in) :: x(k)
    integer :: i
    total = 0
    !$acc loop vector reduction(+:total)
    do i = 1, k
      total = total + x(i)
    end do
  end function
  subroutine work(x, k, y, sums)
    !$acc routine vector
    integer, value :: k
    integer, intent(inout) :: x(:), y(:, :), sums
    integer :: i
    !$acc loop vector
    do i = 1, k
      x(i) = mod(x(i), 997)
    end do
    call add(x, k)
    if (k > 4) call add(x(3:k - 2), k - 4)
    call add_two(y, size(y, 1))
    call add(x(k:1:-3), (k + 2)/3)
    sums = total(x, k) + total(y(:, 2), size(y, 1))
    !$acc loop vector
    do i = 1, k
      x(i) = x(i)*2
    end do
  end subroutine
  subroutine rows(x, n, m)
    !$acc routine worker
    integer, value :: n, m
    integer, intent(inout) :: x(:, :)
    integer :: j
    !$acc loop worker
    do j = 1, m
      call add(x(:, j), n)
    end do
  end subroutine
end module

program main
  use testing
  use tools
  implicit none
  integer, parameter :: n = 100, m = 50
  integer :: a(n, m), b(n, m), c(n, 2, m), d(n, 2, m), e(3, 200, 20), f(3, 200, 20), s(m), t(m), j, k
  do k = 0, n
    if (k > 8 .and. k < 45) cycle
    do j = 1, m
      a(:, j) = [(7*j + k, k = 1, n)]
      c(:, :, j) = j
    end do
    b = a
    d = c
    do j = 1, m
      call work(b(2*(k/2):1:-2, j), k/2, d(2:60:3, :, j), t(j))
    end do
    !$acc parallel loop gang copy(a, c) copyout(s)
    do j = 1, m
      call work(a(2*(k/2):1:-2, j), k/2, c(2:60:3, :, j), s(j))
    end do
    call expect_equal([a], [b], 'strides')
    call expect_equal([c], [d], 'two dimensions')
    call expect_equal(s, t, 'sums')
    do j = 1, m
      call work(b(:k, j), k, d(:, :, j), t(j))
    end do
    !$acc parallel copy(a, c) copyout(s)
    !$acc loop gang worker
    do j = 1, m
      call work(a(:k, j), k, c(:, :, j), s(j))
    end do
    !$acc end parallel
    call expect_equal([a], [b], 'contiguous')
    call expect_equal([c], [d], 'two contiguous dimensions')
    call expect_equal(s, t, 'their sums')
  end do
  e = 3
  f = e
  do j = 1, 20
    call rows(f(::2, ::4, j), 2, 50)
  end do
  !$acc parallel loop gang copy(e) num_workers(4) vector_length(32)
  do j = 1, 20
    call rows(e(::2, ::4, j), 2, 50)
  end do
  call expect_equal([e], [f], 'rows')
  call finish()
end program
