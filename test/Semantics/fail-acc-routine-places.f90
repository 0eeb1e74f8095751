!===-- fail-acc-routine-places.f90 - Routine directives outside -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s
!
! Between program units only a directive with a name says which procedure it is
! about.
!
!===----------------------------------------------------------------------===!

! CHECK-NOT: internal
! CHECK-NOT: :[[#@LINE+1]]:{{.*}}error
!$acc routine(named) seq
subroutine named(x)
  real :: x
  x = 1
end subroutine
! CHECK: :[[#@LINE+1]]:7: error: A routine directive without a name must be in the specification part of its procedure
!$acc routine seq
subroutine before(x)
  real :: x
  x = 1
end subroutine
! CHECK: :[[#@LINE+1]]:7: error: A routine directive without a name must be in the specification part of its procedure
!$acc routine vector
program main
end program
