!===-- real-kinds.f90 - Kinds that variables ask for -----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{compile-and-run}
!
! SELECTED_REAL_KIND gives the same kinds for constants and for variables, and
! none that the compiler does not have. HDF5's configure script asks for each
! number of digits in a loop.
!
!===------------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: kinds(40) = &
      [(selected_real_kind(j), integer :: j = 1, 40)]
  integer, parameter :: by_range(3) = [selected_real_kind(1, 37), &
      selected_real_kind(r=307), selected_real_kind(r=6000)]
  integer :: i, range(3)
  range = [37, 307, 6000]
  call expect_equal([(selected_real_kind(i), i = 1, 40)], kinds, 'digits')
  call expect_equal([(selected_real_kind(1, range(i)), i = 1, 3)], by_range, &
                    'ranges')
  call expect_equal(kinds(33), -1, 'quadruple precision')
  call finish()
end program
