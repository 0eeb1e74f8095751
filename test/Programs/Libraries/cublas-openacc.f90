!===-- cublas-openacc.f90 - cuBLAS in host_data constructs ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! REQUIRES: blas
! RUN: %{compile-and-run-acc}
! RUN: %{fresh-folder} && %{compile} -acc -i8 %{testing} %s -o %t.dir/program && %run %t.dir/program | %{check-pass}
!
! What HOST_DATA names is device data for generic names, without CUDA Fortran, too:
! also for those of BLAS. The work is done in the order of the queue.
!
!===----------------------------------------------------------------------===!
module products
  use cublas
  implicit none
contains
  subroutine multiply(a, b, c, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n,n), b(n,n)
    real(8), intent(inout) :: c(n,n)
    !$acc host_data use_device(a, b, c)
    call dgemm('n', 'n', n, n, n, 1d0, a, n, b, n, 0d0, c, n)
    !$acc end host_data
  end subroutine
end module

program main
  use testing
  use openacc
  use cublas_v2
  use products, only: multiply
  implicit none
  integer, parameter :: n = 40
  real(8) :: a(n,n), b(n,n), c(n,n), r
  real(8), allocatable :: x(:), y(:)
  type(cublasHandle) :: h
  integer :: i
  call random_number(a)
  call random_number(b)
  c = 0
  allocate (x(n), y(n))
  x = 1
  y = 2
  call expect(cublasCreate(h) == 0, 'cublasCreate')
  !$acc data copyin(a, b) copy(c, x, y)
  call multiply(a, b, c, n)
  !$acc end data
  call expect(maxval(abs(c - matmul(a, b))) < 1d-11, 'dgemm')

  !$acc data copyin(a, b) copy(c, x, y)
  call expect(cublasSetStream(h, acc_get_cuda_stream(2)) == 0, 'cublasSetStream')
  !$acc parallel loop async(2)
  do i = 1, n
    x(i) = i
  end do
  !$acc host_data use_device(a, b, c, x, y)
  call expect(cublasDaxpy(h, n, 3d0, x, 1, y, 1) == 0, 'cublasDaxpy')
  call expect(cublasDgemm(h, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, 1d0, a, n, b, n, &
      0d0, c, n) == 0, 'cublasDgemm')
  !$acc end host_data
  !$acc parallel loop async(2)
  do i = 1, n
    y(i) = y(i) + 1
  end do
  !$acc wait(2)
  !$acc host_data use_device(y)
  call expect(cublasDasum(h, n, y, 1, r) == 0, 'cublasDasum')
  !$acc end host_data
  !$acc end data
  call expect(maxval(abs(c - matmul(transpose(a), b))) < 1d-11, 'cublasDgemm')
  call expect(all(y == [(3d0*i + 3, i = 1, n)]), 'in the order of the queue')
  call expect(abs(r - sum(y)) < 1d-9, 'cublasDasum')
  call expect(cublasDestroy(h) == 0, 'cublasDestroy')
  call finish()
end program
