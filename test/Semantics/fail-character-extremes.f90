!===-- fail-character-extremes.f90 - MIN and MAX of any length ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -c %s -o %t.dir/x.o 2>&1 | FileCheck %s
!
! Of arrays of characters whose length is not constant.
!
!===----------------------------------------------------------------------===!

subroutine smaller(a, b)
  character(*) :: a(4), b(4)
  ! CHECK: :[[#@LINE+1]]:3: error: MIN or MAX of arrays of characters of variable length is not supported
  a = min(a, b)
end subroutine
