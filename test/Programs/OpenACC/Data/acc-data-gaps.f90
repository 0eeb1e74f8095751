!===-- acc-data-gaps.f90 - Sections between the elements of others ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -acc %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -target=cpu -fcpu-loop-threads %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! Pointers with strides whose elements lie between those of present data: each
! section's elements are copied when it comes and goes, in any order.
!
!===----------------------------------------------------------------------===!

subroutine work(re, im, n)
  implicit none
  integer, intent(in) :: n
  real, pointer :: re(:), im(:)
  integer :: i
  !$acc parallel loop present(re, im)
  do i = 1, n
    re(i) = re(i) + i
    im(i) = im(i) - i
  end do
end subroutine

program main
  use testing
  implicit none
  integer, parameter :: n = 50
  real, target :: d(2*n), e(2*n)
  real, pointer :: re(:), im(:)
  integer :: i
  interface
    subroutine work(re, im, n)
      integer, intent(in) :: n
      real, pointer :: re(:), im(:)
    end subroutine
  end interface

  d = [(0.5*i, i = 1, 2*n)]
  e = d
  do i = 1, n - 1
    e(2*i - 1) = e(2*i - 1) + i
    e(2*i) = e(2*i) - i
  end do
  re => d(1::2)
  im => d(2:2*n - 2:2)
  !$acc data copy(re, im)
  call work(re, im, n - 1)
  !$acc end data
  call expect_equal(d, e, 'one region')

  d = [(0.5*i, i = 1, 2*n)]
  !$acc data copy(re)
  !$acc data copy(im)
  call work(re, im, n - 1)
  !$acc end data
  call expect_equal(im, e(2:2*n - 2:2), 'the inner region')
  !$acc data copy(im)
  !$acc data copy(im)
  !$acc end data
  !$acc end data
  !$acc end data
  call expect_equal(d, e, 'regions in each other')

  ! The section that came first leaves first.
  d = [(0.5*i, i = 1, 2*n)]
  !$acc enter data copyin(re)
  !$acc enter data copyin(im)
  call work(re, im, n - 1)
  !$acc exit data copyout(re)
  call expect_equal(re, e(1::2), 'the first has left')
  !$acc enter data copyin(re)
  !$acc exit data copyout(im)
  !$acc exit data copyout(re)
  call expect_equal(d, e, 'and come back')

  ! Backwards.
  d = [(0.5*i, i = 1, 2*n)]
  re => d(2*n - 1:1:-2)
  im => d(2*n - 2:2:-2)
  !$acc parallel loop copy(re, im)
  do i = 1, n - 1
    re(i + 1) = re(i + 1) + (n - i)
    im(i) = im(i) - (n - i)
  end do
  call expect_equal(d, e, 'backwards')

  d = -1
  re => d(1::2)
  im => d(2:2*n - 2:2)
  !$acc parallel loop copyout(re, im)
  do i = 1, n - 1
    re(i) = i
    im(i) = -i
    re(i + 1) = i + 1
  end do
  call expect_equal(d, [(real(i), real(-i), i = 1, n - 1), real(n), -1.0], 'copied out')
  call finish
end program
