!===-- fail-acc-default-none.f90 - What DEFAULT(NONE) wants listed -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! Named constants, scalars, and data that a visible DECLARE directive lists, need
! no clause; a variable of the same name in another procedure does. A part of a
! variable lists it in its construct and in no other one. Types, names of
! constructs and what the construct declares are no data of the host, and host
! code in a data construct needs no clause.
!
!===----------------------------------------------------------------------===!

module tables
  implicit none
  integer :: table(10), plain(10)
  integer, parameter :: base = 3
  !$acc declare create(table)
  type :: record
    integer :: size
  end type
contains
  subroutine listed(x)
    integer :: x(10), local(10), i
    !$acc declare create(local)
    ! CHECK-NOT: error
    !$acc parallel loop default(none) copy(x)
    do i = 1, 10
      local(i) = table(i) + base
      x(i) = local(i)
    end do
    !$acc data copy(x)
    !$acc kernels loop default(none)
    do i = 1, 10
      x(i) = x(i) + table(i)
    end do
    !$acc end data
    !$acc data copy(x) default(none)
    plain(1) = 1
    !$acc parallel loop
    outer: do i = 1, 10
      block
        type(record) :: r
        r = record(i)
        if (r%size > 5) cycle outer
        x(i) = r%size
      end block
    end do outer
    !$acc parallel loop default(present)
    do i = 1, 10
      x(i) = plain(i)
    end do
    !$acc end data
  end subroutine

  subroutine missing(x, local)
    integer :: x(10), local(10), table(10), i, n
    type(record) :: r
    n = 10
    !$acc parallel loop default(none) present(x)
    do i = 1, n
      ! CHECK: :[[#@LINE+1]]:7: error: The DEFAULT(NONE) clause requires that 'local' must be listed in a data-mapping clause
      local(i) = x(i)
      ! CHECK: :[[#@LINE+1]]:14: error: The DEFAULT(NONE) clause requires that 'table' must be listed in a data-mapping clause
      x(i) = table(i)
      ! CHECK: :[[#@LINE+1]]:21: error: The DEFAULT(NONE) clause requires that 'plain' must be listed in a data-mapping clause
      x(i) = x(i) + plain(i)
    end do
    !$acc parallel default(none) copy(x)
    ! CHECK: :[[#@LINE+1]]:12: error: The DEFAULT(NONE) clause requires that 'r' must be listed in a data-mapping clause
    x(1) = r%size
    !$acc end parallel
    !$acc data copy(x) default(none)
    !$acc parallel loop
    do i = 1, 10
      ! CHECK: :[[#@LINE+1]]:14: error: The DEFAULT(NONE) clause requires that 'local' must be listed in a data-mapping clause
      x(i) = local(i)
    end do
    !$acc end data
    !$acc data copy(x)
    !$acc data copyin(plain(1:3))
    !$acc parallel loop default(none) copy(local(1:10), r%size)
    do i = 1, 10
      ! CHECK-NOT: error
      local(i) = local(i) + plain(1) + r%size
      ! CHECK: :[[#@LINE+1]]:14: error: The DEFAULT(NONE) clause requires that 'table' must be listed in a data-mapping clause
      x(i) = table(i)
    end do
    !$acc end data
    !$acc update host(local(1:3))
    !$acc parallel loop default(none)
    do i = 1, 10
      ! CHECK: :[[#@LINE+1]]:14: error: The DEFAULT(NONE) clause requires that 'local' must be listed in a data-mapping clause
      x(i) = local(i)
      ! CHECK: :[[#@LINE+1]]:14: error: The DEFAULT(NONE) clause requires that 'plain' must be listed in a data-mapping clause
      x(i) = plain(i)
    end do
    !$acc end data
  end subroutine
end module
