!===-- fail-acc-declare-used.f90 - DECLARE of another module's variables --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && split-file %s %t.dir && cd %t.dir
! RUN: %{compile} -acc -fsyntax-only a.f90
! RUN: not %{compile} -acc -fsyntax-only b.f90 2>&1 | FileCheck b.f90
!
! The device has a module's variable where that module's object says so.
!
!===----------------------------------------------------------------------===!

!--- a.f90
module a
  implicit none
  integer, parameter :: n = 3
  integer :: k, l
  !$acc declare create(l)
end module
!--- b.f90
module b
  use a
  implicit none
  integer :: own
  ! CHECK-NOT: error
  !$acc declare create(n, own)
  ! CHECK: :[[#@LINE+1]]:24: error: 'k' is a variable of the module 'a', where a DECLARE directive must name it
  !$acc declare create(k)
end module
