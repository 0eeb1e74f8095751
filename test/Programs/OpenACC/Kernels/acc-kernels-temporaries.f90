!===-- acc-kernels-temporaries.f90 - Results of intrinsics in kernels constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Array functions whose results are temporary arrays, in assignments that are
! loops otherwise, between loops and statements that need no temporary.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  call fluxes(13, 7)
  call fluxes(64, 5)
  call several(20, 20)
  call in_host_loop(24)
  call described_before()
  call finish()
contains
  subroutine fluxes(n, m)
    integer, intent(in) :: n, m
    integer :: u(3, n, m), before(3, n, m), f(n, m), p(n), i, j
    u = reshape([(i, i = 1, 3*n*m)], [3, n, m])
    f = reshape([(mod(i*7, 11), i = 1, n*m)], [n, m])
    before = u
    call advance(u, f, p, n, m)
    call expect_equal(p, 2*f(:, m), 'before the temporary')
    call expect_equal([u(1:2, :, :)], [before(1:2, :, :)], 'what is not assigned')
    do j = 1, m
      do i = 1, n
        call expect_equal(u(3, i, j), before(3, i, j) + merge(f(i, 1), 0, mod(j, 2) == 1) + 1, 'spread')
      end do
    end do
  end subroutine

  subroutine advance(u, f, p, n, m)
    integer, intent(in) :: n, m, f(:, :)
    integer, intent(inout) :: u(:, :, :)
    integer, intent(out) :: p(:)
    integer :: i, j
    !$acc kernels copy(u) copyin(f) copyout(p)
    p(:) = 2*f(:, m)
    u(3, :, ::2) = u(3, :, ::2) + spread(f(:, 1), 2, (m + 1)/2)
    do j = 1, m
      do i = 1, n
        u(3, i, j) = u(3, i, j) + 1
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine several(n, m)
    integer, intent(in) :: n, m
    integer :: a(n, m), b(m, n), v(n*m), w(n), x(n, m), i, k
    a = reshape([(mod(i*5, 17), i = 1, n*m)], [n, m])
    x = a
    call statements(a, b, v, w, n, m)
    do i = 1, m
      x(:, i) = x(:, i) + cshift(x(:, i), 3)
    end do
    call expect_equal([a], [x], 'cshift')
    call expect_equal([b], [transpose(x) + 4], 'transpose')
    call expect_equal(v, [2*pack(x, .true.)], 'pack')
    call expect_equal(w, matmul(x, [(1, i = 1, m)]) + 3, 'matmul')
  end subroutine

  subroutine statements(a, b, v, w, n, m)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(:, :)
    integer, intent(out) :: b(:, :), v(:), w(:)
    integer :: ones(m)
    ones = 1
    !$acc kernels copy(a) copyout(b, v, w) copyin(ones)
    a(:, :) = a(:, :) + cshift(a(:, :), 3, dim=1)
    b(:, :) = transpose(a) + 4
    v(:) = pack(a, .true.)*2
    w(:) = 3 + matmul(a, ones)
    !$acc end kernels
  end subroutine

  subroutine in_host_loop(n)
    integer, intent(in) :: n
    integer :: a(n, n), x(n, n), i, k
    a = reshape([(mod(i*5, 17), i = 1, n*n)], [n, n])
    x = a
    call sweep(a, n)
    do k = 2, n
      x(:, k) = x(:, k - 1) + eoshift(x(:, k), 1)
    end do
    call expect_equal([a], [x], 'in a loop of the host')
  end subroutine

  subroutine sweep(a, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(:, :)
    integer :: k
    !$acc kernels copy(a)
    !$acc loop seq
    do k = 2, n
      a(:, k) = a(:, k - 1) + eoshift(a(:, k), 1)
    end do
    !$acc end kernels
  end subroutine

  ! The write statement needs a descriptor, too, which must not become the construct's.
  subroutine described_before()
    integer, parameter :: n = 40
    integer :: w(n), q(n, n), v(n), i
    character(len=4*n) :: text
    w = [(i, i = 1, n)]
    v = 0
    q = 1
    write(text, '(*(i4))') w
    !$acc kernels
    q(:, 6:7) = spread(w, 2, 2)
    v(:) = cshift(w, 2)
    !$acc end kernels
    call expect_equal(q(:, 5), [(1, i = 1, n)], 'before the columns')
    call expect_equal(q(:, 6), w, 'the first column')
    call expect_equal(q(:, 7), w, 'the second column')
    call expect_equal(q(:, 8), [(1, i = 1, n)], 'behind the columns')
    call expect_equal(v, [(i, i = 3, n), 1, 2], 'shifted')
    read(text, '(*(i4))') v
    call expect_equal(v, w, 'written')
  end subroutine
end program
