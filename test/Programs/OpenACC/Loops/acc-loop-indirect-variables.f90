!===-- acc-loop-indirect-variables.f90 - Pointers as loop variables --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Loop variables that are pointers or allocatable in all constructs, named in
! PRIVATE clauses or not, and real bounds of loops with integer variables. What is
! read after the loop by the variable's own name, in a loop over another part of
! the same variable and by a namelist is the last value.
!
!===----------------------------------------------------------------------===!

module indices
  implicit none
  integer, pointer :: of_module
end module

program main
  use indices
  use testing
  implicit none
  integer, parameter :: n = 40
  integer :: a(n, n), wanted(n, n), i, j, k, total
  integer, target :: place
  integer, pointer :: row
  integer(8), allocatable :: column
  real :: low, high

  row => place
  of_module => place
  allocate (column)
  wanted = reshape([((i + 100*j, i=1, n), j=1, n)], [n, n])

  a = 0
  !$acc parallel loop collapse(2) copy(a)
  do column = 1, n
    do row = 1, n
      a(row, column) = row + 100*int(column)
    end do
  end do
  call expect_equal([a], [wanted], 'collapsed')

  a = 0
  !$acc parallel copy(a)
  !$acc loop gang private(column)
  do column = 1, n
    !$acc loop vector
    do row = 1, n
      a(row, column) = row + 100*int(column)
    end do
  end do
  !$acc end parallel
  call expect_equal([a], [wanted], 'gangs and lanes')

  a = 0
  !$acc data copy(a)
  !$acc kernels
  do column = 1, n
    do of_module = 1, n
      a(of_module, column) = of_module + 100*int(column)
    end do
  end do
  !$acc end kernels
  !$acc end data
  call expect_equal([a], [wanted], 'kernels')

  total = 0
  !$acc parallel loop copyin(a) reduction(+:total)
  do k = 1, n
    !$acc loop seq
    do row = 1, n
      total = total + a(row, k)
    end do
  end do
  call expect_equal(total, sum(wanted), 'a sequential loop')

  a = 0
  !$acc serial copy(a)
  do row = 1, n
    a(row, 1) = 2*row
  end do
  !$acc end serial
  call expect_equal(a(:, 1), [(2*i, i=1, n)], 'serial')

  low = 1.9
  high = 9.7
  a = 0
  !$acc parallel loop collapse(2) copy(a)
  do k = low, high, 2.5
    do i = 2, high
      a(i, k) = 1
    end do
  end do
  wanted = 0
  wanted(2:9, 1:9:2) = 1
  call expect_equal([a], [wanted], 'real bounds')
  a = 0
  !$acc kernels copy(a)
  do row = low, high
    a(row, 3) = row
  end do
  !$acc end kernels
  call expect_equal(a(1:10, 3), [(i, i=1, 9), 0], 'real bounds of a pointer')

  a = 0
  !$acc parallel num_gangs(1) copy(a)
  call workers(a(:, 1))
  call in_order(a(:, 1))
  !$acc end parallel
  call expect_equal(a(:, 1), [(3*i, i = 1, n)], 'in routines')
  call last_values()
  call finish()
contains
  subroutine last_values()
    integer, allocatable :: l
    integer :: m
    allocate (l)
    l = -1
    !$acc kernels copy(a)
    do l = 1, n
      a(l, 1) = l
    end do
    !$acc end kernels
    call expect_equal(l, n + 1, 'allocatable variable after KERNELS')
    m = -1
    associate (j => m)
      !$acc kernels copy(a)
      do j = 1, 6
        a(j, 1) = j
      end do
      !$acc end kernels
    end associate
    call expect_equal(m, 7, 'variable with another name')
    call last_parts()
    call last_in_list()
  end subroutine
  subroutine last_parts()
    type pair
      integer :: i, j
    end type
    type(pair) :: x
    integer :: b(5)
    x = pair(-1, -2)
    associate (i => x%i, j => x%j)
      !$acc kernels copy(a)
      do i = 1, n
        a(i, 1) = i
      end do
      !$acc end kernels
      do j = 1, 5
        b(j) = i
      end do
      call expect(all(b == n + 1), 'a part in a loop over another part')
      x = pair(-1, -2)
      !$acc kernels copy(a)
      do i = 1, 4
        a(i, 1) = i
      end do
      !$acc end kernels
      b = [(i, j = 1, 5)]
      call expect(all(b == 5), 'a part in a constructor')
    end associate
  end subroutine
  subroutine last_in_list()
    integer :: k
    character(80) :: lines(3)
    namelist /list/ k
    k = -1
    !$acc kernels copy(a)
    do k = 1, 7
      a(k, 1) = k
    end do
    !$acc end kernels
    write (lines, nml=list)
    call expect(index(lines(1)//lines(2), '8') > 0, 'a name of a namelist')
  end subroutine
  subroutine workers(b)
    !$acc routine worker
    integer, intent(inout) :: b(n)
    integer, pointer :: k
    !$acc loop worker
    do k = 1, n
      b(k) = b(k) + 2*k
    end do
  end subroutine
  subroutine in_order(b)
    !$acc routine seq
    integer, intent(inout) :: b(n)
    integer, pointer :: k
    integer, allocatable :: l
    integer, target :: place
    k => place
    allocate (l)
    !$acc loop seq
    do k = 1, n
      b(k) = b(k) + k
    end do
    !$acc loop seq
    do l = 1, n
      b(l) = b(l) + 0
    end do
  end subroutine
end program
