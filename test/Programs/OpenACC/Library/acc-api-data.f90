!===-- acc-api-data.f90 - Routines that do what data clauses do ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! acc_copyin, acc_create, acc_copyout, acc_delete and their finalizing forms, with
! their old names, on whole arrays and by a number of bytes; the counters.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use openacc
  implicit none
  integer, parameter :: n = 100
  real(8) :: a(n), b(n), x
  integer :: m(10, 6), i
  integer(8) :: bytes
  complex :: z
  character(5) :: text
  real, allocatable :: v(:, :)
  real(8) :: empty(0)

  ! What is copied back is what was copied in, not what the host has since.
  a = [(real(i, 8), i = 1, n)]
  call expect(.not. acc_is_present(a), 'not there')
  call acc_copyin(a)
  call expect(acc_is_present(a), 'there')
  call expect(acc_is_present(a(3:7)), 'a part is there')
  call expect(.not. acc_is_present(b), 'another is not')
  a = -1
  call acc_copyout(a)
  call expect_equal(a, [(real(i, 8), i = 1, n)], 'copyin, copyout')
  call expect(.not. acc_is_present(a), 'gone')

  ! Two entries need two exits; copies are made by the first and the last.
  call acc_copyin(a)
  b = a
  a = 0
  call acc_copyin(a)
  a = 5
  call acc_copyout(a)
  call expect_equal(a, [(5d0, i = 1, n)], 'not copied yet')
  call expect(acc_is_present(a), 'counted')
  call acc_copyout(a)
  call expect_equal(a, b, 'the first copy')
  call expect(.not. acc_is_present(a), 'gone after two')

  ! ..., or one that finalizes.
  call acc_copyin(a)
  call acc_copyin(a)
  call acc_copyin(a)
  a = 0
  call acc_copyout_finalize(a)
  call expect_equal(a, b, 'copyout_finalize')
  call expect(.not. acc_is_present(a), 'finalized')
  call acc_create(a)
  call acc_create(a)
  call acc_delete_finalize(a)
  call expect(.not. acc_is_present(a), 'deleted')
  ! An exit without an entry does nothing.
  call acc_delete(a)
  call acc_copyout(a)
  call expect_equal(a, b, 'nothing to copy')

  ! By a number of bytes.
  a = 7
  call acc_copyin(a, 8*n)
  a = 0
  call acc_copyout(a, 8*n)
  call expect_equal(a, [(7d0, i = 1, n)], 'integer(4) bytes')
  bytes = 8*10
  a(11:20) = 3
  call acc_copyin(a(11), bytes)
  call expect(acc_is_present(a(11), bytes), 'ten elements')
  call expect(acc_is_present(a(20), 8), 'the last of them')
  call expect(.not. acc_is_present(a(11), bytes + 8), 'not eleven')
  call expect(.not. acc_is_present(a), 'not all')
  a = 0
  call acc_copyout(a(11), bytes)
  call expect_equal(a(11:20), [(3d0, i = 1, 10)], 'integer(8) bytes')
  call expect_equal(a(1:10), [(0d0, i = 1, 10)], 'before them')
  call expect_equal(a(21:), [(0d0, i = 21, n)], 'after them')

  ! Scalars of several types.
  x = 2.5d0
  z = (1., -2.)
  text = 'hello'
  call acc_copyin(x)
  call acc_copyin(z)
  call acc_copyin(text)
  x = 0
  z = 0
  text = '-----'
  call acc_copyout(x)
  call acc_copyout(z)
  call acc_copyout(text)
  call expect_equal(x, 2.5d0, 'real(8)')
  call expect_equal(z, (1., -2.), 'complex')
  call expect_equal(text, 'hello', 'character')

  ! A section of columns is all that goes; what lies beside it does not.
  m = reshape([(i, i = 1, 60)], [10, 6])
  call acc_copyin(m(:, 2:3))
  m = 0
  call acc_copyout(m(:, 2:3))
  call expect_equal(reshape(m(:, 2:3), [20]), [(i, i = 11, 30)], 'two columns')
  call expect_equal(sum(m(:, 1)) + sum(m(:, 4:)), 0, 'the others')
  m = reshape([(i, i = 1, 60)], [10, 6])
  call acc_copyin(m(2:9:3, ::2))
  m = 0
  call acc_copyout(m(2:9:3, ::2))
  call expect_equal(reshape(m(2:9:3, ::2), [9]), &
      [2, 5, 8, 22, 25, 28, 42, 45, 48], 'strides')
  call expect_equal(sum(m), 225, 'between them')

  ! Allocatables, and the names of former versions.
  allocate (v(0:4, -1:1))
  v = 1.5
  call acc_present_or_copyin(v)
  call acc_pcopyin(v)
  v = 0
  call acc_delete(v)
  call expect(acc_is_present(v), 'old names count')
  call acc_copyout(v)
  call expect_equal(sum(v), 22.5, 'allocatable')
  call acc_present_or_create(v)
  call acc_pcreate(v)
  call acc_delete(v)
  call acc_delete(v)
  call expect(.not. acc_is_present(v), 'old names of create')

  ! With queues.
  a = 9
  call acc_copyin_async(a, 1)
  call acc_create_async(b, 8*n, 1)
  call acc_wait(1)
  a = 0
  call acc_copyout_async(a, 1)
  call acc_delete_async(b, 8_8*n, 1)
  call acc_wait(1)
  call expect_equal(a, [(9d0, i = 1, n)], 'queue')
  call acc_copyin_async(a, acc_async_sync)
  call acc_copyin_async(a, acc_async_noval)
  a = 1
  call acc_copyout_finalize_async(a, acc_async_noval)
  call acc_wait(acc_async_noval)
  call expect_equal(a, [(9d0, i = 1, n)], 'default queue')
  call acc_create(a)
  call acc_delete_finalize_async(a, 2)
  call acc_wait_all()
  call expect(.not. acc_is_present(a), 'all gone')

  ! Nothing is no trouble.
  call acc_copyin(empty)
  call acc_copyout(empty)
  call acc_copyin(a(5:4))
  call acc_delete(a(5:4))
  call expect(.not. acc_is_present(a), 'an empty section')
  call finish()
end program
