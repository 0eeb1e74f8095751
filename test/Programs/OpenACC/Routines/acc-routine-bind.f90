!===-- acc-routine-bind.f90 - bind and nohost on routines ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: sed 's/^ *!.acc parallel loop.*//' %s > %t.dir/host.f90
! RUN: not %{compile} -acc -c %t.dir/host.f90 -o %t.dir/host.o 2>&1 | FileCheck %s --check-prefix=HOST
!
! A routine that is another one on the device, by name and by string, and
! routines that exist on the device only.
!
!===----------------------------------------------------------------------===!

module tools
  implicit none
contains
  integer function where_am_i(i)
    !$acc routine seq bind(on_device)
    integer, value :: i
    where_am_i = -i
  end function
  integer function on_device(i)
    !$acc routine seq
    integer, value :: i
    on_device = i*10
  end function
  integer function by_string(i)
    !$acc routine seq bind("device_part_")
    integer, value :: i
    by_string = -2*i
  end function
  integer function device_only(i)
    !$acc routine seq nohost
    integer, value :: i
    device_only = i + 3
  end function
  integer function caller(i)
    !$acc routine seq
    integer, value :: i
    caller = where_am_i(i) + 1
  end function
  subroutine vector_only(a, n)
    !$acc routine vector nohost
    integer, value :: n
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      a(i) = a(i) + n
    end do
  end subroutine
end module

integer function device_part(i)
  !$acc routine seq
  implicit none
  integer, value :: i
  device_part = i*20
end function

program main
  use testing
  use tools
  implicit none
  integer, parameter :: n = 64
  integer :: a(n), b(4, n), i
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = where_am_i(i)
  end do
  call expect_equal(a, [(10*i, i = 1, n)], 'bind(name) on the device')
  call expect_equal(where_am_i(3), -3, 'bind(name) on the host')
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = by_string(i)
  end do
  call expect_equal(a, [(20*i, i = 1, n)], 'bind("string") on the device')
  call expect_equal(by_string(3), -6, 'bind("string") on the host')
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = caller(i)
  end do
  call expect_equal(a, [(10*i + 1, i = 1, n)], 'bind in a routine')
  call expect_equal(caller(3), -2, 'the same routine on the host')
  !$acc parallel loop copyout(a)
  do i = 1, n
    ! HOST: :[[#@LINE+1]]:{{[0-9]+}}: error: 'device_only' is a NOHOST routine: it may only be called in a compute construct
    a(i) = device_only(i)
  end do
  call expect_equal(a, [(i + 3, i = 1, n)], 'nohost')
  b = 0
  !$acc parallel loop gang copy(b)
  do i = 1, n
    call vector_only(b(1, i), 4)
  end do
  call expect(all(b == 4), 'nohost and vector')
  call finish()
end program
