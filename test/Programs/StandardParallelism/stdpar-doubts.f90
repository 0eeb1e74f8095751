!===-- stdpar-doubts.f90 - Arrays without a locality that nothing proves -===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O2 %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar=multicore -O0 -w %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! What only such constructs know of is likely scratch, and what else does is likely
! shared: iterations run in parallel, with a warning, unless all of them define a part
! that something, maybe a procedure of a module, refers to.
!
!===----------------------------------------------------------------------===!

module states
  implicit none
  integer, allocatable :: state(:)
contains
  pure integer function stated(k)
    integer, intent(in) :: k
    stated = state(k)
  end function
end module

program main
  use testing
  use states
  implicit none
  integer, parameter :: n = 20000
  integer :: k
  allocate(state(2))
  call read_in_module(n)
  call lists(n)
  call allocated_in_need(n, 4)
  call one_plane(n, .false.)
  call ranges(n)
  call widths(300, [(k*k, k = 1, 41)])
  call widths_in_rounds(300, [(k*k, k = 1, 41)])
  call planes_of_all(60, 20)
  call smoothed(100, 50)
  call labels(n)
  call finish
contains
  subroutine read_in_module(n)
    integer, intent(in) :: n
    integer :: a(n), i
    do concurrent (i = 1:n)
      ! CHECK: [[@LINE+1]]:7: warning: The iterations of DO CONCURRENT run in order, since each may define and refer to the same part of 'state'
      state(1) = i
      state(2) = 2
      a(i) = stated(1) + stated(2)
    end do
    call expect_equal(a, [(i + 2, i = 1, n)], 'read by a procedure of a module')
  end subroutine

  subroutine lists(n)
    integer, intent(in) :: n
    integer :: a(n), found(8), c, i, k, t
    a = 0
    do t = 1, 2
      do concurrent (i = 1:n) local(c)
        c = 0
        do k = 1, 8
          if (iand(i, 2**k) > 0) then
            c = c + 1
            ! CHECK: [[@LINE+1]]:13: warning: Each iteration of DO CONCURRENT has its own 'found', though it may refer to a part that it has not defined: say LOCAL(found) if that is meant, SHARED(found) if not
            found(c) = 2**k
          end if
        end do
        do k = 1, c
          a(i) = a(i) + found(k)
        end do
      end do
    end do
    call expect_equal(a, [(2*iand(i, 510), i = 1, n)], 'lists')
  end subroutine

  subroutine allocated_in_need(n, m)
    integer, intent(in) :: n, m
    integer, allocatable :: w(:)
    integer :: a(n), i, k, t
    do t = 1, 2
      do concurrent (i = 1:n)
        ! CHECK: [[@LINE+1]]:42: warning: Each iteration of DO CONCURRENT has its own 'w'
        if (.not. allocated(w)) allocate(w(m))
        do k = 1, m
          w(k) = i + t
        end do
        a(i) = w(1) + w(m)
        if (allocated(w)) deallocate(w)
      end do
    end do
    call expect_equal(a, [(2*i + 4, i = 1, n)], 'allocated')
  end subroutine

  subroutine one_plane(n, has_wind)
    integer, intent(in) :: n
    logical, intent(in) :: has_wind
    integer :: change(n, 2), state(n, 2), i, l
    change = 1
    do concurrent (l = 1:2, i = 1:n)
      if (has_wind) then
        ! CHECK: [[@LINE+1]]:9: warning: All iterations of DO CONCURRENT share 'change'
        change(i, 2) = change(i, 2) + i
      end if
      state(i, l) = i + change(i, l)
    end do
    call expect_equal(state(:, 2), [(i + 1, i = 1, n)], 'one of two indices, under a condition')
  end subroutine

  subroutine ranges(n)
    integer, intent(in) :: n
    integer :: first(n + 1), y(3*n), i, k
    first = [(3*i - 2, i = 1, n + 1)]
    y = 1
    do concurrent (i = 1:n)
      do k = first(i), size(y)
        if (k >= first(i + 1)) exit
        ! CHECK: [[@LINE+1]]:9: warning: All iterations of DO CONCURRENT share 'y'
        y(k) = y(k) + i
      end do
    end do
    call expect_equal(y, [((i + 1, k = 1, 3), i = 1, n)], 'ranges that EXIT ends')
  end subroutine

  subroutine widths(n, x)
    integer, intent(in) :: n, x(:)
    integer :: width(40), a(n, 40), i, j
    do concurrent (i = 1:n, j = 1:40)
      ! CHECK: [[@LINE+1]]:7: warning: All iterations of DO CONCURRENT share 'width'
      width(j) = x(j + 1) - x(j)
      a(i, j) = width(j)*i
    end do
    call expect_equal(a(n, :), [((2*j + 1)*n, j = 1, 40)], 'the same value by all')
    call expect_equal(width(:2), [3, 5], 'the same value behind')
  end subroutine

  subroutine widths_in_rounds(n, x)
    integer, intent(in) :: n, x(:)
    integer :: width(40), a(n), i, k, t
    do concurrent (i = 1:n)
      do k = 1, 40
        t = x(k + 1)
        ! CHECK: [[@LINE+1]]:9: warning: All iterations of DO CONCURRENT share 'width'
        width(k) = t - x(k)
      end do
      a(i) = sum(width)
    end do
    call expect_equal(a, [(40*42, i = 1, n)], 'the same value in each round')
    call expect_equal(width(:2), [3, 5], 'the same values behind')
  end subroutine

  subroutine planes_of_all(n, m)
    integer, intent(in) :: n, m
    integer :: density(n, m), a(n, m, 3), i, k, l
    do concurrent (l = 1:3, k = 1:m, i = 1:n)
      ! CHECK: [[@LINE+1]]:7: warning: All iterations of DO CONCURRENT share 'density'
      density(i, k) = i + k
      a(i, k, l) = density(i, k)*l
    end do
    call expect_equal(a(n, m, :), [((n + m)*l, l = 1, 3)], 'a plane for all values of an index')
  end subroutine

  subroutine smoothed(n, m)
    integer, intent(in) :: n, m
    integer :: a(m), w(n), j, t
    do t = 1, 2
      do concurrent (j = 1:m)
        ! CHECK: [[@LINE+1]]:9: warning: Each iteration of DO CONCURRENT has its own 'w', though it may refer to a part that it has not defined: say LOCAL(w) if that is meant, SHARED(w) if not
        call smooth(n, j, w)
        a(j) = sum(w)
      end do
    end do
    call expect_equal(a, [(n*j, j = 1, m)], 'passed with its size')
  end subroutine

  pure subroutine smooth(n, x, w)
    integer, intent(in) :: n, x
    integer, intent(out) :: w(n)
    w = x
  end subroutine

  subroutine labels(n)
    integer, intent(in) :: n
    integer :: w(3), a(n), i, k, t
    ! CHECK-NOT: warning
    do t = 1, 2
      do concurrent (i = 1:n)
        do 10 k = 1, 3
          w(k) = i + k
10      continue
        a(i) = sum(w)
      end do
    end do
    call expect_equal(a, [(3*i + 6, i = 1, n)], 'labels')
  end subroutine
end program
