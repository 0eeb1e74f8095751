!===-- device-reduce.f90 - Canary ------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Transforms/CUF/Device/DeviceReduce.cpp "RUNTIME_CHECK" "%flang %s -o %t && %t"
!
! Stock Flang ends the program in REDUCE of logical values without DIM=.
!
!===------------------------------------------------------------------------===!

program p
  logical :: a(3) = [.true., .false., .true.]
  print *, reduce(a, op)
contains
  pure logical function op(x, y)
    logical, intent(in) :: x, y
    op = x .neqv. y
  end function
end program
