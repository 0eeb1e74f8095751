!===-- fail-large-constructors.f90 - Constructors of too many elements -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && sed -e 's/ MANY/ 2_8**40/' -e 's/ MOST/ huge(1_8)/' %s > %t.dir/x.f90
! RUN: not sh -c "ulimit -v 4000000; exec %{compile} -fsyntax-only %t.dir/x.f90" 2>&1 | FileCheck %s
!
! The elements that folding would list are counted first. Where a bound is no
! constant, nothing is folded. The bounds come later, since Flang goes through all
! iterations of a loop with an error in it, which mutants of this file have.
!
!===----------------------------------------------------------------------===!

subroutine large(n, z)
  implicit none
  integer(8), parameter :: many = MANY, most = MOST
  integer(8) :: i, j, n
  complex :: z(3)
  character(3) :: c(3)
  ! CHECK: :[[@LINE+1]]:11: error: An array constructor of more than 268435456 elements is not supported
  n = sum([(i, i = 1, most)])
  ! CHECK: :[[@LINE+1]]:11: error: An array constructor of more than 268435456
  n = sum([1_8, (i, i = -most, most, 2), 5_8])
  ! CHECK: :[[@LINE+1]]:12: error: An array constructor of more than 268435456
  n = size([((1, j = 1, 0), i = 1, many)])
  ! CHECK: :[[@LINE+1]]:12: error: An array constructor of more than 268435456
  n = size([((j, j = 1, i*many), i = 0, 10)])
  ! CHECK: :[[@LINE+1]]:7: error: An array constructor of more than 268435456
  z = [((1.0, 2.0), i = 1, many)]
  ! CHECK: :[[@LINE+1]]:7: error: An array constructor of more than 268435456
  c = [('abc', i = 1, many)]
  ! CHECK: :[[@LINE+1]]:20: error: An array constructor of more than 268435456
  n = size(spread([[(.true., i = 1, many)], .false.], 1, 2))
  ! CHECK: :[[@LINE+1]]:11: error: An array constructor of more than 268435456
  n = sum([(i*n, i = 1, many)])
  ! CHECK-NOT: error
  n = sum([(i, i = 1, n)])
  n = sum([(i, i = many, 1)])
  n = sum([(i, i = 1, 100000)])
end subroutine
