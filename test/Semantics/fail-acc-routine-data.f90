!===-- fail-acc-routine-data.f90 - Data that routines may not move --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! A routine works on what is there; the host moves data.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
contains
  subroutine s(x, y)
    real :: x(10), y(10)
    integer :: i
    !$acc routine seq
    ! CHECK-NOT: error
    !$acc data present(x) if(.true.)
    x = 1
    !$acc end data
    ! CHECK: :[[#@LINE+1]]:29: error: A DATA construct in the acc routine 's' may not move data: COPYIN(X)
    !$acc data deviceptr(y) copyin(x)
    y = 1
    !$acc end data
    ! CHECK: :[[#@LINE+1]]:11: error: The acc routine 's' may not have the directive UPDATE, which is the host's
    !$acc update device(x)
    ! CHECK: :[[#@LINE+1]]:11: error: The acc routine 's' may not have the directive ENTER DATA, which is the host's
    !$acc enter data create(y)
    ! CHECK: :[[#@LINE+1]]:11: error: The acc routine 's' may not have the directive HOST_DATA, which is the host's
    !$acc host_data use_device(x)
    call t(x)
    !$acc end host_data
    ! CHECK: :[[#@LINE+1]]:11: error: The acc routine 's' may not have the directive WAIT, which is the host's
    !$acc wait
    ! CHECK: :[[#@LINE+1]]:11: error: The acc routine 's' may not have the directive PARALLEL, which is the host's
    !$acc parallel
    x = 3
    !$acc end parallel
    ! CHECK: :[[#@LINE+1]]:11: error: The acc routine 's' may not have the directive KERNELS LOOP, which is the host's
    !$acc kernels loop
    do i = 1, 10
      x(i) = 4
    end do
  end subroutine
  subroutine t(x)
    real :: x(10)
    !$acc routine seq
    x = 2
  end subroutine
end module
