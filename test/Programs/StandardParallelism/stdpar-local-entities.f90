!===-- stdpar-local-entities.f90 - LOCAL variables and those outside -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -acc -O0 %{testing} %s -o %t.dir/directives
! RUN: %run %t.dir/directives | %{check-pass}
!
! What LOCAL or LOCAL_INIT names is another variable than the one outside, which
! internal procedures and other names of it still mean. A mask has the initial value.
!
!===----------------------------------------------------------------------===!

module procedures
  use testing
  implicit none
  type record
    integer :: a = 1, b(2) = [2, 3]
  end type
contains
  subroutine called(n)
    integer, intent(in) :: n
    integer :: i, j, x, w(-1:1), y, a(n), b(3, n)
    integer, save :: kept = 8
    character(4) :: text
    type(record) :: r
    x = 5
    w = [1, 2, 3]
    y = 100
    text = 'out'
    r%b(2) = 7
    !$acc parallel loop
    do concurrent (i = 1:n) local(x, w, kept, text, r) local_init(y)
      x = i
      w = 10*i
      y = y + i
      kept = i
      text = 'inside'
      r%a = i
      r%b = i
      a(i) = outer() + x + w(-1) + y + kept + len_trim(text) + r%a + r%b(2)
    end do
    call expect_equal(a, [(5 + 6 + 100 + 3 + 8 + i + 10*i + 100 + i + i + 4 + 2*i, i = 1, n)], 'named by procedures')
    call expect_equal([x, w, y, kept, r%a, r%b], [5, 1, 2, 3, 100, 8, 1, 2, 7], 'outside')
    call expect(text == 'out', 'outside')
    !$acc parallel loop
    do concurrent (i = 1:n)
      do concurrent (j = 1:3) local(x) local_init(w)
        x = j
        w(0) = w(0) + x
        b(j, i) = outer() + w(0)
      end do
    end do
    call expect_equal(b(:, n), [(122 + 2 + j, j = 1, 3)], 'in a loop inside')
  contains
    pure integer function outer()
      outer = x + sum(w) + inner()
    end function
    pure integer function inner()
      !$acc routine seq
      inner = y + len_trim(text) + r%a + r%b(2)
    end function
  end subroutine

  subroutine named(n)
    integer, intent(in) :: n
    integer :: x, v, w(4), u(4), a(n), i
    equivalence (x, v), (w(1), u(1))
    x = 5
    w = 3
    !$acc parallel loop
    do concurrent (i = 1:n) local(x, w)
      x = i
      w = i
      a(i) = x + 100*v + 1000*w(2) + 100000*u(1)
    end do
    call expect_equal(a, [(1001*i + 300500, i = 1, n)], 'EQUIVALENCE')
    call expect_equal([x, v, w, u], [5, 5, 3, 3, 3, 3, 3, 3, 3, 3], 'EQUIVALENCE outside')
  end subroutine

  subroutine associated_names(n)
    integer, intent(in) :: n
    integer :: x, w(3), a(n), b(n), i
    x = 5
    w = [1, 2, 3]
    associate (z => x, second => w(2))
      !$acc parallel loop
      do concurrent (i = 1:n) local(x, w)
        x = i
        w = i
        a(i) = x + 100*z + 1000*second
      end do
      !$acc parallel loop
      do concurrent (i = 1:n) local(z) local_init(second)
        z = i
        second = second + i
        b(i) = z + 100*x + 1000*w(2) + 10000*second
      end do
    end associate
    call expect_equal(a, [(i + 2500, i = 1, n)], 'ASSOCIATE')
    call expect_equal(b, [(10001*i + 22500, i = 1, n)], 'LOCAL of an associate name')
    call expect_equal([x, w], [5, 1, 2, 3], 'ASSOCIATE outside')
  end subroutine

  ! The shape of the iteration's own is that of the one outside.
  subroutine shapes(n)
    integer, intent(in) :: n
    integer :: i, a(n), w(n)
    w = 0
    !$acc parallel loop
    do concurrent (i = 1:n) local(w)
      w = i
      a(i) = asked(i) + w(2)
    end do
    call expect_equal(a, [(n + 2*i, i = 1, n)], 'asked for by a procedure')
  contains
    pure integer function asked(i)
      integer, intent(in) :: i
      integer :: v(size(w))
      v = i
      asked = size(w) + v(1)
    end function
  end subroutine

  subroutine masks(n)
    integer, intent(in) :: n
    integer :: a(n), i, k, w(2)
    type part
      integer :: k
    end type
    type(part) :: p(n)
    a = 0
    p%k = [(i, i = 1, n)]
    k = 3
    w = [1, 2]
    !$acc parallel loop
    do concurrent (i = 1:n, mod(i, k) == 0 .and. w(2) == 2) local_init(k, w)
      k = k + i
      w(2) = 5
      a(i) = k
    end do
    call expect_equal(a, [(merge(i + 3, 0, mod(i, 3) == 0), i = 1, n)], 'in a mask')
    call expect_equal([k, w], [3, 1, 2], 'in a mask, outside')
    !$acc parallel loop
    do concurrent (i = 1:n, p(i) % k > k .and. p(i)  %  k < k + 3) local_init(k)
      k = k + i
      a(i) = -k
    end do
    call expect_equal(a(3:7), [6, -7, -8, 9, 0], 'beside components in a mask')
  end subroutine
end module

program main
  use procedures
  implicit none
  call called(50)
  call named(4)
  call associated_names(50)
  call shapes(50)
  call masks(50)
  call finish
end program
