!===-- keep-bounds-of-locals.f90 - Canary ----------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/KeepBoundsOfLocals.cpp "hlfir.declare %[0-9]+.%[0-9]+. .uniq_name = ._QFqEx.. : .*fir.shape<1>" "%flang -fc1 -emit-hlfir %s -o -"
!
! Stock Flang gives the variable of LOCAL no lower bound.
!
!===------------------------------------------------------------------------===!

subroutine q(x, s)
  integer :: x(0:), s(3)
  integer :: i, j
  do concurrent (i = 1:3) local(x)
    x = i
    do j = 1, 3
      if (x(j - 1) > 1) exit
    end do
    s(i) = x(0)
  end do
end subroutine
