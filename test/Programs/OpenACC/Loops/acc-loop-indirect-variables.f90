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
! PRIVATE clauses or not, and real bounds of loops with integer variables.
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
  call finish()
contains
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
