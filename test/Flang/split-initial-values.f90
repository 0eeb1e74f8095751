!===-- split-initial-values.f90 - Canary -----------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/SplitInitialValues.cpp "slow" "(ulimit -t 2; %flang -fc1 -emit-obj %s -o %t.o) || echo slow"
! RUN: sh -c 'ulimit -t 60; exec %warpfort -c %s -o %t.warpfort.o'
!
! Stock Flang compiles an array of records with values in time that grows with
! the square of the number of its elements.
!
! All of Warpfort's compilation of these is to end within 15 s of the processor.
!
!===------------------------------------------------------------------------===!

module sets
  type part_t
    integer :: k = 0
    real, allocatable :: w(:)
  end type
  type set_t
    integer :: n = 0
    type(part_t) :: pair(2)
    type(part_t), allocatable :: parts(:)
  end type
  type(set_t) :: h(100000)
end module
