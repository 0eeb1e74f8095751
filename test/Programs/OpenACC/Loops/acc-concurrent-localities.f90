!===-- acc-concurrent-localities.f90 - DO CONCURRENT with localities --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{fresh-folder} && %{compile} -acc -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! LOCAL, LOCAL_INIT, SHARED and REDUCE of loops with a directive, without one,
! and of loops inside of loops: of scalars, arrays and records.
!
!===----------------------------------------------------------------------===!

module kinds
  implicit none
  type point
    integer :: x = 3, y = 4
  end type
  type counter
    integer :: n = 0
  end type
  interface assignment(=)
    module procedure count_assignment
  end interface
contains
  pure elemental subroutine count_assignment(to, from)
    type(counter), intent(inout) :: to
    type(counter), intent(in) :: from
    to%n = from%n + 100
  end subroutine

  ! Of the host: where a loop inside is left, locals have the dummies' bounds.
  subroutine left_early(c, d, limit)
    integer, intent(inout) :: c(0:), d(-1:, 2:)
    integer, intent(in) :: limit
    integer :: b(0:size(c) - 1), i, k
    do concurrent (i = 0:size(c) - 1) local_init(c) local(d, k)
      do k = 1, 5
        if (k > limit) exit
      end do
      d = 0
      d(-1, 2) = i
      d(3, 5) = -1
      c(0) = c(i) + k + d(-1, 2) + sum(d)
      b(i) = c(0)
    end do
    c = b
  end subroutine

  subroutine weigh(a, weights, total)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: weights(:)
    integer, intent(inout) :: total
    integer :: work(size(weights)), i, k
    work = weights
    !$acc parallel loop copy(a) reduction(+: total)
    do concurrent (i = 1:size(a)) local_init(work) local(k)
      do k = 1, size(work)
        work(k) = work(k) + a(i)
      end do
      a(i) = sum(work)
      total = total + a(i)
    end do
    if (any(work /= weights)) a = -1
  end subroutine
end module

program main
  use testing
  use kinds
  implicit none
  integer, parameter :: n = 500, m = 30
  integer :: a(n), b(n, m), wanted(n), wide(n, m), i, j, k, t, u, w(4), s, big
  integer :: small, total
  logical :: every
  real(8) :: r
  type(point) :: p
  type(counter) :: c

  t = -7; u = 5; w = -1; p = point(10, 20)

  !$acc parallel loop copyout(a)
  do concurrent (i = 1:n) local(t, w)
    t = 3*i
    w(1) = t
    w(2:4) = w(1) + [1, 2, 3]
    a(i) = sum(w)
  end do
  wanted = [(12*i + 6, i = 1, n)]
  call expect_equal(a, wanted, 'local scalar and array')
  call expect_equal([t, w], [-7, -1, -1, -1, -1], 'those of outside')

  !$acc kernels copyout(a)
  do concurrent (i = 1:n) local_init(u, p) local(t)
    t = i
    u = u + t
    p%x = p%x + u
    a(i) = p%x + p%y
  end do
  !$acc end kernels
  wanted = [(35 + i, i = 1, n)]
  call expect_equal(a, wanted, 'local_init')
  call expect_equal([t, u, p%x, p%y], [-7, 5, 10, 20], 'those of outside')

  s = 100; big = -huge(big); small = huge(small); every = .true.; r = 0.5d0
  !$acc parallel loop
  do concurrent (i = 1:n) shared(a) reduce(+: s, r) reduce(max: big) &
      reduce(min: small) reduce(.and.: every) default(none)
    s = s + a(i)
    r = r + 0.25d0
    big = max(big, a(i))
    small = min(small, a(i))
    every = every .and. a(i) > 0
  end do
  call expect_equal([s, big, small], [100 + 35*n + n*(n + 1)/2, 35 + n, 36], &
      'reduce')
  call expect(every, 'reduce .and.')
  call expect(r == 0.5d0 + 0.25d0*n, 'reduce of real(8)')

  ! No directive, a mask, two indices.
  s = 0
  !$acc kernels
  do concurrent (i = 1:n, j = 1:m, mod(i + j, 3) == 0) local(t) reduce(+: s)
    t = i - j
    s = s + t
  end do
  !$acc end kernels
  k = 0
  do j = 1, m
    do i = 1, n
      if (mod(i + j, 3) == 0) k = k + i - j
    end do
  end do
  call expect_equal([s], [k], 'reduce without a directive')

  ! One loop in another.
  !$acc parallel loop gang copyout(b) private(s)
  do concurrent (j = 1:m) local(t)
    t = 2*j
    s = 0
    !$acc loop vector
    do concurrent (i = 1:n) local_init(t) reduce(+: s)
      t = t + i
      b(i, j) = t
      s = s + 1
    end do
    b(1, j) = s + t
  end do
  do j = 1, m
    wide(:, j) = [(2*j + i, i = 1, n)]
    wide(1, j) = n + 2*j
  end do
  call expect(all(b == wide), 'loops in loops')

  a = [(mod(i, 7), i = 1, n)]
  wanted = 3*a + 6
  total = 4
  call weigh(a, [1, 2, 3], total)
  call expect_equal(a, wanted, 'automatic array')
  call expect_equal([total], [4 + sum(wanted)], 'its sum')
  a = [(i, i = 1, n)]
  b(:5, :4) = 7
  call left_early(a, b(:5, :4), 3)
  call expect_equal(a, [(i + 4 + 2*(i - 1) - 1, i = 1, n)], 'bounds of locals')
  call expect_equal(b(:5, 1), [(7, i = 1, 5)], 'a dummy that is local')

  ! A type with an assignment of its own, which LOCAL_INIT does not mean.
  c%n = 5
  !$acc parallel loop copyout(a)
  do concurrent (i = 1:n) local_init(c)
    c%n = c%n + i
    a(i) = c%n
  end do
  call expect_equal(a, [(5 + i, i = 1, n)], 'defined assignment')
  do concurrent (i = 1:n) local_init(c)
    a(i) = c%n - i
  end do
  call expect_equal(a, [(5 - i, i = 1, n)], 'defined assignment, without a directive')

  call finish
end program
