!===-- reduce-operations.f90 - Canary --------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/ReduceOperations.cpp "yet implemented" "%flang -c %s -o %t.o"
!
! Stock Flang does not lower REDUCE with a dummy procedure.
!
!===------------------------------------------------------------------------===!

subroutine s(a, f, r)
  integer :: a(:), r
  interface
    pure integer function op(x, y)
      integer, intent(in) :: x, y
    end function
  end interface
  procedure(op) :: f
  r = reduce(a, f)
end subroutine
