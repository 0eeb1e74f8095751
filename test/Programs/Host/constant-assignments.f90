!===-- constant-assignments.f90 - Constants to small arrays ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: %{compile-and-run-acc}
!
! Array constructors and scalars that are assigned to sections of constant size
! in host code become copies and stores, without loops; what looks like them and
! is something else does not: other types, lower bounds, strides, holes, arrays
! that are allocated by the assignment, volatile ones, the array itself.
!
!===----------------------------------------------------------------------===!

subroutine fill(table, i)
  implicit none
  real(8) :: table(5, 4)
  integer :: i
  table(:, i) = (/1d0, 2d0, 3d0, 4d0, 5d0/)
  table(2:4, i + 1) = 7d0
end subroutine

module kinds
  implicit none
  integer, parameter :: primes(-1:2) = [2, 3, 5, 7]
  type inner
    integer :: before, e(2:3), behind
  end type
  type record
    integer :: before, a(0:3), between, b(-2:0)
    real :: c(5:7)
    integer :: behind
    type(inner) :: d
  end type
contains
  !> The arrays may have holes.
  subroutine shaped(x, z)
    integer, intent(inout) :: x(:, :)
    complex, intent(inout) :: z(0:)
    x(1:3, 2) = [11, 12, 13]
    x(2:3, 1) = 9
    z(0:1) = [(1.0, 2.0), (3.0, 4.0)]
  end subroutine
  !> Components with other bounds than 1, and constants that have them.
  subroutine components(r, x)
    type(record), intent(inout) :: r
    integer, intent(inout) :: x(:)
    r%a = 9
    r%b = -1
    r%c = [real :: 1, 2, 3]
    r%d%e = 6
    x(1:4) = primes
  end subroutine
  !> As a whole, with other bounds than 1.
  subroutine whole(x, y)
    integer, intent(out) :: x(0:3), y(-2:1)
    x = primes
    y = 4
  end subroutine
end module

program p
  use testing
  use kinds
  implicit none
  real(8) :: table(5, 4)
  integer :: x(8, 2), a(4), b(-2:1), i
  integer, volatile :: v(3)
  integer, allocatable :: grown(:)
  integer, target :: t(6)
  integer, pointer :: every(:)
  real :: r(3)
  logical(1) :: l(3)
  complex :: z(6)
  character(2) :: c(3)
  type pair
    integer :: first(2) = 0, second(2) = 0
  end type
  type(pair) :: pairs(2)
  type(record) :: q

  table = -1
  i = command_argument_count() + 1
  call fill(table, i)
  call expect(all(table(:, 1) == [1, 2, 3, 4, 5]), 'copied')
  call expect(all(table(:, 2) == [-1, 7, 7, 7, -1]), 'stored')
  call expect(all(table(:, 3:4) == -1), 'untouched')

  x = 0
  z = 0
  call shaped(x(1:8:2, :), z(1:6:3))
  call expect(all(x(:, 1) == [0, 0, 9, 0, 9, 0, 0, 0]), 'scalar with holes')
  call expect(all(x(:, 2) == [11, 0, 12, 0, 13, 0, 0, 0]), 'constants with holes')
  call expect(all(z == [(1.0, 2.0), (0.0, 0.0), (0.0, 0.0), (3.0, 4.0), (0.0, 0.0), (0.0, 0.0)]), 'complex')
  call whole(a, b)
  call expect(all(a == [2, 3, 5, 7]) .and. all(b == 4), 'whole arrays')

  q = record(1, 0, 2, 0, 0.0, 3, inner(4, 0, 5))
  x = 0
  call components(q, x(1:8:2, 1))
  call expect(all(q%a == 9) .and. all(q%b == -1) .and. all(q%c == [1, 2, 3]), 'bounds of components')
  call expect(all([q%before, q%between, q%behind] == [1, 2, 3]), 'beside components')
  call expect(q%d%before == 4 .and. all(q%d%e == 6) .and. q%d%behind == 5, 'components of components')
  call expect(all(x(:, 1) == [2, 0, 3, 0, 5, 0, 7, 0]), 'bounds of a named constant')

  a(4:1:-1) = [1, 2, 3, 4]
  call expect(all(a == [4, 3, 2, 1]), 'backwards')
  a(1:4:2) = [8, 9]
  call expect(all(a == [8, 3, 9, 1]), 'stride')
  a(2:3) = a(1:2)
  call expect(all(a == [8, 8, 3, 1]), 'overlap')
  a([3, 1]) = [5, 6]
  call expect(all(a == [6, 8, 5, 1]), 'subscripts')
  a(3:2) = 77
  call expect(all(a == [6, 8, 5, 1]), 'nothing')
  b(-1:0) = [20, 21]
  call expect(all(b == [4, 20, 21, 4]), 'other bounds')
  v(1:3) = [1, 2, 3]
  call expect(all(v == [1, 2, 3]), 'volatile')
  grown = [1, 2, 3]
  grown = [grown, 4]
  call expect(size(grown) == 4 .and. all(grown == [1, 2, 3, 4]), 'allocated')
  grown(2:3) = 5
  call expect(all(grown == [1, 5, 5, 4]), 'section of an allocatable array')
  t = 0
  every => t(1:6:2)
  every(1:3) = [1, 2, 3]
  call expect(all(t == [1, 0, 2, 0, 3, 0]), 'pointer')
  every = 6
  call expect(all(t == [6, 0, 6, 0, 6, 0]), 'whole pointer')
  r(1:3) = [1, 2, 3]
  call expect(all(r == [1.0, 2.0, 3.0]), 'another type')
  r(2:3) = i
  call expect(all(r == [1.0, real(i), real(i)]), 'another type, scalar')
  l(1:3) = [.true., .false., .true.]
  call expect(l(1) .and. .not. l(2) .and. l(3), 'another kind')
  c(1:2) = ['ab', 'cd']
  c(3:3) = 'e'
  call expect(all(c == ['ab', 'cd', 'e ']), 'characters')
  pairs(2)%first(1:2) = [1, 2]
  pairs%second(2) = 3
  call expect(all(pairs(2)%first == [1, 2]) .and. all(pairs(1)%first == 0), 'component')
  call expect(pairs(1)%second(2) == 3 .and. pairs(2)%second(2) == 3 .and. pairs(1)%second(1) == 0, 'components')
  where (a(1:4) > 5) a(1:4) = [100, 200, 300, 400]
  call expect(all(a == [100, 200, 5, 1]), 'mask')

  !$acc parallel loop copy(x)
  do i = 1, 2
    x(1:3, i) = [1, 2, 3]
    x(4:5, i) = i
  end do
  call expect(all(x(1:5, 1) == [1, 2, 3, 1, 1]) .and. all(x(1:5, 2) == [1, 2, 3, 2, 2]), 'on the device')
  call finish()
end program
