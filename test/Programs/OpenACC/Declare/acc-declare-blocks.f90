!===-- acc-declare-blocks.f90 - DECLARE in BLOCK constructs --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -target=cpu -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
!
! The data end with the construct: in loops and branches, behind RETURN and GOTO,
! and whichever statement leaves the construct. Data that were left behind would
! be taken for those of the next round, whose array is larger and lies elsewhere.
! So they may where nothing reaches the construct. Loops of kernels beside it stay
! parallel.
!
!===----------------------------------------------------------------------===!

module blocks
  use openacc
  use testing
  implicit none
contains
  subroutine ways_out(way, n, total, *, *)
    integer, intent(in) :: way, n
    integer, intent(inout) :: total
    integer :: i, r
    character(4) :: text
    if (n < 0) return
    if (n > 1000) goto 9
    do r = 1, 3
      if (mod(r, 2) == 1) then
        around: block
          integer :: z(n + 100*r), w(n)
          !$acc declare create(z) copyin(w)
          !$acc parallel loop
          do i = 1, n
            z(i) = i + r
          end do
          !$acc update host(z(1:n))
          total = total + sum(z(1:n))
          select case (way)
          case (1)
            cycle
          case (2)
            exit
          case (3)
            exit around
          case (4)
            goto 7
          case (5)
            return
          case (6)
            return 2
          case (7)
            goto (7, 8) r
          case (8)
            if (r - 2) 7, 8, 9
          case (9)
            call alternate(r, *7, *8)
          case (10)
            text = 'none'
            read (text, *, err=8) i
          case (11)
            text = ' '
            read (text, *, end=8) i
          case (12)
            inner: block
              integer :: v(n)
              !$acc declare create(v)
              !$acc parallel loop
              do i = 1, n
                v(i) = z(i)
              end do
              !$acc update host(v)
              total = total + v(1)
              goto 7
            end block inner
          end select
          total = total + 1
        end block around
      end if
7     total = total + 10
8     total = total + 100
    end do
9   total = total + 1000
  end subroutine

  subroutine alternate(r, *, *)
    integer, intent(in) :: r
    return r
  end subroutine

  !> The values are those without OpenACC.
  subroutine go(way, expected)
    integer, intent(in) :: way, expected
    integer :: total
    total = 0
    call ways_out(way, 4, total, *1, *2)
1   total = total - 10000
2   total = total + 20000
    call expect_equal(total, expected, 'a way out')
  end subroutine

  !> An allocatable array and a module's variable, in branches and DATA.
  subroutine others(n)
    integer, intent(in) :: n
    integer :: i, k, r(n)
    do k = 1, 2
      if (k == n - 3) cycle
      r = 0
      !$acc data copy(r)
      block
        integer, allocatable :: a(:)
        integer, save :: s(3)
        integer :: scalar
        !$acc declare create(a, s) copyin(scalar)
        allocate (a(n + k))
        !$acc parallel loop
        do i = 1, n
          a(i) = i*k
        end do
        !$acc parallel loop
        do i = 1, n
          r(i) = a(i) + 1
        end do
        if (k == 2) goto 5
        if (.not. acc_is_present(scalar)) error stop 'a scalar is there'
      end block
5     continue
      !$acc end data
      call expect_equal(r, [(i*k + 1, i = 1, n)], 'an allocatable array')
    end do
  end subroutine

  integer function unreached(k)
    integer, intent(in) :: k
    integer :: i
    unreached = k
    outer: do i = 1, 3
      unreached = unreached + 1
      cycle outer
      block
        integer :: a(10), j
        !$acc declare create(a)
        !$acc parallel loop
        do j = 1, 10
          a(j) = j
        end do
        unreached = 100
        exit outer
      end block
    end do outer
    if (k > 5) then
      return
    else
      goto 10
    end if
    block
      integer :: a(10), j
      !$acc declare create(a)
      !$acc parallel loop
      do j = 1, 10
        a(j) = j
      end do
      unreached = 200
    end block
10  unreached = unreached + 10
  end function

  ! CHECK-LABEL: {{^}}roots:
  ! CHECK: [[#@LINE+8]], !$acc loop gang, vector(128) collapse(2)
  subroutine roots(x)
    real, intent(inout) :: x(:, :)
    integer :: i, j
    block
      real :: a(size(x, 1), size(x, 2))
      !$acc declare create(a)
      !$acc kernels copy(x)
      do j = 1, size(x, 2)
        do i = 1, size(x, 1)
          if (x(i, j) < 0) then
            cycle
          end if
          a(i, j) = sqrt(x(i, j))
          x(i, j) = a(i, j)
        end do
      end do
      !$acc end kernels
    end block
  end subroutine

  integer function unreached_either(k) result(unreached)
    integer, intent(in) :: k
    unreached = k
    if (k < 0) then
      stop 'negative'
      block
        integer :: a(10)
        !$acc declare create(a)
        a = 1
      end block
    end if
    do
      unreached = unreached + 1
      if (unreached > 10) goto 10
    end do
    block
      integer :: a(10)
      !$acc declare create(a)
      a = 2
    end block
10  if (k - 5) 20, 20, 30
    block
      integer :: a(10)
      !$acc declare create(a)
      a = 3
    end block
20  unreached = unreached + 10
30  unreached = unreached + 100
  end function
end module

program main
  use blocks
  real :: x(3, 2) = reshape([4., -4., 9., 4., -4., 9.], [3, 2])
  call go(0, 11368)
  call go(1, 11146)
  call go(2, 11014)
  call go(3, 11366)
  call go(4, 11366)
  call go(5, 10014)
  call go(6, 20014)
  call go(7, 11367)
  call go(8, 11256)
  call go(9, 11367)
  call go(10, 11346)
  call go(11, 11346)
  call go(12, 11372)
  call others(3)
  call others(4)
  call expect_equal([unreached(1), unreached(6)], [14, 9], 'what nothing reaches')
  call roots(x)
  call expect(sum(x) == 2 - 4 + 3 + 2 - 4 + 3, 'roots')
  call expect_equal([unreached_either(1), unreached_either(6)], [121, 111], &
                    'what nothing reaches either')
  call finish()
end program
