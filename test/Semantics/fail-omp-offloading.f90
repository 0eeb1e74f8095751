!===-- fail-omp-offloading.f90 - OpenMP directives for other devices -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -mp -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: %{compile} -nomp -fsyntax-only %s
!
! Nothing is offloaded, so nothing may ask for it.
!
!===----------------------------------------------------------------------===!

module device_data
  integer :: table(10)
  ! CHECK: :[[#@LINE+1]]:9: error: The OpenMP directive DECLARE TARGET is not supported: OpenMP does not offload to the GPU; use OpenACC, CUDA Fortran or DO CONCURRENT for it
  !$omp declare target(table)
end module

subroutine offloaded(a, n)
  implicit none
  integer :: n, a(n), i
  ! CHECK: :[[#@LINE+1]]:9: error: The OpenMP directive TARGET ENTER DATA is not supported
  !$omp target enter data map(to: a)
  ! CHECK: :[[#@LINE+1]]:9: error: The OpenMP directive TARGET DATA is not supported
  !$omp target data map(tofrom: a)
  ! CHECK: :[[#@LINE+1]]:9: error: The OpenMP directive TARGET TEAMS DISTRIBUTE PARALLEL DO is not supported
  !$omp target teams distribute parallel do
  do i = 1, n
    a(i) = i
  end do
  ! CHECK: :[[#@LINE+1]]:9: error: The OpenMP directive TARGET UPDATE is not supported
  !$omp target update from(a)
  !$omp end target data
  !$omp parallel
  ! CHECK: :[[#@LINE+1]]:9: error: The OpenMP directive TARGET is not supported
  !$omp target map(a)
  a(1) = 3
  !$omp end target
  !$omp end parallel
end subroutine
