!===-- stdpar-messages-assignments.f90 - Allocation by assignments --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program fits | %{check-pass}
! RUN: not %run %t.dir/program array 2>&1 | FileCheck %s --check-prefix=ARRAY
! RUN: not %run %t.dir/program shape 2>&1 | FileCheck %s --check-prefix=SHAPE
! RUN: not %run %t.dir/program part 2>&1 | FileCheck %s --check-prefix=PART
! RUN: not %run %t.dir/program scalar 2>&1 | FileCheck %s --check-prefix=SCALAR
!
! PACK: skip, it wants arguments
!
! An assignment in device code allocates nothing that the host knows of: the program ends
! where it would have to.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  type :: pack
    real, allocatable :: v(:)
  end type
contains
  pure function ones(n) result(r)
    integer, intent(in) :: n
    real, allocatable :: r(:)
    allocate (r(n))
    r = 1
  end function
end module

program main
  use testing
  use m
  implicit none
  real, allocatable :: y(:), z(:), s
  type(pack) :: p
  character(8) :: word
  integer :: i
  call get_command_argument(1, word)
  allocate (z(3), source=2.)
  select case (word)
  case ('fits')
    allocate (y(3), p%v(3), s)
    do concurrent (i=1:1)
      y = ones(3)
      p%v = z + y
      s = 4
    end do
    call expect_equal(y, [1., 1., 1.], 'array')
    call expect_equal(p%v, [3., 3., 3.], 'component')
    call expect_equal(s, 4., 'scalar')
    do concurrent (i=1:1)
      y = 7
    end do
    call expect_equal(y, [7., 7., 7.], 'scalar for an array')
    call finish()
  case ('array')
    do concurrent (i=1:1)
      ! ARRAY: stdpar-messages-assignments.f90:[[@LINE+1]]{{.*}}an assignment in device code would have to allocate 'y', which only the host can do
      y = ones(1)
    end do
  case ('shape')
    allocate (y(2))
    do concurrent (i=1:1)
      ! SHAPE: stdpar-messages-assignments.f90:[[@LINE+1]]{{.*}}an assignment in device code would have to allocate 'y',
      y = z
    end do
  case ('part')
    do concurrent (i=1:1)
      ! PART: stdpar-messages-assignments.f90:[[@LINE+1]]{{.*}}an assignment in device code would have to allocate 'p%v',
      p%v = z
    end do
  case ('scalar')
    do concurrent (i=1:1)
      ! SCALAR: stdpar-messages-assignments.f90:[[@LINE+1]]{{.*}}an assignment in device code would have to allocate 's',
      s = 1
    end do
  end select
end program
