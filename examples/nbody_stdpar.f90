!===-- nbody_stdpar.f90 - Bodies that attract each other, by DO CONCURRENT -===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! Standard Fortran without directives: -stdpar runs the DO CONCURRENT constructs on
! the device. The energy of the bodies shows that the steps are right.
!
!===----------------------------------------------------------------------===!

program main
  implicit none
  integer, parameter :: n = 256, steps = 20
  real(8), parameter :: dt = 1d-4, soft = 1d-2
  real(8), allocatable :: x(:,:), v(:,:), a(:,:)
  real(8) :: before, after
  integer :: i, step

  allocate(x(3, n), v(3, n), a(3, n))
  do i = 1, n
    ! A spiral: no two bodies are close to each other.
    x(:, i) = [cos(0.1d0*i), sin(0.1d0*i), 0.02d0*i]*(1 + 0.01d0*i)
  end do
  v = 0
  before = energy()
  call accelerate()
  do step = 1, steps
    do concurrent (i = 1:n)
      v(:, i) = v(:, i) + dt/2*a(:, i)
      x(:, i) = x(:, i) + dt*v(:, i)
    end do
    call accelerate()
    do concurrent (i = 1:n)
      v(:, i) = v(:, i) + dt/2*a(:, i)
    end do
  end do
  after = energy()
  print '(a,f0.4)', 'energy: ', after
  print '(a,l1)', 'conserved: ', abs(after - before) < 1d-6*abs(before)
contains
  subroutine accelerate()
    integer :: i, j
    real(8) :: r(3), total(3), d
    do concurrent (i = 1:n) local(j, r, total, d)
      total = 0
      do j = 1, n
        r = x(:, j) - x(:, i)
        d = sum(r**2) + soft
        total = total + r/(d*sqrt(d))
      end do
      a(:, i) = total/n
    end do
  end subroutine
  real(8) function energy()
    integer :: i, j
    real(8) :: kinetic, potential
    kinetic = 0
    potential = 0
    do concurrent (i = 1:n) local(j) reduce(+:kinetic, potential)
      kinetic = kinetic + sum(v(:, i)**2)/2
      do j = 1, n
        if (j /= i) potential = potential &
            - 0.5d0/(n*sqrt(sum((x(:, j) - x(:, i))**2) + soft))
      end do
    end do
    energy = kinetic + potential
  end function
end program
