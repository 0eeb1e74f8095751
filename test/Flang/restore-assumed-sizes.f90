!===-- restore-assumed-sizes.f90 - Canary ----------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/RestoreAssumedSizes.cpp "^1$" "%flang -fc1 -emit-hlfir %s -o - | grep -c 'fir.assumed_size_extent'"
!
! Stock Flang declares an array of assumed size with an extent in internal procedures.
!
!===----------------------------------------------------------------------===!

subroutine sub(g)
  integer :: g(*)
  call inner
contains
  subroutine inner
    g(1) = 1
  end subroutine
end subroutine
