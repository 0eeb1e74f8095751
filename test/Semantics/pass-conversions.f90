!===-- pass-conversions.f90 - Values that assignments may change -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -Wconversion -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: %{compile} -fsyntax-only %s 2>&1 | count 0
!
! What a variable may not hold is said; constants that it holds, wider
! variables and conversions that the program writes are not.
!
!===----------------------------------------------------------------------===!
subroutine s(i, k, n, a, d, z)
  integer(2) :: k
  integer :: i
  integer(8) :: n
  real :: a
  real(8) :: d
  complex :: z
  ! CHECK: pass-conversions.f90:[[#@LINE+1]]:7: warning: Possible change of value in conversion from REAL(4) to INTEGER(4) [-Wconversion]
  i = a
  ! CHECK: pass-conversions.f90:[[#@LINE+1]]:7: warning: Possible change of value in conversion from INTEGER(8) to INTEGER(2) [-Wconversion]
  k = n + 1
  ! CHECK: pass-conversions.f90:[[#@LINE+1]]:7: warning: Possible change of value in conversion from COMPLEX(4) to REAL(8) [-Wconversion]
  d = z
  ! CHECK-NOT: warning:
  k = 30000
  k = int(n, 2)
  n = i
  d = a
  a = i
  z = a
  i = nint(d)
end subroutine
