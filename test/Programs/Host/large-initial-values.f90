!===-- large-initial-values.f90 - Large static arrays with values --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: %{compile} -O0 -g %S/../Inputs/testing.f90 %s -o %t.dir/debug
! RUN: %run %t.dir/debug | %{check-pass}
!
! Arrays of records and characters with default values, values of declarations
! and of DATA, in modules, procedures, components and COMMON blocks, and with
! names of C: the parts of their values are joined behind the translation to
! LLVM IR.
!
!===----------------------------------------------------------------------===!

module records
  use iso_c_binding
  implicit none
  integer, parameter :: n = 5000
  integer :: counter
  integer, target :: aim(3) = [4, 5, 6]
  type part_t
    integer :: k = 7
    real, allocatable :: w(:)
  end type
  type set_t
    integer :: n = 3
    real, pointer :: x(:) => null()
    type(part_t) :: pair(2)
    type(part_t), allocatable :: parts(:)
    character(5) :: name = 'abcde'
  end type
  type pair_t
    integer :: i
    real(8) :: x
  end type
  type, bind(c) :: c_pair_t
    integer(c_int) :: i
    real(c_double) :: x
  end type
  type link_t
    integer, pointer :: p(:) => aim
    class(*), pointer :: q => null()
  end type
  type grid_t
    integer :: before = 1
    type(part_t) :: cells(-2:3000)
    character(3) :: marks(2, 900) = 'xyz'
    integer :: behind = 2
  end type
  type(set_t), save :: sets(200000)
  type(part_t), target :: plane(-300:300, 0:99)
  type(link_t) :: links(2000)
  type(grid_t) :: grid, grids(3)
  type(pair_t) :: same(n) = pair_t(1, 2.5d0)
  type(pair_t) :: pairs(n) = [(pair_t(counter, counter/4.0d0), counter=1, n)]
  type(pair_t) :: table(50, 100) = reshape([(pair_t(-counter, counter*2.0d0), counter=1, n)], [50, 100])
  type(c_pair_t), bind(c, name='c_pairs') :: of_c(n) = c_pair_t(8, 9.5d0)
  character(2), parameter :: digits(10) = [(achar(47 + counter)//'.', counter=1, 10)]
  character(2) :: texts(n) = [(digits(mod(counter, 10) + 1), counter=1, n)]
  type(pair_t) :: parts(n)
  data parts(1:2000)/2000*pair_t(4, 0.5d0)/, parts(2001:n - 1)/2999*pair_t(5, 0.25d0)/, &
    parts(n)/pair_t(6, 0.125d0)/
end module

block data
  integer :: i
  integer :: before, behind
  character(3) :: of_block(4000)
  common /block/ before, of_block, behind
  data before/1/, of_block/2000*'abc', 1999*'def', 'ghi'/, behind/2/
end block data

program main
  use records
  use testing
  implicit none
  integer :: before, behind
  character(3) :: of_block(4000)
  common /block/ before, of_block, behind
  integer :: i
  call expect(all(sets%n == 3) .and. all(sets%name == 'abcde'), 'of a module')
  do i = 1, size(sets), 997
    call expect(.not. associated(sets(i)%x) .and. .not. allocated(sets(i)%parts) &
                .and. all(sets(i)%pair%k == 7) .and. .not. allocated(sets(i)%pair(2)%w), 'components')
  end do
  sets(size(sets))%pair(1)%w = [1.0, 2.0]
  call expect_equal(size(sets(size(sets))%pair(1)%w), 2, 'an allocation')
  allocate (sets(5)%parts(3))
  call expect_equal(sets(5)%parts%k, [7, 7, 7], 'an allocation of records')
  call expect(all(plane%k == 7), 'two dimensions')
  do i = 1, size(links), 333
    call expect(associated(links(i)%p, aim) .and. .not. associated(links(i)%q), 'targets')
    call expect_equal(links(i)%p, [4, 5, 6], 'values of targets')
  end do
  call expect(isWhole(grid) .and. isWhole(grids(1)) .and. isWhole(grids(3)), 'components that are arrays')
  call expect(all(same%i == 1 .and. same%x == 2.5d0), 'one value')
  call expect(all(pairs%i == [(i, i=1, n)]) .and. all(pairs%x == [(i/4.0d0, i=1, n)]), 'many values')
  call expect(table(3, 100)%i == -4953 .and. table(50, 1)%x == 100 .and. table(1, 2)%i == -51, 'of a table')
  call expect(all(table%i == reshape([(-i, i=1, n)], [50, 100])), 'all of a table')
  call expect(all(of_c%i == 8 .and. of_c%x == 9.5d0), 'with a name of C')
  call expect(all(texts == [(digits(mod(i, 10) + 1), i=1, n)]), 'characters')
  call expect(all(parts(:2000)%i == 4) .and. all(parts(2001:n - 1)%x == 0.25d0) .and. parts(n)%i == 6, 'DATA')
  call expect(before == 1 .and. behind == 2 .and. all(of_block(:2000) == 'abc') .and. &
              all(of_block(2001:3999) == 'def') .and. of_block(4000) == 'ghi', 'of a COMMON block')
  do i = 1, 3
    call expect_equal(calls(), i, 'of a procedure')
  end do
  call finish()
contains
  logical function isWhole(g)
    type(grid_t), intent(in) :: g
    isWhole = g%before == 1 .and. g%behind == 2 .and. all(g%cells%k == 7) .and. all(g%marks == 'xyz') &
              .and. .not. allocated(g%cells(3000)%w)
  end function
  integer function calls()
    type(part_t), save :: own(50000)
    call expect(own(1)%k == own(50000)%k, 'all elements')
    own%k = own%k + 1
    calls = own(777)%k - 7
  end function
end program
