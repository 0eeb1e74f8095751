!===-- fail-acc-syntax.f90 - Unknown directives and clauses --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: %{compile} -fsyntax-only %s
!
! Each is reported with its place; without -acc they are comments.
!
!===----------------------------------------------------------------------===!

subroutine work(a, n)
  implicit none
  integer :: n, i, a(n)
  ! CHECK: :[[#@LINE+1]]:23: error: 'frobnicate' is not an OpenACC clause{{$}}
  !$acc parallel loop frobnicate copy(a)
  do i = 1, n
    a(i) = 2
  end do
  ! CHECK: :[[#@LINE+1]]:9: error: 'foo' is not an OpenACC directive{{$}}
  !$acc foo bar
end subroutine
