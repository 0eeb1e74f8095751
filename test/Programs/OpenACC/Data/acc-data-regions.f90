!===-- acc-data-regions.f90 - Regions of data inside of each other ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: not %run %t.dir/program absent 2>&1 | FileCheck %s --check-prefix=ABSENT
!
! Parts inside of present data, regions that are not reached, attach and detach,
! arrays allocated anew.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 20
  integer :: a(n), b(n), i, k
  integer, allocatable :: d(:)
  integer, pointer :: p(:)
  integer, target :: t(n)
  a = 1
  !$acc data copy(a)
  call region(a, 3)
  call region(a, 30)
  !$acc end data
  call expect_equal(a, [(2, i=1,n)], 'returned')
  ! loops leaving... nested data
  !$acc data copyin(a(1:10))
  !$acc data copy(a(3:7))
  !$acc parallel loop
  do i = 3, 7
    a(i) = 50
  end do
  !$acc end data
  if (memory_is_apart()) then
    call expect_equal(a, [(2, i=1,n)], 'inner region copies nothing')
  end if
  !$acc update self(a(3:7))
  !$acc end data
  call expect_equal(a, [(merge(50, 2, i>=3 .and. i <=7), i=1,n)], 'updated')
  ! attach clause
  t = 4
  p => t
  !$acc enter data copyin(t) copyin(p)
  !$acc enter data attach(p)
  !$acc parallel loop present(p)
  do i = 1, n
   p(i) = p(i) + i
  end do
  !$acc exit data detach(p)
  !$acc exit data delete(p) copyout(t) finalize
  call expect_equal(t, [(4+i, i=1,n)], 'attached')
  do k = 1, 3
    allocate(d(k*5))
    d = k
    !$acc enter data copyin(d) if(k < 3 .or. command_argument_count() == 0)
    ! ABSENT: FATAL ERROR: data in PRESENT clause was not found on device 1: name=d host:0x
    !$acc parallel loop default(present)
    do i = 1, k*5
      d(i) = d(i) + 1
    end do
    !$acc exit data copyout(d)
    call expect(all(d == k+1), 'd')
    deallocate(d)
  end do
  do k = 1, 4
    if (k == 3) cycle
    !$acc data copyout(b)
    !$acc kernels
    b(:) = k
    !$acc end kernels
    !$acc end data
    call expect(all(b == k), 'b')
  end do
  !$acc parallel loop copy(a) private(k)
  do i = 1, n
    k = i
    a(i) = k
  end do
  call finish()
contains
  subroutine region(x, m)
    integer :: x(:), m, i
    if (m > 20) return
    !$acc data present(x)
    !$acc parallel loop
    do i = 1, size(x)
      x(i) = x(i) + 1
    end do
    !$acc end data
  end subroutine

  ! Whether the device has memory of its own: not with -acc=multicore.
  logical function memory_is_apart()
    integer :: there(1), seen
    there = 1
    !$acc data copyin(there)
    there = 2
    !$acc serial present(there) copyout(seen)
    seen = there(1)
    !$acc end serial
    !$acc end data
    memory_is_apart = seen == 1
  end function
end program
