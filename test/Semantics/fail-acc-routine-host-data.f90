!===-- fail-acc-routine-host-data.f90 - Data of the host in routines -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/x.o 2>&1 | FileCheck %s
!
! The message says what the program lacks.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  real :: factor = 2
contains
  subroutine scale(x)
    !$acc routine seq
    real :: x
    ! CHECK: :[[#@LINE+1]]:5: error: host variable 'factor' cannot be used in device code: it needs the device attribute, or '!$acc declare create(factor)'
    x = x*factor
  end subroutine
end module
