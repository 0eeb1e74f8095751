!===-- acc-declare-procedures.f90 - declare in modules and procedures ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Records, characters, saved and local variables, allocatables that change.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  integer, parameter :: n = 12
  type t
    integer :: id = 3
    real :: w(2) = 1
  end type
  type(t) :: rec
  type(t) :: recs(4)
  character(8) :: name = 'original'
  logical :: flag = .true.
  complex :: z = (1., 2.)
  real(8) :: matrix(3, n)
  integer, allocatable, target :: al(:)
  !$acc declare create(rec, recs, matrix) copyin(name, flag, z)
  !$acc declare create(al)
contains
  subroutine sub(k)
    integer :: k
    integer, save :: cnt = 5
    real :: loc(4), x
    real, allocatable :: dyn(:)
    integer :: i
    !$acc declare create(loc, x, dyn) copyin(k)
    !$acc declare create(cnt)
    !$acc serial
    x = k
    cnt = cnt + 1
    !$acc end serial
    allocate (dyn(4))
    !$acc parallel loop
    do i = 1, 4
      loc(i) = x + i
      dyn(i) = loc(i) + k
    end do
    !$acc update self(dyn, cnt)
    if (any(dyn /= [(2*k + i, i = 1, 4)])) print *, 'FAIL local', dyn
    if (cnt /= 5 + k) print *, 'FAIL saved', cnt
    if (k == 2) return
    deallocate (dyn)
    allocate (dyn(9))
    !$acc parallel loop present(dyn)
    do i = 1, 9
      dyn(i) = i
    end do
    !$acc update self(dyn)
    if (any(dyn /= [(i, i = 1, 9)])) print *, 'FAIL again', dyn
  end subroutine
end module
program main
  use testing
  use m
  integer :: i, r(n)
  integer, pointer :: p(:)
  rec%id = 7
  recs%id = [1, 2, 3, 4]
  matrix = 1
  !$acc update device(rec, recs, matrix(:, 2:4))
  rec%id = 0
  recs%id = 0
  !$acc parallel loop copyout(r)
  do i = 1, n
    r(i) = rec%id + recs(1 + mod(i, 4))%id + merge(10, 0, flag) + iachar(name(1:1)) + int(aimag(z))
  end do
  call expect_equal(r, [(7 + 1 + mod(i, 4) + 10 + iachar('o') + 2, i = 1, n)], 'declared of many types')
  !$acc parallel loop copyout(r)
  do i = 1, n
    r(i) = int(matrix(2, i))
  end do
  call expect_equal(r(2:4), [1, 1, 1], 'matrix')
  do i = 1, 3
    call sub(i)
  end do
  allocate (al(n))
  p => al
  !$acc parallel loop
  do i = 1, n
    p(i) = i
  end do
  !$acc parallel loop
  do i = 1, n
    al(i) = al(i) + 1
  end do
  !$acc update self(al)
  call expect_equal(al, [(i + 1, i = 1, n)], 'through a pointer')
  al = [(i, i = 1, 2*n)]
  !$acc update device(al)
  !$acc parallel loop copyout(r)
  do i = 1, n
    r(i) = al(n + i)
  end do
  call expect_equal(r, [(n + i, i = 1, n)], 'grown')
  call finish()
end program
