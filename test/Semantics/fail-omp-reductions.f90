!===-- fail-omp-reductions.f90 - Reductions that are not supported ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: split-file %s %t
! RUN: not %warpfort -mp -fsyntax-only %t/names.f90 2>&1 | FileCheck %t/names.f90
! RUN: not %warpfort -mp -c %t/forms.f90 -o %t/forms.o 2>&1 | FileCheck %t/forms.f90
!
! Of two declared reductions of one name Flang takes the first.
!
!===----------------------------------------------------------------------===!
!--- names.f90
subroutine sums(x)
  integer :: x, i
  !$omp declare reduction(r: integer: omp_out = omp_out + omp_in) initializer(omp_priv = 0)
  !$omp parallel do reduction(r: x)
  do i = 1, 10
    x = x + i
  end do
end subroutine

subroutine largest(x)
  type t
    integer :: v = 0
  end type
  integer :: x, i
  type(t) :: q
  ! CHECK: :[[#@LINE+1]]:27: error: Two DECLARE REDUCTION directives of a file may not have the same name: 'r'
  !$omp declare reduction(r: integer: omp_out = max(omp_out, omp_in)) initializer(omp_priv = -1)
  !$omp declare reduction(+: t: omp_out%v = omp_out%v + omp_in%v) initializer(omp_priv = t(0))
  ! CHECK: :[[#@LINE+1]]:34: error: The REDUCTION clause of 'q', which is of derived type, may not have an operator: name a declared reduction
  !$omp parallel do reduction(+: q)
  do i = 1, 10
    q%v = q%v + i
  end do
end subroutine
!--- forms.f90
program forms
  type t
    integer :: v = 0
  end type
  integer :: i, a(3)
  real(8) :: x
  type(t) :: q
  logical :: l
  !$omp declare reduction(add_a: integer: omp_out = omp_out + omp_in) initializer(omp_priv = 0)
  !$omp declare reduction(add_x: real(8): omp_out = omp_out + omp_in) initializer(omp_priv = 0)
  !$omp declare reduction(add_q: t: omp_out%v = omp_out%v + omp_in%v) initializer(omp_priv = t(0))
  !$omp declare reduction(unused: t: omp_out%v = omp_out%v + omp_in%v) initializer(omp_priv = t(0))
  ! CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the declared reduction 'add_a' is not supported: it must be for a scalar that INITIALIZER gives a value of its own type and kind, and the combiner another as a whole
  !$omp parallel do reduction(add_a: a)
  do i = 1, 10
    a = a + i
  end do
  ! CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the declared reduction 'add_x' is not supported
  !$omp parallel do reduction(add_x: x)
  do i = 1, 10
    x = x + i
  end do
  ! CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the declared reduction 'add_q' is not supported
  !$omp parallel do reduction(add_q: q)
  do i = 1, 10
    q%v = q%v + i
  end do
end program
