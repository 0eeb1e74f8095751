!===-- acc-loop-nests-around-exits.f90 - Nests of loops around branches --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -stdpar -target=cpu -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
!
! Loops around EXIT, CYCLE, GOTO, DO WHILE and STOP: those that COLLAPSE counts,
! of DO CONCURRENT, and those that no directive names, which are parallel where
! nothing depends on their order.
!
!===----------------------------------------------------------------------===!

module nests
  use testing
  implicit none
  integer, parameter :: n = 37, m = 23, l = 5
contains
  !> How often 1.5*x + c fits below a limit.
  pure integer function steps(x0, c)
    real(8), intent(in) :: x0
    integer, intent(in) :: c
    real(8) :: x
    x = x0
    do steps = 1, 50
      x = x*1.5d0 + c
      if (x > 1000) exit
    end do
  end function

  subroutine collapsed(first, last, by, twice)
    integer, intent(in) :: first, last, by
    integer(8), intent(in) :: twice
    integer :: a(-50:50, m, l), wanted(-50:50, m, l), j, i, k, s, total, sums
    integer(8) :: q
    real(8) :: x
    a = 0
    wanted = 0
    do s = 1, l
      do j = m, 1, -2
        do i = first, last, by
          wanted(i, j, s) = steps(dble(i + 60), j + s)
        end do
      end do
    end do
    ! CHECK-LABEL: collapsed:
    ! CHECK: !$acc loop gang, vector({{.*}}) collapse(3)
    ! CHECK: !$acc loop gang, vector({{.*}}) collapse(2)
    ! CHECK: !$acc loop gang collapse(2)
    ! CHECK-NEXT: !$acc loop vector
    !$acc parallel loop collapse(3) copy(a) private(x, k)
    do s = 1, l
      do j = m, 1, -2
        do i = first, last, by
          x = i + 60
          do k = 1, 50
            x = x*1.5d0 + j + s
            if (x > 1000) exit
          end do
          a(i, j, s) = k
        end do
      end do
    end do
    call expect_equal([a], [wanted], 'collapse(3)')

    ! A kind of index of its own, a limit that a private variable names, CYCLE.
    a = 0
    k = l
    total = 7
    sums = 7
    do q = 1, k, twice
      do i = last, first, -1
        if (mod(i, 3) == 0) cycle
        sums = sums + steps(i + 60d0, 3)
      end do
    end do
    !$acc parallel loop collapse(2) reduction(+:total) private(x, k)
    do q = 1, k, twice
      do i = last, first, -1
        if (mod(i, 3) == 0) goto 10
        x = i + 60
        k = 1
        do while (k <= 50)
          x = x*1.5d0 + 3
          if (x > 1000) exit
          k = k + 1
        end do
        total = total + k
