!===-- fail-acc-common-names.f90 - COMMON blocks that are none --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s

subroutine s()
  implicit none
  integer :: x
  common /block/ x
  ! CHECK: :[[#@LINE+1]]:26: error: Could not find COMMON block 'none' used in OpenACC directive
  !$acc parallel copyin(/none/)
  x = 1
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:29: error: Could not find COMMON block 'none' used in OpenACC directive
  !$acc parallel no_create(/none/)
  x = 1
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:36: error: Could not find COMMON block 'none' used in OpenACC directive
  !$acc exit data delete(/block/, /none/)
end subroutine
