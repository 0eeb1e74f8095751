!===-- fail-omp-device-code.f90 - OpenMP in code for the device ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -mp -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: %{compile} -acc -fsyntax-only %s
! RUN: %{compile} -mp -fsyntax-only %s
!
! Either directive may be meant for the loop, but not both.
!
!===----------------------------------------------------------------------===!

subroutine in_constructs(a, n)
  implicit none
  integer :: n, a(n, n), i, j
  !$acc parallel loop
  do j = 1, n
    ! CHECK: :[[#@LINE+1]]:11: error: A compute construct may not have the OpenMP directive PARALLEL DO, which is the host's
    !$omp parallel do
    do i = 1, n
      a(i, j) = i + j
    end do
  end do
  !$acc kernels
  ! CHECK: :[[#@LINE+1]]:9: error: A compute construct may not have the OpenMP directive SIMD, which is the host's
  !$omp simd
  do i = 1, n
    a(i, 1) = i
  end do
  !$acc end kernels
end subroutine

subroutine routine(a, n)
  implicit none
  !$acc routine seq
  integer :: n, a(n), i
  ! CHECK: :[[#@LINE+1]]:9: error: The acc routine 'routine' may not have the OpenMP directive DO, which is the host's
  !$omp do
  do i = 1, n
    a(i) = i
  end do
end subroutine
