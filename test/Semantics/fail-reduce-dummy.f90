!===-- fail-reduce-dummy.f90 - REDUCE with a dummy procedure --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -c %s -o %t.dir/x.o 2>&1 | FileCheck %s
!
! The operation of the intrinsic REDUCE may be a procedure, not a dummy one.
!
!===----------------------------------------------------------------------===!

pure integer function plus(a, b)
  integer, intent(in) :: a, b
  plus = a + b
end function

subroutine s(x, f, r)
  implicit none
  abstract interface
    pure integer function operation(a, b)
      integer, intent(in) :: a, b
    end function
  end interface
  procedure(operation) :: plus, f
  integer :: x(4), r
  r = reduce(x, plus)
  ! CHECK: fail-reduce-dummy.f90:[[#@LINE+1]]:{{[0-9]+}}: error: REDUCE whose operation is a dummy procedure is not supported
  r = r + reduce(x, f)
  ! CHECK-NOT: {{.}}
end subroutine
