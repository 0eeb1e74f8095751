!===-- cufft-openacc.f90 - cuFFT in host_data constructs -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! REQUIRES: fftw
! RUN: %{compile-and-run-acc}
! RUN: %{fresh-folder} && %{compile} -acc -gpu=managed %{testing} %s -o %t.dir/program && %run %t.dir/program | %{check-pass}
!
! Derivatives of a periodic function by transforms, on the queue of the loops, and
! ranges for profilers around them. An !@cuf line does not count here.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  use openacc
  use cufft
  use nvtx
  implicit none
  integer, parameter :: n = 64
  real(8), parameter :: pi = acos(-1d0)
  complex(8), allocatable :: f(:)
  real(8) :: x
  integer :: plan, i, wave, queue
  !@cuf real :: plan
  allocate (f(n))
  queue = 3
  call expect_equal(nvtxRangePushA('derivative'), 0, 'nvtxRangePushA')
  call nvtxStartRange('plan', 2)
  call expect(cufftPlan1d(plan, n, CUFFT_Z2Z, 1) == CUFFT_SUCCESS, 'cufftPlan1d')
  call expect(cufftSetStream(plan, acc_get_cuda_stream(queue)) == &
      CUFFT_SUCCESS, 'cufftSetStream')
  call nvtxEndRange()
  !$acc data create(f)
  !$acc parallel loop async(queue) private(x)
  do i = 1, n
    x = 2*pi*(i - 1)/n
    f(i) = sin(3*x) + cos(x)
  end do
  !$acc host_data use_device(f)
  i = cufftExecZ2Z(plan, f, f, CUFFT_FORWARD)
  !$acc end host_data
  call expect(i == CUFFT_SUCCESS, 'cufftExecZ2Z')
  !$acc parallel loop async(queue) private(wave)
  do i = 1, n
    wave = i - 1
    if (wave > n/2) wave = wave - n
    if (wave == n/2) wave = 0
    f(i) = f(i)*cmplx(0, wave, 8)/n
  end do
  !$acc host_data use_device(f)
  call expect(cufftExecZ2Z(plan, f, f, CUFFT_INVERSE) == CUFFT_SUCCESS, 'back')
  !$acc end host_data
  !$acc update self(f) async(queue)
  !$acc wait(queue)
  !$acc end data
  do i = 1, n
    x = 2*pi*(i - 1)/n
    call expect(abs(f(i) - (3*cos(3*x) - sin(x))) < 1d-10, 'the derivative')
  end do
  call expect(cufftDestroy(plan) == CUFFT_SUCCESS, 'cufftDestroy')
  call expect_equal(nvtxRangePop(), 0, 'nvtxRangePop')
  call finish()
end program
