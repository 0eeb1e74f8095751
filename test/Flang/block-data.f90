!===-- block-data.f90 - Canary ---------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Frontend/Lower/BlockData.cpp "dominate this use" "%flang -fc1 -fopenacc -emit-hlfir %s -o -"
!
! Stock Flang ends the data of a BLOCK construct's DECLARE directives where the procedure ends.
!
!===------------------------------------------------------------------------===!

subroutine s(n, r)
  integer :: n, r
  if (n < 3) return
  block
    integer :: z(n)
    !$acc declare create(z)
    r = 1
  end block
end subroutine
