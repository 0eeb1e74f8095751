!===-- acc-host-data.f90 - host_data use_device --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Device addresses given to procedures that expect them: compute constructs with
! deviceptr, pointers that are kept, sections, conditions and if_present.
!
!===----------------------------------------------------------------------===!

module library
  use iso_c_binding
  implicit none
contains
  ! As a library would: it gets an address and works there.
  subroutine scale(x, n, factor)
    integer, intent(in) :: n, factor
    integer, intent(inout) :: x(n)
    integer :: i
    ! MINFO: {{^ +}}[[#@LINE+1]], Accelerator kernel generated
    !$acc parallel loop deviceptr(x)
    do i = 1, n
      x(i) = x(i)*factor
    end do
  end subroutine
  subroutine combine(x, y, n)
    integer, intent(in) :: n
    integer, intent(in) :: x(n)
    integer, intent(inout) :: y(n)
    integer :: i
    !$acc parallel loop deviceptr(x, y)
    do i = 1, n
      y(i) = y(i) + x(i)
    end do
  end subroutine
  subroutine address_of(x, address)
    integer, intent(in), target :: x(*)
    integer(c_intptr_t), intent(out) :: address
    address = transfer(c_loc(x(1)), address)
  end subroutine
end module

program main
  use testing
  use library
  implicit none
  integer, parameter :: n = 200
  integer, target :: a(n), b(n), s
  integer, allocatable :: c(:)
  integer, pointer :: p(:)
  integer :: i
  integer(c_intptr_t) :: inside, outside, inside_section
  logical :: separate

  s = 1
  !$acc data copyin(s) copyout(i)
  s = 2
  !$acc serial present(s, i)
  i = s
  !$acc end serial
  !$acc end data
  separate = i == 1

  a = [(i, i = 1, n)]
  !$acc data copy(a)
  !$acc host_data use_device(a)
  call scale(a, n, 3)
  !$acc end host_data
  !$acc end data
  call expect_equal(a, [(3*i, i = 1, n)], 'an array')

  b = 1000
  !$acc data copyin(a) copy(b)
  !$acc host_data use_device(a, b)
  call combine(a, b, n)
  call scale(b, n, 2)
  !$acc end host_data
  !$acc parallel loop
  do i = 1, n
    b(i) = b(i) + 1
  end do
  !$acc end data
  call expect_equal(b, [(2*(3*i + 1000) + 1, i = 1, n)], 'two arrays')

  ! Inside, names mean device data, outside the host's.
  call address_of(a, outside)
  !$acc data copyin(a)
  call address_of(a, inside)
  call expect(inside == outside, 'the host address in a data construct')
  !$acc host_data use_device(a)
  call address_of(a, inside)
  call address_of(a(11:), inside_section)
  !$acc end host_data
  if (separate) call expect(inside /= outside, 'the device address')
  call expect(inside_section - inside == 40, 'a section')
  call address_of(a, inside)
  call expect(inside == outside, 'the host address afterwards')
  !$acc end data

  allocate (c(n))
  c = 5
  !$acc enter data copyin(c)
  !$acc host_data use_device(c)
  call scale(c, n, 7)
  call scale(c(101:), 50, 2)
  !$acc end host_data
  !$acc exit data copyout(c)
  call expect_equal(c, [(merge(70, 35, i > 100 .and. i <= 150), i = 1, n)], 'an allocatable array')

  a = 1
  p => a(51:150)
  !$acc data copy(p)
  !$acc host_data use_device(p)
  call scale(p, 100, 9)
  !$acc end host_data
  !$acc end data
  call expect_equal(a, [(merge(9, 1, i > 50 .and. i <= 150), i = 1, n)], 'a pointer')

  call address_of(b, outside)
  !$acc host_data use_device(b) if_present
  call address_of(b, inside)
  !$acc end host_data
  call expect(inside == outside, 'if_present for data that is not')
  !$acc data copyin(b)
  !$acc host_data use_device(b) if_present
  call address_of(b, inside)
  !$acc end host_data
  if (separate) call expect(inside /= outside, 'if_present for data that is')
  !$acc host_data use_device(b) if(n < 0)
  call address_of(b, inside)
  !$acc end host_data
  call expect(inside == outside, 'if(.false.)')
  !$acc end data
  call in_procedure(a)
  call finish()
contains
  subroutine in_procedure(x)
    integer, intent(inout) :: x(:)
    x = 4
    !$acc data copy(x)
    !$acc host_data use_device(x)
    call scale(x, size(x), 2)
    !$acc end host_data
    !$acc end data
    call expect(all(x == 8), 'a dummy argument')
  end subroutine
end program
