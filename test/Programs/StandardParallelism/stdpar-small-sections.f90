!===-- stdpar-small-sections.f90 - Small sections with gaps as arguments --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O0 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O3 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: cd %t.dir && %{compile} -stdpar -gpu=keep -c %s
! RUN: FileCheck %s --check-prefix=DEVICE --input-file=%t.dir/stdpar-small-sections.device-fir.mlir
!
! Procedures whose dummy arguments are contiguous get sections of constant size:
! read, defined, both, in two dimensions, with strides and in reverse, for
! optional arguments, of other types.
!
!===----------------------------------------------------------------------===!

module flows
  implicit none
  integer, parameter :: n = 12, m = 9
  ! DEVICE-NOT: call @_FortranACopyInAssign
contains
  pure subroutine flux(u, f)
    real(8), intent(in) :: u(4)
    real(8), intent(out) :: f(4)
    f = [u(2), u(1)*u(2), u(3) - u(4), 2*u(4)]
  end subroutine

  pure subroutine turn(a)
    integer, intent(inout) :: a(2, 3)
    a = a(2:1:-1, 3:1:-1) + 1
  end subroutine

  ! Some elements keep their values.
  pure subroutine set(a, at, to)
    integer, intent(in) :: at, to
    integer, intent(inout) :: a(*)
    a(at) = to
  end subroutine

  pure real(8) function total(u, more)
    real(8), intent(in) :: u(4)
    real(8), intent(in), optional :: more(4)
    total = sum(u)
    if (present(more)) total = total - 3*more(2)
  end function

  pure complex function product_of(z)
    complex, intent(in) :: z(3)
    product_of = z(1)*z(2) + z(3)
  end function

  pure integer(1) function count_of(flags)
    logical(1), intent(in) :: flags(5)
    count_of = int(count(flags), 1)
  end function

  pure subroutine work(q, f, t, with)
    real(8), intent(in) :: q(:, :, :)
    real(8), intent(out) :: f(:, :, :), t(:, :)
    real(8), intent(in), optional :: with(:, :)
    integer :: i, j
    do concurrent (j = 1:size(q, 2), i = 1:size(q, 1))
      call flux(q(i, j, 1:4), f(4:1:-1, i, j))
      if (present(with)) then
        t(i, j) = total(q(i, j, 4:1:-1), with(4:1:-1, j))
      else
        t(i, j) = total(q(i, j, 4:1:-1))
      end if
    end do
  end subroutine
end module

program main
  use testing
  use flows
  implicit none
  real(8) :: q(n, m, 4), f(4, n, m), g(4, n, m), t(n, m), s(n, m), w(4, m), u(4)
  integer :: a(2, n, m, 6), b(2, n, m, 6), c(3, n, 5), d(3, n, 5), i, j, k, x(2, 3)
  complex :: z(n, 2, 3), y(n)
  logical(1) :: l(n, 9)
  integer(1) :: counts(n)

  do concurrent (i = 1:n, j = 1:m, k = 1:4)
    q(i, j, k) = i + 10*j + 0.25d0*k
  end do
  w = reshape([(0.5d0*i, i = 1, 4*m)], [4, m])
  call work(q, f, t)
  do j = 1, m
    do i = 1, n
      u = q(i, j, :)
      g(4:1:-1, i, j) = [u(2), u(1)*u(2), u(3) - u(4), 2*u(4)]
      s(i, j) = u(1) + u(2) + u(3) + u(4)
    end do
  end do
  call expect_equal([f], [g], 'flux')
  call expect_equal([t], [s], 'total')
  call work(q, f, t, w)
  do j = 1, m
    s(:, j) = s(:, j) - 3*w(3, j)
  end do
  call expect_equal([t], [s], 'total with an optional argument')

  a = reshape([(i, i = 1, size(a))], shape(a))
  b = a
  do concurrent (i = 1:n, j = 1:m)
    call turn(a(:, i, j, 2:6:2))
  end do
  do j = 1, m
    do i = 1, n
      x = b(2:1:-1, i, j, 6:2:-2) + 1
      b(:, i, j, 2:6:2) = x
    end do
  end do
  call expect_equal([a], [b], 'two dimensions')

  c = reshape([(-i, i = 1, size(c))], shape(c))
  d = c
  do concurrent (i = 1:n)
    call set(c(2, i, 1:5:2), 2, i)
    call set(c(1, i, :), 5, 100*i)
  end do
  d(2, :, 3) = [(i, i = 1, n)]
  d(1, :, 5) = [(100*i, i = 1, n)]
  call expect_equal([c], [d], 'one element of a section')

  z = reshape([(cmplx(i, 2*i), i = 1, size(z))], shape(z))
  l = reshape([(mod(i, 3) == 0, i = 1, size(l))], shape(l))
  do concurrent (i = 1:n)
    y(i) = product_of(z(i, 2, :))
    counts(i) = count_of(l(i, 1:9:2))
  end do
  do i = 1, n
    call expect_equal(real(y(i)), real(z(i, 2, 1)*z(i, 2, 2) + z(i, 2, 3)), 'complex')
    call expect_equal(aimag(y(i)), aimag(z(i, 2, 1)*z(i, 2, 2) + z(i, 2, 3)), 'imaginary')
    call expect_equal(int(counts(i)), count(l(i, 1:9:2)), 'logical')
  end do
  call finish
end program
