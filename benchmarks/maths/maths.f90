!===-- maths.f90 - Twin of maths with OpenMP --------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! See maths.cuf.
!
!===----------------------------------------------------------------------===!

module maths
  implicit none
  real(8), parameter :: root = sqrt(0.5d0)
contains
  subroutine price4(s, x, t, call, put, r, v, n)
    integer, value :: n
    real(4), value :: r, v
    real(4), intent(in), dimension(n) :: s, x, t
    real(4), dimension(n) :: call, put
    real(4) :: d1, d2, c1, c2, e
    integer :: i
    !$omp parallel do private(d1, d2, c1, c2, e)
    do i = 1, n
      d1 = (log(s(i)/x(i)) + (r + 0.5*v*v)*t(i))/(v*sqrt(t(i)))
      d2 = d1 - v*sqrt(t(i))
      c1 = 0.5 + 0.5*erf(d1*real(root))
      c2 = 0.5 + 0.5*erf(d2*real(root))
      e = x(i)*exp(-r*t(i))
      call(i) = s(i)*c1 - e*c2
      put(i) = e*(1 - c2) - s(i)*(1 - c1)
    end do
  end subroutine

  subroutine price8(s, x, t, call, put, r, v, n)
    integer, value :: n
    real(8), value :: r, v
    real(8), intent(in), dimension(n) :: s, x, t
    real(8), dimension(n) :: call, put
    real(8) :: d1, d2, c1, c2, e
    integer :: i
    !$omp parallel do private(d1, d2, c1, c2, e)
    do i = 1, n
      d1 = (log(s(i)/x(i)) + (r + 0.5d0*v*v)*t(i))/(v*sqrt(t(i)))
      d2 = d1 - v*sqrt(t(i))
      c1 = 0.5d0 + 0.5d0*erf(d1*root)
      c2 = 0.5d0 + 0.5d0*erf(d2*root)
      e = x(i)*exp(-r*t(i))
      call(i) = s(i)*c1 - e*c2
      put(i) = e*(1 - c2) - s(i)*(1 - c1)
    end do
  end subroutine

  subroutine bodies(x, y, z, m, ax, ay, az, n)
    integer, value :: n
    real(4), intent(in), dimension(n) :: x, y, z, m
    real(4), dimension(n) :: ax, ay, az
    real(4) :: dx, dy, dz, f, fx, fy, fz
    integer :: i, j
    !$omp parallel do private(dx, dy, dz, f, fx, fy, fz, j)
    do i = 1, n
      fx = 0
      fy = 0
      fz = 0
      do j = 1, n
        dx = x(j) - x(i)
        dy = y(j) - y(i)
        dz = z(j) - z(i)
        f = 1/sqrt(dx*dx + dy*dy + dz*dz + 1e-4)
        f = m(j)*f*f*f
        fx = fx + f*dx
        fy = fy + f*dy
        fz = fz + f*dz
      end do
      ax(i) = fx
      ay(i) = fy
      az(i) = fz
    end do
  end subroutine
end module

program main
  use maths
  use measure
  implicit none
  real(4), allocatable, dimension(:) :: s4, x4, t4, c4, p4
  real(8), allocatable, dimension(:) :: s8, x8, t8, c8, p8
  real(4), allocatable, dimension(:) :: x, y, z, m, ax, ay, az
  real(8), allocatable, dimension(:) :: s, k, t, c, p
  real(4), allocatable :: place(:, :), mass(:), a(:, :)
  real(8) :: times(timed_runs, 3), clock
  integer :: n, b, i, run
  n = 1024*argument(1, 32768)
  b = n/256
  allocate (s(n), k(n), t(n), place(b, 3), mass(b), a(b, 3))
  do i = 1, n
    s(i) = 5 + 25*random_value()
    k(i) = 1 + 99*random_value()
    t(i) = 0.25d0 + 9*random_value()
  end do
  do i = 1, b
    place(i, 1) = real(random_value())
    place(i, 2) = real(random_value())
    place(i, 3) = real(random_value())
    mass(i) = real(random_value())
  end do
  s8 = s
  x8 = k
  t8 = t
  s4 = real(s)
  x4 = real(k)
  t4 = real(t)
  x = place(:, 1)
  y = place(:, 2)
  z = place(:, 3)
  m = mass
  allocate (c4(n), p4(n), c8(n), p8(n), ax(b), ay(b), az(b))
  do run = 1 - warm_ups, timed_runs
    clock = wall_clock()
    call price4(s4, x4, t4, c4, p4, 0.02, 0.3, n)
    call keep(1, wall_clock() - clock)
  end do
  do run = 1 - warm_ups, timed_runs
    clock = wall_clock()
    call price8(s8, x8, t8, c8, p8, 0.02d0, 0.3d0, n)
    call keep(2, wall_clock() - clock)
  end do
  do run = 1 - warm_ups, timed_runs
    clock = wall_clock()
    call bodies(x, y, z, m, ax, ay, az, b)
    call keep(3, wall_clock() - clock)
  end do
  c = c4
  p = p4
  call report('maths', 'options4', times(:, 1), 20d0*n, 'B/s', right(1d-4))
  c = c8
  p = p8
  call report('maths', 'options8', times(:, 2), 40d0*n, 'B/s', right(1d-11))
  a(:, 1) = ax
  a(:, 2) = ay
  a(:, 3) = az
  call report('maths', 'bodies', times(:, 3), 20d0*b*b, 'flop/s', falls())
contains
  logical function right(slack)
    real(8), intent(in) :: slack
    real(8) :: d, e
    right = .true.
    do i = 1, n
      d = (log(s(i)/k(i)) + 0.065d0*t(i))/(0.3d0*sqrt(t(i)))
      e = k(i)*exp(-0.02d0*t(i))
      right = right .and. abs(c(i) - p(i) - s(i) + e) <= slack*100 .and. &
        abs(c(i) - s(i)*part(d) + e*part(d - 0.3d0*sqrt(t(i)))) <= slack*100
    end do
  end function
  real(8) function part(d)
    real(8), intent(in) :: d
    part = 0.5d0 + 0.5d0*erf(d*root)
  end function
  logical function falls()
    real(8) :: d(3), f(3), q
    integer :: j
    falls = .true.
    do i = 1, b, max(1, b/16)
      f = 0
      do j = 1, b
        d = real(place(j, :) - place(i, :), 8)
        q = 1/sqrt(sum(d*d) + 1d-4)
        f = f + mass(j)*q**3*d
      end do
      falls = falls .and. maxval(abs(f - a(i, :))) <= 1e-3*maxval(abs(f)) + 0.5
    end do
  end function
  subroutine keep(which, seconds)
    integer, intent(in) :: which
    real(8), intent(in) :: seconds
    if (run >= 1) times(run, which) = seconds
  end subroutine
end program
