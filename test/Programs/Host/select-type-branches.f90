!===-- select-type-branches.f90 - Alike branches of SELECT TYPE -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: %{fresh-folder} && %{compile} -acc -O1 %{testing} %s -o %t.dir/acc
! RUN: %run %t.dir/acc | %{check-pass}
! RUN: %{compile} -stdpar -O1 %{testing} %s -o %t.dir/stdpar
! RUN: %run %t.dir/stdpar | %{check-pass}
!
! ASSOCIATE names of pointers in two SELECT TYPE constructs whose branches do
! the same and leave the procedure.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer :: check = 0
  integer, target :: numbers(3) = 1
  real, target :: values(2) = 2
  class(*), pointer :: a(:), b(:)
  a => values
  b => values
  call look()
  call expect_equal(check, 11, 'neither is an integer array')
  a => numbers
  call look()
  call expect_equal(check, 14, 'the first one is')
  a => values
  b => numbers
  call look()
  call expect_equal(check, 18, 'the second one is')
  call finish()
contains
  subroutine look()
    associate (c => a)
      select type (d => c)
      type is (integer)
        check = check + 3
        return
      class default
        check = check + 1
      end select
    end associate
    associate (c => b)
      select type (d => c)
      type is (integer)
        check = check + 3
        return
      class default
        check = check + 10
      end select
    end associate
  end subroutine
end program
