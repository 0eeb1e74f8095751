!===-- acc-data-parts-of-arguments.f90 - Parts of assumed-size arrays ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
!
! An array of assumed size of which a part is present that does not begin with its first element.
!
!===------------------------------------------------------------------------===!
program parts
  implicit none
  real :: x(100)
  integer :: i
  x = [(i, i=1, 100)]
  call add(x, 20, 50)
  !$acc enter data copyin(x(60:90))
  call add(x, 65, 70)
  !$acc exit data copyout(x(60:90))
  do i = 1, 100
    if (x(i) /= i + merge(1, 0, (i >= 20 .and. i <= 50) .or. (i >= 65 .and. i <= 70))) error stop 'wrong'
  end do
  print '(a)', 'PASS'
contains
  subroutine add(a, first, last)
    real :: a(*)
    integer, intent(in) :: first, last
    integer :: k
    !$acc enter data copyin(a(first:last))
    !$acc parallel loop present(a)
    do k = first, last
      a(k) = a(k) + 1
    end do
    !$acc exit data copyout(a(first:last))
  end subroutine
end program
