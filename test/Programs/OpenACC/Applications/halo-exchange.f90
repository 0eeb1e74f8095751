!===-- halo-exchange.f90 - Two domains that exchange their edges -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: env NVCOMPILER_ACC_NOTIFY=5 %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=WAITS
! RUN: %{compile-and-run-acc-threads}
!
! Edges packed on the device into mapped memory and copied between addresses of the
! device, fields of records attached by the library and by the directive in turn, queues
! with streams and tests of their end, acc_on_device in a routine.
!
!===----------------------------------------------------------------------===!

module domains
  use, intrinsic :: iso_c_binding
  use openacc
  implicit none
  integer, parameter :: nx = 20, ny = 12
  type :: domain
    integer :: steps = 0
    integer, pointer :: field(:, :) => null(), next(:, :) => null()
  end type
contains
  integer function place()
    !$acc routine seq
    place = merge(1, 0, acc_on_device(acc_device_host))
  end function

  subroutine pack_edge(d, row, buffer, queue)
    type(domain), intent(in) :: d
    integer, intent(in) :: row, queue
    integer, intent(out) :: buffer(nx)
    integer :: i
    !$acc parallel loop present(d, buffer) async(queue)
    do i = 1, nx
      buffer(i) = d%field(i, row) + 1000*place()
    end do
  end subroutine

  subroutine unpack_edge(d, row, buffer, queue)
    type(domain), intent(inout) :: d
    integer, intent(in) :: row, queue
    integer, intent(in) :: buffer(nx)
    integer :: i
    !$acc parallel loop present(d, buffer) async(queue)
    do i = 1, nx
      d%field(i, row) = buffer(i)
    end do
  end subroutine

  subroutine advance(d, queue)
    type(domain), intent(inout) :: d
    integer, intent(in) :: queue
    integer :: i, j
    !$acc parallel loop collapse(2) present(d) async(queue)
    do j = 2, ny - 1
      do i = 1, nx
        d%next(i, j) = mod(d%field(i, j - 1) + 2*d%field(i, j) + 3*d%field(i, j + 1), 997)
      end do
    end do
    !$acc parallel loop collapse(2) present(d) async(queue)
    do j = 2, ny - 1
      do i = 1, nx
        d%field(i, j) = d%next(i, j)
      end do
    end do
  end subroutine
end module

program main
  use testing
  use domains
  implicit none
  type(domain), target :: low, high
  integer, target :: buffers(nx, 2), host(nx, 2*ny - 2), after(nx, 2*ny - 2)
  integer :: step, i, j
  integer(8) :: address
  type(c_ptr) :: memory
  integer(8) :: stream
  call acc_init(acc_get_device_type())
  allocate (low%field(nx, ny), low%next(nx, ny), high%field(nx, ny), high%next(nx, ny))
  host = reshape([(mod(i*13, 311), i = 1, size(host))], shape(host))
  low%field = host(:, :ny)
  high%field = host(:, ny - 1:)
  call acc_copyin(low%field)
  call acc_copyin(high%field)
  call acc_create(low%next)
  call acc_create(high%next)
  call acc_copyin(low)
  call acc_copyin(high)
  call acc_attach(low%field)
  call acc_attach(low%next)
  !$acc enter data attach(high%field, high%next)
  ! Both rows of buffers in one piece of memory.
  memory = acc_malloc(8*nx)
  call acc_map_data(buffers, memory, 8*nx)
  call expect(c_associated(acc_hostptr(acc_deviceptr(buffers)), c_loc(buffers)), 'there and back')
  call acc_set_default_async(2)
  stream = acc_get_cuda_stream(acc_get_default_async())
  call acc_set_cuda_stream(3, transfer(stream, c_null_ptr))
  do step = 1, 6
    call advance(low, 1)
    call advance(high, 3)
    call pack_edge(low, ny - 1, buffers(:, 1), 1)
    call pack_edge(high, 2, buffers(:, 2), acc_async_noval)
    if (step == 3) then
      ! What is on the way is looked at; the addresses are given anew.
      do while (.not. (acc_async_test(1) .and. acc_async_test(2)))
      end do
      call acc_update_self(buffers)
      call expect(all(buffers < 997), 'packed on the device')
      call acc_detach(low%field)
      call acc_wait_all
      !$acc exit data detach(high%field)
      !$acc serial present(high) copyout(address)
      address = loc(high%field)
      !$acc end serial
      call expect(address == loc(high%field), 'the host''s address')
      !$acc enter data attach(low%field)
      call acc_attach(high%field)
    end if
    call acc_wait_async(1, 3)
    call acc_wait_async(2, 1)
    call unpack_edge(high, 1, buffers(:, 1), 3)
    call unpack_edge(low, ny, buffers(:, 2), 1)
    call acc_wait_all
  end do
  ! Copies within the device: the other domain's inner edge once more.
  call acc_memcpy_device(acc_deviceptr(low%next), acc_deviceptr(high%field), 4*nx*ny)
  call acc_update_self(low%next)
  call acc_update_self(low%field)
  call acc_update_self(high%field)

  do step = 1, 6
    after = host
    do j = 2, 2*ny - 3
      after(:, j) = mod(host(:, j - 1) + 2*host(:, j) + 3*host(:, j + 1), 997)
    end do
    host = after
  end do
  call expect_equal([low%field], [host(:, :ny)], 'the low domain')
  call expect_equal([high%field], [host(:, ny - 1:)], 'the high domain')
  call expect_equal([low%next], [host(:, ny - 1:)], 'copied on the device')
  call acc_unmap_data(buffers)
  call acc_free(memory)
  call acc_detach(low%field)
  call acc_detach(low%next)
  call acc_detach_finalize(high%field)
  call acc_detach_finalize(high%next)
  call acc_delete(low)
  call acc_delete(high)
  call acc_delete(low%field)
  call acc_delete(high%field)
  call acc_delete(low%next)
  call acc_delete(high%next)
  call expect(.not. acc_is_present(low%field), 'nothing is left')
  call acc_shutdown(acc_get_device_type())
  call finish
end program

! What is in a queue is not waited for where it is launched.
! WAITS-NOT: Implicit wait {{.*}}function={{pack_edge|unpack_edge|advance}}
! WAITS: launch CUDA kernel {{.*}}function={{pack_edge|unpack_edge|advance}}
! WAITS-NOT: Implicit wait {{.*}}function={{pack_edge|unpack_edge|advance}}
! WAITS: PASS
