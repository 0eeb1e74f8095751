!===-- acc-data-scopes.f90 - BLOCK, ASSOCIATE and SELECT TYPE in OpenACC constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Names that an inner scope declares or associates, with variables of the same
! name around the construct: in data regions, in loops, next to private ones.
!
!===----------------------------------------------------------------------===!

module shapes
  implicit none
  type, abstract :: base
    real(8), allocatable :: tau(:)
  end type
  type, extends(base) :: one
  end type
  type, extends(base) :: two
    real(8), allocatable :: ssa(:)
  end type
contains
  subroutine fill(p, n)
    class(base), intent(inout) :: p
    integer, intent(in) :: n
    real(8) :: w(n)
    integer :: i
    w = 1
    !$acc data copyin(w)
    select type (p)
    class is (one)
      !$acc parallel loop copyin(p) copyout(p%tau)
      do i = 1, n
        p%tau(i) = w(i) - i
      end do
    class is (two)
      !$acc data copyin(p) copy(p%tau, p%ssa)
      !$acc parallel loop
      do i = 1, n
        p%tau(i) = w(i) + i
        p%ssa(i) = w(i) + 2*i
      end do
      !$acc end data
      p%ssa(1) = p%ssa(1) + 100
    end select
    !$acc end data
  end subroutine
  subroutine exact(p, n)
    class(base), intent(inout) :: p
    integer, intent(in) :: n
    integer :: i
    select type (q => p)
    type is (two)
      !$acc parallel loop copyin(q) copy(q%ssa)
      do i = 1, n
        q%ssa(i) = q%ssa(i) + i
      end do
      q%tau(1) = q%tau(1) + 1
    end select
  end subroutine
end module

program main
  use testing
  use shapes
  implicit none
  integer, parameter :: n = 50
  integer :: x, i, a(n), b(n), k(n)
  type(one) :: first
  type(two) :: second

  k = [(i, i = 1, n)]
  x = 5
  a = 1
  b = 0
  !$acc data copy(a)
  block
    integer :: x
    x = 7
    !$acc parallel loop copy(b)
    do i = 1, n
      b(i) = x*i
    end do
    x = 8
    b(1) = x
  end block
  !$acc end data
  call expect_equal(b(2:), 7*k(2:), 'block in a data region')
  call expect(b(1) == 8 .and. x == 5, 'its variable')

  !$acc data copy(b)
  associate (x => a(3))
    !$acc parallel loop
    do i = 1, n
      b(i) = 2*i
    end do
    x = 9
  end associate
  !$acc end data
  call expect_equal(b, 2*k, 'associate in a data region')
  call expect(a(3) == 9 .and. x == 5, 'its name')

  !$acc parallel loop copy(b)
  do i = 1, n
    block
      integer :: x
      x = i
      b(i) = x*x
    end block
  end do
  call expect_equal(b, k*k, 'block in a loop')

  !$acc data copy(b)
  !$acc parallel loop private(x)
  do i = 1, n
    x = 3
    associate (x => b(i))
      x = 3*i
    end associate
    block
      integer :: x(2)
      x = i
      b(i) = b(i) + sum(x)
    end block
    b(i) = b(i) + x
  end do
  !$acc end data
  call expect_equal(b, 5*k + 3, 'both in a loop with a private variable')
  call expect(x == 5, 'the variable outside')

  allocate (first%tau(n), second%tau(n), second%ssa(n))
  call fill(first, n)
  call expect(all(first%tau == 1 - k), 'one type')
  call fill(second, n)
  call expect(all(second%tau == 1 + k), 'component of the parent')
  call expect(all(second%ssa(2:) == 1 + 2*k(2:)) .and. second%ssa(1) == 103, &
    'component of the type')
  call exact(second, n)
  call expect(all(second%ssa(2:) == 1 + 3*k(2:)) .and. second%tau(1) == 3, &
    'type is')
  call finish
end program
