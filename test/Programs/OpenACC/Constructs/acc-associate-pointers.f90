!===-- acc-associate-pointers.f90 - ASSOCIATE names in data clauses ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Names that ASSOCIATE gives targets of pointers and allocatables, in data
! clauses of every kind and in HOST_DATA.
!
!===----------------------------------------------------------------------===!

module fields
  implicit none
  type grid
    real(8), pointer :: u(:, :) => null()
    integer, allocatable :: cells(:)
    real, pointer :: scale => null()
    character(4), pointer :: names(:) => null()
  end type
contains
  subroutine halve(a, n)
    integer, intent(in) :: n
    real(8) :: a(n)
    integer :: i
    !$acc parallel loop deviceptr(a)
    do i = 1, n
      a(i) = a(i) / 2
    end do
  end subroutine
end module
program acc_associate_pointers
  use fields
  use testing
  implicit none
  type(grid), target :: g
  real(8), pointer :: p(:, :), q(:), s
  real(8), allocatable, target :: store(:, :)
  integer :: i, j, bad
  bad = 0
  allocate (store(6, 8), g%u(0:5, 2:4), g%cells(7), g%scale, g%names(3), s)
  store = 1
  p(-1:, 0:) => store(2:5, ::2)
  q => store(1, :)
  associate (d => p)
    !$acc parallel loop collapse(2) copy(d)
    do j = 0, 3
      do i = -1, 2
        d(i, j) = d(i, j) + 10 * i + j
      end do
    end do
    do j = 0, 3
      do i = -1, 2
        if (p(i, j) /= 1 + 10 * i + j) bad = bad + 1
      end do
    end do
  end associate
  if (any(store(1, :) /= 1) .or. any(store(:, 2::2) /= 1)) bad = bad + 1
  g%u = 4
  g%cells = [(i, i=1, 7)]
  g%scale = 3
  g%names = ['ab  ', 'cd  ', 'ef  ']
  s = 5
  associate (u => g%u, c => g%cells, f => g%scale, n => g%names, row => q, t => s)
    !$acc data copy(u, c, t) copyin(f, n) copyout(row)
    !$acc parallel loop default(present)
    do j = 2, 4
      do i = 0, 5
        u(i, j) = u(i, j) * f + i
      end do
    end do
    !$acc parallel loop
    do i = 1, 7
      c(i) = 2 * c(i) + iachar(n(mod(i, 3) + 1)(1:1))
    end do
    !$acc kernels
    row(:) = 7
    !$acc end kernels
    !$acc serial
    t = t + 1
    !$acc end serial
    !$acc host_data use_device(u)
    call halve(u, 18)
    !$acc end host_data
    !$acc update self(u(:, 3))
    do i = 0, 5
      if (u(i, 3) /= (12 + i) / 2d0) bad = bad + 1
    end do
    !$acc end data
    do j = 2, 4
      do i = 0, 5
        if (g%u(i, j) /= (12 + i) / 2d0) bad = bad + 1
      end do
    end do
    do i = 1, 7
      if (g%cells(i) /= 2 * i + iachar(n(mod(i, 3) + 1)(1:1))) bad = bad + 1
    end do
    if (any(store(1, :) /= 7) .or. any(store(6, :) /= 1)) bad = bad + 1
    if (s /= 6) bad = bad + 1
  end associate
  call expect_equal(bad, 0, 'wrong results')
  call finish()
end program
