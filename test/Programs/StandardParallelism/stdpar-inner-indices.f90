!===-- stdpar-inner-indices.f90 - Indices of loops inside ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O2 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar -O0 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! The variable of a loop that one iteration of DO CONCURRENT runs has its value
! behind the construct. The iterations do not share it.
!
!===----------------------------------------------------------------------===!

module counts
  implicit none
  integer :: k_of_module
contains
  subroutine set(a)
    integer, intent(out) :: a(10)
    integer :: i
    do concurrent (i = 1:10, i == 7)
      do k_of_module = 1, i
        a(k_of_module) = k_of_module
      end do
    end do
  end subroutine
  subroutine set_argument(b, o)
    integer, intent(inout) :: b(:)
    integer, intent(inout), optional :: o
    integer :: i
    do concurrent (i = 1:size(b))
      if (i == 3 .and. present(o)) then
        do o = 1, 4
          b(i) = b(i) + o
        end do
      end if
    end do
  end subroutine
end module

program main
  use counts
  use testing
  implicit none
  integer, parameter :: n = 3000
  integer :: a(10), b(n), i, k, m, found, other
  do concurrent (i = 1:1)
    do k = 1, 5
      a(k) = k
    end do
  end do
  call expect_equal([k], [6], 'one iteration')
  do concurrent (i = 1:n)
    if (i == 8) then
      do k = 1, 10
        if (k*k > i) exit
      end do
    end if
  end do
  call expect_equal([k], [3], 'EXIT')
  call set(a)
  call expect_equal([k_of_module], [8], 'of a module')
  b = 0
  call set_argument(b)
  call set_argument(b, k)
  call expect_equal([k, b(3)], [5, 10], 'asked for by PRESENT')
  ! Every iteration has its own, whoever reads one elsewhere.
  do concurrent (i = 1:n)
    b(i) = 0
    do k = 1, mod(i, 50)
      do m = 1, k
        b(i) = b(i) + m
      end do
    end do
  end do
  call expect_equal(b, [(mod(i, 50)*(mod(i, 50) + 1)*(mod(i, 50) + 2)/6, i = 1, n)], 'nests')
  do m = 1, 10
    if (m*m > 50) exit
  end do
  found = m
  do concurrent (i = 1:n)
    do other = 1, 3
      b(i) = other
    end do
  end do
  print *, (a(other), other=1, 2)
  call expect_equal([found, sum(b)], [8, 3*n], 'on the host')
  call finish
end program
