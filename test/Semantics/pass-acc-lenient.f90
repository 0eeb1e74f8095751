!===-- pass-acc-lenient.f90 - What the reference takes, with a warning ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! RUN: not %{compile} -acc -Mstandard -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=STANDARD
! STANDARD: error: expected 'END'
!
! Elements for extents in data clauses, CACHE directives outside of loops,
! loops with levels that loops around take, RETURN in DATA constructs, and ROUTINE
! directives before procedures.
!
!===----------------------------------------------------------------------===!

subroutine s(a, b, t, n, m)
  implicit none
  integer :: n, m, i
  real :: a(n, m), b(n), t(8)
  ! CHECK-NOT: warning
  ! CHECK: :[[#@LINE+1]]:22: warning: 'a(n,m)' in a data clause is taken for the array up to this element, as NVIDIA's compiler does; write the section
  !$acc data create (a(n,m)) copyin(b(1:n)) copy(b(1))
  ! CHECK: :[[#@LINE+1]]:26: warning: 'b(n)' in a data clause is taken for the array up to this element, as NVIDIA's compiler does; write the section
  !$acc parallel copyout(b(n)) private(t)
  ! CHECK: :[[#@LINE+1]]:9: warning: The CACHE directive is not inside a loop: it is ignored
  !$acc cache(t)
  ! CHECK-NOT: warning
  !$acc loop
  do i = 1, n
    !$acc cache(t)
    t(1) = i
    b(i) = t(1)
  end do
  !$acc end parallel
  !$acc update self(a(2, 3))
  !$acc end data
end subroutine

subroutine nested(a, n)
  implicit none
  integer :: n, i, j
  real :: a(n, n)
  ! CHECK: :[[#@LINE+1]]:28: warning: The VECTOR clause is dropped: a loop inside has it
  !$acc parallel loop gang vector
  do j = 1, n
    ! CHECK: :[[#@LINE+1]]:16: warning: The GANG clause is dropped: a loop around it leaves no threads for it
    !$acc loop gang vector
    do i = 1, n
      a(i, j) = i
    end do
  end do
end subroutine

subroutine leave(a, n)
  implicit none
  integer, intent(in) :: n
  real :: a(n)
  !$acc data copy(a)
  ! CHECK: :[[#@LINE+1]]:14: warning: RETURN is not allowed in a DATA construct: the construct is ended first
  if (n < 2) return
  !$acc end data
end subroutine

module functions
contains
  ! CHECK: :[[#@LINE+1]]:3: warning: A ROUTINE directive belongs in the specification part of its procedure
  !$acc routine(twice) seq
  real function twice(x)
    real, intent(in) :: x
    twice = 2*x
  end function
end module
