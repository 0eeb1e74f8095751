!===-- block-pipeline.f90 - A signal that goes through the device in blocks ===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: env NVCOMPILER_ACC_NOTIFY=5 %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=WAITS
!
! Blocks in a ring of buffers from acc_malloc: copies, kernels and copies back in queues
! that the host asks for their end; queues of streams, the default queue, mapped memory,
! addresses of both sides, components attached by the library.
!
!===----------------------------------------------------------------------===!

module signals
  use, intrinsic :: iso_c_binding
  use openacc
  implicit none
  integer, parameter :: block = 64, ring = 3
  type :: filter
    integer :: reach = 0
    integer, allocatable :: weight(:)
  end type
contains
  subroutine apply(f, x, y, queue)
    type(filter), intent(in) :: f
    integer, intent(in) :: x(block + 4), queue
    integer, intent(out) :: y(block)
    integer :: i, k, total
    !$acc declare deviceptr(x, y) present(f)
    !$acc parallel loop async(queue) private(total) default(none)
    do i = 1, block
      total = 0
      do k = 1, f%reach
        total = total + f%weight(k)*x(i + k - 1)
      end do
      y(i) = total
      if (.not. acc_on_device(acc_device_not_host)) y(i) = -1
    end do
  end subroutine
end module

program main
  use testing
  use signals
  implicit none
  integer, parameter :: blocks = 10, n = block*blocks
  integer, target :: signal(n + 4), filtered(n), wanted(n), checks(blocks)
  type(filter) :: f
  type(c_ptr) :: inputs(ring), outputs(ring), mapped
  integer, pointer :: x(:), y(:)
  integer :: b, i, slot, busy(ring), queue_before
  integer(8) :: stream
  character(64) :: vendor
  call acc_init(acc_device_default)
  call expect(acc_get_property(0, acc_device_current, acc_property_memory) > 0, 'memory')
  call acc_get_property_string(0, acc_device_current, acc_property_vendor, vendor)
  call expect(len_trim(vendor) > 0, 'vendor')
  signal = [(mod(i*i, 37), i = 1, n + 4)]
  f%reach = 5
  allocate (f%weight(5))
  f%weight = [1, -2, 4, -2, 1]
  !$acc enter data copyin(f)
  call acc_copyin(f%weight)
  call acc_attach(f%weight)
  do slot = 1, ring
    inputs(slot) = acc_malloc(int(4*(block + 4), c_size_t))
    outputs(slot) = acc_malloc(int(4*block, c_size_t))
  end do
  ! The last queue is that of another's stream: both names mean one order of work.
  stream = acc_get_cuda_stream(1)
  call acc_set_cuda_stream(7, stream)
  queue_before = acc_get_default_async()
  filtered = 0
  busy = 0
  do b = 1, blocks
    slot = 1 + mod(b - 1, ring)
    if (busy(slot) > 0) call collect(slot)
    call c_f_pointer(inputs(slot), x, [block + 4])
    call c_f_pointer(outputs(slot), y, [block])
    call acc_memcpy_to_device_async(inputs(slot), signal(block*(b - 1) + 1), int(4*(block + 4), c_size_t), queue_of(slot))
    call acc_set_default_async(queue_of(slot))
    call apply(f, x, y, acc_async_noval)
    busy(slot) = b
  end do
  call acc_set_default_async(queue_before)
  do slot = 1, ring
    if (busy(slot) > 0) call collect(slot)
  end do
  call expect(acc_async_test_all(), 'nothing is left')
  wanted = 0
  do i = 1, 5
    wanted = wanted + f%weight(i)*signal(i:n + i - 1)
  end do
  call expect_equal(filtered, wanted, 'filtered')

  ! A sum of each block, in memory of the ring that is mapped to the host's array.
  mapped = outputs(1)
  call acc_map_data(checks, mapped, int(4*blocks, c_size_t))
  call expect(c_associated(acc_hostptr(mapped), c_loc(checks)), 'the host''s address')
  call expect(c_associated(acc_deviceptr(checks), mapped), 'the device''s address')
  !$acc parallel loop gang copyin(filtered) present(checks)
  do b = 1, blocks
    checks(b) = 0
    !$acc loop vector
    do i = 1, block
      !$acc atomic
      checks(b) = checks(b) + filtered(block*(b - 1) + i)
    end do
  end do
  call acc_update_self(checks)
  call acc_unmap_data(checks)
  call expect_equal(checks, sum(reshape(wanted, [block, blocks]), 1), 'sums')
  call acc_detach(f%weight)
  call acc_delete(f%weight)
  !$acc exit data delete(f)
  do slot = 1, ring
    call acc_free(inputs(slot))
    call acc_free(outputs(slot))
  end do
  call acc_shutdown(acc_device_default)
  call finish
contains
  integer function queue_of(slot)
    integer, intent(in) :: slot
    queue_of = merge(slot, 7, slot < ring)
  end function

  subroutine collect(slot)
    integer, intent(in) :: slot
    do while (.not. acc_async_test(queue_of(slot)))
    end do
    call acc_memcpy_from_device(filtered(block*(busy(slot) - 1) + 1), outputs(slot), int(4*block, c_size_t))
    busy(slot) = 0
  end subroutine
end program

! What is in a queue is not waited for where it is launched.
! WAITS-NOT: Implicit wait {{.*}}function={{apply}}
! WAITS: launch CUDA kernel {{.*}}function={{apply}}
! WAITS-NOT: Implicit wait {{.*}}function={{apply}}
! WAITS: PASS
