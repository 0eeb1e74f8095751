!===-- stdpar-first-uses.f90 - What iterations refer to first -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! Arrays that only DO CONCURRENT names. A reference has its value from outside
! where no definition that may be of the same part can be executed before it: by
! its subscripts, the branches around it and the first iterations of inner loops.
! The others are each iteration's own.
!
!===----------------------------------------------------------------------===!

module types
  use testing
  implicit none
  type parts
    integer :: a, b
  end type
  type filled
    integer :: a, b = 5, c(2) = [7, 8]
  end type
contains
  pure subroutine fill(x, i)
    integer, intent(in) :: i
    integer, intent(out) :: x(4)
    x = i
  end subroutine

  subroutine of_procedures(n)
    integer, intent(in) :: n
    integer :: own(50), kept(3), scalar, a(n), i, t
    do concurrent (i = 1:n)
      own(1:size(own)) = i
      scalar = i
      a(i) = outer()
    end do
    call expect_equal(a, [(51*i, i = 1, n)], 'that internal procedures read')
    do t = 1, 3
      do concurrent (i = 1:2)
        if (i == 2) then
          if (t > 1) a(t) = before()
          kept = t
        end if
      end do
    end do
    call expect_equal(a(2:3), [3, 6], 'that internal procedures read before')
    scalar = 0
    do t = 1, 3
      do concurrent (i = 1:1)
        a(t) = kept_scalar()
        scalar = t
      end do
      a(3 + t) = scalar
    end do
    call expect_equal(a(:6), [0, 1, 2, 1, 2, 3], 'scalars that internal procedures read before')
  contains
    pure integer function outer()
      outer = inner() + scalar
    end function
    pure integer function inner()
      inner = sum(own)
    end function
    pure integer function kept_scalar()
      kept_scalar = scalar
    end function
    pure integer function before()
      before = sum(kept)
    end function
  end subroutine
end module

program main
  use types
  implicit none
  call from_outside
  call of_iteration
  call of_procedures(1000)
  call finish
contains
  subroutine from_outside
    integer :: a(12), i, k, j, t
    integer :: element(3), whole(3), nested(3), other(2), section(5), ahead(5), down(0:4)
    integer :: condition(2)
    type(parts) :: component, two
    a = 0
    do concurrent (i = 1:2)
      if (i == 2) then
        element = 1
        whole = 1
        nested = 1
        component = parts(1, 1)
        two%b = 9
        other(2) = 5
        section(4:) = 6
        ahead = [1, 2, 3, 4, 5]
        down = [0, 1, 2, 3, 4]
        condition = 3
      end if
    end do
    do t = 1, 3
      do concurrent (i = 1:2)
        if (i == 2) then
          do k = 1, 3
            element(1) = element(1) + k
            whole = whole + k
            component%a = component%a + k
            do j = 1, 3
              nested(j) = nested(j) + k
            end do
          end do
          a(t) = element(1)
          a(3 + t) = whole(3)
          a(6 + t) = component%a
          a(9 + t) = nested(2)
        end if
      end do
    end do
    call expect_equal(a, [7, 13, 19, 7, 13, 19, 7, 13, 19, 7, 13, 19], 'by the first iteration of a loop')
    do concurrent (i = 1:1)
      other(1) = i
      section(1:3) = i
      two%a = i
      a(1) = other(1) + other(2)
      a(2) = section(2) + section(5)
      a(3) = two%a + two%b
    end do
    call expect_equal(a(:3), [6, 7, 10], 'beside other parts')
    do concurrent (i = 1:1)
      do k = 1, 4
        ahead(k) = 0
        a(k) = ahead(k + 1)
      end do
      do k = 4, 1, -1
        down(k) = 0
        a(4 + k) = down(k - 1)
      end do
    end do
    call expect_equal(a(:8), [2, 3, 4, 5, 0, 1, 2, 3], 'ahead of the definitions')
    do concurrent (i = 1:1)
      do k = 1, 2
        if (condition(1) > 2) a(k) = k
        condition(1) = 1
      end do
    end do
    call expect_equal(a(:2), [1, 3], 'in a condition')
  end subroutine

  subroutine of_iteration
    integer, parameter :: n = 2000
    integer :: a(n), i, k, j, s
    integer :: jumped(2), ring(0:1), triangle(4), both(3), passed(4), left(2), back(4)
    integer :: turns(2), counted(3), odd(6), dead(3)
    type(filled) :: record, pair(2)
    do concurrent (i = 1:n)
      s = 0
      do k = 1, 4
        if (mod(k, 2) == 1) goto 10
        s = s + jumped(1)
        cycle
10      jumped(1) = i
      end do
      do k = 1, 4
        if (k > 2) s = s + ring(mod(k, 2))
        ring(mod(k, 2)) = i
      end do
      do k = 1, 4
        do j = 1, k - 1
          s = s + triangle(j)
        end do
        triangle(k) = i
      end do
      do k = 1, 3
        if (k > 1 .and. both(max(k - 1, 1)) >= 0) s = s + i
        both(k) = i
      end do
      a(i) = s
    end do
    call expect_equal(a, [(12*i, i = 1, n)], 'behind jumps and conditions')
    do concurrent (i = 1:n)
      call fill(passed(1), i)
      s = passed(3) + passed(4)
      do k = 1, 3
        named: block
          if (k == 1) exit named
          s = s + left(1)
        end block named
        left(1) = i
      end do
      back(4) = i
      do k = 3, 1, -1
        back(k) = back(k + 1)
      end do
      s = s + back(1)
      do k = 1, 2
        if (k == 1) then
          turns = i
        else
          s = s + turns(k)
        end if
      end do
      counted(1) = i
      k = 1
      do while (counted(k) > i - 2)
        counted(k + 1) = counted(k) - 1
        k = k + 1
      end do
      do k = 2, 6, 2
        odd(k) = i
        odd(k - 1) = i
      end do
      dead(1) = i
      if (s < 0) s = s + dead(3)
      a(i) = s + counted(3) + sum(odd) + dead(1)
    end do
    call expect_equal(a, [(14*i - 2, i = 1, n)], 'of calls and loops')
    do concurrent (i = 1:n)
      record%a = i
      pair(1)%a = i
      a(i) = record%a + record%b + sum(record%c) + pair(1)%a + pair(2)%b
    end do
    call expect_equal(a, [(2*i + 25, i = 1, n)], 'with initial values of their types')
  end subroutine
end program
