!===-- acc-kernels-sums.f90 - Sums that outer loops read ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{fresh-folder} && %{compile} -acc -Minfo=accel %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s --check-prefix=MINFO
!
! An inner loop sums up over the iterations of an outer one, which uses the sum
! so far: the outer loop keeps its order.
!
!===----------------------------------------------------------------------===!
module loops
contains
  subroutine used(d, s, e, m)
    integer :: m, d(m), s, e(m, m), i, j
    !$acc kernels
    ! MINFO-LABEL: used:
    ! MINFO: [[#@LINE+2]], Loop carried scalar dependence for s prevents parallelization
    ! MINFO-NEXT: Sequential loop scheduled on host
    do i = 1, m
      d(i) = s
      ! MINFO: Generating implicit reduction(+:s)
      do j = 1, m
        s = s + e(j, i)
      end do
    end do
    !$acc end kernels
  end subroutine
  subroutine after(d, s, e, m)
    integer :: m, d(m), s, e(m, m), i, j
    !$acc kernels
    do i = 1, m
      do j = 1, m
        s = max(s, e(j, i))
      end do
      d(i) = s
    end do
    !$acc end kernels
  end subroutine
  subroutine place(d, s, e, m)
    integer :: m, d(0:m*m), s, e(m, m), i, j
    !$acc kernels
    do i = 1, m
      d(mod(s, m)) = d(mod(s, m)) + i
      do j = 1, m
        s = s + e(j, i)
      end do
    end do
    !$acc end kernels
  end subroutine
  subroutine deep(d, s, e, m)
    integer :: m, d(m, m), s, e(m, m), i, j, k
    !$acc kernels
    do i = 1, m
      do j = 1, m
        d(j, i) = s
        do k = 1, m
          s = ieor(s, e(k, j) + i)
        end do
      end do
    end do
    !$acc end kernels
  end subroutine
  ! Too little for a launch in each iteration: one kernel has both loops.
  subroutine few(d, f, m)
    integer :: m, d(m), f(0:m*m), i, j
    !$acc kernels
    ! MINFO-LABEL: few:
    ! MINFO-NOT: scheduled on host
    ! MINFO: [[#@LINE+1]], Loop carried dependence of d prevents parallelization
    do i = 2, m
      d(i) = d(i - 1) + i
      do j = 1, 4
        f(4*i + j) = d(i) + j
      end do
    end do
    !$acc end kernels
  end subroutine
  ! The sum of each iteration alone, and of all: these are parallel.
  subroutine own(d, s, t, e, m)
    integer :: m, d(m), s, t, e(m, m), i, j
    !$acc kernels
    ! MINFO-LABEL: own:
    ! MINFO: [[#@LINE+1]], Loop is parallelizable
    do i = 1, m
      s = 0
      do j = 1, m
        s = s + e(j, i)
        t = t + e(j, i)
      end do
      d(i) = s
    end do
    !$acc end kernels
  end subroutine
end module

program acc_kernels_sums
  use loops
  use testing
  implicit none
  integer, parameter :: m = 60
  integer :: d(m), want(m), e(m, m), f(0:m*m), g(0:m*m), h(m, m), o(m, m)
  integer :: s, t, i, j, k
  do i = 1, m
    do j = 1, m
      e(j, i) = mod(i*37 + j*j*11, 101) - 10*i*mod(i, 2)
    end do
  end do

  s = 5
  call used(d, s, e, m)
  t = 5
  do i = 1, m
    want(i) = t
    t = t + sum(e(:, i))
  end do
  call expect_equal(count(d /= want), 0, 'sum read before')
  call expect_equal(s, t, 'sum')

  s = -1000
  call after(d, s, e, m)
  t = -1000
  do i = 1, m
    t = max(t, maxval(e(:, i)))
    want(i) = t
  end do
  call expect_equal(count(d /= want), 0, 'greatest read after')
  call expect_equal(s, t, 'greatest')

  e = abs(e)
  f = 0
  s = 3
  call place(f, s, e, m)
  g = 0
  t = 3
  do i = 1, m
    g(mod(t, m)) = g(mod(t, m)) + i
    t = t + sum(e(:, i))
  end do
  call expect_equal(count(f /= g), 0, 'sum as a subscript')

  s = 3
  call deep(h, s, e, m)
  t = 3
  do i = 1, m
    do j = 1, m
      o(j, i) = t
      do k = 1, m
        t = ieor(t, e(k, j) + i)
      end do
    end do
  end do
  call expect_equal(count(h /= o), 0, 'three loops')
  call expect_equal(s, t, 'three loops, result')

  f = 0
  call few(d, f, m)
  g = 0
  want(1) = d(1)
  do i = 2, m
    want(i) = want(i - 1) + i
    g(4*i + 1:4*i + 4) = want(i) + [1, 2, 3, 4]
  end do
  call expect_equal(count(d /= want) + count(f /= g), 0, 'four iterations')

  t = 1
  call own(d, s, t, e, m)
  call expect_equal(count(d /= sum(e, dim=1)), 0, 'own sums')
  call expect_equal(t, 1 + sum(e), 'sum of all')
  call finish()
end program
