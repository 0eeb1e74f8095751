!===-- fail-images.f90 - Coarrays and images -------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && split-file %s %t.dir && cd %t.dir
! RUN: not %{compile} -c critical.f90 2>&1 | FileCheck critical.f90
! RUN: not %{compile} -c sync.f90 2>&1 | FileCheck sync.f90
! RUN: not %{compile} -c coarray.f90 2>&1 | FileCheck coarray.f90
!
! Flang's lowering stops at what needs more than one image. Coarrays are refused
! where they are declared, also if no image is named anywhere.
!
!===----------------------------------------------------------------------===!

!--- critical.f90
subroutine s(a)
  real :: a
  ! CHECK: :[[#@LINE+1]]:3: error: the CRITICAL construct is not supported: a program has one image
  critical
    a = 1
  end critical
end subroutine
!--- sync.f90
subroutine s
  ! CHECK: :[[#@LINE+1]]:3: error: coarrays, and statements that control images, are not supported: a program has one image
  sync all
end subroutine
!--- coarray.f90
module m
  ! CHECK-DAG: :[[#@LINE+1]]:17: error: 'c' is a coarray: coarrays are not supported, a program has one image
  real, save :: c[*]
contains
  subroutine s(a, b)
    ! CHECK-DAG: :[[#@LINE+1]]:13: error: 'a' is a coarray: coarrays are not supported, a program has one image
    real :: a[*], b
    ! CHECK-DAG: :[[#@LINE+1]]:26: error: 'd' is a coarray: coarrays are not supported, a program has one image
    real, allocatable :: d(:)[:]
    b = a[2]
  end subroutine
end module
