!===-- fail-acc-unlimited.f90 - CLASS(*) in compute constructs -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s 2>&1 | FileCheck %s --check-prefix=ACC --implicit-check-not=error:
! RUN: not %{compile} -stdpar -c %s 2>&1 | FileCheck %s --check-prefix=STDPAR --implicit-check-not=error:
!
! Nothing says how to copy an object of any type.
!
!===----------------------------------------------------------------------===!

subroutine loops(n, w, p, a)
  integer :: n, i
  integer :: a(n)
  class(*) :: w
  class(*), pointer :: p
  !$acc parallel loop
  do i = 1, n
    ! ACC: :[[#@LINE+1]]:18: error: Unlimited polymorphic variable 'w' may not be used in a compute construct
    select type (w)
    type is (integer)
      a(i) = w
    class default
      a(i) = 2
    end select
  end do
  !$acc serial
  ! ACC: :[[#@LINE+1]]:18: error: Unlimited polymorphic variable 'p' may not be used in a compute construct
  if (associated(p)) a(1) = 1
  !$acc end serial
  do concurrent (i = 1:n)
    select type (w)
    ! STDPAR: :[[#@LINE-1]]:18: error: Unlimited polymorphic variable 'w' may not be used in DO CONCURRENT that runs on the device
    type is (integer)
      a(i) = w
    class default
      a(i) = 2
    end select
  end do
  ! Host code.
  select type (w)
  type is (integer)
    a(1) = w
  end select
end subroutine

subroutine presence(x, y, n)
  class(*), optional :: x(:)
  real, optional :: y(..)
  integer :: n, i
  integer :: a(n)
  !$acc parallel loop copy(a)
  do i = 1, n
    ! ACC: :[[#@LINE+1]]:17: error: Unlimited polymorphic variable 'x' may not be used in a compute construct
    if (present(x)) a(i) = 1
    ! ACC: :[[#@LINE+1]]:17: error: Argument 'y' of assumed rank may not be used in a compute construct
    if (present(y)) a(i) = size(y)
  end do
end subroutine
