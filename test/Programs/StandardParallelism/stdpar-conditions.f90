!===-- stdpar-conditions.f90 - DO CONCURRENT below constructs with IF ----===!
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
!
! A construct that its IF or SELF clause gives to the host calls procedures with
! DO CONCURRENT: they are sequential there as well.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
contains
  pure subroutine increase(x, by)
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: by
    integer :: i
    do concurrent (i = 1:size(x))
      x(i) = x(i) + by
    end do
  end subroutine
  pure subroutine twice(x, by)
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: by
    call increase(x, by)
    call increase(x, by)
  end subroutine
  pure real(8) function total(x)
    real(8), intent(in) :: x(:)
    integer :: i
    total = 0
    do concurrent (i = 1:size(x)) reduce(+: total)
      total = total + x(i)
    end do
  end function
  real(8) function mean(x)
    !$acc routine seq
    real(8), intent(in) :: x(:)
    mean = total(x)/size(x)
  end function
end module

program main
  use testing
  use work
  implicit none
  integer, parameter :: n = 60, m = 30
  real(8) :: b(n, m), sums(m), means(m), wanted(n, m)
  integer :: i, j, round
  logical :: there
  b = reshape([((i + 10*j, i = 1, n), j = 1, m)], [n, m])
  wanted = b
  do round = 1, 3
    there = mod(round, 2) == 0
    !$acc parallel loop copy(b) copyout(sums, means) if(there)
    do j = 1, m
      call twice(b(:, j), 1d0*j)
      sums(j) = total(b(:, j))
      means(j) = mean(b(:, j))
    end do
    do j = 1, m
      wanted(:, j) = wanted(:, j) + 2*j
    end do
    call expect(all(b == wanted), 'parallel')
    call expect_equal(sums, [(sum(wanted(:, j)), j = 1, m)], 'sums')
    call expect_equal(means, [(sum(wanted(:, j))/n, j = 1, m)], 'means')
    !$acc kernels copy(b) self(there)
    !$acc loop independent
    do j = 1, m
      call increase(b(:, j), 0.5d0)
    end do
    !$acc end kernels
    wanted = wanted + 0.5d0
    call expect(all(b == wanted), 'kernels')
    !$acc serial copy(b) if(.false.)
    call increase(b(:, 1), -2d0)
    !$acc end serial
    wanted(:, 1) = wanted(:, 1) - 2
    call expect(all(b == wanted), 'serial')
  end do
  call increase(b(:, 2), 1d0)
  wanted(:, 2) = wanted(:, 2) + 1
  call expect(all(b == wanted), 'called by the host')
  call expect_equal(mean(b(:, 3)), sum(wanted(:, 3))/n, 'a routine on the host')
  call finish
end program
