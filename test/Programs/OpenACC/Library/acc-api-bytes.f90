!===-- acc-api-bytes.f90 - The API's routines by a number of bytes --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %run %t.dir/program 2>&1 | FileCheck %s
!
! Every routine that takes a number of bytes, as integer(4) and as integer(8), at once and
! in a queue, on pages of a log: each call moves what no other moves, so that one that did
! nothing is missed. What is present is printed; devices are ended by their number.
!
!===----------------------------------------------------------------------===!
program main
  use, intrinsic :: iso_c_binding
  use testing
  use openacc
  implicit none
  integer, parameter :: lines = 32, bytes = 8*lines, q = 3
  integer(8), parameter :: wide = bytes
  integer(8) :: page(lines, 4), other(lines, 4)
  integer(acc_device_kind) :: kind
  integer :: form, j
  type(c_ptr) :: memory, second

  kind = acc_get_device_type()
  call acc_init_device(0, kind)
  call expect(acc_get_memory() > 0, 'memory')
  call expect(acc_get_free_memory() > 0 .and. acc_get_free_memory() <= acc_get_memory(), 'free memory')
  call acc_clear_freelists()

  ! Pages 1 to 4: at once and in a queue, integer(4) and integer(8).
  call fill(1)
  call acc_copyin(page(1, 1), bytes)
  call acc_copyin(page(1, 2), wide)
  call acc_copyin_async(page(1, 3), bytes, q)
  call acc_copyin_async(page(1, 4), wide, q)
  call acc_wait(q)
  call on_device(10)
  call acc_update_self(page(1, 1), bytes)
  call acc_update_self(page(1, 2), wide)
  call acc_update_self_async(page(1, 3), bytes, q)
  call acc_update_self_async(page(1, 4), wide, q)
  call acc_wait(q)
  call expect_pages(11, 'update_self')
  call fill(3)
  call acc_update_device(page(1, 1), bytes)
  call acc_update_device(page(1, 2), wide)
  call acc_update_device_async(page(1, 3), bytes, q)
  call acc_update_device_async(page(1, 4), wide, q)
  call acc_wait(q)
  call on_device(100)
  call fill(0)
  call acc_update_host(page(1, 1), bytes)
  call acc_update_host(page(1, 2), wide)
  call acc_copyout(page(1, 1), bytes)
  call acc_copyout(page(1, 2), wide)
  call acc_copyout_async(page(1, 3), bytes, q)
  call acc_copyout_async(page(1, 4), wide, q)
  call acc_wait(q)
  call expect_pages(103, 'copyout')
  call expect_absent('copyout')

  ! Created, and gone at the first exit, or at one that finalizes.
  do form = 1, 2
    call fill(5)
    call acc_create(page(1, 1), bytes)
    call acc_create(page(1, 2), wide)
    call acc_create_async(page(1, 3), bytes, q)
    call acc_create_async(page(1, 4), wide, q)
    call set_device(40*form)
    if (form == 2) then
      do j = 1, 4
        call acc_create_async(page(:, j), q)
      end do
      call acc_wait(q)
      call acc_copyout_finalize(page(1, 1), bytes)
      call acc_copyout_finalize(page(1, 2), wide)
      call acc_copyout_finalize_async(page(1, 3), bytes, q)
      call acc_copyout_finalize_async(page(1, 4), wide, q)
      call acc_wait(q)
      call expect_pages(80, 'copyout_finalize')
    else
      call acc_delete(page(1, 1), bytes)
      call acc_delete(page(1, 2), wide)
      call acc_delete_async(page(1, 3), bytes, q)
      call acc_delete_async(page(1, 4), wide, q)
      call acc_wait(q)
      call expect_pages(5, 'delete')
    end if
    call expect_absent('gone')
  end do
  do form = 1, 4
    call acc_copyin(page(:, form))
    call acc_copyin(page(:, form))
  end do
  call acc_delete_finalize(page(1, 1), bytes)
  call acc_delete_finalize(page(1, 2), wide)
  call acc_delete_finalize_async(page(1, 3), bytes, q)
  call acc_delete_finalize_async(page(1, 4), wide, q)
  call acc_wait(q)
  call expect_absent('delete_finalize')
  call acc_create_async(page(:, 2), q)
  call acc_wait(q)
  call expect(acc_is_present(page(1, 2), wide), 'create_async')
  call acc_delete_async(page(:, 2), q)
  call acc_wait(q)
  call expect_absent('delete_async')

  ! Memory by its address.
  memory = acc_malloc(4*bytes)
  second = acc_malloc(4*wide)
  call fill(7)
  call acc_memcpy_to_device(memory, page(1, 1), bytes)
  call acc_memcpy_to_device(at(memory, 1), page(1, 2), wide)
  call acc_memcpy_to_device_async(at(memory, 2), page(1, 3), bytes, q)
  call acc_memcpy_to_device_async(at(memory, 3), page(1, 4), wide, q)
  call acc_wait(q)
  call acc_memcpy_device(second, memory, bytes)
  call acc_memcpy_device(at(second, 1), at(memory, 1), wide)
  call acc_memcpy_device_async(at(second, 2), at(memory, 2), bytes, q)
  call acc_memcpy_device_async(at(second, 3), at(memory, 3), wide, q)
  call acc_wait(q)
  call fill(0)
  call acc_memcpy_from_device(page(1, 1), second, bytes)
  call acc_memcpy_from_device(page(1, 2), at(second, 1), wide)
  call acc_memcpy_from_device_async(page(1, 3), at(second, 2), bytes, q)
  call acc_memcpy_from_device_async(page(1, 4), at(second, 3), wide, q)
  call acc_wait(q)
  call expect_pages(7, 'memory')

  ! From the device's copy of one variable to that of another.
  call fill(9)
  other = 0
  call acc_copyin(page)
  call acc_copyin(other)
  call acc_memcpy_d2d(other(1, 1), page(1, 1), bytes, 0, 0)
  call acc_memcpy_d2d(other(1, 2), page(1, 2), wide, 0, 0)
  call acc_memcpy_d2d_async(other(1, 3), page(1, 3), bytes, 0, 0, q)
  call acc_memcpy_d2d_async(other(1, 4), page(1, 4), wide, 0, 0, q)
  call acc_wait(q)
  call acc_update_self(other)
  call expect_equal([other], [page], 'between variables')
  call acc_delete(other)
  call acc_delete(page)

  ! Mapped, by both kinds of numbers.
  call acc_map_data(page(1, 1), memory, bytes)
  call acc_map_data(page(1, 3), second, wide)
  call expect(acc_is_present(page(1, 1), bytes) .and. acc_is_present(page(1, 3), wide), 'mapped')
  ! CHECK: size:256
  ! CHECK: size:256
  call acc_present_dump()
  call acc_unmap_data(page(1, 3))
  ! CHECK: size:256
  call acc_present_dump_all()
  ! CHECK-NOT: size:256
  call acc_unmap_data(page(1, 1))
  call expect_absent('unmapped')
  call acc_free(memory)
  call acc_free(second)

  call acc_copyin(page)
  call acc_shutdown_device(0, kind)
  call expect_absent('shutdown_device')
  call finish
