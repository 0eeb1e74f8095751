!===-- device_clock.f90 - Time of device work -----------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! Events on a GPU, the wall clock on the CPU, where an event would add its own
! bookkeeping to times of microseconds. Compiled as CUDA Fortran.
!
!===----------------------------------------------------------------------===!

module device_clock
  use cudafor
  use measure, only: wall_clock
  implicit none
  private
  public :: start_clock, stop_clock
  type(cudaEvent) :: first, last
  logical :: prepared = .false., has_gpu
  real(8) :: wall_start
contains

  subroutine must(status)
    integer, intent(in) :: status
    if (status == cudaSuccess) return
    print '(2a)', 'error: ', trim(cudaGetErrorString(status))
    error stop 1
  end subroutine

  subroutine start_clock()
    type(cudaDeviceProp) :: device
    if (.not. prepared) then
      call must(cudaGetDeviceProperties(device, 0))
      has_gpu = index(device%name, 'CPU') /= 1
      call must(cudaEventCreate(first))
      call must(cudaEventCreate(last))
      prepared = .true.
    end if
    call must(cudaDeviceSynchronize())
    if (has_gpu) then
      call must(cudaEventRecord(first, 0))
    else
      wall_start = wall_clock()
    end if
  end subroutine

  !> Seconds since start_clock, when all work is done.
  real(8) function stop_clock()
    real :: milliseconds
    if (has_gpu) then
      call must(cudaEventRecord(last, 0))
      call must(cudaEventSynchronize(last))
      call must(cudaEventElapsedTime(milliseconds, first, last))
      stop_clock = 1d-3*milliseconds
    else
      call must(cudaDeviceSynchronize())
      stop_clock = wall_clock() - wall_start
    end if
    call must(cudaGetLastError())
  end function
end module
