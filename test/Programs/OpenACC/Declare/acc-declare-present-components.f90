!===-- acc-declare-present-components.f90 - Components in declare present --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Components in PRESENT clauses of DECLARE directives of procedures: beside their
! record, alone, two of one record, of a dummy argument and of a module's variable.
!
!===----------------------------------------------------------------------===!
module mixing
  implicit none
  type mix
    real(8), allocatable :: of_g(:, :)
    real(8) :: shift(3)
    integer :: n
  end type
  type(mix) :: rest
  real(8), allocatable :: gg(:)
contains
  subroutine beside(drho)
    type(mix), intent(inout) :: drho
    !$acc declare present(drho, drho%of_g, gg)
    integer :: i
    !$acc parallel loop
    do i = 1, size(gg)
      drho%of_g(i, 1) = drho%of_g(i, 1)*gg(i)
    end do
  end subroutine
  subroutine alone(drho, n)
    type(mix), intent(inout) :: drho
    integer, intent(in) :: n
    !$acc declare present(drho%of_g, drho%shift) present(rest%of_g)
    integer :: i
    !$acc kernels
    do i = 1, n
      drho%of_g(i, 2) = rest%of_g(i, 1) + drho%shift(2)
    end do
    !$acc end kernels
  end subroutine
end module

program main
  use mixing
  use testing
  implicit none
  integer, parameter :: n = 9
  integer :: i
  type(mix) :: d
  allocate (d%of_g(n, 2), rest%of_g(n, 1), gg(n))
  d%of_g = 2
  d%shift = [0.25d0, 0.5d0, 0.75d0]
  rest%of_g = 4
  gg = [(real(i, 8), i=1, n)]
  !$acc enter data copyin(d, d%of_g, rest, rest%of_g, gg)
  ! What is present is not copied again.
  gg = -1
  d%shift = -1
  rest%of_g = -1
  call beside(d)
  call alone(d, n)
  !$acc update self(d%of_g)
  !$acc exit data delete(d%of_g, d, rest%of_g, rest, gg)
  call expect_equal(nint(d%of_g(:, 1)), [(2*i, i=1, n)], 'beside the record')
  call expect_equal(nint(2*d%of_g(:, 2)), [(9, i=1, n)], 'alone')
  call finish
end program
