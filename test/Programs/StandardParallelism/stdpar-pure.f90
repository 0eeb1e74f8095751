!===-- stdpar-pure.f90 - DO CONCURRENT of procedures that the device calls --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -stdpar -gpu=nomanaged %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -stdpar -gpu=nomanaged -O0 -target=cpu -fcpu-loop-threads %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar=multicore %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! DO CONCURRENT of pure procedures works on the device's data where the host
! calls them, and is sequential where a construct does, also through others
! and in internal procedures.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
contains
  pure subroutine increase(x)
    real(8), intent(inout) :: x(:)
    real(8) :: t
    integer :: i
    do concurrent (i = 1:size(x)) local(t)
      t = x(i)
      x(i) = t + 1
    end do
  end subroutine

  pure subroutine twice(x)
    real(8), intent(inout) :: x(:)
    call increase(x)
    call increase(x)
  end subroutine

  pure real(8) function total(x)
    real(8), intent(in) :: x(:)
    integer :: i
    total = 0
    do concurrent (i = 1:size(x)) reduce(+: total)
      total = total + x(i)
    end do
  end function

  ! Not pure, and for both as well.
  subroutine negate(x)
    real(8), intent(inout) :: x(:)
    integer :: i
    do concurrent (i = 1:size(x))
      x(i) = -x(i)
    end do
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer, parameter :: n = 400, m = 30
  real(8), allocatable :: a(:), b(:,:), sums(:)
  integer :: i, j

  allocate (a(n), b(n, m), sums(m))
  a = [(i, i = 1, n)]
  b = reshape([((i + 10*j, i = 1, n), j = 1, m)], [n, m])
  sums = 0
  !$acc enter data copyin(a, b, sums)
  call increase(a)
  call twice(a)
  call negate(a)
  call expect_equal(total(a), -n*(n + 1)/2 - 3d0*n, 'a function')
  !$acc update self(a)
  call expect_equal(a, [(-i - 3d0, i = 1, n)], 'called by the host')

  do concurrent (j = 1:m)
    call twice(b(:, j))
    sums(j) = total(b(:, j))
  end do
  !$acc update self(b, sums)
  call expect_equal([b], [((i + 10*j + 2d0, i = 1, n), j = 1, m)], &
      'called by a construct')
  call expect_equal(sums, [(n*(n + 1)/2 + (10*j + 2d0)*n, j = 1, m)], &
      'a function in a construct')
  call inside(m)
  !$acc update self(b)
  call expect_equal([b], [((10d0*j + n, i = 1, n), j = 1, m)], &
      'an internal procedure')
  !$acc exit data delete(a, b, sums)
  call finish

contains
  subroutine inside(last)
    integer, intent(in) :: last
    integer :: k
    call shift(b, last + 2 - m)
    do concurrent (k = 1:last)
      call shift(b(:, k:k), 0)
    end do
  end subroutine

  pure subroutine shift(x, by)
    real(8), intent(inout) :: x(:,:)
    integer, intent(in) :: by
    integer :: i, j
    do concurrent (j = 1:size(x, 2), i = 1:size(x, 1))
      x(i, j) = x(i, j) - by + merge(n - i, 0, by == 0)
    end do
  end subroutine
end program
