!===-- acc-records-allocated.f90 - Components made on the device -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && mkdir -p %t.dir
! RUN: %{compile} -acc %s -o %t.dir/program
! RUN: not %run %t.dir/program 2>&1 | FileCheck %s
!
! A routine allocates a component of a record that the construct gives back: the
! host would get the device's address.
!
! CHECK: FATAL ERROR: the construct has allocated or deallocated 'f%x' on the device, which the host cannot get
! CHECK-NEXT: file:{{.*}}acc-records-allocated.f90 records_allocated line:[[@LINE+23]]
!
!===----------------------------------------------------------------------===!

module fields
  implicit none
  type field_t
    integer :: n = 0
    real, allocatable :: x(:)
  end type
contains
  subroutine make(f)
    !$acc routine seq
    type(field_t), intent(inout) :: f
    allocate(f%x(5))
    f%x = 4
  end subroutine
end module

program records_allocated
  use fields
  implicit none
  type(field_t) :: f
  !$acc serial
  call make(f)
  !$acc end serial
  print *, f%x
end program
