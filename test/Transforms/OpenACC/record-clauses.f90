!===-- record-clauses.f90 - What keeps records whole -----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: %warpfort -acc -fdump-after=add-record-clauses -c %s -o a.o 2>&1 | FileCheck %s
!
! The address of an element's component is computed before the construct only if its
! subscript is known there: a call may change what it gets the address of, as an internal
! procedure does. Components have clauses of their own only if none is part of another.
!
!===----------------------------------------------------------------------===!
module m
  implicit none
  type inner
    real :: x, y
  end type
  type record
    real, allocatable :: x(:)
    type(inner) :: in
  end type
  integer :: k
contains
  subroutine choose(which)
    !$acc routine seq
    integer :: which
    which = 2
  end subroutine
  subroutine clear(a)
    !$acc routine seq
    type(inner) :: a
    a%x = 0
  end subroutine

  ! CHECK-LABEL: func.func @_QMmPknown(
  ! CHECK: acc.copyin {{.*}}name = "r(k)%x"
  subroutine known(r)
    type(record) :: r(2)
    integer :: i
    !$acc parallel loop
    do i = 1, 8
      r(k)%x(i) = 1
    end do
  end subroutine

  ! CHECK-LABEL: func.func @_QMmPchanged(
  ! CHECK-NOT: name = "r(k)
  ! CHECK: acc.copyin {{.*}}name = "r"
  ! CHECK-NOT: name = "r(k)
  ! CHECK: acc.parallel
  subroutine changed(r)
    type(record) :: r(2)
    integer :: i
    !$acc parallel loop
    do i = 1, 8
      call choose(k)
      r(k)%x(i) = 1
    end do
  end subroutine

  ! CHECK-LABEL: func.func @_QMmPinside(
  ! CHECK-NOT: name = "r(own)
  ! CHECK: acc.copyin {{.*}}name = "r"
  ! CHECK-NOT: name = "r(own)
  ! CHECK: acc.serial
  subroutine inside(r)
    type(record) :: r(2)
    integer :: i, own
    own = 1
    !$acc serial loop
    do i = 1, 8
      call choose_own
      r(own)%x(i) = 1
    end do
  contains
    subroutine choose_own
      !$acc routine seq
      own = 2
    end subroutine
  end subroutine

  ! CHECK-LABEL: func.func @_QMmPapart(
  ! CHECK: name = "s%x"
  ! CHECK: name = "s%in%x"
  ! CHECK: acc.parallel
  subroutine apart(s)
    type(record) :: s
    integer :: i
    !$acc parallel loop
    do i = 1, 8
      s%x(i) = s%in%x
    end do
  end subroutine

  ! CHECK-LABEL: func.func @_QMmPoverlapping(
  ! CHECK-NOT: name = "s%in
  ! CHECK: acc.copyin {{.*}}name = "s"
  ! CHECK-NOT: name = "s%in
  ! CHECK: acc.parallel
  subroutine overlapping(s)
    type(record) :: s
    integer :: i
    !$acc parallel loop
    do i = 1, 8
      call clear(s%in)
      s%x(i) = s%in%x
    end do
  end subroutine

  ! What an absent argument's components are is not read.
  ! CHECK-LABEL: func.func @_QMmPoptional_record(
  ! CHECK: fir.is_present
  ! CHECK: %[[R:.*]] = fir.if
  ! CHECK: fir.address_of(@warpfort.acc.no_record.
  ! CHECK: %[[X:.*]] = fir.coordinate_of %[[R]], x
  ! CHECK: acc.copyin varPtr(%[[X]] {{.*}}name = "s%x"
  ! CHECK: acc.parallel
  ! CHECK-NOT: fir.is_present
  ! CHECK: return
  subroutine optional_record(s)
    type(record), optional :: s
    integer :: i
    !$acc parallel loop
    do i = 1, 8
      if (present(s)) s%x(i) = 1
    end do
  end subroutine
end module
