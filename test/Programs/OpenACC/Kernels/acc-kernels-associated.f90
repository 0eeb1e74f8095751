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
! two dummy arguments with TARGET be parts of one array.
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
