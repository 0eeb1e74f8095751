!===-- pass-renamed-attributes.f90 - Warnings of renamed variables --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -c %s 2>&1 | FileCheck %s --implicit-check-not=error
!
! What USE hides gets a name that stands nowhere in the source. Flang's checks
! of its attributes may warn, though not at that name.
!
!===----------------------------------------------------------------------===!

module base
  implicit none
  real, contiguous :: first = 2, second = 6, own = 7
end module

module user
  ! CHECK: :[[#@LINE+1]]:13: warning: Module 'base' has a 'own' of its own, which 'second' hides
  use base, own => second, other => first
  implicit none
contains
  real function seen()
    seen = own + other
  end function
end module
