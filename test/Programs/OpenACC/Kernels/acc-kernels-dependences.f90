!===-- acc-kernels-dependences.f90 - Loops that name nothing, in kernels constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! What the sequential code gives is what must come out, whether the loops are
! found to be parallel or not: recurrences forwards and backwards, at a
! distance, through subscript arrays, through scalars, between two arrays and
! between two names of one array.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
contains
  subroutine two_names(a, b, n, d)
    integer, intent(in) :: n, d
    integer, target, intent(inout) :: a(:)
    integer, pointer, intent(in) :: b(:)
    integer :: i
    !$acc kernels
    do i = 1, n
      a(i + d) = b(i) + 1
    end do
    !$acc end kernels
  end subroutine

  ! Pointers of records have one target.
  subroutine of_records(n)
    use testing
    integer, intent(in) :: n
    type node
      integer, pointer :: p(:), q(:)
      type(node), pointer :: next
      integer :: v
    end type
    type(node) :: s(n)
    type(node), target :: last
    integer, target :: t(n)
    integer :: i
    t = 0
    last%v = 0
    do i = 1, n
      s(i)%p => t
      s(i)%q => t(2:)
      s(i)%next => last
    end do
    !$acc data copy(t, last) copyin(s)
    do i = 1, n
      !$acc enter data attach(s(i)%p, s(i)%q, s(i)%next)
    end do
    !$acc kernels present(s)
    do i = 1, n
      s(i)%p(1) = s(i)%p(1) + i
    end do
    do i = 1, n
      s(i)%next%v = s(i)%next%v + 1
    end do
    do i = 2, n - 1
      s(3)%q(i - 1) = s(3)%p(i - 1) + 1
    end do
    !$acc end kernels
    !$acc end data
    call expect_equal(last%v, n, 'a sum through pointers')
    call expect_equal(t(:n-1), [n*(n + 1)/2, (i + n*(n + 1)/2, i = 1, n - 2)], 'two pointers of a record')
  end subroutine

  ! A function reads the array by host association.
  subroutine by_association(n)
    use testing
    integer, intent(in) :: n
    integer :: a(n), i
    a = [(mod(i*31, 101), i = 1, n)]
    !$acc kernels copy(a)
    do i = 1, n - 1
      a(i) = element(i + 1)
    end do
    !$acc end kernels
    call expect_equal(a(:n - 1), [(mod(i*31, 101), i = 2, n)], 'read ahead by an internal function')
    !$acc kernels copy(a)
    do i = 2, n
      a(i) = element(i - 1)
    end do
    !$acc end kernels
    call expect_equal(a, [(62, i = 1, n)], 'read by an internal function')
  contains
    pure integer function element(k)
      integer, intent(in) :: k
      element = a(k)
    end function
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer, parameter :: n = 2000
  integer, target :: t(2*n)
  integer, pointer :: p(:)
  integer :: a(n), b(n), c(n), w(n), v(n), map(n), i, j, k, s, d
  integer :: m(40, 50), q(40, 50)
  real(8) :: x(n), y(n), z

  call reset()
  !$acc kernels copy(a)
  do i = 2, n
    a(i) = a(i - 1) + i
  end do
  !$acc end kernels
  do i = 2, n
    w(i) = w(i - 1) + i
  end do
  call expect_equal(a, w, 'forward recurrence')

  call reset()
  !$acc kernels copy(a)
  do i = 1, n - 1
    a(i) = a(i + 1)*3 + 1
  end do
  !$acc end kernels
  do i = 1, n - 1
    w(i) = w(i + 1)*3 + 1
  end do
  call expect_equal(a, w, 'reading ahead')

  call reset()
  !$acc kernels copy(a)
  do i = n - 1, 1, -1
    a(i) = mod(a(i + 1)*3 + 1, 1000)
  end do
  !$acc end kernels
  do i = n - 1, 1, -1
    w(i) = mod(w(i + 1)*3 + 1, 1000)
  end do
  call expect_equal(a, w, 'backward recurrence')

  do d = 0, 70, 7
    call reset()
    !$acc kernels copy(a)
    do i = 1, n - d
      a(i + d) = mod(a(i)*5 + i, 999)
    end do
    !$acc end kernels
    do i = 1, n - d
      w(i + d) = mod(w(i)*5 + i, 999)
    end do
    call expect_equal(a, w, 'a distance that varies')
  end do

  call reset()
  !$acc kernels copy(a)
  do i = 1, n/2
    a(2*i) = a(i) + 1
  end do
  !$acc end kernels
  do i = 1, n/2
    w(2*i) = w(i) + 1
  end do
  call expect_equal(a, w, 'subscripts with factors')

  call reset()
  map = [(1 + mod(i*7, 13), i = 1, n)]
  !$acc kernels copy(a) copyin(map)
  do i = 1, n
    a(map(i)) = a(map(i)) + i
  end do
  !$acc end kernels
  do i = 1, n
    w(map(i)) = w(map(i)) + i
  end do
  call expect_equal(a, w, 'a histogram')

  call reset()
  !$acc kernels copy(a)
  do i = 1, n
    a(1 + mod(i, 5)) = i
  end do
  !$acc end kernels
  do i = 1, n
    w(1 + mod(i, 5)) = i
  end do
  call expect_equal(a, w, 'the last assignment stays')

  call reset()
  s = 1
  !$acc kernels copy(a, s)
  do i = 1, n
    s = mod(s*3 + a(i), 10007)
    a(i) = s
  end do
  !$acc end kernels
  k = 1
  do i = 1, n
    k = mod(k*3 + w(i), 10007)
    w(i) = k
  end do
  call expect_equal(a, w, 'a scalar carried on')
  call expect_equal(s, k, 'its last value')

  call reset()
  s = -1
  !$acc kernels copy(a) copyout(b)
  do i = 1, n
    b(i) = s
    s = a(i)
  end do
  !$acc end kernels
  v(1) = -1
  v(2:) = w(:n - 1)
  call expect_equal(b, v, 'a scalar read before it is assigned')

  call reset()
  s = 0
  !$acc kernels copy(a) copy(s)
  do i = 1, n
    if (mod(a(i), 3) == 0) s = i
    a(i) = s
  end do
  !$acc end kernels
  k = 0
  do i = 1, n
    if (mod(w(i), 3) == 0) k = i
    w(i) = k
  end do
  call expect_equal(a, w, 'a scalar assigned under a condition')
  call expect_equal(s, k, 'and its value')

  call reset()
  c = 0
  j = 0
  !$acc kernels copyin(a) copy(c, j)
  do i = 1, n
    if (mod(a(i), 2) == 0) then
      j = j + 1
      c(j) = a(i)
    end if
  end do
  !$acc end kernels
  call expect_equal(j, count(mod(w, 2) == 0), 'packing: how many')
  call expect_equal(c(:j), pack(w, mod(w, 2) == 0), 'packing')

  call reset()
  !$acc kernels copy(a, b)
  do i = 2, n
    b(i) = a(i - 1) + 1
    a(i) = b(i) - 2
  end do
  !$acc end kernels
  call reset_b(v)
  do i = 2, n
    v(i) = w(i - 1) + 1
    w(i) = v(i) - 2
  end do
  call expect_equal(a, w, 'two arrays')
  call expect_equal(b, v, 'two arrays, the other')

  call reset()
  !$acc kernels copyin(a) copyout(b)
  do i = 1, n
    b(i) = a(n + 1 - i)
  end do
  !$acc end kernels
  call expect_equal(b, w(n:1:-1), 'independent, reversed')
  !$acc kernels copy(a)
  do i = 1, n
    a(i) = a(n + 1 - i)
  end do
  !$acc end kernels
  do i = 1, n
    w(i) = w(n + 1 - i)
  end do
  call expect_equal(a, w, 'reversed in place')

  ! Only one of the two loops carries the dependence.
  m = reshape([(mod(i*i, 97), i = 1, size(m))], shape(m))
  q = m
  !$acc kernels copy(m)
  do j = 2, 50
    do i = 1, 40
      m(i, j) = m(i, j - 1) + m(i, j)
    end do
  end do
  do j = 1, 50
    do i = 2, 40
      m(i, j) = m(i - 1, j)*2 + m(i, j)
    end do
  end do
  do j = 2, 50
    do i = 2, 40
      m(i, j) = mod(m(i - 1, j) + m(i, j - 1), 1009)
    end do
  end do
  !$acc end kernels
  do j = 2, 50
    do i = 1, 40
      q(i, j) = q(i, j - 1) + q(i, j)
    end do
  end do
  do j = 1, 50
    do i = 2, 40
      q(i, j) = q(i - 1, j)*2 + q(i, j)
    end do
  end do
  do j = 2, 50
    do i = 2, 40
      q(i, j) = mod(q(i - 1, j) + q(i, j - 1), 1009)
    end do
  end do
  call expect_equal([m], [q], 'nests with one or two carried loops')

  ! A scalar that the inner loop gathers for each outer iteration.
  x = [(mod(i, 17), i = 1, n)]
  !$acc kernels copyin(x) copyout(y)
  do i = 1, n
    z = 0
    do j = max(1, i - 3), min(n, i + 3)
      z = z + x(j)
    end do
    y(i) = z
  end do
  !$acc end kernels
  do i = 1, n
    call expect_equal(y(i), sum(x(max(1, i - 3):min(n, i + 3))), 'windows')
  end do

  do d = -3, 3
    t = [(i, i = 1, 2*n)]
    call by_hand(t, d, c)
    t = [(i, i = 1, 2*n)]
    p => t(10 - d:)
    !$acc data copy(t)
    call two_names(t(10:), p, 100, 0)
    !$acc end data
    call expect_equal(t(1:n), c, 'two names of one array')
  end do

  ! What a loop in one that the host runs needs comes from outside of both.
  call reset()
  k = 30
  s = 0
  !$acc kernels
  do i = 4, 11
    s = mod(s + b(i), 997)
    do j = k + (-3), (1), -1
      a(1 + mod(abs(j), 11)) = i - (s)
    end do
    b(12 - i) = a(1)
  end do
  !$acc end kernels
  call by_order(k, w, v, d)
  call expect_equal(a, w, 'bounds from outside')
  call expect_equal(b, v, 'after the loop in a loop')
  call expect_equal(s, d, 'carried by the outer loop')
  call by_association(n)
  call of_records(n)
  t = 5
  !$acc kernels copy(t)
  do i = 2, n
    block
      integer, pointer :: q(:)
      q => t(i - 1:i)
      q(2) = q(1) + 1
    end block
  end do
  !$acc end kernels
  call expect_equal(t(:n), [(t(1) + i, i = 0, n - 1)], 'through a pointer of the iteration')
  call finish()
contains
  subroutine reset()
    integer :: i
    do i = 1, n
      a(i) = mod(i*31, 101)
      w(i) = a(i)
    end do
    call reset_b(b)
  end subroutine
  subroutine reset_b(b)
    integer, intent(out) :: b(:)
    integer :: i
    do i = 1, n
      b(i) = mod(i*17, 103)
    end do
  end subroutine
  subroutine by_hand(t, d, c)
    integer, intent(inout) :: t(:)
    integer, intent(in) :: d
    integer, intent(out) :: c(:)
    integer :: i
    do i = 1, 100
      t(9 + i) = t(9 - d + i) + 1
    end do
    c = t(1:n)
  end subroutine
  ! The two nested loops; w has the values of a.
  subroutine by_order(k, w, v, s)
    integer, intent(in) :: k
    integer, intent(inout) :: w(:)
    integer, intent(out) :: v(:), s
    integer :: i, j
    call reset_b(v)
    s = 0
    do i = 4, 11
      s = mod(s + v(i), 997)
      do j = k - 3, 1, -1
        w(1 + mod(j, 11)) = i - s
      end do
      v(12 - i) = w(1)
    end do
  end subroutine
end program
