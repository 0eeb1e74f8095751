!===-- acc-loop-device-types.f90 - Clauses for kinds of devices ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Clauses for one kind of device do not contradict those for another.
! The kinds' names are those of the standard and those that PGI's compilers take.
! Variables may have all these names.
!
!===----------------------------------------------------------------------===!

module routines
  implicit none
contains
  subroutine particular(a, n)
    !$acc routine device_type(nvidia) vector device_type(host) seq
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      a(i) = a(i) + i
    end do
  end subroutine

  subroutine overridden(a, n)
    !$acc routine seq device_type(nvidia) vector
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      a(i) = a(i) + i
    end do
  end subroutine

  subroutine own_names(a)
    integer, intent(inout) :: a(4)
    integer :: device_type(3), dtype(2), tesla, gpu, i
    device_type = [1, 0, 5]
    dtype = [4, 8]
    tesla = 1
    gpu = 3
    !$acc parallel loop copy(a(1:dtype(tesla))) if(device_type(tesla) > 0) async(device_type(gpu)) &
    !$acc   device_type(gpu) num_gangs(dtype(tesla))
    do i = 1, 4
      a(i) = i + device_type(gpu)
    end do
    !$acc wait(device_type(gpu))
  end subroutine
end module

program main
  use testing
  use openacc, only: acc_get_default_async, acc_is_present
  use routines
  implicit none
  integer, parameter :: n = 100
  integer :: a(n), b(n), last, i
  a = 0
  !$acc parallel
  !$acc loop gang device_type(host) seq
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc loop seq device_type(nvidia) gang
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc loop independent dtype(nvidia) gang
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc loop device_type(nvidia) gang worker device_type(multicore) gang device_type(*) seq
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc end parallel
  call expect_equal(a, [(4*i, i=1, n)], 'levels')

  ! In order, for what is not NVIDIA's is not asked for here.
  b = 0
  last = 0
  !$acc parallel loop copy(last) device_type(multicore, radeon) gang device_type(nvidia, host) seq
  do i = 1, n
    b(i) = last + i
    last = b(i)
  end do
  call expect_equal(b, [(i*(i + 1)/2, i=1, n)], 'seq')

  !$acc parallel num_gangs(7) device_type(*) num_gangs(3) device_type(nvidia) num_gangs(1) vector_length(32)
  call particular(a, n)
  call overridden(a, n)
  !$acc end parallel
  call expect_equal(a, [(6*i, i=1, n)], 'routines, in one gang')

  !$acc kernels loop device_type(nvidia) gang(4) vector(32) device_type(radeon) gang(5) vector(64) &
  !$acc device_type(default) independent async(3)
  do i = 1, n
    a(i) = i
  end do
  call expect_equal(a, [(i, i=1, n)], 'sizes')

  ! Names of PGI's and NVIDIA's compilers; what is for others does not count.
  !$acc init device_type(tesla)
  !$acc init device_type(nvidia) if(n > 1)
  b = 0
  last = 0
  !$acc parallel loop copy(last) independent dtype(xeonphi, opencl) gang device_type(tesla) seq
  do i = 1, n
    b(i) = last + i
    last = b(i)
  end do
  call expect_equal(b, [(i*(i + 1)/2, i=1, n)], 'tesla')
  b = 0
  last = 0
  !$acc parallel loop copy(last) device_type(acc_device_host , CUDA,radeon) seq device_type(*) gang &
  !$acc   dtype( acc_device_multicore ) worker
  do i = 1, n
    b(i) = last + i
    last = b(i)
  end do
  call expect_equal(b, [(i*(i + 1)/2, i=1, n)], 'cuda')
  !$acc set device_type(acc_device_nvidia) default_async(4) if(n > 1)
  call expect_equal(acc_get_default_async(), 4, 'the default queue')
  !$acc enter data copyin(b)
  !$acc shutdown device_type(tesla, host)
  call expect(.not. acc_is_present(b), 'nothing is left')
  call own_names(a(:4))
  call expect_equal(a(:4), [6, 7, 8, 9], 'own names')
  call finish()
end program
