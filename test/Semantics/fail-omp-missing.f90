!===-- fail-omp-missing.f90 - OpenMP that is not supported -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: split-file %s %t
! RUN: not %warpfort -mp -fsyntax-only %t/directives.f90 2>&1 | FileCheck %t/directives.f90
! RUN: not %warpfort -mp -c %t/clauses.f90 -o %t/clauses.o 2>&1 | FileCheck %t/clauses.f90
! RUN: not %warpfort -mp -c %t/dependences.f90 -o %t/d.o 2>&1 | FileCheck %t/dependences.f90
!
!===----------------------------------------------------------------------===!
!--- directives.f90
subroutine directives(n)
  use omp_lib
  implicit none
  integer :: n, s, i
  integer(omp_depend_kind) :: object
  ! CHECK: :[[#@LINE+1]]:9: error: The OpenMP directive METADIRECTIVE is not supported
  !$omp metadirective when(user={condition(.true.)}: nothing) default(nothing)
  ! CHECK: :[[#@LINE+1]]:9: error: The OpenMP directive DEPOBJ is not supported
  !$omp depobj(object) depend(inout: s)
  !$omp parallel
  ! CHECK: :[[#@LINE+1]]:9: error: The OpenMP directive SCOPE is not supported
  !$omp scope
  s = 1
  !$omp end scope
  !$omp single
  ! CHECK: :[[#@LINE+1]]:9: error: The OpenMP directive TASKLOOP SIMD is not supported
  !$omp taskloop simd
  do i = 1, n
    s = 1
  end do
  !$omp end single
  !$omp end parallel
end subroutine
!--- clauses.f90
subroutine clauses(n)
  use omp_lib
  integer :: n, s
  ! CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the clause ALLOCATE of the OpenMP construct PARALLEL is not supported
  !$omp parallel private(s) allocate(omp_default_mem_alloc: s)
  s = n
  !$omp end parallel
end subroutine
!--- dependences.f90
subroutine dependences(a, n)
  integer :: n, a(n), i
  !$omp parallel do ordered(1)
  do i = 2, n
    ! CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the OpenMP directive ORDERED with a dependence is not supported
    !$omp ordered depend(sink: i - 1)
    a(i) = a(i - 1) + 1
    !$omp ordered depend(source)
  end do
end subroutine
