!===-- acc-private.f90 - Private scalars, arrays and records -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Every gang, worker or lane has its own copy, as the clause's loop says, and
! the host's variable keeps its value.
!
!===----------------------------------------------------------------------===!

module types
  implicit none
  type :: record
    integer :: i
    real(8) :: x
    integer :: v(4)
  end type
end module

program main
  use testing
  use types
  implicit none
  integer, parameter :: n = 300, m = 40
  integer :: a(m, n), b(n), i, j, k, s, t
  integer :: w(8), big(m), low(-2:3), two(3, 4)
  real(8) :: x, c(n)
  complex(4) :: z
  logical(1) :: flag
  type(record) :: r, list(3)

  s = -5
  !$acc parallel loop private(s) copyout(b)
  do i = 1, n
    s = i*2
    b(i) = s + 1
  end do
  call expect_equal(b, [(2*i + 1, i = 1, n)], 'a scalar')
  call expect_equal(s, -5, 'the host keeps its value')

  !$acc parallel loop gang private(s) copyout(a)
  do j = 1, n
    s = 10*j
    !$acc loop vector private(t)
    do i = 1, m
      t = s + i
      a(i, j) = t
    end do
  end do
  call check('gang-private and lane-private scalars')

  !$acc parallel loop gang private(big) copyout(a)
  do j = 1, n
    !$acc loop vector
    do i = 1, m
      big(i) = 10*j
    end do
    !$acc loop vector
    do i = 1, m
      a(i, j) = big(m + 1 - i) + i
    end do
  end do
  call check('an array that the lanes of a gang share')

  !$acc parallel loop gang worker private(big) copyout(a) num_workers(4)
  do j = 1, n
    !$acc loop vector
    do i = 1, m
      big(i) = 10*j
    end do
    !$acc loop vector
    do i = 1, m
      a(i, j) = big(m + 1 - i) + i
    end do
  end do
  call check('an array that the lanes of a worker share')

  w = -1
  !$acc parallel loop gang vector private(w) copyout(b)
  do j = 1, n
    do i = 1, 8
      w(i) = i*j
    end do
    s = 0
    do i = 1, 8
      s = s + w(9 - i)
    end do
    b(j) = s
  end do
  call expect_equal(b, [(36*j, j = 1, n)], 'an array for each lane')
  call expect(all(w == -1), 'the host array')

  !$acc parallel loop private(low, two, k) copyout(b)
  do j = 1, n
    low = j
    low(-2) = 2*j
    do k = 1, 4
      two(:, k) = [k, j, 1]
    end do
    b(j) = sum(low) + two(2, 3) + two(1, 4) + size(low)
  end do
  call expect_equal(b, [(8*j + 10, j = 1, n)], 'bounds and ranks')

  !$acc parallel loop private(r, list) copyout(c)
  do j = 1, n
    r%i = j
    r%x = 0.5d0*j
    r%v = j
    r%v(2) = 1
    list(1) = r
    list(2) = r
    list(3)%i = 2*list(1)%i
    list(2)%x = list(1)%x + 1
    c(j) = list(2)%x + list(3)%i + sum(r%v)
  end do
  call expect_equal(c, [(5.5d0*j + 2, j = 1, n)], 'records')

  !$acc parallel loop private(z, flag, x) copyout(c)
  do j = 1, n
    z = cmplx(j, -j)
    flag = mod(j, 2) == 0
    x = real(z*z)
    c(j) = aimag(z) + x + merge(1d0, 0d0, logical(flag))
  end do
  call expect_equal(c, [(merge(1d0, 0d0, mod(j, 2) == 0) - j, j = 1, n)], 'other types')

  ! On the construct: one copy for each gang.
  !$acc parallel num_gangs(16) private(s, w) copyout(b)
  s = 100
  w(1) = 200
  !$acc loop gang
  do j = 1, n
    b(j) = s + w(1) + j
  end do
  !$acc end parallel
  call expect_equal(b, [(300 + j, j = 1, n)], 'private of the construct')

  ! Collapsed loops, and a private variable in a nest of three.
  !$acc parallel loop collapse(2) private(s) copyout(a)
  do j = 1, n
    do i = 1, m
      s = 10*j
      s = s + i
      a(i, j) = s
    end do
  end do
  call check('collapsed')

  call automatic(m)
  call sizes(3)
  call finish()
contains
  subroutine check(what)
    character(*), intent(in) :: what
    integer :: i, j
    do j = 1, n
      do i = 1, m
        if (a(i, j) /= 10*j + i) call expect(.false., what)
      end do
    end do
    a = 0
  end subroutine

  subroutine automatic(l)
    integer, intent(in) :: l
    integer :: own(l), i, j
    integer, allocatable :: some(:)
    allocate (some(0:l))
    !$acc parallel loop gang private(own) copyout(a)
    do j = 1, n
      !$acc loop vector
      do i = 1, l
        own(i) = 10*j + i
      end do
      !$acc loop vector
      do i = 1, l
        a(i, j) = own(i)
      end do
    end do
    call check('an automatic array')
    !$acc parallel loop gang private(some) copyout(a)
    do j = 1, n
      do i = 0, l
        some(i) = 10*j + i
      end do
      do i = 1, l
        a(i, j) = some(i)
      end do
    end do
    call check('an allocatable array')
  end subroutine

  subroutine sizes(l)
    integer, intent(in) :: l
    real(8) :: own(l)
    integer :: j
    !$acc parallel loop gang vector private(own) copyout(c)
    do j = 1, n
      own = j
      own(2) = 0
      c(j) = sum(own)
    end do
    call expect_equal(c, [(2d0*j, j = 1, n)], 'an automatic array for each lane')
  end subroutine
end program
