!===-- acc-host-data-optional.f90 - Optional arguments in host_data --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -cuda %{testing} %s -o %t.dir/cuda && %run %t.dir/cuda | %{check-pass}
!
! Optional arguments in USE_DEVICE, present and absent: PRESENT and other procedures with
! optional arguments see it. Nested constructs. Contiguous arrays with a lower bound of their own.
!
!===----------------------------------------------------------------------===!
subroutine change(x, k)
  implicit none
  integer :: x(12), k, i
  !$acc parallel loop deviceptr(x)
  do i = 1, 12
    x(i) = x(i) + k
  end do
end subroutine

subroutine change_scalar(x, k)
  implicit none
  integer :: x, k
  !$acc parallel deviceptr(x)
  x = x + k
  !$acc end parallel
end subroutine

subroutine change_if_present(x, k)
  implicit none
  integer, optional :: x(12)
  integer :: k
  if (present(x)) call change(x, k)
end subroutine

module work
  implicit none
  interface
    subroutine change_if_present(x, k)
      integer, optional :: x(12)
      integer :: k
    end subroutine
  end interface
contains
  subroutine assumed_shape(x, k)
    integer, optional :: x(:)
    integer :: k
    !$acc host_data use_device(x)
    if (present(x)) call change(x, k)
    call change_if_present(x, k)
    !$acc end host_data
  end subroutine
  subroutine contiguous_shape(x, k)
    integer, optional, contiguous :: x(0:)
    integer :: k
    !$acc host_data use_device(x)
    if (present(x)) call change(x(0), k)
    call change_if_present(x, k)
    !$acc end host_data
  end subroutine
  subroutine constant_shape(x, k)
    integer, optional :: x(12)
    integer :: k
    !$acc host_data use_device(x)
    if (present(x)) call change(x, k)
    call change_if_present(x, k)
    !$acc end host_data
  end subroutine
  subroutine automatic_shape(x, n, k)
    integer :: n, k
    integer, optional :: x(n)
    !$acc host_data use_device(x)
    if (present(x)) call change(x(1), k)
    call change_if_present(x, k)
    !$acc end host_data
  end subroutine
  subroutine allocatable_array(x, k)
    integer, optional, allocatable :: x(:)
    integer :: k
    !$acc host_data use_device(x)
    if (present(x)) call change(x, k)
    if (present(x)) call change_if_present(x, k)
    !$acc end host_data
  end subroutine
  subroutine pointer_array(x, k)
    integer, optional, pointer :: x(:)
    integer :: k
    !$acc host_data use_device(x)
    if (present(x)) call change(x, k)
    if (present(x)) call change_if_present(x, k)
    !$acc end host_data
  end subroutine
  subroutine scalar(x, k)
    integer, optional :: x
    integer :: k
    !$acc host_data use_device(x)
    if (present(x)) call change_scalar(x, k)
    !$acc end host_data
  end subroutine
  !> A construct in another one, with several kinds of bounds.
  subroutine nested(x, y, z, n, k)
    integer :: n, k
    integer, optional :: x(n), y(*), z(:)
    !$acc host_data use_device(x, y, z)
    call change_if_present(x, k)
    !$acc host_data use_device(x, y, z) if_present
    if (present(x)) call change(x, 10*k)
    if (present(y)) call change(y, 10*k)
    if (present(z)) call change(z, 10*k)
    !$acc end host_data
    if (present(y)) call change(y, k)
    call change_if_present(z, k)
    !$acc end host_data
  end subroutine
  !> Of the host of an internal procedure.
  subroutine outer(x, k)
    integer, optional :: x(:)
    integer :: k
    call inner
  contains
    subroutine inner
      !$acc host_data use_device(x)
      if (present(x)) call change(x, k)
      !$acc end host_data
    end subroutine
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer :: a(12, 4), s, i
  integer, allocatable :: b(:)
  integer, pointer :: p(:)
  allocate(b(12), p(12))
  a = 0
  b = 0
  p = 0
  s = 0
  !$acc data copy(a, b, p, s)
  call assumed_shape(a(:, 1), 1)
  call contiguous_shape(a(:, 2), 10)
  call constant_shape(a(:, 3), 100)
  call automatic_shape(a(:, 4), 12, 1000)
  call allocatable_array(b, 1)
  call pointer_array(p, 2)
  call scalar(s, 3)
  call outer(a(:, 1), 5)
  call nested(a(:, 2), a(:, 3), a(:, 4), 12, 3)
  !$acc end data
  call assumed_shape(k=1)
  call contiguous_shape(k=1)
  call constant_shape(k=1)
  call automatic_shape(n=12, k=1)
  call allocatable_array(k=1)
  call pointer_array(k=1)
  call scalar(k=1)
  call outer(k=1)
  call nested(n=12, k=1)
  call expect_equal(a(12, :), [7, 53, 233, 2033], 'arrays')
  call expect_equal(b, [(2, i = 1, 12)], 'allocatable')
  call expect_equal(p, [(4, i = 1, 12)], 'pointer')
  call expect_equal([s], [3], 'scalar')
  call finish
end program
