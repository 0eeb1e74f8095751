!===-- acc-private-two-levels.f90 - Arrays private at two levels ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Arrays that a gang loop and a worker loop in it have as private, where the
! call of a vector routine in them keeps both loops sequential and another loop
! beside them takes the workers: one copy serves the gang, or one thread runs
! the construct.
!
!===----------------------------------------------------------------------===!
module routines
  implicit none
  type record
    integer :: before, q
  end type
contains
  subroutine add(y, t, i)
    !$acc routine vector
    integer, intent(inout) :: y(45), t
    integer, intent(in) :: i
    integer :: k, s
    s = t
    !$acc loop vector
    do k = 1, 45
      y(k) = y(k) + s + i
    end do
    !$acc loop vector reduction(+:s)
    do k = 1, 45
      s = s + y(46 - k)
    end do
    t = s
  end subroutine

  subroutine add_records(y, t, i)
    !$acc routine vector
    type(record), intent(inout) :: y(45)
    integer, intent(inout) :: t
    integer, intent(in) :: i
    integer :: k, s
    s = t
    !$acc loop vector
    do k = 1, 45
      y(k)%q = y(k)%q + s + i
    end do
    !$acc loop vector reduction(+:s)
    do k = 1, 45
      s = s + y(46 - k)%q
    end do
    t = s
  end subroutine
end module

program main
  use testing
  use routines
  implicit none
  integer, parameter :: n = 7, m = 11
  integer :: o(n, m), shape(45), i, j, k
  integer, parameter :: expected(n, m) = reshape( &
      [((j + 45*(2*i + j) + 45*46/2 + 5 + 2*i + j, j=1, n), i=1, m)], [n, m])
  call in_serial(o, 45)
  call expect(all(o == expected), 'serial')
  call in_kernels(o, 45)
  call expect(all(o == expected), 'kernels')
  call in_parallel(o, 45)
  call expect(all(o == expected), 'parallel')
  call of_bounds(o, 45)
  call expect(all(o == expected), 'bounds')
  call of_dummy(o, shape)
  call expect(all(o == expected), 'an assumed shape')
  call of_records(o, 45)
  call expect(all(o == expected), 'records')
  call finish()
contains
  subroutine in_serial(o, n45)
    integer, intent(inout) :: o(n, m)
    integer, intent(in) :: n45
    integer :: i, j, k, t, u, y(n45)
    !$acc serial
    !$acc loop private(t, u, y)
    do i = 1, m
      t = i
      !$acc loop worker vector
      do k = 1, n
        o(k, i) = t
      end do
      !$acc loop worker private(u, y)
      do j = 1, n
        u = j
        !$acc loop seq
        do k = 1, n45
          y(k) = k + t
        end do
        call add(y, u, i)
        o(j, i) = u + y(5)
      end do
    end do
    !$acc end serial
  end subroutine

  subroutine in_kernels(o, n45)
    integer, intent(inout) :: o(n, m)
    integer, intent(in) :: n45
    integer :: i, j, k, t, u, y(n45)
    !$acc kernels num_workers(4) vector_length(64)
    !$acc loop private(t, u, y)
    do i = 1, m
      t = i
      !$acc loop worker vector
      do k = 1, n
        o(k, i) = t
      end do
      !$acc loop worker private(u, y)
      do j = 1, n
        u = j
        !$acc loop seq
        do k = 1, n45
          y(k) = k + t
        end do
        call add(y, u, i)
        o(j, i) = u + y(5)
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine in_parallel(o, n45)
    integer, intent(inout) :: o(n, m)
    integer, intent(in) :: n45
    integer :: i, j, k, t, u, y(n45)
    !$acc parallel num_workers(4) vector_length(64)
    !$acc loop gang private(t, u, y)
    do i = 1, m
      t = i
      !$acc loop worker vector
      do k = 1, n
        o(k, i) = t
      end do
      !$acc loop seq private(u, y)
      do j = 1, n
        u = j
        !$acc loop seq
        do k = 1, n45
          y(k) = k + t
        end do
        call add(y, u, i)
        o(j, i) = u + y(5)
      end do
    end do
    !$acc end parallel
  end subroutine

  subroutine of_bounds(o, n45)
    integer, intent(inout) :: o(n, m)
    integer, intent(in) :: n45
    integer :: i, j, k, t, u, y(0:n45 - 1, 2)
    !$acc serial
    !$acc loop private(t, u, y)
    do i = 1, m
      t = i
      !$acc loop worker vector
      do k = 1, n
        o(k, i) = t
      end do
      !$acc loop worker private(u, y)
      do j = 1, n
        u = j
        !$acc loop seq
        do k = 0, n45 - 1
          y(k, 2) = k + 1 + t
        end do
        call add(y(:, 2), u, i)
        o(j, i) = u + y(4, 2)
      end do
    end do
    !$acc end serial
  end subroutine

  subroutine of_dummy(o, y)
    integer, intent(inout) :: o(n, m), y(:)
    integer :: i, j, k, t, u
    !$acc serial
    !$acc loop private(t, u, y)
    do i = 1, m
      t = i
      !$acc loop worker vector
      do k = 1, n
        o(k, i) = t
      end do
      !$acc loop worker private(u, y)
      do j = 1, n
        u = j
        !$acc loop seq
        do k = 1, size(y)
          y(k) = k + t
        end do
        call add(y, u, i)
        o(j, i) = u + y(5)
      end do
    end do
    !$acc end serial
  end subroutine

  subroutine of_records(o, n45)
    integer, intent(inout) :: o(n, m)
    integer, intent(in) :: n45
    integer :: i, j, k, t, u
    type(record) :: y(n45)
    !$acc serial
    !$acc loop private(t, u, y)
    do i = 1, m
      t = i
      !$acc loop worker vector
      do k = 1, n
        o(k, i) = t
      end do
      !$acc loop worker private(u, y)
      do j = 1, n
        u = j
        !$acc loop seq
        do k = 1, n45
          y(k)%q = k + t
        end do
        call add_records(y, u, i)
        o(j, i) = u + y(5)%q
      end do
    end do
    !$acc end serial
  end subroutine
end program
