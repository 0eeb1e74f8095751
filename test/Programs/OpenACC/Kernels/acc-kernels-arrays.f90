!===-- acc-kernels-arrays.f90 - Array statements of kernels constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! The same statements on the host give the same values: whole arrays and
! sections, overlapping ones, WHERE, FORALL, vector subscripts, transformations,
! statements in loops; data with clauses and without.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
  integer, parameter :: n = 37, m = 29
  type pair
    integer :: left
    real :: right(3)
  end type
  integer :: a(n, m), b(n, m), c(n, m), v(n), w(n), s, map(n)
  integer, allocatable :: x(:, :), y(:)
  integer, pointer :: p(:), q(:)
  integer, target :: t(100)
  real(8) :: r
  type(pair) :: rec(n)
  logical :: l
contains
  subroutine start(overlap)
    integer, intent(in) :: overlap
    integer :: i
    a = reshape([(mod(i*7, 23), i=1, n*m)], [n, m])
    b = reshape([(mod(i*5, 19), i=1, n*m)], [n, m])
    if (allocated(x)) deallocate(x, y)
    allocate(x(0:n, -1:m), y(n))
    x = 1
    y = [(i, i=1, n)]
    v = y
    map = [(1 + mod(i*5, n), i=1, n)]
    t = [(i, i=1, 100)]
    p => t(11:60)
    q => t(11 + overlap:60 + overlap)
    rec = pair(0, [0., 0., 0.])
  end subroutine
  subroutine on_host()
    integer :: i, j, k
    c(:, :) = a + b*2
    v(2:n) = v(1:n - 1)
    w = v(n:1:-1)
    where (mod(w, 2) == 0)
      w = -w
    elsewhere (w > 10)
      w = 0
    end where
    forall (i=1:n, a(i, 1) > 5) b(i, 2) = a(i, 3) + i
    x(1:n, 1:m) = x(1:n, 1:m) + c
    y(:) = y(:) + x(1:n, 2)
    q(:) = p(:) + 1
    x(:, -1) = x(:, 0) + 4
    x(0, :) = 5
    c = c + cshift(c, 1, dim=2)
    do j = 2, m
      c(:, j) = mod(c(:, j - 1) + c(:, j), 1009)
    end do
    do k = 1, 3
      a(2:n - 1, 2:m - 1) = (a(1:n - 2, 2:m - 1) + a(3:n, 2:m - 1) + a(2:n - 1, 1:m - 2) + a(2:n - 1, 3:m))/4
    end do
    a(:, 1) = a(:, 1) + [(i, i=1, n)]
    b = matmul(a(:, 1:9), c(3:11, :))
    v = sum(b, dim=2)
    s = sum(a)
    s = s + maxval(b) - minval(a) + count(a > 3)
    r = sum(real(a, 8)*2)
    l = any(a == 3) .and. all(b < 1000000)
    do i = 1, n
      c(i, :) = c(i, :) + v(i)
      w(i) = maxval(c(i, :))
    end do
    rec%left = 3
    rec(:)%right(2) = 2.
    do i = 1, n
      rec(i)%right = rec(i)%right(2) + rec(i)%left + i
    end do
    c(:, 2) = c(:, 2) + v(map)
    v(map) = w
  end subroutine
  subroutine implicit_data()
    integer :: i, j, k
    !$acc kernels
    c(:, :) = a + b*2
    v(2:n) = v(1:n - 1)
    w = v(n:1:-1)
    where (mod(w, 2) == 0)
      w = -w
    elsewhere (w > 10)
      w = 0
    end where
    forall (i=1:n, a(i, 1) > 5) b(i, 2) = a(i, 3) + i
    !$acc end kernels
    !$acc data copy(t)
    !$acc kernels
    x(1:n, 1:m) = x(1:n, 1:m) + c
    y(:) = y(:) + x(1:n, 2)
    q(:) = p(:) + 1
    x(:, -1) = x(:, 0) + 4
    x(0, :) = 5
    c = c + cshift(c, 1, dim=2)
    do j = 2, m
      c(:, j) = mod(c(:, j - 1) + c(:, j), 1009)
    end do
    do k = 1, 3
      a(2:n - 1, 2:m - 1) = (a(1:n - 2, 2:m - 1) + a(3:n, 2:m - 1) + a(2:n - 1, 1:m - 2) + a(2:n - 1, 3:m))/4
    end do
    a(:, 1) = a(:, 1) + [(i, i=1, n)]
    !$acc end kernels
    !$acc end data
    !$acc kernels copy(s, r, l)
    b = matmul(a(:, 1:9), c(3:11, :))
    v = sum(b, dim=2)
    s = sum(a)
    s = s + maxval(b) - minval(a) + count(a > 3)
    r = sum(real(a, 8)*2)
    l = any(a == 3) .and. all(b < 1000000)
    do i = 1, n
      c(i, :) = c(i, :) + v(i)
      w(i) = maxval(c(i, :))
    end do
    rec%left = 3
    rec(:)%right(2) = 2.
    do i = 1, n
      rec(i)%right = rec(i)%right(2) + rec(i)%left + i
    end do
    c(:, 2) = c(:, 2) + v(map)
    v(map) = w
    !$acc end kernels
  end subroutine
  subroutine explicit_data()
    integer :: i, j, k
    !$acc data copy(t, rec)
    !$acc kernels copyin(a) copy(b, v) copyout(c, w)
    c(:, :) = a + b*2
    v(2:n) = v(1:n - 1)
    w = v(n:1:-1)
    where (mod(w, 2) == 0)
      w = -w
    elsewhere (w > 10)
      w = 0
    end where
    forall (i=1:n, a(i, 1) > 5) b(i, 2) = a(i, 3) + i
    !$acc end kernels
    !$acc enter data copyin(x, y, a, c)
    !$acc kernels present(x, y, a, c, t)
    x(1:n, 1:m) = x(1:n, 1:m) + c
    y(:) = y(:) + x(1:n, 2)
    q(:) = p(:) + 1
    x(:, -1) = x(:, 0) + 4
    x(0, :) = 5
    c = c + cshift(c, 1, dim=2)
    do j = 2, m
      c(:, j) = mod(c(:, j - 1) + c(:, j), 1009)
    end do
    do k = 1, 3
      a(2:n - 1, 2:m - 1) = (a(1:n - 2, 2:m - 1) + a(3:n, 2:m - 1) + a(2:n - 1, 1:m - 2) + a(2:n - 1, 3:m))/4
    end do
    a(:, 1) = a(:, 1) + [(i, i=1, n)]
    !$acc end kernels
    !$acc exit data copyout(x, y, a, c)
    !$acc kernels copyin(a) copy(c) copyin(map) copyout(b, v, w) copy(s, r, l) present(rec)
    b = matmul(a(:, 1:9), c(3:11, :))
    v = sum(b, dim=2)
    s = sum(a)
    s = s + maxval(b) - minval(a) + count(a > 3)
    r = sum(real(a, 8)*2)
    l = any(a == 3) .and. all(b < 1000000)
    do i = 1, n
      c(i, :) = c(i, :) + v(i)
      w(i) = maxval(c(i, :))
    end do
    rec%left = 3
    rec(:)%right(2) = 2.
    do i = 1, n
      rec(i)%right = rec(i)%right(2) + rec(i)%left + i
    end do
    c(:, 2) = c(:, 2) + v(map)
    v(map) = w
    !$acc end kernels
    !$acc end data
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer :: i, k, wanted_a(n, m), wanted_b(n, m), wanted_c(n, m), wanted_t(100)
  integer :: wanted_x(0:n, -1:m), wanted_y(n), wanted_v(n), wanted_w(n), wanted_s
  real(8) :: wanted_r
  real :: wanted_right(3, n)
  logical :: wanted_l
  do k = -2, 2
    call start(k)
    call on_host()
    wanted_a = a
    wanted_b = b
    wanted_c = c
    wanted_t = t
    wanted_x = x
    wanted_y = y
    wanted_v = v
    wanted_w = w
    wanted_s = s
    wanted_r = r
    wanted_l = l
    do i = 1, n
      wanted_right(:, i) = rec(i)%right
    end do
    call start(k)
    call implicit_data()
    call compare('implicit data')
    call start(k)
    call explicit_data()
    call compare('explicit data')
  end do
  call finish()
contains
  subroutine compare(what)
    character(*), intent(in) :: what
    integer :: i
    call expect_equal([a], [wanted_a], what//', a')
    call expect_equal([b], [wanted_b], what//', b')
    call expect_equal([c], [wanted_c], what//', c')
    call expect_equal([x], [wanted_x], what//', x')
    call expect_equal(t, wanted_t, what//', t')
    call expect_equal(y, wanted_y, what//', y')
    call expect_equal(v, wanted_v, what//', v')
    call expect_equal(w, wanted_w, what//', w')
    call expect_equal(s, wanted_s, what//', s')
    call expect_equal(r, wanted_r, what//', r')
    call expect_equal(merge(1, 0, l), merge(1, 0, wanted_l), what//', l')
    do i = 1, n
      call expect_equal(rec(i)%right, wanted_right(:, i), what//', rec')
    end do
  end subroutine
end program
