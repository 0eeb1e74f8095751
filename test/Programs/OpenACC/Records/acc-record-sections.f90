!===-- acc-record-sections.f90 - Sections of components on the device ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Of what an allocatable or pointer component of a record points to, a section
! is on the device and attached: a compute construct that names the component
! uses that section, and moves nothing.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  type flow
    real, allocatable :: a(:)
    real, pointer :: q(:)
    real :: factor
  end type
  type(flow) :: v
  integer :: i
  allocate (v%a(100), v%q(100))
  v%a = 1
  v%q = 2
  v%factor = 3
  !$acc data copy(v)
  !$acc enter data copyin(v%a(11:20), v%q(31:40))
  ! Attached already: that is counted.
  !$acc enter data attach(v%a)
  v%q = -1
  !$acc parallel loop
  do i = 11, 20
    v%a(i) = v%a(i) + v%q(i + 20)*v%factor + i
  end do
  call expect(all(v%a == 1), 'nothing is copied back')
  !$acc kernels default(present)
  do i = 11, 20
    v%a(i) = v%a(i) + 1000
  end do
  !$acc end kernels
  !$acc exit data detach(v%a)
  !$acc exit data copyout(v%a(11:20)) delete(v%q(31:40))
  !$acc end data
  call expect_equal(v%a(11:20), [(1007.0 + i, i=11, 20)], 'section')
  call expect(all(v%a(:10) == 1) .and. all(v%a(21:) == 1), 'the rest')
  call finish()
end program
