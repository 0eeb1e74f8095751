!===-- yielded-lengths.f90 - Canary ----------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/YieldedLengths.cpp "invalid type conversion" "%flang -c %s -o %t.o"
!
! Stock Flang does not lower an elemental function of a component in parentheses in WHERE.
!
!===------------------------------------------------------------------------===!

subroutine s(x, l)
  type t
    character(3) :: a(7)
  end type
  type(t) :: x
  logical :: l(7)
  interface
    elemental function f(y)
      character(3), intent(in) :: y
      character(3) :: f
    end function
  end interface
  where (l) x%a = f((x%a))
end subroutine
