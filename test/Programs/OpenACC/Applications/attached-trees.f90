!===-- attached-trees.f90 - Trees whose nodes are attached one by one ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Nodes that point to nodes by attach clauses and to lists attached by the library, walked by routines of the
! device; nodes that move to other memory on the device, the queues of copies and what
! tests their end.
!
!===----------------------------------------------------------------------===!

module trees
  implicit none
  type :: node
    integer :: key = 0, value = 0
    type(node), pointer :: left => null(), right => null()
    integer, pointer :: items(:) => null()
  end type
contains
  recursive subroutine insert(at, new)
    type(node), pointer, intent(inout) :: at
    type(node), pointer, intent(in) :: new
    if (.not. associated(at)) then
      at => new
    else if (new%key < at%key) then
      call insert(at%left, new)
    else
      call insert(at%right, new)
    end if
  end subroutine

  integer function look_up(root, key)
    !$acc routine seq
    type(node), intent(in), target :: root
    integer, value :: key
    type(node), pointer :: at
    integer :: i
    at => root
    look_up = -1
    do while (associated(at))
      if (at%key == key) then
        look_up = at%value
        do i = 1, size(at%items)
          look_up = look_up + at%items(i)
        end do
        return
      end if
      if (key < at%key) then
        at => at%left
      else
        at => at%right
      end if
    end do
  end function
end module

program main
  use, intrinsic :: iso_c_binding
  use testing
  use openacc
  use trees
  implicit none
  integer, parameter :: n = 60
  type(node), target :: nodes(n)
  type(node), pointer :: root, new
  integer, target :: items(3, n), other(3)
  integer :: i, found(0:4*n), wanted(0:4*n), queue, where_run(2)
  integer(8) :: stream
  type(c_ptr) :: address
  root => null()
  items = reshape([(i, i = 1, 3*n)], [3, n])
  do i = 1, n
    nodes(i)%key = mod(i*37, 4*n)
    nodes(i)%value = 1000*i
    nodes(i)%items => items(1:mod(i, 4), i)
    new => nodes(i)
    call insert(root, new)
  end do
  call acc_init(acc_device_default)
  call acc_set_default_async(4)
  queue = acc_get_default_async()
  stream = acc_get_cuda_stream(queue)
  call acc_set_cuda_stream(6, stream)
  call acc_copyin_async(items, queue)
  call acc_copyin_async(nodes, 6)
  do while (.not. acc_async_test(queue))
  end do
  do i = 1, n
    if (associated(nodes(i)%left)) then
      !$acc enter data attach(nodes(i)%left)
    end if
    if (associated(nodes(i)%right)) then
      !$acc enter data attach(nodes(i)%right) async(6)
    end if
    if (mod(i, 2) == 0 .and. size(nodes(i)%items) > 0) call acc_attach_async(nodes(i)%items, 6)
    if (mod(i, 2) == 1 .and. size(nodes(i)%items) > 0) call acc_attach(nodes(i)%items)
  end do
  call acc_wait(6)
  call search
  do i = 0, 4*n
    wanted(i) = look_up(root, i)
  end do
  call expect_equal(found, wanted, 'found')
  call expect_equal(count(found >= 0), n, 'all keys')

  ! One node gets another list, which is mapped to memory of the program's own.
  other = [7, 8, 9]
  address = acc_malloc(12)
  call acc_map_data(other, address, 12)
  call acc_memcpy_to_device(address, [70, 80, 90], 12)
  call expect(c_associated(acc_hostptr(address), c_loc(other)), 'mapped')
  if (size(nodes(5)%items) > 0) call acc_detach(nodes(5)%items)
  nodes(5)%items => other
  call acc_attach(nodes(5)%items)
  call search
  wanted(nodes(5)%key) = nodes(5)%value + 240
  call expect_equal(found, wanted, 'another list')
  where_run = -1
  !$acc serial copy(where_run)
  where_run(1) = merge(1, 0, acc_on_device(acc_device_host))
  where_run(2) = merge(1, 0, acc_on_device(acc_device_not_host))
  !$acc end serial
  call expect_equal(where_run, [0, 1], 'where it ran')
  call acc_detach(nodes(5)%items)
  do i = 1, n
    if (associated(nodes(i)%left)) then
      !$acc exit data detach(nodes(i)%left) finalize
    end if
    if (associated(nodes(i)%right)) then
      !$acc exit data detach(nodes(i)%right) async(queue)
    end if
    if (i /= 5 .and. mod(i, 2) == 0 .and. size(nodes(i)%items) > 0) call acc_detach_async(nodes(i)%items, queue)
    if (i /= 5 .and. mod(i, 2) == 1 .and. size(nodes(i)%items) > 0) call acc_detach(nodes(i)%items)
  end do
  call acc_wait(queue)
  call acc_unmap_data(other)
  call acc_free(address)
  call acc_copyout(nodes)
  call acc_delete(items)
  call expect_equal(look_up(root, nodes(9)%key), 9000 + sum(items(:1, 9)), 'the host''s tree')
  call expect(acc_get_property(0, acc_get_device_type(), acc_property_memory) > 0_8, 'memory')
  call acc_shutdown(acc_device_default)
  call finish
contains
  subroutine search
    found = -2
    !$acc parallel loop present(nodes, root) copyout(found)
    do i = 0, 4*n
      found(i) = look_up(root, i)
    end do
  end subroutine
end program
