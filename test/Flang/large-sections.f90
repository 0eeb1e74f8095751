!===-- large-sections.f90 - Canary ------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/LargeSections.cpp "out of memory|bad_alloc" "ulimit -v 1500000; %flang -fsyntax-only %s"
!
! Stock Flang lists the subscripts of a section with constant bounds.
!
!===----------------------------------------------------------------------===!

subroutine s(a)
  real :: a(3000000000_8)
  external :: t
  call t(a(1:3000000000_8))
  call t(a(2:3000000000_8:2))
  a(3:1000000000) = 1
end subroutine
