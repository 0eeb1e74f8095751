!===-- acc-data-components.f90 - Data clauses of a record's components ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Where a clause names a component, the record is not on the device: what a
! construct uses of it are components. Module variables, dummy arguments, nested
! records, allocatable components, default(present), the whole record present.
!
!===----------------------------------------------------------------------===!

module records
  implicit none
  integer, parameter :: n = 10
  type inner
    integer :: factor
    real :: x(n)
  end type
  type outer
    integer :: k
    real :: c(n), d(n)
    type(inner) :: in
    real, allocatable :: list(:)
  end type
  type(outer) :: v
contains
  subroutine clause_of_construct(this)
    type(outer), intent(inout) :: this
    integer :: i
    !$acc parallel loop copy(this%c)
    do i = 1, n
      this%c(i) = this%c(i) + this%k
    end do
  end subroutine

  subroutine nested(this)
    type(outer), intent(inout) :: this
    integer :: i
    !$acc data copyin(this%d) copy(this%in%x)
    !$acc kernels
    do i = 1, n
      this%in%x(i) = this%in%x(i) + this%d(i)*this%in%factor
    end do
    this%k = this%k + 1
    !$acc end kernels
    !$acc end data
  end subroutine

  subroutine must_be_present(this)
    type(outer), intent(inout) :: this
    integer :: i
    !$acc enter data copyin(this%c, this%k)
    this%k = -100
    !$acc parallel loop default(present)
    do i = 1, n
      this%c(i) = this%c(i) + this%k
    end do
    !$acc exit data copyout(this%c) delete(this%k)
    this%k = 4
  end subroutine

  subroutine whole(this)
    type(outer), intent(inout) :: this
    integer :: i
    !$acc enter data copyin(this, this%c)
    this%k = -100
    !$acc parallel loop
    do i = 1, n
      this%c(i) = this%c(i) + this%k
    end do
    !$acc update self(this%c)
    !$acc exit data delete(this%c, this)
    this%k = 4
  end subroutine
end module

program main
  use testing
  use records
  implicit none
  type(outer) :: w
  integer :: i
  logical :: on
  v%k = 3
  v%c = 1
  v%d = 2
  v%in%factor = 4
  v%in%x = 5
  allocate (v%list(n), source=1.0)

  !$acc data copy(v%c)
  !$acc parallel loop
  do i = 1, n
    v%c(i) = v%c(i) + v%k*v%d(i) + v%list(i)
    v%list(i) = i
  end do
  call expect(all(v%c == 1), 'the region keeps the component')
  call expect_equal(v%list, [(real(i), i=1, n)], 'an allocatable component')
  !$acc end data
  call expect(all(v%c == 8), 'a component of a module variable')

  call clause_of_construct(v)
  call expect(all(v%c == 11), 'a clause of the construct')
  call nested(v)
  call expect(all(v%in%x == 13) .and. v%k == 4, 'nested records')
  call must_be_present(v)
  call expect(all(v%c == 15), 'default(present)')
  call whole(v)
  call expect(all(v%c == 19), 'the whole record')

  w%k = 1
  w%c = 0
  w%d = [(real(i), i=1, n)]
  !$acc enter data copyin(w%c, w%d)
  do i = 0, 1
    on = i == 1
    call add(on)
    call expect_equal(w%k, i + 2, 'a scalar component')
  end do
  !$acc exit data copyout(w%c) delete(w%d)
  call expect_equal(w%c, [(3.0*i, i=1, n)], 'a local variable')
  call finish()
contains
  subroutine add(on)
    logical, intent(in) :: on
    integer :: j
    !$acc parallel loop if(on)
    do j = 1, n
      w%c(j) = w%c(j) + w%d(j)*w%k
    end do
    if (.not. on) then
      !$acc update device(w%c)
    end if
    !$acc serial if(on)
    w%k = w%k + 1
    !$acc end serial
  end subroutine
end program