10    end do
    end do
    call expect_equal([total], [sums], 'collapse(2) with a reduction')

    ! Tiles, and a third loop that is not of the nest.
    a = 0
    !$acc parallel loop tile(4, 8) copy(a) private(x, k)
    do s = 1, l
      do j = m, 1, -2
        do i = first, last, by
          x = i + 60
          do k = 1, 50
            x = x*1.5d0 + j + s
            if (x > 1000) exit
          end do
          a(i, j, s) = k
        end do
      end do
    end do
    call expect_equal([a], [wanted], 'tile')
  end subroutine

  subroutine concurrent(a, n, m)
    integer, intent(in) :: n, m
    integer, intent(out) :: a(n, m)
    integer :: i, j, k, own(3)
    real(8) :: x
    ! CHECK-LABEL: concurrent:
    ! CHECK: !$acc loop gang, vector({{.*}}) collapse(2)
    do concurrent (j = 1:m, i = n:1:-1, mod(i + j, 5) /= 0) local(x, k, own)
      own = [i, j, i + j]
      x = own(1)
      do k = 1, 50
        x = x*1.5d0 + own(2)
        if (x > 1000) exit
      end do
      a(i, j) = k + own(3)
    end do
  end subroutine

  !> Loops without a directive; the caller sees none of the indices.
  subroutine plain(a, n, m, by)
    integer, intent(in) :: n, m, by
    integer, intent(inout) :: a(n, m)
    integer :: i, j, k
    real(8) :: x
    ! CHECK-LABEL: plain:
    ! CHECK: !$acc loop gang
    ! CHECK-NEXT: !$acc loop vector
    ! CHECK-NEXT: [[#@LINE+3]], Loop is parallelizable
    !$acc parallel loop copy(a) private(x)
    do j = 1, m
      do i = n, 1, by
        x = i
        do k = 1, 50
          x = x*1.5d0 + j
          if (x > 1000) exit
        end do
        a(i, j) = k
      end do
    end do
  end subroutine

  subroutine in_kernels(a, n, m)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, m)
    integer(8) :: i
    integer :: j, k
    real(8) :: x
    ! CHECK-LABEL: in_kernels:
    ! CHECK-NEXT: Generating copy(a(:,:))
    ! CHECK-NEXT: [[#@LINE+5]], Loop is parallelizable
    ! CHECK-NEXT: [[#@LINE+5]], Loop is parallelizable
    ! CHECK-NEXT: Accelerator kernel
    ! CHECK: !$acc loop gang, vector({{.*}}) collapse(2)
    !$acc kernels copy(a)
    do j = 1, m
      do i = 1, n
        x = i
        do k = 1, 50
          x = x*1.5d0 + j
          if (x > 1000) exit
        end do
        a(i, j) = a(i, j) + k
      end do
    end do
    !$acc end kernels
  end subroutine

  !> Each row needs the one before it, and each element its neighbour.
  subroutine in_order(a, n, m)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, m)
    integer :: i, j, k
    ! CHECK-LABEL: in_order:
    ! CHECK-NOT: Loop is parallelizable
    ! CHECK: prevents parallelization
    !$acc kernels copy(a)
    do j = 2, m
      do i = 2, n
        do k = 1, 50
          if (a(i, j) > a(i - 1, j - 1)) exit
          a(i, j) = a(i, j) + a(i, j - 1) + k
          if (a(i, j) > 1000) a(i, j) = 1
        end do
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine in_order_host(a, n, m)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, m)
    integer :: i, j, k
    do j = 2, m
      do i = 2, n
        do k = 1, 50
          if (a(i, j) > a(i - 1, j - 1)) exit
          a(i, j) = a(i, j) + a(i, j - 1) + k
          if (a(i, j) > 1000) a(i, j) = 1
        end do
      end do
    end do
  end subroutine

  !> A scalar carries from one iteration to the next; and a search that an
  !> element ends, which no thread may do for all.
  subroutine carried(a, found, n, m)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, m)
    integer, intent(out) :: found(m)
    integer :: i, j, k, last
    ! CHECK-LABEL: carried:
    !$acc kernels copy(a) copyout(found)
    do j = 1, m
      last = j
      found(j) = 0
      do i = 1, n
        do k = 1, 50
          if (last + k > 40) exit
        end do
        a(i, j) = k
        last = mod(last*7 + k, 41)
      end do
      do i = 1, n
        if (a(i, j) == 3) then
          found(j) = i
          exit
        end if
      end do
    end do
    !$acc end kernels
  end subroutine

  !> The value that indices have behind their loops.
  subroutine last_values(behind, n, m, by)
    integer, intent(in) :: n, m, by
    integer, intent(out) :: behind(m)
    integer :: i, j, k
    !$acc parallel loop copyout(behind) private(i)
    do j = 1, m
      do i = j, n, by
        do k = 1, 50
          if (k*i > 100) exit
        end do
        if (k == 1000) stop 7
      end do
      behind(j) = i
    end do
  end subroutine

  integer function last_of_kernels(a, n, k)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer, intent(out) :: k
    integer :: i
    k = -1
    !$acc kernels copy(a)
    do i = 1, n
      do k = 1, 50
        if (k*i > 100) exit
      end do
      a(i) = k
    end do
    !$acc end kernels
    last_of_kernels = i
  end function

  !> Sums of rows.
  subroutine rows(sums, total, n, m)
    integer, intent(in) :: n, m
    integer, intent(out) :: sums(m), total
    integer :: i, j, k, s, own(4)
    total = 0
    !$acc parallel loop copyout(sums) reduction(+:total) private(own)
    do j = 1, m
      s = 0
      own = j
      do i = 1, n
        own(mod(i, 4) + 1) = i
        do k = 1, 50
          if (k*i > 100) exit
        end do
        if (k > 40) cycle
        s = s + k*own(mod(i, 4) + 1)
      end do
      sums(j) = s
      total = total + s
    end do
  end subroutine
end module

program main
  use nests
  implicit none
  integer :: a(n, m), wanted(n, m), i, j, k, found(m), found_here(m), last, total
  call collapsed(-50, 50, 1, 1_8)
  call collapsed(-40, 41, 7, 2_8)
  call collapsed(12, -13, 3, 3_8)
  call collapsed(5, 5, 2, 9_8)

  a = -1
  wanted = -1
  do j = 1, m
    do i = 1, n
      if (mod(i + j, 5) /= 0) wanted(i, j) = steps(dble(i), j) + i + j
    end do
  end do
  a = -1
  call concurrent_into(a)
  call expect_equal([a], [wanted], 'do concurrent')

  a = 0
  wanted = 0
  do j = 1, m
    do i = n, 1, -3
      wanted(i, j) = steps(dble(i), j)
    end do
  end do
  call plain(a, n, m, -3)
  call expect_equal([a], [wanted], 'without a directive')
  call plain(a, n, m, 2)
  call expect_equal([a], [wanted], 'no iterations')
  do j = 1, m
    do i = 1, n
      wanted(i, j) = wanted(i, j) + steps(dble(i), j)
    end do
  end do
  call in_kernels(a, n, m)
  call expect_equal([a], [wanted], 'kernels')
  call in_order(a, n, m)
  call in_order_host(wanted, n, m)
  call expect_equal([a], [wanted], 'in order')

  call carried(a, found, n, m)
  found_here = 0
  do j = 1, m
    last = j
    do i = 1, n
      k = min(max(41 - last, 1), 51)
      wanted(i, j) = k
      last = mod(last*7 + k, 41)
      if (k == 3 .and. found_here(j) == 0) found_here(j) = i
    end do
  end do
  call expect_equal([a], [wanted], 'a carried scalar')
  call expect_equal(found, found_here, 'a search')

  call last_values(found, n, m, 4)
  do j = 1, m
    do i = j, n, 4
    end do
    found_here(j) = i
  end do
  call expect_equal(found, found_here, 'last values')
  call last_values(found, n - 20, m, 3)
  do j = 1, m
    do i = j, n - 20, 3
    end do
    found_here(j) = i
  end do
  call expect_equal(found, found_here, 'last values of few iterations')
  call expect_equal([last_of_kernels(a(:, 1), n, k)], [n + 1], 'the last value of kernels')
  call expect_equal([k], [100/n + 1], 'a scalar of the last iteration')
  call expect_equal(a(:, 1), [(min(100/i + 1, 51), i = 1, n)], 'kernels of one loop')
  call expect_equal([last_of_kernels(a(:, 1), -3, k), k], [1, -1], 'the last value of none')

  call rows(found, total, n, m)
  k = 0
  do i = 1, n
    if (100/i + 1 <= 40) k = k + i*(100/i + 1)
  end do
  found_here = k
  call expect_equal(found, found_here, 'sums')
  call expect_equal([total], [m*k], 'a sum of sums')
  call finish()
contains
  subroutine concurrent_into(a)
    integer, intent(inout) :: a(:, :)
    integer :: part(n, m)
    part = a
    call concurrent(part, n, m)
    where (part /= -12345) a = part
    do j = 1, m
      do i = 1, n
        if (mod(i + j, 5) == 0) a(i, j) = -1
      end do
    end do
  end subroutine
end program
