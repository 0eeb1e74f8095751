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
  call finish()
contains
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
