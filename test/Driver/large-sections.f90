!===-- large-sections.f90 - Sections with large constant bounds -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -f %t.o
! RUN: sh -c "ulimit -v 4000000; exec %warpfort -c %s -o %t.o"
! RUN: sh -c "ulimit -v 4000000; exec %warpfort -c -acc -cuda %s -o %t.o"
! RUN: ls %t.o
!
! Nothing that the compiler does grows with the extents of arrays.
!
!===----------------------------------------------------------------------===!

subroutine s(a)
  real :: a(3000000000_8)
  external :: t
  call t(a(1:3000000000_8))
  call t(a(2:3000000000_8:2))
  a(3:1000000000) = 1
end subroutine
