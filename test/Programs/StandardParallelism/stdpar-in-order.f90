!===-- stdpar-in-order.f90 - Iterations that nothing tells apart -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O2 %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar -O0 -w %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! Where an array has scratch beside what is kept, where it may be kept by the only
! iteration, and where iterations of one index share what another index counts,
! they run in order. Scratch that is known to be that does not lead to it.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
  integer :: of_module(2)
  integer, allocatable :: other(:), width(:)
contains
  pure integer function taken(x)
    integer, intent(in) :: x(2)
    taken = x(1) + x(2)
  end function
  pure subroutine split(x, i)
    integer, intent(out) :: x(2)
    integer, intent(in) :: i
    x = [i, 2*i]
  end subroutine
end module

subroutine callee(n)
  use testing
  implicit none
  integer, intent(in) :: n
  integer :: key(2), b(n), i
  do concurrent (i = 1:n)
    if (i == 5) key(1) = 4
  end do
  do concurrent (i = 1:n)
    ! CHECK: [[@LINE+1]]:5: warning: {{.*}} run in order{{.*}} 'key'
    key(2) = i
    b(i) = known()
  end do
  call expect_equal(b, [(i + 4, i = 1, n)], 'read by an internal procedure')
contains
  pure integer function known()
    known = key(1) + key(2)
  end function
end subroutine

program main
  use testing
  use work
  implicit none
  integer, parameter :: n = 2000
  integer :: i
  call beside_kept(n, 1)
  call only(1)
  call only(3)
  call planes(50)
  allocate(other(3), width(40))
  call rounds(n, reshape([(i, i = 1, 3*64)], [3, 64]))
  call rounds_of_planes(n/20, [(i*i, i = 0, 64)])
  call conditional(n, 0)
  call callee(n)
  call scratch(n, 5)
  call finish
contains
  subroutine beside_kept(n, m)
    integer, intent(in) :: n, m
    integer :: u(2), i, b(n)
    do concurrent (i = 1:n)
      if (i == 77) u(1) = 5
    end do
    do concurrent (i = 1:n)
      ! CHECK: [[@LINE+1]]:7: warning: The iterations of DO CONCURRENT run in order, since each may define and refer to the same part of 'u'
      u(2) = i
      b(i) = u(m) + u(2)
    end do
    call expect_equal(b, [(i + 5, i = 1, n)], 'scratch beside what is kept')
  end subroutine

  subroutine only(n)
    integer, intent(in) :: n
    integer :: i, b(n)
    do concurrent (i = 1:n)
      ! CHECK: [[@LINE+1]]:7: warning: {{.*}} run in order{{.*}} 'of_module'
      of_module(1) = 3*i
      of_module(2) = i
      b(i) = of_module(1) + of_module(2)
    end do
    call expect_equal(b, [(4*i, i = 1, n)], 'scratch of a module')
    if (n == 1) call expect_equal(of_module, [3, 1], 'of the only iteration')
  end subroutine

  subroutine planes(m)
    integer, intent(in) :: m
    integer :: row(m), c(40, m), i, j
    row = 0
    do concurrent (i = 1:40, j = 1:m)
      ! CHECK: [[@LINE+1]]:7: warning: {{.*}} run in order{{.*}} 'row'
      row(j) = i*j
      c(i, j) = row(j) + 1
    end do
    row(1) = row(1)*0
    call expect_equal(reshape(c, [40*m]), [((i*j + 1, i = 1, 40), j = 1, m)], 'one of two indices')
  end subroutine

  subroutine rounds(n, position)
    integer, intent(in) :: n, position(:, :)
    integer :: force(3, n), i, j
    do concurrent (i = 1:n)
      force(:, i) = 0
      do j = 1, size(position, 2)
        ! CHECK: [[@LINE+1]]:9: warning: {{.*}} run in order{{.*}} 'other'
        other(1:3) = position(:, j)
        force(:, i) = force(:, i) + (other(1:3) - i)*j
      end do
    end do
    call expect_equal(force(1, :), [(sum([(((3*j - 2) - i)*j, j = 1, 64)]), i = 1, n)], 'another value in each round')
  end subroutine

  subroutine rounds_of_planes(n, x)
    integer, intent(in) :: n, x(0:)
    integer :: a(n, 40), i, j, k, next
    do concurrent (i = 1:n, j = 1:40)
      a(i, j) = 0
      do k = 1, 64
        next = x(k)
        ! CHECK: [[@LINE+1]]:9: warning: {{.*}} run in order{{.*}} 'width'
        width(j) = next - 1
        a(i, j) = a(i, j) + width(j)*k
      end do
    end do
    call expect_equal(a(n, :), [(sum([((k*k - 1)*k, k = 1, 64)]), j = 1, 40)], 'of one of two indices')
  end subroutine

  subroutine conditional(n, limit)
    integer, intent(in) :: n, limit
    integer :: w(2), b(n), i, t
    do t = 1, 2
      do concurrent (i = 1:n)
        ! CHECK: [[@LINE+1]]:24: warning: Each iteration of DO CONCURRENT has its own 'w', though it may refer to a part that it has not defined: say LOCAL(w) if that is meant, SHARED(w) if not
        if (i > limit) w(1) = i*t
        w(2) = w(1) + 1
        b(i) = w(1) + w(2)
      end do
    end do
    call expect_equal(b, [(4*i + 1, i = 1, n)], 'under a condition that is always true')
  end subroutine

  subroutine scratch(n, m)
    integer, intent(in) :: n, m
    integer :: up(m), down(0:4), pair(2), square(2, 2), b(n), i, k, t
    ! CHECK-NOT: warning
    do t = 1, 2
      do concurrent (i = 1:n)
        up(1) = i
        do k = 2, m
          up(k) = up(k - 1) + t
        end do
        down(4) = up(m)
        do k = 3, 1, -1
          down(k) = down(k + 1) - 1
        end do
        down(0) = 1
        if (mod(i, 2) == 0) then
          pair(1) = sum(up(2:m))
          pair(2) = 1
        else
          pair = 2
        end if
        square(1, 1) = 1
        square(2, 1) = 2
        do k = 1, 2
          square(k, 2) = k
        end do
        b(i) = sum(down) + taken(pair) + sum(square)
        call split(pair, i)
        b(i) = b(i) + pair(2) - 2*pair(1)
      end do
    end do
    call expect_equal(b, [(1 + 4*(i + 2*m - 2) - 6 + 6 + &
                           merge((m - 1)*i + m*(m - 1) + 1, 4, mod(i, 2) == 0), i = 1, n)], 'scratch')
  end subroutine
end program
