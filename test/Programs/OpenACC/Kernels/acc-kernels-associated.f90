!===-- acc-kernels-associated.f90 - Other names of targets -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! An associate name of a pointer is the pointer's target: a KERNELS construct
! that stores by one and loads by the other keeps the order of iterations. So may
! two dummy arguments with TARGET be parts of one array. A component is also one
! of the type that its type extends, and of an equivalent record.
!
!===----------------------------------------------------------------------===!

program associated
  use testing
  implicit none
  integer, parameter :: n = 100
  type holder
    integer, pointer :: p(:)
    integer :: part(n)
  end type
  type parent
    integer :: x(n), y(n)
  end type
  type, extends(parent) :: child
    integer :: z(n)
  end type
  type halves
    sequence
    integer :: x(n), y(n)
  end type
  type thirds
    sequence
    integer :: x(n/2), y(n), z(n/2)
  end type
  integer, target :: values(n)
  integer, pointer :: p(:)
  type(holder) :: h
  integer :: i
  p => values
  h%p => values
  values = 1
  associate (q => p)
    !$acc kernels copy(values)
    do i = 1, n - 1
      q(i + 1) = values(i) + 1
    end do
    !$acc end kernels
  end associate
  call expect_equal(values(n), n, 'a pointer and its target')
  values = 1
  associate (q => p, v => values)
    !$acc kernels
    do i = 1, n - 1
      q(i + 1) = v(i) + 1
    end do
    !$acc end kernels
  end associate
  call expect_equal(values(n), n, 'both have other names')
  values = 1
  associate (q => h%p)
    !$acc kernels
    do i = 1, n - 1
      q(i + 1) = p(i) + 1
    end do
    !$acc end kernels
  end associate
  call expect_equal(values(n), n, 'a component')
  values = 1
  call shift(values(1:n - 1), values(2:n))
  call expect_equal(values(n), n, 'dummy arguments')
  values = 1
  associate (q => h%p(2:))
    !$acc kernels
    do i = 1, n - 1
      q(i) = values(i) + 1
    end do
    !$acc end kernels
  end associate
  call expect_equal(values(n), n, 'a section of a component')
  call parts()
  call inherited(child([(0, i = 1, n)], [(0, i = 1, n)], [(0, i = 1, n)]))
  call equivalent()
  call finish()
contains
  subroutine parts()
    type(holder), target :: r
    type(holder), pointer :: to
    integer :: i
    to => r
    r%part = 1
    associate (q => to%part)
      !$acc kernels
      do i = 1, n - 1
        q(i + 1) = r%part(i) + 1
      end do
      !$acc end kernels
    end associate
    call expect_equal(r%part(n), n, 'a part of a target')
    r%part = 1
    associate (q => to%part(2:n), s => r%part)
      !$acc kernels
      do i = 1, n - 1
        q(i) = s(i) + 1
      end do
      !$acc end kernels
    end associate
    call expect_equal(r%part(n), n, 'a section of a part of a target')
  end subroutine
  subroutine inherited(value)
    type(child), intent(in) :: value
    class(parent), allocatable, target :: r
    class(parent), pointer :: to
    allocate (r, source=value)
    call shift_components(r)
    to => r
    call shift_components(to)
  end subroutine
  subroutine shift_components(r)
    class(parent), intent(inout) :: r
    integer :: i
    r%y = 1
    select type (q => r)
    type is (child)
      associate (u => q%y, v => r%y)
        !$acc kernels
        do i = 1, n - 1
          u(i + 1) = v(i) + 1
        end do
        !$acc end kernels
      end associate
      call expect_equal(r%y(n), n, 'an inherited component')
      r%y = 1
      associate (u => q%parent, v => r%y)
        !$acc kernels
        do i = 1, n - 1
          v(i + 1) = u%y(i) + 1
        end do
        !$acc end kernels
      end associate
      call expect_equal(r%y(n), n, 'the inherited part')
      r%y = 1
      !$acc kernels
      do i = 1, n - 1
        q%y(i + 1) = r%y(i) + 1
      end do
      !$acc end kernels
      call expect_equal(r%y(n), n, 'an inherited component of two names')
    end select
  end subroutine
  subroutine equivalent()
    type(halves) :: r
    type(thirds) :: s
    integer :: i
    equivalence (r, s)
    r%x = 1
    r%y = 1
    ! The first element of s%y is that of the second half of r%x.
    associate (u => r%x, v => s%y)
      !$acc kernels
      do i = 2, n/2
        u(n/2 + i) = v(i - 1) + 1
      end do
      !$acc end kernels
    end associate
    call expect_equal(r%x(n), n/2, 'a component of an equivalent record')
  end subroutine
  subroutine shift(from, to)
    integer, target :: from(:), to(:)
    integer :: i
    !$acc kernels
    do i = 1, size(to)
      to(i) = from(i) + 1
    end do
    !$acc end kernels
  end subroutine
end program
