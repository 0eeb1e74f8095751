!===-- acc-api-queues.f90 - Queues -----------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! acc_wait and acc_async_test with all their forms, the default queue, and CUDA's
! streams behind the numbers.
!
!===----------------------------------------------------------------------===!

program main
  use, intrinsic :: iso_c_binding
  use testing
  use openacc
  implicit none
  integer, parameter :: n = 100000
  integer :: a(n), b(n), i, q
  integer(8) :: stream, other
  type(c_ptr) :: p

  call expect(acc_async_test_all(), 'nothing to do')
  call expect(acc_async_test(7), 'a queue that nobody used')
  call acc_wait(8)
  call acc_wait_all()
  call expect_equal(acc_get_default_async(), acc_async_noval, 'default')

  ! Any number of queues, each in its order.
  a = [(i, i = 1, n)]
  call acc_create(a)
  do q = 0, 40
    call acc_update_device_async(a(1 + 1000*q), 4000, q)
  end do
  do q = 0, 40
    call acc_wait(q)
    call expect(acc_async_test(q), 'waited for')
  end do
  b = a
  a = 0
  do q = 0, 40
    call acc_update_self_async(a(1 + 1000*q), 4000, q)
  end do
  call acc_wait_all()
  call expect(acc_async_test_all(), 'waited for all')
  call expect_equal(a(1:41000), b(1:41000), 'pieces')

  ! One queue waits for another, or for all.
  p = acc_deviceptr(a)
  a = 1
  call acc_update_device_async(a, 1)
  call acc_wait_async(1, 2)
  call acc_update_self_async(a(1:10), 2)
  call acc_wait(2)
  call expect_equal(sum(a(1:10)), 10, 'after queue 1')
  a = 2
  call acc_update_device_async(a, 3)
  call acc_wait_all_async(4)
  b = 0
  call acc_memcpy_from_device_async(b, p, 40, 4)
  call acc_wait(4)
  call expect_equal(sum(b(1:10)), 20, 'after all')
  call acc_wait_device(3, 0)
  call acc_wait_device_async(3, 1, 0)
  call acc_wait_all_device(0)
  call acc_wait_all_device_async(1, 0)
  call expect(acc_async_test_device(3, 0), 'test_device')
  call acc_wait_all()
  call expect(acc_async_test_all_device(0), 'test_all_device')
  call acc_async_wait(1)
  call acc_async_wait_all()

  ! Async without a number is the default queue, whatever that is.
  call acc_set_default_async(5)
  call expect_equal(acc_get_default_async(), 5, 'default is 5')
  stream = acc_get_cuda_stream(5)
  call expect(stream == acc_get_cuda_stream(acc_async_noval), 'its stream')
  other = acc_get_cuda_stream(6)
  call expect(stream /= other, 'another stream')
  call acc_set_default_async(acc_async_noval)
  call expect(stream /= acc_get_cuda_stream(acc_async_noval), 'as before')

  ! A stream of the program's own.
  call acc_set_cuda_stream(9, other)
  call expect(acc_get_cuda_stream(9) == other, 'the stream given')
  a = 3
  call acc_update_device_async(a, 9)
  b = 0
  call acc_memcpy_from_device_async(b, p, 40, 6)
  call acc_wait(9)
  call expect_equal(sum(b(1:10)), 30, 'one stream, two numbers')
  call acc_set_cuda_stream(10, transfer(stream, c_null_ptr))
  call expect(acc_get_cuda_stream(10) == stream, 'a stream as a C pointer')

  ! What the host waits for goes into the stream given, behind what is there.
  call acc_set_cuda_stream(acc_async_sync, other)
  call expect(acc_get_cuda_stream(acc_async_sync) == other, 'synchronous')
  a = 0
  !$acc parallel loop present(a) async(9)
  do i = 1, size(a)
    a(i) = i
  end do
  !$acc parallel loop present(a)
  do i = 1, size(a)
    a(i) = 2*a(i)
  end do
  !$acc update self(a)
  call expect_equal(a, [(2*i, i = 1, size(a))], 'one after the other')
  call acc_delete(a)
  call finish()
end program
