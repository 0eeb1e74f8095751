!===-- fail-vector-subscripts.f90 - Items of READ --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -c %s -o %t.dir/x.o 2>&1 | FileCheck %s
!
! Elements of a component behind a vector subscript are not read; the whole
! component, its parts and its substrings are.
!
!===----------------------------------------------------------------------===!

subroutine items(r, p)
  implicit none
  type t
    integer :: u, v(3:5)
    complex :: z
    character(4) :: c
  end type
  type(t) :: r(7)
  integer :: p(2)
  ! CHECK: :[[#@LINE+1]]:11: error: READ of elements of a component, of records chosen by a vector subscript, is not supported
  read *, r(p)%v(4)
  ! CHECK-NOT: error
  read *, r(p)%u, r(p)%z%im, r(p)%c(2:3), r(2)%v([3, 4])
end subroutine
