!===-- acc-messages-components.f90 - Components that are not present ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && mkdir -p %t.dir
! RUN: %{compile} -acc %s -o %t.dir/program
! RUN: %run %t.dir/program all 2>&1 | FileCheck %s --check-prefix=ALL
! RUN: not %run %t.dir/program record 2>&1 | FileCheck %s --check-prefix=RECORD
! RUN: not %run %t.dir/program pointer 2>&1 | FileCheck %s --check-prefix=POINTER
! RUN: not %run %t.dir/program element 2>&1 | FileCheck %s --check-prefix=ELEMENT
!
! With DEFAULT(PRESENT), components of records, behind pointers and of elements
! of arrays must be present; the message has their names.
!
! ALL: sum 165.0
! RECORD: FATAL ERROR: data in PRESENT clause was not found on device 1: name=f%x host:0x
! RECORD-NEXT: file:{{.*}}acc-messages-components.f90 add line:[[#@LINE+18]]
! POINTER: FATAL ERROR: data in PRESENT clause was not found on device 1: name=p%x host:0x
! ELEMENT: FATAL ERROR: data in PRESENT clause was not found on device 1: name=g(:)%x host:0x
!
!===----------------------------------------------------------------------===!

module records
  implicit none
  type record
    real, allocatable :: x(:)
  end type
contains
  subroutine add(f, p, g, total)
    type(record), intent(in) :: f, g(:)
    type(record), pointer, intent(in) :: p
    real, intent(out) :: total
    integer :: i, k
    total = 0
    !$acc parallel loop default(present) reduction(+:total) copy(total)
    do i = 1, 10
      do k = 1, 2
        total = total + f%x(i)*p%x(i) + g(k)%x(i)
      end do
    end do
  end subroutine
end module

program main
  use records
  implicit none
  type(record) :: f, g(2)
  type(record), pointer :: p
  real :: total
  integer :: i
  character(10) :: what
  call get_command_argument(1, what)
  allocate(p)
  f%x = [(real(i), i = 1, 10)]
  p%x = [(1.0, i = 1, 10)]
  g(1)%x = f%x
  g(2)%x = p%x - 1.0
  !$acc enter data copyin(g)
  !$acc enter data copyin(g(1)%x)
  if (what /= 'record') then
    !$acc enter data copyin(f%x)
  end if
  if (what /= 'pointer') then
    !$acc enter data copyin(p%x)
  end if
  if (what /= 'element') then
    !$acc enter data copyin(g(2)%x)
  end if
  call add(f, p, g, total)
  print '(a, f6.1)', 'sum', total
end program
