!===-- acc-messages-present.f90 - Data that are not present ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && mkdir -p %t.dir
! RUN: %{compile} -acc %s -o %t.dir/program
! RUN: not %run %t.dir/program missing 2>&1 | FileCheck %s --check-prefix=MISSING
! RUN: not %run %t.dir/program part 2>&1 | FileCheck %s --check-prefix=PART
! RUN: not %run %t.dir/program update 2>&1 | FileCheck %s --check-prefix=UPDATE
! RUN: not %run %t.dir/program default 2>&1 | FileCheck %s --check-prefix=DEFAULT
! RUN: not %run %t.dir/program nothing 2>&1 | FileCheck %s --check-prefix=NOTHING
! RUN: not %run %t.dir/program apart 2>&1 | FileCheck %s --check-prefix=APART
! RUN: not %run %t.dir/program around 2>&1 | FileCheck %s --check-prefix=AROUND
!
! A table of what is present, the variable, the file, the procedure and the line;
! the program ends with an error code.
! 
! MISSING: Present table dump for device[1]: {{.+}}
! MISSING-NEXT: host:0x{{[0-9a-f]+}} device:0x{{[0-9a-f]+}} size:400 presentcount:1+1 line:[[#@LINE+32]] name:x file:{{.*}}acc-messages-present.f90
! MISSING-NEXT: FATAL ERROR: data in PRESENT clause was not found on device 1: name=b host:0x{{[0-9a-f]+}}
! MISSING-NEXT: file:{{.*}}acc-messages-present.f90 scale line:[[#@LINE+15]]
! PART: FATAL ERROR: variable in COPYIN clause is partially present on device 1: name=x host:0x{{[0-9a-f]+}} size:400
! PART-NEXT: file:{{.*}}acc-messages-present.f90 main line:[[#@LINE+32]]
! UPDATE: FATAL ERROR: data in update host clause was not found on device 1: name=y
! UPDATE-NEXT: file:{{.*}} main line:[[#@LINE+34]]
! NOTHING: Present table dump for device[1]:
! NOTHING-NEXT: ...empty...
! NOTHING-NEXT: FATAL ERROR: data in PRESENT clause
!
!===----------------------------------------------------------------------===!

subroutine scale(a, b, n)
  implicit none
  integer :: n, i
  real :: a(n), b(n)
  !$acc parallel loop present(a, b)
  do i = 1, n
    a(i) = 2*b(i)
  end do
end subroutine

program main
  implicit none
  real :: x(100), y(100)
  character(10) :: what
  x = 1
  y = 1
  call get_command_argument(1, what)
  select case (what)
  case ('missing')
    !$acc enter data copyin(x)
    call scale(x, y, 100)
  case ('part')
    !$acc enter data create(x(11:20))
    !$acc enter data copyin(x)
  case ('update')
    !$acc enter data copyin(x)
    !$acc update host(x)
    !$acc update host(y(3:5))
  case ('nothing')
    call scale(x, y, 100)
  case ('default')
    !$acc enter data copyin(x)
    call by_default(x, y, 100)
  case default
    call sections(x, what)
  end select
  print *, 'not reached'
end program

! Arrays have to be present, scalars have not.
! DEFAULT: FATAL ERROR: data in PRESENT clause was not found on device 1: name=b host:0x{{[0-9a-f]+}}
! DEFAULT-NEXT: file:{{.*}}acc-messages-present.f90 by_default line:[[#@LINE+6]]
subroutine by_default(a, b, n)
  implicit none
  integer :: n, i
  real :: a(n), b(n), factor
  factor = 2
  !$acc serial default(present)
  do i = 1, n
    a(i) = factor*b(i)
  end do
  !$acc end serial
end subroutine

! Device code finds an array at one address, two sections may be in two places.
! APART: size:8 {{.*}} name:x(2:3)
! APART: size:8 {{.*}} name:x(8:9)
! APART: FATAL ERROR: variable in PRESENT clause is partially present on device 1: name=x host:
! APART-NEXT: file:{{.*}}acc-messages-present.f90 sections line:[[#@LINE+10]]
! AROUND: size:8 {{.*}} name:x(2:3)
! AROUND: size:8 {{.*}} name:x(8:9)
! AROUND: FATAL ERROR: variable in COPYIN clause is partially present on device 1: name=x host:
! AROUND-NEXT: file:{{.*}}acc-messages-present.f90 sections line:[[#@LINE+12]]
subroutine sections(x, what)
  implicit none
  real :: x(100)
  character(*) :: what
  if (what == 'apart') then
    !$acc serial copy(x(2:3), x(8:9))
    x(8) = x(2)
    !$acc end serial
  else
    !$acc data copy(x(2:3))
    !$acc data copy(x(8:9))
    !$acc serial
    x(8) = x(2)
    !$acc end serial
    !$acc end data
    !$acc end data
  end if
end subroutine
