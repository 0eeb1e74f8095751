!===-- heat_mpi.f90 - Heat in a rod, with MPI and OpenACC ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! Each rank has a part of the rod, with a cell of each neighbour beside it, and a
! device. In each step UPDATE fetches the cells at the ends, MPI exchanges them, and
! UPDATE brings the neighbours' cells to the device.
!
!===----------------------------------------------------------------------===!

program main
  use mpi_f08
  use openacc
  implicit none
  integer, parameter :: cells = 1200, steps = 500
  real(8), allocatable :: t(:), next(:)
  real(8) :: heat, all_heat, hottest
  type(MPI_Comm) :: node
  integer :: rank, ranks, local_rank, left, right, n, i, step, devices

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)

  ! The ranks of one machine take its devices in turn.
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, &
      MPI_INFO_NULL, node)
  call MPI_Comm_rank(node, local_rank)
  devices = acc_get_num_devices(acc_device_default)
  call acc_set_device_num(mod(local_rank, devices), acc_device_default)

  n = cells/ranks
  left = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  right = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
  allocate(t(0:n + 1), next(0:n + 1))
  t = 0
  do i = 1, n
    if (rank*n + i > cells/2 - 10 .and. rank*n + i <= cells/2 + 10) t(i) = 1
  end do

  !$acc data copy(t) create(next)
  do step = 1, steps
    !$acc update self(t(1:1), t(n:n))
    call MPI_Sendrecv(t(1), 1, MPI_DOUBLE_PRECISION, left, 0, &
        t(n + 1), 1, MPI_DOUBLE_PRECISION, right, 0, MPI_COMM_WORLD, &
        MPI_STATUS_IGNORE)
    call MPI_Sendrecv(t(n), 1, MPI_DOUBLE_PRECISION, right, 1, &
        t(0), 1, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, &
        MPI_STATUS_IGNORE)
    !$acc update device(t(0:0), t(n + 1:n + 1))
    !$acc parallel loop
    do i = 1, n
      next(i) = t(i) + 0.25d0*(t(i - 1) - 2*t(i) + t(i + 1))
    end do
    !$acc parallel loop
    do i = 1, n
      t(i) = next(i)
    end do
  end do
  heat = 0
  !$acc parallel loop reduction(+:heat)
  do i = 1, n
    heat = heat + t(i)
  end do
  !$acc end data

  call MPI_Reduce(heat, all_heat, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, &
      MPI_COMM_WORLD)
  call MPI_Reduce(maxval(t(1:n)), hottest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, &
      MPI_COMM_WORLD)
  if (rank == 0) then
    print '(a,i0)', 'ranks: ', ranks
    print '(a,f8.4)', 'heat: ', all_heat
    print '(a,f8.4)', 'hottest cell: ', hottest
  end if
  call MPI_Finalize()
end program
