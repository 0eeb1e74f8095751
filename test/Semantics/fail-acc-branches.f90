!===-- fail-acc-branches.f90 - Branches of OpenACC constructs -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s > %t.txt 2>&1
! RUN: FileCheck %s --implicit-check-not=error: < %t.txt
!
! They may neither enter nor leave one.
!
!===----------------------------------------------------------------------===!

subroutine leave(a, n)
  implicit none
  integer :: n, a(10), i, j
  interface
    subroutine other(n, *)
      integer :: n
    end subroutine
  end interface
  !$acc parallel copy(a)
  ! CHECK: :[[#@LINE+1]]:15: error: A branch to 10 may not leave the PARALLEL construct
  if (n == 1) goto 10
  !$acc loop
  do i = 1, 10
    ! CHECK: :[[#@LINE+1]]:20: error: A branch to 20 may not leave the LOOP construct
    if (a(i) == 1) goto 20
    if (a(i) == 2) goto 30
    ! CHECK: :[[#@LINE+1]]:5: error: A branch to 20 may not leave the LOOP construct
    if (a(i) - 3) 30, 20, 40
40  a(i) = 5
30  continue
  end do
20 continue
  if (a(1) == 2) goto 50
  a(1) = 1
50 continue
  !$acc end parallel
10 continue
  !$acc data copy(a)
  ! CHECK: :[[#@LINE+1]]:3: error: A branch to 60 may not leave the DATA construct
  goto (60, 70), n
70 a(2) = 1
  !$acc end data
60 continue
  !$acc data copy(a)
  ! CHECK: :[[#@LINE+1]]:3: error: A branch to 60 may not leave the DATA construct
  read (*, *, end=60) a
  ! CHECK: :[[#@LINE+1]]:3: error: A branch to 60 may not leave the DATA construct
  open (10, status='scratch', err=60)
  ! CHECK: :[[#@LINE+1]]:3: error: A branch to 60 may not leave the DATA construct
  call other(n, *60)
  read (*, *, end=75, err=75) n
75 n = 1
  !$acc end data
  !$acc parallel loop
  do 80 i = 1, 10
    do j = 1, 10
      if (a(j) == i) goto 80
    end do
    a(i) = 0
80 continue
end subroutine

subroutine other(n, *)
  implicit none
  integer :: n
  return n
end subroutine

subroutine enter(a, n)
  implicit none
  integer :: n, a(10), i
  ! CHECK: :[[#@LINE+1]]:15: error: A branch to 10 may not enter the SERIAL construct
  if (n == 1) goto 10
  !$acc serial copy(a)
  a(1) = 1
10 a(2) = 1
  !$acc end serial
  ! CHECK: :[[#@LINE+1]]:15: error: A branch to 20 may not enter the KERNELS LOOP construct
  if (n == 2) goto 20
  !$acc kernels loop
20 do i = 1, 10
    a(i) = 2
  end do
end subroutine
