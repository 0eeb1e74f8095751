!===-- acc-kernels-names.f90 - Loops over parts that have names ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -target=cpu -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
!
! Loops of kernels constructs whose iterations meet in one array by two names,
! scalars that change by a pointer, and loops that use different parts.
!
!===----------------------------------------------------------------------===!
module names
  use testing
  implicit none
  integer, parameter :: n = 300
  type record
    integer :: x(n), y(n)
    integer, allocatable :: p(:), q(:)
  end type
contains
  integer function start(k)
    integer, intent(in) :: k
    dimension :: start(k)
    integer :: i
    start = [(mod(7 * i, 13), i = 1, k)]
  end function

  ! CHECK: {{^}}meets:
  ! CHECK-COUNT-6: Loop carried dependence of
  subroutine meets()
    integer :: b(n), c(0:n), i
    b = start(n)
    associate (z => b(2:n))
      !$acc kernels
      do i = 1, n - 1
        z(i) = b(i) + 1
      end do
      !$acc end kernels
    end associate
    call expect_equal(b, [(7 + i - 1, i = 1, n)], 'a name and its array')
    b = start(n)
    associate (y => b(2:n), z => b(1:n - 1))
      !$acc kernels copy(b)
      do i = 1, n - 1
        y(i) = z(i) + 1
      end do
      !$acc end kernels
    end associate
    call expect_equal(b, [(7 + i - 1, i = 1, n)], 'two names')
    c = 3
    associate (w => c(3:n))
      !$acc kernels
      do i = 1, n - 3
        c(i + 3) = w(i) + 1
      end do
      !$acc end kernels
      call expect_equal(c(3:n), [(3 + i - 3, i = 3, n)], 'a lower bound')
      !$acc data copy(c)
      !$acc kernels
      do i = 1, n - 3
        w(i) = w(i + 1)
      end do
      !$acc end kernels
      !$acc end data
    end associate
    call expect_equal(c(3:n), [(3 + i - 2, i = 3, n - 1), n], 'one name')
    b = 1
    associate (y => b(2:n:2), z => b(1:n:2))
      !$acc kernels
      do i = 2, n / 2
        y(i) = z(i) + 1
        z(i) = y(i - 1)
      end do
      !$acc end kernels
      !$acc kernels
      do i = 1, n / 2 - 1
        b(2*i + 1) = y(i) + b(2*i - 1)
      end do
      !$acc end kernels
    end associate
    call expect_equal(b(n), 2, 'strides')
    call expect_equal(b(n - 1), 1 + 1 + 2 * (n / 2 - 2), 'strides, carried')
  end subroutine

  ! What a scalar pointer leads to is not what it was before the construct.
  ! CHECK: {{^}}scalars:
  subroutine scalars()
    integer, target :: t
    integer, pointer :: p
    integer :: a(n), b(n), i
    t = 0
    p => t
    a = start(n)
    !$acc kernels
    do i = 1, n
      p = a(i)
      b(i) = t
    end do
    !$acc end kernels
    call expect_equal(b, a, 'a scalar target')
  end subroutine

  ! CHECK: {{^}}apart:
  ! CHECK-NOT: Loop carried dependence
  subroutine apart()
    type(record) :: r
    integer :: a(n), b(n, 5), i
    allocate(r%p(n), r%q(n))
    r%x = 1
    r%y = 2
    r%p = 3
    r%q = 4
    a = 1
    b = 1
    associate (z => a(2:n - 1))
      !$acc kernels
      do i = 1, n - 2
        z(i) = z(i) + 1
      end do
      !$acc end kernels
    end associate
    associate (x => r%x, y => r%y, p => r%p, q => r%q)
      !$acc kernels
      do i = 1, n
        x(i) = y(i) + 1
      end do
      do i = 1, n
        p(i) = q(i) + x(i)
      end do
      !$acc end kernels
    end associate
    associate (x => r%x(1:10), y => r%y(1:10))
      !$acc kernels
      do i = 1, 10
        x(i) = y(i) * 3
      end do
      !$acc end kernels
    end associate
    associate (u => b(:, 3), v => b(:, 4))
      !$acc kernels
      do i = 1, n
        u(i) = v(i) + 1
      end do
      !$acc end kernels
    end associate
    call expect_equal(sum(a), 2 * n - 2, 'a section')
    call expect_equal(r%x, [(6, i = 1, 10), (3, i = 11, n)], 'components')
    call expect_equal(r%p, [(7, i = 1, n)], 'allocatable components')
    call expect_equal(sum(b), 6 * n, 'columns')
  end subroutine
end module

program acc_kernels_names
  use names
  implicit none
  call meets()
  call scalars()
  call apart()
  call finish()
end program
