!===-- acc-api-update.f90 - acc_update_device and acc_update_self ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Updates of parts of what is present: sections of any stride and rank, numbers of
! bytes, components, with and without queues.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use openacc
  implicit none
  type :: item
    integer :: i
    real(8) :: x(4)
  end type
  integer, parameter :: n = 40
  integer :: a(n), want(n), m(8, 5, 3), k(8, 5, 3), i
  type(item) :: t(6)

  ! The device's copy: one for each element, then what the updates bring.
  a = 1
  call acc_copyin(a)
  want = 1
  a = [(i, i = 1, n)]
  call acc_update_device(a(5:20:3))
  want(5:20:3) = [(i, i = 5, 20, 3)]
  call acc_update_device(a(40:30:-2))
  want(40:30:-2) = [(i, i = 40, 30, -2)]
  call acc_update_device(a(2), 4*2)
  want(2:3) = [2, 3]
  call acc_update_device(a(25:24))
  a = 0
  call acc_update_self(a)
  call expect_equal(a, want, 'to the device')

  ! The host gets only what it asks for.
  a = 0
  call acc_update_self(a(3:39:4))
  want(:) = 0
  want(3:39:4) = 1
  where ([(i, i = 1, n)] == 11) want = 11
  want(3) = 3
  do i = 3, 39, 4
    if (i >= 30 .and. mod(i, 2) == 0) want(i) = i
    if (i >= 5 .and. i <= 20 .and. mod(i - 5, 3) == 0) want(i) = i
  end do
  call expect_equal(a, want, 'to the host')
  a = 0
  call acc_update_host(a(8), 4_8)
  call expect_equal(a(8), 8, 'one element')
  call expect_equal(sum(a), 8, 'no other')
  call acc_delete(a)

  ! Rank 3.
  m = 0
  k = reshape([(i, i = 1, size(k))], shape(k))
  call acc_copyin(m)
  m = k
  call acc_update_device(m(2:7:5, 5:1:-2, 2:3))
  m = 0
  call acc_update_self(m)
  call expect_equal(sum(m), sum(k(2:7:5, 1:5:2, 2:3)), 'rank 3, sum')
  call expect_equal(reshape(m(2:7:5, 1:5:2, 2:3), [12]), &
      reshape(k(2:7:5, 1:5:2, 2:3), [12]), 'rank 3')
  call acc_delete(m)

  ! Components of an array of records.
  do i = 1, 6
    t(i)%i = 10*i
    t(i)%x = real(i, 8)
  end do
  call acc_copyin(t)
  t%i = 0
  do i = 1, 6
    t(i)%x = 0
  end do
  call acc_update_self(t%i)
  call expect_equal(t%i, [(10*i, i = 1, 6)], 'component')
  call expect_equal(t%x(2), [(0d0, i = 1, 6)], 'another component')
  call acc_update_self(t(2:3))
  call expect_equal(t(3)%x, [3d0, 3d0, 3d0, 3d0], 'records')
  call expect_equal(t(4)%x(1), 0d0, 'another record')
  call acc_delete(t)

  ! Queues.
  call acc_create(a)
  a = [(i, i = 1, n)]
  call acc_update_device_async(a, 3)
  call acc_update_self_async(a(1), 4, 3)
  call acc_wait(3)
  a = 0
  call acc_update_self_async(a(::2), 3)
  call acc_wait(3)
  call expect_equal(a(::2), [(i, i = 1, n, 2)], 'queue, odd')
  call expect_equal(sum(a(2::2)), 0, 'queue, even')
  call acc_delete(a)
  call finish()
end program
