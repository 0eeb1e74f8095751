!===-- statement-places.f90 - Canary ---------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{canary} lib/Frontend/Checker/StatementPlaces.cpp "Internal: no symbol found" "%flang -fsyntax-only %s"
!
! Stock Flang does not resolve the names of a NAMELIST statement in a construct.
!
!===----------------------------------------------------------------------===!

subroutine s
  integer :: x
  associate (y => x)
    namelist /g/ x
  end associate
end subroutine
