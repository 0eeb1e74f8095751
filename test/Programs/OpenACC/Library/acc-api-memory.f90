!===-- acc-api-memory.f90 - Device memory by address -----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! acc_malloc, acc_free, the copies between host and device memory, acc_map_data,
! acc_deviceptr and acc_hostptr.
!
!===----------------------------------------------------------------------===!

program main
  use, intrinsic :: iso_c_binding
  use testing
  use openacc
  implicit none
  integer, parameter :: n = 1000
  integer, target :: a(n), b(n)
  integer :: i
  type(c_ptr) :: p, q
  integer(8) :: bytes

  bytes = 4*n
  p = acc_malloc(bytes)
  q = acc_malloc(4*n)
  call expect(c_associated(p) .and. c_associated(q), 'acc_malloc')
  call expect(.not. c_associated(p, q), 'two addresses')
  a = [(i, i = 1, n)]
  call acc_memcpy_to_device(p, a, bytes)
  call acc_memcpy_device(q, p, 4*n)
  b = 0
  call acc_memcpy_from_device(b, q, bytes)
  call expect_equal(b, a, 'there and back')
  b = 0
  call acc_memcpy_from_device(b(11), p, 8)
  call expect_equal(b(10:13), [0, 1, 2, 0], 'two elements')
  a = -a
  call acc_memcpy_to_device_async(p, a, 4*n, 1)
  call acc_memcpy_device_async(q, p, bytes, 1)
  call acc_memcpy_from_device_async(b, q, 4*n, 1)
  call acc_wait(1)
  call expect_equal(b, a, 'in a queue')

  ! Mapped memory is present, but not freed by the last exit.
  call acc_map_data(a, p, bytes)
  call expect(acc_is_present(a), 'mapped')
  call expect(c_associated(acc_deviceptr(a), p), 'its address')
  call expect(c_associated(acc_hostptr(p), c_loc(a)), 'the host''s address')
  call acc_copyin(a)
  a = 4
  call acc_update_device(a)
  call acc_copyout(a)
  call expect(acc_is_present(a), 'still mapped')
  call acc_memcpy_from_device(b, p, bytes)
  call expect_equal(b, [(4, i = 1, n)], 'the memory itself')
  call acc_unmap_data(a)
  call expect(.not. acc_is_present(a), 'not mapped')
  call acc_free(p)
  call acc_free(q)
  call acc_free(c_null_ptr)

  ! Addresses within what is present.
  call expect(.not. c_associated(acc_deviceptr(a)), 'nothing there')
  call acc_create(a)
  call acc_create(b)
  p = acc_deviceptr(a)
  call expect(c_associated(p), 'there')
  b(1:5) = [5, 4, 3, 2, 1]
  call acc_memcpy_to_device(acc_deviceptr(a(101)), b, 20)
  a = 0
  call acc_update_self(a(101:105))
  call expect_equal(a(101:105), [5, 4, 3, 2, 1], 'address of an element')
  call expect(c_associated(acc_hostptr(acc_deviceptr(b(7))), c_loc(b(7))), &
      'and back')
  call acc_delete(a)
  call acc_delete(b)
  call expect(.not. c_associated(acc_hostptr(p)), 'no longer')

  ! Between what two devices have, here twice the same one.
  a = 1
  b = 2
  call acc_copyin(a)
  call acc_copyin(b)
  call acc_memcpy_d2d(b, a, 40, 0, 0)
  call acc_memcpy_d2d_async(b(n), a(n), 4_8, 0, 0, 1)
  call acc_wait(1)
  call acc_copyout(b)
  call acc_delete(a)
  call expect_equal(b(1:12), [(1, i = 1, 10), 2, 2], 'device to device')
  call expect_equal(b(n - 1:), [2, 1], 'device to device, in a queue')

  ! Memory that is given back can be had again, any number of times.
  do i = 1, 200
    p = acc_malloc(1000000_8*i)
    call expect(c_associated(p), 'again')
    call acc_free(p)
  end do
  call finish()
end program
