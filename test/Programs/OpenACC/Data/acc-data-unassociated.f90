!===-- acc-data-unassociated.f90 - Clauses through pointers to nothing ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Clauses may name components of what a pointer or allocatable refers to where
! the directive's condition says that it refers to something. Without a condition
! nothing is done about what is absent, or not allocated, or its sections.
!
!===----------------------------------------------------------------------===!

module records
  use testing
  implicit none
  type part
    real, allocatable :: v(:)
    integer :: w(4) = 0
    type(part), pointer :: next => null()
  end type
  type whole
    class(part), pointer :: p => null()
    type(part), pointer :: q => null()
    type(part), allocatable :: a(:)
    type(part), allocatable :: s
    real, pointer :: z(:) => null()
  end type
contains
  subroutine copy(r, o, n)
    type(whole), target :: r
    class(part), pointer :: o
    integer, intent(inout) :: n
    integer :: i
    logical :: there
    there = associated(o)
    !$acc data copy(r%p%v) if(associated(r%p))
    n = n + 1
    !$acc end data
    !$acc data copy(o%v) if(there)
    n = n + 1
    !$acc end data
    !$acc data copy(r%q%next%v(2:3)) if(there)
    n = n + 1
    !$acc end data
    !$acc data copyin(r%q%w(2:3)) if(associated(r%q))
    n = n + 1
    !$acc end data
    !$acc data copy(r%a(2)%v) if(allocated(r%a))
    n = n + 1
    !$acc end data
    !$acc data copy(r%s%v) if(allocated(r%s))
    n = n + 1
    !$acc end data
    !$acc data copy(r%z(1:2)) if(associated(r%z))
    n = n + 1
    !$acc end data
    !$acc parallel loop copy(r%q%v) if(associated(r%q))
    do i = 1, merge(5, 0, there)
      r%q%v(i) = r%q%v(i) + i
    end do
    !$acc serial copy(r%p%v, r%p%w) if(associated(r%p))
    if (associated(r%p)) then
      r%p%v(1) = 3
      r%p%w = 4
    end if
    !$acc end serial
  end subroutine

  subroutine keep(r)
    type(whole), target :: r
    integer :: i
    real, pointer :: z(:)
    !$acc enter data copyin(r%q%v) if(associated(r%q))
    !$acc parallel loop present(r%q%v) if(associated(r%q))
    do i = 1, merge(5, 0, associated(r%q))
      r%q%v(i) = 2*r%q%v(i)
    end do
    !$acc host_data use_device(r%q%v) if(associated(r%q)) if_present
    if (associated(r%q)) z => r%q%v
    !$acc end host_data
    !$acc update self(r%q%v) if(associated(r%q))
    !$acc exit data delete(r%q%v) if(associated(r%q))
  end subroutine

  ! Of what is not there a section is nothing, too.
  subroutine sections(n, o, x, p, q)
    integer, intent(inout) :: n
    integer, allocatable, intent(inout), optional :: q(:)
    integer, intent(inout), optional :: o(:)
    integer, allocatable, intent(inout) :: x(:, :)
    integer, pointer, intent(in) :: p(:)
    integer :: i
    !$acc parallel loop reduction(+:n) &
    !$acc & copy(o(2:3), x(1:2, 2:3), p(2:3), q(2:3))
    do i = 1, 10
      if (present(o)) o(2) = 7
      if (allocated(x)) x(1, 2) = 8
      if (associated(p)) p(3) = 9
      if (present(q)) then
        if (allocated(q)) q(3) = 6
      end if
      n = n + 1
    end do
    !$acc enter data copyin(o(2:3), x(:, 2:3), p(2:3), q(2:3))
    !$acc update device(o(2:3), x(:, 2:3), p(2:3), q(2:3))
    !$acc exit data delete(o(2:3), x(:, 2:3), p(2:3), q(2:3))
  end subroutine
end module

program main
  use records
  implicit none
  type(whole), target :: r
  class(part), pointer :: o
  integer :: i, n, c(3)
  integer, pointer :: a(:)
  integer, allocatable :: b(:, :), d(:)
  n = 0
  nullify(o)
  call copy(r, o, n)
  call keep(r)
  allocate(r%p, r%q, o, r%a(3), r%s, r%z(3))
  allocate(r%q%next)
  allocate(r%p%v(5), r%q%v(5), r%q%next%v(5), r%a(2)%v(5), o%v(5), r%s%v(5))
  r%p%v = 1
  r%q%v = 1
  call copy(r, o, n)
  call expect_equal(n, 14, 'how often data constructs ran')
  call expect_equal(r%p%v(1:2), [3., 1.], 'of a polymorphic pointer')
  call expect_equal(r%p%w, [4, 4, 4, 4], 'an array of a polymorphic pointer')
  call expect_equal(r%q%v, [(1. + i, i = 1, 5)], 'of a pointer')
  call keep(r)
  call expect_equal(r%q%v, [(2. + 2*i, i = 1, 5)], 'that stays on the device')
  nullify(a)
  n = 0
  call sections(n, x=b, p=a)
  allocate(a(3), b(2, 3), source=0)
  c = 0
  call sections(n, c, b, a, d)
  d = [1, 2, 3]
  call sections(n, c, b, a, d)
  call expect_equal([n, c(2), b(1, 2), a(3), d(3)], [30, 7, 8, 9, 6], 'sections')
  call finish()
end program
