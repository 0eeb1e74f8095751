!===-- fail-acc-syntax-device-types.f90 - What device_type does not allow ===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! Clauses for one kind of device must agree with each other, and data clauses
! are for all.
!
!===----------------------------------------------------------------------===!

subroutine contradictions(a, n)
  implicit none
  integer :: n, i
  real :: a(n)
  ! CHECK: :[[#@LINE+1]]:9: error: Clause GANG is not allowed if clause SEQ appears on the LOOP directive
  !$acc loop device_type(nvidia) gang seq device_type(host) gang
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: Clause COPY is not allowed after clause DEVICE_TYPE on the PARALLEL directive
  !$acc parallel device_type(nvidia) num_gangs(4) copy(a)
  a(1) = 1
  !$acc end parallel
end subroutine
