!===-- smooth_from_cpp.f90 - A smoother in OpenACC, for C++ ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! The host's memory is that of a std::vector of smooth_from_cpp.cpp. After each sweep
! the function calls the program back, as a pointer to a C function allows.
!
!===----------------------------------------------------------------------===!

subroutine smooth(n, a, sweeps, report) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine report_sweep(sweep, largest) bind(c)
      import :: c_double, c_int
      integer(c_int), value :: sweep
      real(c_double), value :: largest
    end subroutine
  end interface
  integer(c_int), value :: n, sweeps
  real(c_double), intent(inout) :: a(n)
  procedure(report_sweep) :: report
  real(c_double) :: b(n), largest
  integer :: i, sweep

  !$acc data copy(a) create(b)
  do sweep = 1, sweeps
    !$acc parallel loop
    do i = 1, n
      b(i) = (a(max(i - 1, 1)) + 2*a(i) + a(min(i + 1, n)))/4
    end do
    largest = 0
    !$acc parallel loop reduction(max:largest)
    do i = 1, n
      a(i) = b(i)
      largest = max(largest, a(i))
    end do
    call report(sweep, largest)
  end do
  !$acc end data
end subroutine
