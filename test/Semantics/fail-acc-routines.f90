!===-- fail-acc-routines.f90 - What a routine may not hold ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: not %{compile} -acc -Mstandard -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=STANDARD
!
! Loops above its level, reductions over gangs, saved variables. The standard
! wants the level named; without one it is SEQ.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
contains
  subroutine no_level(x)
    ! STANDARD: :[[#@LINE+2]]:11: error: One of the clauses GANG, WORKER, VECTOR and SEQ is required on a ROUTINE directive
    ! CHECK: :[[#@LINE+1]]:11: warning: A ROUTINE directive without GANG, WORKER, VECTOR and SEQ is taken for SEQ
    !$acc routine
    integer :: x
    x = 1
  end subroutine
  subroutine loop_of_no_level(x, n)
    !$acc routine
    integer, value :: n
    integer :: x(n), i
    ! CHECK: :[[#@LINE+1]]:11: error: A vector loop may not be in a seq routine
    !$acc loop vector
    do i = 1, n
      x(i) = i
    end do
  end subroutine
  subroutine in_seq(x, n)
    !$acc routine seq
    integer, value :: n
    integer :: x(n), i
    ! CHECK: :[[#@LINE+1]]:11: error: A vector loop may not be in a seq routine
    !$acc loop vector
    do i = 1, n
      x(i) = i
    end do
  end subroutine
  subroutine in_vector(x, n)
    !$acc routine vector
    integer, value :: n
    integer :: x(n), i
    ! CHECK: :[[#@LINE+1]]:11: error: A worker loop may not be in a vector routine
    !$acc loop worker
    do i = 1, n
      x(i) = i
    end do
  end subroutine
  subroutine in_gang(x, n, s)
    !$acc routine gang
    integer, value :: n
    integer :: x(n), s, i
    ! CHECK: :[[#@LINE+1]]:11: error: A gang loop in an acc routine may not have a REDUCTION clause
    !$acc loop gang reduction(+:s)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
  subroutine saved(x)
    !$acc routine seq
    integer :: x
    ! CHECK: :[[#@LINE+1]]:16: error: An acc routine may not have a variable with the SAVE attribute that changes or has no initial value: 'calls'
    integer :: calls = 0
    ! CHECK: :[[#@LINE+1]]:16: error: An acc routine may not have a variable with the SAVE attribute that changes or has no initial value: 'given'
    integer :: given(2) = [1, 2]
    ! CHECK: :[[#@LINE+1]]:16: error: An acc routine may not have a variable with the SAVE attribute that changes or has no initial value: 'named'
    integer :: named = 3
    ! CHECK: :[[#@LINE+1]]:22: error: An acc routine may not have a variable with the SAVE attribute that changes or has no initial value: 'other'
    integer, save :: other
    integer :: table(3) = [1, 2, 3]
    calls = calls + 1
    call set(given(1))
    associate (n => named)
      n = table(1)
    end associate
    x = calls + other + given(2) + named
  end subroutine
  subroutine set(x)
    !$acc routine seq
    integer, intent(inout) :: x
    x = x + 1
  end subroutine
end module
