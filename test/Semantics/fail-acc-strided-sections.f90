! RUN: not %warpfort -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! Only update takes sections with strides.
subroutine s(a, n)
  integer :: n, a(n)
  !$acc update self(a(1:n:2))
  ! CHECK: :[[# @LINE + 1]]:19: error: The section 'a(1:n:2)' has a stride: only the UPDATE directive takes such sections
  !$acc data copy(a(1:n:2))
  !$acc end data
end subroutine

subroutine expressions(a, n)
  integer, parameter :: one = 1, two = 2
  integer :: n, a(n)
  !$acc data copy(a(1:n:one))
  !$acc end data
  ! CHECK: :[[# @LINE + 1]]:19: error: The section 'a(1:n:two)' has a stride: only the UPDATE directive takes such sections
  !$acc data copy(a(1:n:two))
  !$acc end data
  ! CHECK: :[[# @LINE + 1]]:27: error: The section 'a(1:n:n)' has a stride: only the UPDATE directive takes such sections
  !$acc enter data copyin(a(1:n:n))
end subroutine
