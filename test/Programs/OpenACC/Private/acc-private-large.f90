!===-- acc-private-large.f90 - Private arrays of any size ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Private arrays that are automatic, allocatable, have other lower bounds than
! 1 or are large: together more than the device's heap has. Each gang, worker or
! lane has its own, and the threads of a gang or worker assign it together.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  call gangs(8000, 160)
  call gangs(1, 3)
  call workers(500, 100)
  call lanes(120, 12000)
  call fixed(2500)
  call construct(4000, 100)
  call histogram(5000, 60, 33)
  call orders(700, 30)
  call queues(3000, 90)
  call nothing(40)
  call finish()
contains

  !> Neighbours' values of an array that all lanes of a gang assign.
  subroutine gangs(n, m)
    integer, intent(in) :: n, m
    real(8) :: own(0:n + 1), two(-1:1, n)
    integer(1) :: small(n)
    complex(8) :: z(2:n + 1)
    integer, allocatable :: a(:, :)
    integer :: i, j
    allocate (a(n, m))
    own = -1
    !$acc parallel loop gang private(own, two, small, z) copyout(a)
    do j = 1, m
      own(0) = 3
      !$acc loop vector
      do i = 1, n
        own(i) = i + j
        two(:, i) = [real(8) :: i, j, i*j]
        small(i) = int(mod(i, 100), 1)
        z(i + 1) = cmplx(i, j, 8)
      end do
      own(n + 1) = own(1) + 4
      !$acc loop vector
      do i = 1, n
        a(i, j) = int(own(i - 1) + own(i + 1) + two(0, n + 1 - i) + two(-1, n + 1 - i)) &
                  + small(n + 1 - i) + int(aimag(z(n + 2 - i)))
      end do
    end do
    do j = 1, m
      do i = 1, n
        call expect_equal(a(i, j), merge(3, i - 1 + j, i == 1) + merge(5 + j, i + 1 + j, i == n) &
                          + j + n + 1 - i + mod(n + 1 - i, 100) + j, 'an array of a gang')
      end do
    end do
    call expect(all(own == -1), 'the host has its own')
  end subroutine

  subroutine workers(n, m)
    integer, intent(in) :: n, m
    integer :: own(-n:n), a(n, 8, m), i, j, k
    !$acc parallel loop gang num_workers(4) copyout(a)
    do j = 1, m
      !$acc loop worker private(own)
      do k = 1, 8
        !$acc loop vector
        do i = -n, n
          own(i) = i*k + j
        end do
        own(0) = own(-1) + own(1)
        !$acc loop vector
        do i = 1, n
          a(i, k, j) = own(-i) + own(i - 1)
        end do
      end do
    end do
    do j = 1, m
      do k = 1, 8
        do i = 1, n
          call expect_equal(a(i, k, j), -i*k + j + merge(2*j, (i - 1)*k + j, i == 1), 'an array of a worker')
        end do
      end do
    end do
  end subroutine

  subroutine lanes(n, m)
    integer, intent(in) :: n, m
    real :: own(0:n - 1), a(m), b(20, m/20)
    integer :: i, j, k
    !$acc parallel loop private(own) copyout(a)
    do j = 1, m
      do i = 0, n - 1
        own(i) = real(i + mod(j, 7))
      end do
      a(j) = 0
      do i = 0, n - 1
        a(j) = a(j) + own(n - 1 - i)
      end do
    end do
    do j = 1, m
      call expect_equal(a(j), real(n*(n - 1)/2 + n*mod(j, 7)), 'an array of a lane')
    end do
    !$acc parallel loop collapse(2) private(own) copyout(b)
    do j = 1, m/20
      do k = 1, 20
        own = real(j)
        own(k) = real(k)
        b(k, j) = own(k - 1) + own(k) + own(k + 1)
      end do
    end do
    do j = 1, m/20
      do k = 1, 20
        call expect_equal(b(k, j), real(2*j + k), 'an array of an iteration of two loops')
      end do
    end do
  end subroutine

  !> Large ones for each lane, small ones with lower bounds for each gang.
  subroutine fixed(m)
    integer, intent(in) :: m
    real(8) :: large(3000)
    integer :: low(-3:4), two(0:3, 2:3), a(m), b(8, m), i, j
    !$acc parallel loop private(large, low, two) copyout(a)
    do j = 1, m
      do i = 1, 3000
        large(i) = i*j
      end do
      low = j
      low(-3) = 1
      two = 2
      two(3, 3) = 3
      a(j) = int(large(3000)/large(1)) + low(-3) + low(4) + two(3, 3) + two(0, 2)
    end do
    do j = 1, m
      call expect_equal(a(j), 3006 + j, 'arrays of constant size')
    end do
    !$acc parallel loop gang private(low, two) copyout(b)
    do j = 1, m
      two = 1
      !$acc loop vector
      do i = -3, 4
        low(i) = i*j
        two((i + 3)/2, 2 + mod(i + 3, 2)) = i
      end do
      !$acc loop vector
      do i = 1, 8
        b(i, j) = low(5 - i) + two((8 - i)/2, 2 + mod(8 - i, 2))
      end do
    end do
    do j = 1, m
      do i = 1, 8
        call expect_equal(b(i, j), (5 - i)*(j + 1), 'arrays of constant size of a gang')
      end do
    end do
  end subroutine

  !> On the construct, with a descriptor.
  subroutine construct(n, m)
    integer, intent(in) :: n, m
    real(8), allocatable :: own(:), a(:, :)
    real(8), pointer :: other(:, :)
    integer :: i, j
    allocate (own(0:n + 1), a(n, m), other(-1:n, 2))
    !$acc parallel private(own, other) copyout(a)
    !$acc loop gang
    do j = 1, m
      !$acc loop vector
      do i = 1, n
        own(i) = i*j
        other(i, 2) = own(i)
      end do
      own(0) = 1
      own(n + 1) = 2
      other(-1, 2) = 4
      !$acc loop vector
      do i = 1, n
        a(i, j) = own(i - 1) + own(i + 1) + other(n + 1 - i, 2) + other(-1, 2)
      end do
    end do
    !$acc end parallel
    do j = 1, m
      do i = 1, n
        call expect_equal(a(i, j), real(merge(1, (i - 1)*j, i == 1) + merge(2, (i + 1)*j, i == n) &
                                        + (n + 1 - i)*j + 4, 8), 'allocatables and pointers')
      end do
    end do
    call expect(lbound(own, 1) == 0 .and. ubound(other, 1) == n, 'bounds')
    deallocate (other)
  end subroutine

  !> Lanes of a gang count in its array.
  subroutine histogram(n, m, bins)
    integer, intent(in) :: n, m, bins
    integer :: counts(0:bins - 1), all(0:bins - 1, m), i, j
    !$acc parallel loop gang private(counts) copyout(all)
    do j = 1, m
      !$acc loop vector
      do i = 0, bins - 1
        counts(i) = 0
      end do
      !$acc loop vector
      do i = 1, n
        !$acc atomic update
        counts(mod(i*j, bins)) = counts(mod(i*j, bins)) + 1
      end do
      !$acc loop vector
      do i = 0, bins - 1
        all(i, j) = counts(i)
      end do
    end do
    do j = 1, m
      counts = 0
      do i = 1, n
        counts(mod(i*j, bins)) = counts(mod(i*j, bins)) + 1
      end do
      do i = 0, bins - 1
        call expect_equal(all(i, j), counts(i), 'a histogram')
      end do
    end do
  end subroutine

  !> A sequential loop between, and kernels constructs.
  subroutine orders(n, m)
    integer, intent(in) :: n, m
    integer :: own(n), a(n, m), i, j, k
    a = 0
    !$acc parallel loop gang copy(a)
    do j = 1, m
      !$acc loop seq private(own)
      do k = 1, 5
        !$acc loop vector
        do i = 1, n
          own(i) = i + k*j
        end do
        !$acc loop vector
        do i = 1, n
          a(i, j) = a(i, j) + own(n + 1 - i)
        end do
      end do
    end do
    do j = 1, m
      do i = 1, n
        call expect_equal(a(i, j), 5*(n + 1 - i) + 15*j, 'private to a sequential loop')
      end do
    end do
    !$acc kernels copyout(a)
    !$acc loop gang private(own)
    do j = 1, m
      !$acc loop vector
      do i = 1, n
        own(i) = i + j
      end do
      !$acc loop vector
      do i = 1, n
        a(i, j) = own(n + 1 - i)
      end do
    end do
    !$acc end kernels
    do j = 1, m
      do i = 1, n
        call expect_equal(a(i, j), n + 1 - i + j, 'in a kernels construct')
      end do
    end do
  end subroutine

  subroutine queues(n, m)
    integer, intent(in) :: n, m
    integer :: own(n), a(n, m), b(n, m), i, j, k
    !$acc data create(a, b)
    do k = 1, 3
      !$acc parallel loop gang private(own) async(1) present(a)
      do j = 1, m
        !$acc loop vector
        do i = 1, n
          own(i) = i + j + k
        end do
        !$acc loop vector
        do i = 1, n
          a(i, j) = own(n + 1 - i)
        end do
      end do
      !$acc parallel loop gang private(own) async(2) num_gangs(7) present(b)
      do j = 1, m
        !$acc loop vector
        do i = 1, n
          own(i) = i - j - k
        end do
        !$acc loop vector
        do i = 1, n
          b(i, j) = own(n + 1 - i)
        end do
      end do
    end do
    !$acc wait
    !$acc update self(a, b)
    !$acc end data
    do j = 1, m
      do i = 1, n
        call expect_equal(a(i, j), n + 1 - i + j + 3, 'one queue')
        call expect_equal(b(i, j), n + 1 - i - j - 3, 'another queue')
      end do
    end do
  end subroutine

  !> No elements, and nothing allocated.
  subroutine nothing(m)
    integer, intent(in) :: m
    integer :: own(m + 1:m), a(m), i, j
    integer, allocatable :: none(:)
    !$acc parallel loop gang private(own, none) copyout(a)
    do j = 1, m
      !$acc loop vector
      do i = m + 1, m
        own(i) = j
      end do
      a(j) = size(own) + j
    end do
    do j = 1, m
      call expect_equal(a(j), j, 'an array of no elements')
    end do
    if (allocated(none)) call expect(.false., 'nothing allocated')
  end subroutine
end program
