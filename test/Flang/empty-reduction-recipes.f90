!===-- empty-reduction-recipes.f90 - Canary --------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/EmptyReductionRecipes.cpp "store value type must match" "%flang -fc1 -fopenacc -emit-hlfir %s -o %t"
!
! Stock Flang stores a value of another type in a recipe of a logical array.
!
!===------------------------------------------------------------------------===!

subroutine s(l, n)
  integer :: n
  logical :: l(4)
  !$acc parallel loop reduction(.and.:l)
  do i = 1, n
    l(1) = l(1) .and. i > 3
  end do
end subroutine
