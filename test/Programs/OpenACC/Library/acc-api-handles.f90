!===-- acc-api-handles.f90 - Queues of the handle kind --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! integer(acc_handle_kind) holds a queue's number and, as programs for NVIDIA's
! compiler have it, a stream. Both kinds of integers stand for queues.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use openacc
  implicit none
  integer, parameter :: n = 1000
  integer(acc_handle_kind) :: q, r, stream
  integer :: a(n), b(n), i

  stream = acc_get_cuda_stream(3)
  call expect(stream == acc_get_cuda_stream(3_acc_handle_kind), 'one stream')
  call acc_set_cuda_stream(4_acc_handle_kind, stream)
  call expect(acc_get_cuda_stream(4) == stream, 'of two queues')

  q = 5
  r = 6
  a = 0
  call acc_create(a)
  !$acc parallel loop present(a) async(q)
  do i = 1, n
    a(i) = i
  end do
  call acc_wait_async(q, r)
  call acc_wait_async(q, 7)
  call acc_wait_async(5, r)
  call acc_update_self_async(a, r)
  call acc_wait(r)
  call expect_equal(a, [(i, i = 1, n)], 'after both queues')
  call expect(acc_async_test(q), 'waited for')
  call expect(acc_async_test_device(q, 0), 'on the device')
  b = 2*a
  a = b
  call acc_update_device_async(a(1:10), q)
  call acc_update_device_async(a(11), 4*(n - 10), q)
  call acc_wait_all_async(r)
  call acc_wait(r)
  a = 0
  call acc_copyout_async(a, r)
  call acc_async_wait(r)
  call expect_equal(a, b, 'copied back')

  call acc_set_default_async(q)
  call expect_equal(acc_get_default_async(), 5, 'default')
  q = acc_async_noval
  call acc_set_default_async(q)
  call expect_equal(acc_get_default_async(), acc_async_noval, 'as before')
  call finish()
end program
