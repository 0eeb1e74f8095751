!===-- wide-integers.f90 - Canary ------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/WideIntegers.cpp "no math runtime available" "%flang -c %s -o %t.o"
!
! Stock Flang has no powers with INTEGER(16) exponents.
!
!===------------------------------------------------------------------------===!

subroutine s(x, e)
  real(8) :: x
  integer(16) :: e
  x = x ** e
end subroutine
