!===-- pass-acc-lacking-reductions.f90 - Loops without a clause ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -c %s -o %t.o > %t.txt 2>&1
! RUN: FileCheck %s --implicit-check-not=warning: < %t.txt
!
! A loop that updates the variable of a reduction around it gets the clause by
! itself. Where it reads it, too, a warning says so. Where it does something else
! with it, its threads' results are lost. Loops over gangs alone, loops in order
! and loops with a clause are as they should be.
!
!===----------------------------------------------------------------------===!
subroutine lost(a, b, n)
  implicit none
  integer :: n, a(n, n), b(n, n), i, j, s, p
  s = 0
  p = 1
  !$acc parallel copyin(a) copyout(b) reduction(+:s) reduction(max:p)
  !$acc loop gang
  do i = 1, n
    ! CHECK: :[[#@LINE+2]]:11: warning: this loop updates 's' without a clause for it, which is taken for reduction(+:s): what the loop reads of it is each thread's own part of the result
    ! CHECK: :[[#@LINE+1]]:11: warning: this loop updates 'p' without a clause for it, which is taken for reduction(max:p)
    !$acc loop vector
    do j = 1, n
      s = s + a(j, i)
      p = max(p, a(j, i))
      b(j, i) = s + p
    end do
  end do
  !$acc end parallel
  !$acc parallel loop gang copyin(a) copyout(b) reduction(+:s)
  do i = 1, n
    ! CHECK: :[[#@LINE+1]]:11: warning: this loop updates 's'
    !$acc loop worker
    do j = 1, n
      if (a(j, i) == 7) s = s + 1
      if (s > 3) b(j, i) = s
    end do
  end do
  !$acc parallel copyin(a) copyout(b) reduction(+:s)
  ! CHECK: :[[#@LINE+1]]:9: warning: this loop updates 's'
  !$acc loop gang
  do i = 1, n
    !$acc loop seq
    do j = 1, n
      s = s + a(j, i)
      b(j, i) = s
    end do
  end do
  !$acc end parallel
  !$acc parallel loop gang copyin(a) copyout(b) reduction(+:s)
  do i = 1, n
    ! CHECK: :[[#@LINE+1]]:11: warning: 's' is updated by the threads of this loop, each for itself, and their results are not combined: the loop wants its own clause, reduction(+:s)
    !$acc loop vector
    do j = 1, n
      s = 2*s + a(j, i)
    end do
  end do
end subroutine

subroutine in_routine(a, b, n)
  !$acc routine worker
  implicit none
  integer :: n, a(n, n), b(n, n), i, j, s
  s = 0
  !$acc loop worker reduction(+:s)
  do i = 1, n
    ! CHECK: :[[#@LINE+1]]:11: warning: this loop updates 's'
    !$acc loop vector
    do j = 1, n
      s = s + a(j, i)
      b(j, i) = s
    end do
  end do
end subroutine

subroutine kept(a, b, n)
  implicit none
  integer :: n, a(n, n), b(n, n), i, j, s
  s = 0
  !$acc parallel loop gang copyin(a) copyout(b) reduction(+:s)
  do i = 1, n
    !$acc loop vector
    do j = 1, n
      s = s + a(j, i)
    end do
    b(1, i) = s
  end do
  !$acc parallel loop gang copyin(a) copyout(b) reduction(+:s)
  do i = 1, n
    !$acc loop vector reduction(+:s)
    do j = 1, n
      s = s + a(j, i)
      b(j, i) = s
    end do
  end do
  !$acc parallel loop gang copyin(a) copyout(b) reduction(+:s)
  do i = 1, n
    !$acc loop vector private(s)
    do j = 1, n
      s = a(j, i)
      b(j, i) = s
    end do
  end do
  !$acc serial loop copyin(a) copyout(b) reduction(+:s)
  do i = 1, n
    !$acc loop vector
    do j = 1, n
      s = s + a(j, i)
      b(j, i) = s
    end do
  end do
end subroutine
