!===-- acc-routine-vector.f90 - Vector routines --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Orphaned vector loops, reductions in them, calls from gang and worker loops,
! sequential routines called from them, sizes that do not fill the vector.
!
!===----------------------------------------------------------------------===!

module tools
  implicit none
contains
  subroutine scale(a, n, k)
    !$acc routine vector
    integer, intent(in) :: n, k
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      a(i) = a(i)*k + plus(i, k)
    end do
  end subroutine

  integer function plus(i, k)
    !$acc routine seq
    integer, intent(in) :: i, k
    plus = i + k
  end function

  subroutine total(a, n, s)
    !$acc routine vector
    integer, intent(in) :: n, a(n)
    integer, intent(out) :: s
    integer :: i, t
    t = 0
    !$acc loop vector reduction(+:t)
    do i = 1, n
      t = t + a(i)
    end do
    s = t
  end subroutine

  ! Two loops, the second of which reads what the first has written.
  subroutine reverse(a, b, n)
    !$acc routine vector
    integer, value :: n
    integer, intent(inout) :: a(n), b(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      b(i) = a(n + 1 - i)
    end do
    !$acc loop vector
    do i = 1, n
      a(i) = b(i) + b(n + 1 - i)*1000
    end do
  end subroutine

  subroutine remainder(a, n, r)
    !$acc routine vector
    integer, intent(in) :: n, a(n)
    real(8), intent(out) :: r
    integer :: i
    r = 100
    !$acc loop reduction(max:r)
    do i = 1, n
      r = max(r, 100d0 + a(i))
    end do
    r = mod(r, 7d0)
  end subroutine

  subroutine outer(a, n)
    !$acc routine vector
    integer, value :: n
    integer, intent(inout) :: a(n)
    integer :: k
    do k = 1, 3
      call scale(a, n, k)
    end do
  end subroutine
end module

program main
  use testing
  use tools
  implicit none
  integer, parameter :: n = 50
  integer :: m, a(300, n), b(300, n), w(300, n), s(n), i, j, k
  real(8) :: r(n)
  do m = 1, 300, 59
    call fill()
    !$acc parallel loop gang copy(a)
    do j = 1, n
      call scale(a(1:m, j), m, j)
    end do
    do j = 1, n
      w(1:m, j) = w(1:m, j)*j + [(i + j, i = 1, m)]
    end do
    call expect_equal([a], [w], 'in a gang loop')

    call fill()
    !$acc parallel loop gang worker num_workers(4) vector_length(32) copy(a)
    do j = 1, n
      call scale(a(1, j), m, j)
    end do
    do j = 1, n
      w(1:m, j) = w(1:m, j)*j + [(i + j, i = 1, m)]
    end do
    call expect_equal([a], [w], 'in a gang worker loop')

    call fill()
    !$acc parallel loop gang copyin(a) copyout(s) vector_length(64)
    do j = 1, n
      call total(a(:, j), m, s(j))
    end do
    call expect_equal(s, sum(w(1:m, :), 1), 'a reduction in a routine')

    call fill()
    !$acc parallel loop gang copy(a) create(b)
    do j = 1, n
      call reverse(a(1, j), b(1, j), m)
    end do
    do j = 1, n
      w(1:m, j) = w(m:1:-1, j) + 1000*w(1:m, j)
    end do
    call expect_equal([a], [w], 'two loops')

    call fill()
    !$acc parallel loop gang copy(a)
    do j = 1, n
      call outer(a(1, j), m)
    end do
    do k = 1, 3
      do j = 1, n
        w(1:m, j) = w(1:m, j)*k + [(i + k, i = 1, m)]
      end do
    end do
    call expect_equal([a], [w], 'a vector routine called by another')

    call fill()
    !$acc parallel num_gangs(1) copy(a)
    call scale(a(1, 3), m, 7)
    !$acc end parallel
    w(1:m, 3) = w(1:m, 3)*7 + [(i + 7, i = 1, m)]
    call expect_equal([a], [w], 'outside of loops')

    ! Intrinsic functions of values beside the loops, which may name the source.
    r = 0
    !$acc parallel loop gang copyout(r) copyin(a)
    do j = 1, n
      call remainder(a(1, j), m, r(j))
    end do
    do j = 1, n
      call expect(r(j) == mod(100d0 + maxval(a(1:m, j)), 7d0), 'a remainder beside a loop')
    end do

    call scale(a(1, 3), m, 2)
    w(1:m, 3) = w(1:m, 3)*2 + [(i + 2, i = 1, m)]
    call expect_equal([a], [w], 'on the host')
  end do
  call finish()
contains
  subroutine fill()
    integer :: i, j
    do j = 1, n
      do i = 1, 300
        a(i, j) = mod(i*7 + j*13, 23)
      end do
    end do
    w = a
  end subroutine
end program
