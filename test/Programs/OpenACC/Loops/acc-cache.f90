!===-- acc-cache.f90 - The cache directive -------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! A hint: results are those of the program without it, at the edges too.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 500
  integer :: a(n), b(n), m(20, 30), p(20, 30), i, j, k
  real(8) :: x(0:n + 1), y(n), t(8)

  a = [(mod(i*7, 31), i = 1, n)]
  b = 0
  !$acc parallel loop gang vector copyin(a) copy(b)
  do i = 2, n - 1
    !$acc cache(a(i-1:i+1))
    b(i) = a(i - 1) + a(i) + a(i + 1)
  end do
  call expect_equal(b(2:n - 1), a(1:n - 2) + a(2:n - 1) + a(3:n), 'a window')
  call expect(b(1) == 0 .and. b(n) == 0, 'the edges')

  m = reshape([(mod(i*i, 53), i = 1, 600)], [20, 30])
  p = 0
  !$acc parallel loop gang copyin(m) copy(p)
  do j = 2, 29
    !$acc loop vector
    do i = 2, 19
      !$acc cache(m(i-1:i+1, j-1:j+1))
      p(i, j) = m(i - 1, j) + m(i + 1, j) + m(i, j - 1) + m(i, j + 1)
    end do
  end do
  do j = 2, 29
    do i = 2, 19
      call expect_equal(p(i, j), m(i - 1, j) + m(i + 1, j) + m(i, j - 1) + m(i, j + 1), 'a stencil')
    end do
  end do

  ! Written data, in a sequential inner loop.
  y = 0
  !$acc parallel loop private(t) copyout(y)
  do i = 1, n
    !$acc cache(t(1:8))
    do k = 1, 8
      t(k) = i*k
    end do
    y(i) = t(8) - t(3)
  end do
  call expect_equal(y, [(5d0*i, i = 1, n)], 'a private array')

  x = [(i*0.5d0, i = 0, n + 1)]
  !$acc kernels copyin(x) copyout(y)
  !$acc loop independent
  do i = 1, n
    !$acc cache(x(i-1:i+1))
    y(i) = x(i - 1) - 2*x(i) + x(i + 1)
  end do
  !$acc end kernels
  call expect(all(y == 0), 'in kernels')

  !$acc parallel loop copy(b) copyin(a)
  do i = 1, n
    !$acc cache(readonly: a(i:i))
    b(i) = a(i)*2
  end do
  call expect_equal(b, 2*a, 'readonly')
  !$acc parallel loop copy(b) copyin(a, m)
  do i = 1, 20
    !$acc cache(a(i), m(i, 1:30), b(i))
    b(i) = a(i) + m(i, 30)
  end do
  call expect_equal(b(:20), a(:20) + m(:, 30), 'several arrays')
  !$acc parallel loop copy(b) copyin(a, m)
  do i = 1, 20
    !$acc cache(a(:), m(i, :), m(:, 3), m(2:4, :), b(i))
    b(i) = a(i) - m(i, 30)
  end do
  call expect_equal(b(:20), a(:20) - m(:, 30), 'whole dimensions')

  ! The variable is used behind the loop, on the host and in a construct.
  do i = 2, n - 1
    !$acc cache(a(i-1:i+1))
    b(i) = a(i - 1) - a(i + 1)
  end do
  call expect_equal(b(2:n-1), a(:n-2) - a(3:), 'a loop of the host')
  a(7) = 100
  !$acc parallel loop copy(a, b)
  do i = 2, n - 1
    do j = 1, 2
      !$acc cache(a(i-1:i+1))
      b(i) = a(i - 1) + a(i + 1)
    end do
    b(i) = b(i) + a(i)
  end do
  call expect_equal(b(2:n-1), a(:n-2) + a(2:n-1) + a(3:), 'behind a loop inside')
  call expect_equal(a(7), 100, 'behind a loop of the host')
  call in_a_routine(a, b)
  call expect_equal(b(1), b(2) + a(3) + 1, 'in a routine')
  call finish()
contains
  subroutine in_a_routine(a, b)
    !$acc routine seq
    integer, intent(in) :: a(:)
    integer, intent(inout) :: b(:)
    integer :: i
    do i = 2, n - 1
      !$acc cache(a(i-1:i+1), b(i))
      b(i) = a(i - 1) + a(i + 1)
    end do
    b(1) = b(2) + a(3) + 1
  end subroutine
end program