contains
  subroutine fill(start)
    integer, intent(in) :: start
    integer :: i, j
    page = reshape([((start + 1000_8*i + 100000_8*j, i = 1, lines), j = 1, 4)], [lines, 4])
  end subroutine

  type(c_ptr) function at(base, pages)
    type(c_ptr), intent(in) :: base
    integer, intent(in) :: pages
    integer(1), pointer :: whole(:)
    call c_f_pointer(base, whole, [4*bytes])
    at = c_loc(whole(1 + pages*bytes))
  end function

  !> Pages are on the device one by one.
  subroutine on_device(more)
    integer, intent(in) :: more
    integer :: i, j
    do j = 1, 4
      !$acc parallel loop present(page(:, j))
      do i = 1, lines
        page(i, j) = page(i, j) + more
      end do
    end do
    page = -1
  end subroutine

  subroutine set_device(start)
    integer, intent(in) :: start
    integer :: i, j
    do j = 1, 4
      !$acc parallel loop present(page(:, j))
      do i = 1, lines
        page(i, j) = start + 1000_8*i + 100000_8*j
      end do
    end do
  end subroutine

  subroutine expect_pages(start, what)
    integer, intent(in) :: start
    character(*), intent(in) :: what
    integer :: i, j
    call expect_equal([page], [((start + 1000_8*i + 100000_8*j, i = 1, lines), j = 1, 4)], what)
  end subroutine

  subroutine expect_absent(what)
    character(*), intent(in) :: what
    integer :: j
    do j = 1, 4
      call expect(.not. acc_is_present(page(1, j), bytes) .and. .not. acc_is_present(page(:, j)), what)
    end do
  end subroutine
end program
