!===-- pass-acc-spellings.f90 - Directives that users write otherwise -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s
! RUN: not %{compile} -acc -Mstandard -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=STANDARD
!
! A reduction by minus, DO at the end of a combined construct, SEQ beside
! INDEPENDENT, and copies of arrays of unknown size.
!
!===----------------------------------------------------------------------===!

subroutine sums(a, s, n)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  real, intent(inout) :: s
  integer :: i
  ! CHECK: :[[#@LINE+2]]:33: warning: A reduction by '-' sums up, as one by '+' does
  ! STANDARD: :[[#@LINE+1]]:{{[0-9]+}}: error: this cannot be read as the clause REDUCTION
  !$acc parallel loop reduction(-:s)
  do i = 1, n
    s = s - a(i)
  end do
  ! CHECK: :[[#@LINE+1]]:9: warning: DO is taken for LOOP
  !$acc end parallel do
end subroutine

subroutine orders(a, n)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  !$acc parallel
  ! CHECK: :[[#@LINE+1]]:18: warning: The INDEPENDENT clause is dropped: with SEQ the loop keeps its order
  !$acc loop seq independent
  do i = 2, n
    a(i) = a(i - 1)
  end do
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:22: warning: The INDEPENDENT clause is dropped
  !$acc kernels loop independent seq
  do i = 2, n
    a(i) = a(i - 1)
  end do
end subroutine

subroutine unknown(a, n)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(*)
  integer :: i
  ! CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'a' has assumed size and no upper bound: it must be present already
  !$acc data copyin(a)
  !$acc parallel loop
  do i = 1, n
    a(i) = i
  end do
  !$acc end data
end subroutine
