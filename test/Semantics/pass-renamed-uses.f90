!===-- pass-renamed-uses.f90 - New names that a module has -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: %{compile} -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: printf 'program q\n use user\n print *, r2, seen()\nend\n' > %t.dir/q.f90
! RUN: %{compile} -fsyntax-only %t.dir/q.f90
! RUN: not %{compile} -Mstandard -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=STANDARD
!
! USE gives something of a module the name that something else of the same
! module has, directly or of a module that it uses.
!
!===----------------------------------------------------------------------===!

module base
  implicit none
  real :: r2 = 1, r3 = 5
end module
module copies
  use base
  implicit none
  real :: r2_d = 2, r3_d = 6, own = 7
contains
  real function total()
    ! CHECK-NOT: warning
    total = r2 + r3
  end function
end module
module user
  ! CHECK: pass-renamed-uses.f90:[[#@LINE+1]]:15: warning: Module 'copies' has a 'r2' of its own, which 'r2_d' hides
  use copies, r2 => r2_d, other => own
  implicit none
contains
  real function seen()
    ! STANDARD: pass-renamed-uses.f90:[[#@LINE+1]]:12: error: Reference to 'r2' is ambiguous
    seen = r2 + r3 + other
  end function
end module

program main
  use testing
  use user, only: seen, r2, r3
  ! CHECK: pass-renamed-uses.f90:[[#@LINE+1]]:15: warning: Module 'copies' has a 'own' of its own, which 'r3_d' hides
  use copies, own => r3_d, hidden => r2, r3_again => r3, r2_again => r2_d
  implicit none
  call expect_equal(seen(), 14., 'in a module')
  call expect_equal(own, 6., 'in a program')
  call expect_equal(r2, 2., 'of another module')
  call expect_equal(hidden + r3_again + r2_again, 8., 'other new names')
  call expect_equal(total(), 6., 'the module itself')
  call finish
end program
