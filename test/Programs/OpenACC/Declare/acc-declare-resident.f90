!===-- acc-declare-resident.f90 - Linked and resident data, more uses -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Linked data that UPDATE moves, of two dimensions in a routine, and atomically
! changed by one; resident data of two dimensions, as a table, as counters, and
! an allocatable array of changing size.
!
!===----------------------------------------------------------------------===!

module store
  implicit none
  integer, parameter :: n = 60
  integer :: moved(n)
  real(8) :: plane(n, 3)
  integer :: hits(4)
  !$acc declare link(moved, plane, hits)
  integer :: table(n, 2), counts(4)
  real(8), allocatable :: work(:)
  !$acc declare device_resident(table, counts, work)
contains
  real(8) function row(i)
    !$acc routine seq
    integer, value :: i
    integer :: k
    row = 0
    do k = 1, 3
      row = row + plane(i, k)
    end do
  end function
  subroutine hit(i)
    !$acc routine seq
    integer, value :: i
    !$acc atomic
    hits(mod(i, 4) + 1) = hits(mod(i, 4) + 1) + 1
  end subroutine
  subroutine count_one(i)
    !$acc routine seq
    integer, value :: i
    !$acc atomic update
    counts(mod(i, 4) + 1) = counts(mod(i, 4) + 1) + i
  end subroutine
end module

program main
  use testing
  use store
  implicit none
  integer, parameter :: many = 90000
  integer :: i, k, b(n), wanted(4), size_now
  real(8) :: x(n)

  moved = 1
  !$acc enter data copyin(moved)
  moved = [(i, i = 1, n)]
  !$acc update device(moved(11:20))
  !$acc parallel loop present(moved)
  do i = 1, n
    moved(i) = moved(i)*10
  end do
  moved(1:14) = -1
  moved(26:30) = -1
  !$acc update self(moved(15:25))
  call expect(all(moved(:14) == -1) .and. all(moved(26:30) == -1), 'what was not updated')
  call expect_equal(moved(15:20), [(10*i, i = 15, 20)], 'linked data after UPDATE')
  !$acc exit data delete(moved)

  plane = reshape([(0.5d0*i, i = 1, 3*n)], [n, 3])
  !$acc data copyin(plane)
  !$acc parallel loop copyout(x)
  do i = 1, n
    x(i) = row(i)
  end do
  !$acc end data
  call expect_equal(x, [(sum(plane(i, :)), i = 1, n)], 'linked data of two dimensions')

  hits = 0
  wanted = 0
  !$acc parallel loop copy(hits)
  do i = 1, 10*many
    call hit(i)
  end do
  do i = 1, 10*many
    wanted(mod(i, 4) + 1) = wanted(mod(i, 4) + 1) + 1
  end do
  call expect_equal(hits, wanted, 'linked data changed by a routine')

  !$acc parallel loop collapse(2)
  do k = 1, 2
    do i = 1, n
      table(i, k) = i*k
    end do
  end do
  !$acc parallel loop copyout(b)
  do i = 1, n
    b(i) = table(i, 1) + table(n + 1 - i, 2)
  end do
  call expect_equal(b, [(i + 2*(n + 1 - i), i = 1, n)], 'a resident table')

  !$acc serial
  counts = 0
  !$acc end serial
  !$acc parallel loop
  do i = 1, many
    call count_one(i)
  end do
  wanted = 0
  do i = 1, many
    wanted(mod(i, 4) + 1) = wanted(mod(i, 4) + 1) + i
  end do
  !$acc parallel loop copyout(b)
  do i = 1, 4
    b(i) = counts(i)
  end do
  call expect_equal(b(:4), wanted, 'resident counters')

  do size_now = 20, n, 20
    allocate (work(size_now))
    !$acc parallel loop
    do i = 1, size_now
      work(i) = i + size_now
    end do
    x = 0
    !$acc parallel loop copy(x)
    do i = 1, size_now
      x(i) = work(size_now + 1 - i)
    end do
    call expect_equal(x(:size_now), [(dble(2*size_now + 1 - i), i = 1, size_now)], 'a resident allocatable array')
    deallocate (work)
  end do
  call finish()
end program
