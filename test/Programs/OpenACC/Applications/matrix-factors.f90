!===-- matrix-factors.f90 - Products and factors of matrices ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
!
! A product in tiles with cached parts, determinants by reductions of products, a
! factorisation whose outer loop the host runs, routines of gangs and of workers, readonly
! copies, equivalences of signs, default(none), a routine bound by a string.
!
!===----------------------------------------------------------------------===!

module matrices
  implicit none
contains
  subroutine multiply(a, b, c, n, m, l)
    integer, intent(in) :: n, m, l
    integer, intent(in) :: a(n, l), b(l, m)
    integer, intent(out) :: c(n, m)
    integer :: i, j, k, total
    !$acc parallel loop tile(8, 8) default(none) copyin(readonly: a, b) copyout(c) copyin(n, m, l) private(total)
    do j = 1, m
      do i = 1, n
        !$acc cache(a(i, 1:l), b(1:l, j))
        total = 0
        !$acc loop auto reduction(+:total)
        do k = 1, l
          total = total + a(i, k)*b(k, j)
        end do
        c(i, j) = total
      end do
    end do
  end subroutine

  ! Factors without pivots, in place; whole numbers stay whole.
  subroutine factor(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j, k
    !$acc declare copy(a)
    !$acc kernels
    ! MINFO: [[#@LINE+2]], !$acc loop seq{{ !|$}}
    !$acc loop seq
    do k = 1, n - 1
      !$acc loop independent
      do i = k + 1, n
        a(i, k) = a(i, k)/a(k, k)
      end do
      !$acc loop independent collapse(2)
      do j = k + 1, n
        do i = k + 1, n
          a(i, j) = a(i, j) - a(i, k)*a(k, j)
        end do
      end do
    end do
    !$acc end kernels
  end subroutine

  ! Solves with the unit lower triangle that FACTOR leaves: each unknown needs those before it.
  subroutine forward(a, x, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8), intent(inout) :: x(n)
    integer :: i, k
    !$acc parallel num_gangs(1) copyin(a) copy(x)
    ! MINFO: [[#@LINE+2]], !$acc loop seq{{ !|$}}
    !$acc loop auto
    do k = 1, n - 1
      ! MINFO: [[#@LINE+2]], !$acc loop seq{{ !|$}}
      !$acc loop auto
      do i = k + 1, n
        x(i) = x(i) - a(i, k)*x(k)
      end do
    end do
    !$acc end parallel
  end subroutine

  subroutine scale_columns(a, by, total, n, m)
    integer, value :: n, m
    integer, intent(inout) :: a(n, m), total(m)
    integer, intent(in) :: by(m)
    integer :: i, j
    !$acc routine gang
    ! MINFO: [[#@LINE+2]], !$acc loop gang{{ !|$}}
    !$acc loop gang(static: *)
    do j = 1, m
      call scale_column(a(1, j), by(j), n)
    end do
    ! A gang's lanes sum up its own columns.
    !$acc loop gang(static: *) vector
    do j = 1, m
      do i = 1, n
        total(j) = total(j) + a(i, j)
      end do
    end do
  end subroutine

  subroutine scale_column(column, by, n)
    integer, value :: n, by
    integer, intent(inout) :: column(n)
    integer :: i
    !$acc routine worker
    ! MINFO: [[#@LINE+2]], !$acc loop vector, worker{{ !|$}}
    !$acc loop worker vector
    do i = 1, n
      column(i) = column(i)*rule(by)
    end do
  end subroutine

  integer function rule(by)
    !$acc routine seq bind("rule_of_device_")
    integer, value :: by
    rule = by
  end function
end module

integer function rule_of_device(by)
  !$acc routine seq
  implicit none
  integer, value :: by
  rule_of_device = by + 1
end function

program main
  use testing
  use matrices
  implicit none
  integer, parameter :: n = 35, m = 21, l = 13
  integer :: a(n, l), b(l, m), c(n, m), by(m), total(m), i, j, signs(8)
  real(8) :: f(n, n), lower(n, n), upper(n, n), determinant, x(n)
  integer(8) :: product_of
  logical :: positive, same(3)
  a = reshape([(mod(i*7, 19) - 9, i = 1, n*l)], [n, l])
  b = reshape([(mod(i*11, 17) - 8, i = 1, l*m)], [l, m])
  by = [(mod(j, 4) - 1, j = 1, m)]
  call multiply(a, b, c, n, m, l)
  call expect_equal([c], [matmul(a, b)], 'a product')
  total = 1
  !$acc parallel num_gangs(5) num_workers(2) vector_length(32) copyin(readonly: by) copy(c, total)
  call scale_columns(c, by, total, n, m)
  !$acc end parallel
  call expect_equal([c], [matmul(a, b)*spread(by + 1, 1, n)], 'scaled')
  call expect_equal(total, 1 + sum(matmul(a, b), 1)*(by + 1), 'totals')

  lower = 0
  upper = 0
  do j = 1, n
    lower(j, j) = 1
    lower(j + 1:, j) = [(mod(i*j, 3) - 1, i = j + 1, n)]
    upper(j, j) = merge(-1, merge(2, 1, mod(j, 7) == 1), mod(j, 5) == 2)
    upper(:j - 1, j) = [(mod(i + j, 3) - 1, i = 1, j - 1)]
  end do
  f = matmul(lower, upper)
  call factor(f, n)
  do j = 1, n
    call expect_equal(f(:j, j), upper(:j, j), 'upper factor')
    call expect_equal(f(j + 1:, j), lower(j + 1:, j), 'lower factor')
  end do
  x = matmul(lower, [(real(mod(i*5, 11) - 5, 8), i = 1, n)])
  call forward(f, x, n)
  call expect_equal(x, [(real(mod(i*5, 11) - 5, 8), i = 1, n)], 'solved')

  determinant = 1
  product_of = 1
  positive = .true.
  same = .true.
  signs = 1
  !$acc parallel loop gang vector reduction(*:determinant, product_of, signs) reduction(.eqv.:positive, same) copyin(f)
  do i = 1, n
    determinant = determinant*f(i, i)
    product_of = product_of*nint(abs(f(i, i)))
    positive = positive .eqv. f(i, i) > 0
    same(2) = same(2) .eqv. abs(f(i, i)) > 1
    signs(mod(i, 8) + 1) = signs(mod(i, 8) + 1)*int(sign(1d0, f(i, i)))
  end do
  call expect_equal(determinant, product([(upper(i, i), i = 1, n)]), 'a determinant')
  call expect_equal(product_of, product([(int(abs(upper(i, i)), 8), i = 1, n)]), 'a product of integers')
  call expect(positive .eqv. determinant > 0, 'a sign')
  call expect(same(1) .and. same(3), 'other elements')
  call expect(same(2) .eqv. mod(count([(abs(upper(i, i)) <= 1, i = 1, n)]), 2) == 0, '.eqv. of an array')
  call expect_equal(signs, [(product([(int(sign(1d0, upper(i, i))), i = 1 + mod(j + 6, 8), n, 8)]), j = 1, 8)], 'signs')
  call finish
end program
