!===-- converted-values.f90 - Canary ---------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{canary} lib/Frontend/Rewrites/ConvertedValues.cpp "CALL s\(x\)" "%flang -fc1 -fdebug-unparse %s"
!
! Stock Flang takes a conversion to the type that its argument has for the
! argument itself.
!
!===----------------------------------------------------------------------===!

subroutine convert(x)
  real(8) :: x
  call s(real(x, 8))
end subroutine
