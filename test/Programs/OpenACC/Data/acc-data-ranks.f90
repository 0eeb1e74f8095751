!===-- acc-data-ranks.f90 - Data directives inside of SELECT RANK --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! An argument of assumed rank is an array like others where its rank is known.
!
!===----------------------------------------------------------------------===!

module ranks
  implicit none
contains
  subroutine fill(x)
    real, intent(inout) :: x(..)
    integer :: i
    select rank (x)
    rank (1)
      !$acc enter data copyin(x)
      !$acc parallel loop present(x)
      do i = 1, size(x)
        x(i) = i
      end do
      !$acc exit data copyout(x)
    rank (2)
      !$acc update self(x)
    end select
  end subroutine
end module

program main
  use ranks
  implicit none
  real :: v(6), w(2, 3)
  integer :: i
  v = 0
  call fill(v)
  if (any(v /= [(i, i = 1, 6)])) error stop 'FAIL row'
  w = 0
  !$acc data copyin(w)
  !$acc kernels
  w = 5
  !$acc end kernels
  call fill(w)
  !$acc end data
  if (any(w /= 5)) error stop 'FAIL plane'
  print '(a)', 'PASS'
end program
