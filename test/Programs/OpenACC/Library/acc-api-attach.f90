!===-- acc-api-attach.f90 - acc_attach and acc_detach ----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Pointers and allocatable components of what is present get the device's address,
! and the host's again; copies of the record around them leave both sides alone.
!
!===----------------------------------------------------------------------===!

program main
  use, intrinsic :: iso_c_binding
  use testing
  use openacc
  implicit none
  type :: node
    integer :: n
    integer, pointer :: p(:) => null()
    real(8), allocatable :: a(:, :)
  end type
  integer, parameter :: n = 20
  type(node), target :: x
  integer, target :: t(n), u(n)
  integer :: i

  t = 1
  u = 2
  x%n = 3
  x%p => t
  allocate (x%a(2, 3))
  x%a = 4
  call acc_copyin(x)
  call acc_copyin(t)
  call acc_copyin(u)
  call acc_copyin(x%a)

  call acc_attach(x%p)
  call acc_attach(x%a)
  call expect(c_associated(word(c_loc(x%p(1)), c_null_ptr)), 'a word')
  call expect(holds(acc_deviceptr(t)), 'p is attached')
  call expect(holds(acc_deviceptr(x%a)), 'a is attached')

  ! The record comes and goes with its addresses.
  x%n = 5
  call acc_update_device(x)
  call expect(holds(acc_deviceptr(t)), 'attached after update_device')
  x%n = 6
  call acc_update_self(x)
  call expect_equal(x%n, 5, 'the other component')
  call expect(associated(x%p, t), 'the host''s pointer')
  call expect_equal(sum(x%a), 24d0, 'the host''s allocatable')

  ! Twice attached, twice detached.
  call acc_attach_async(x%p, 1)
  call acc_detach_async(x%p, 1)
  call acc_wait(1)
  call expect(holds(acc_deviceptr(t)), 'still attached')
  call acc_detach(x%p)
  call expect(.not. holds(acc_deviceptr(t)), 'detached')

  ! Another target.
  x%p => u
  call acc_attach(x%p)
  call expect(holds(acc_deviceptr(u)), 'the other target')
  call acc_attach(x%p)
  call acc_detach_finalize(x%p)
  call expect(.not. holds(acc_deviceptr(u)), 'finalized')
  call acc_detach_finalize_async(x%a, acc_async_sync)
  call expect(.not. holds(acc_deviceptr(x%a)), 'finalized, a')
  call acc_detach(x%a)

  call acc_delete(x%a)
  call acc_delete(t)
  call acc_delete(u)
  x%n = 0
  call acc_copyout(x)
  call expect_equal(x%n, 5, 'copyout')
  call expect(associated(x%p, u), 'the host''s pointer after copyout')
  call expect_equal(sum(x%a), 24d0, 'the host''s allocatable after copyout')

  ! Of what is not present nothing is done.
  call acc_attach(x%p)
  call acc_detach(x%p)
  call finish()
contains
  type(c_ptr) function word(first, second)
    type(c_ptr), intent(in) :: first, second
    word = first
    if (.not. c_associated(first)) word = second
  end function

  !> Whether the device's copy of the record holds the address.
  logical function holds(address)
    type(c_ptr), intent(in) :: address
    integer(8) :: words(100), wanted
    integer :: count
    wanted = transfer(address, wanted)
    count = int(storage_size(x)/64)
    if (acc_get_property(0, acc_get_device_type(), &
        acc_property_shared_memory_support) /= 0) then
      holds = .true.
      return
    end if
    call acc_memcpy_from_device(words, acc_deviceptr(x), 8*count)
    holds = any(words(1:count) == wanted)
  end function
end program
