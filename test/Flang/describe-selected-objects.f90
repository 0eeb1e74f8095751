!===-- describe-selected-objects.f90 - Canary ------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/DescribeSelectedObjects.cpp "op invalid type conversion" "%flang -fc1 -fopenacc -emit-hlfir %s -o %t"
!
! Stock Flang converts an address to a descriptor.
!
!===------------------------------------------------------------------------===!

subroutine s(o)
  type t
    integer :: n
  end type
  class(t) :: o
  select type (o)
  type is (t)
    !$acc parallel copy(o)
    o%n = 1
    !$acc end parallel
  end select
end subroutine
