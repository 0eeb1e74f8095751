! Buffers of host_data use_device, and data that a declare directive makes.
module fields
  implicit none
  integer, parameter :: n = 8
  real(8) :: t(0:n + 1, 0:n + 1)
  !$acc declare create(t)
end module
program openacc
  use mpi
  use fields
  implicit none
  real(8) :: sums(n), all(n)
  integer :: ierr, rank, ranks, left, right, i, j, row, failures = 0
  integer :: requests(4), status(mpi_status_size)
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  left = mod(rank + ranks - 1, ranks)
  right = mod(rank + 1, ranks)
  call mpi_type_vector(n + 2, 1, n + 2, mpi_double_precision, row, ierr)
  call mpi_type_commit(row, ierr)
  t = -1
  !$acc parallel loop collapse(2)
  do j = 0, n + 1
    do i = 0, n + 1
      t(i, j) = merge(1000*rank + 10*i + j, -5, i > 0 .and. i <= n)
    end do
  end do
  ! Rows at the edges, which lie between each other in memory.
  !$acc host_data use_device(t)
  call mpi_irecv(t(0, 0), 1, row, left, 1, mpi_comm_world, requests(1), ierr)
  call mpi_irecv(t(n + 1, 0), 1, row, right, 2, mpi_comm_world, requests(2), &
      ierr)
  call mpi_isend(t(n, 0), 1, row, right, 1, mpi_comm_world, requests(3), ierr)
  call mpi_isend(t(1, 0), 1, row, left, 2, mpi_comm_world, requests(4), ierr)
  !$acc end host_data
  !$acc parallel loop
  do j = 0, n + 1
    t(2, j) = t(2, j) + 1
  end do
  call mpi_waitall(4, requests, mpi_statuses_ignore, ierr)
  call mpi_type_free(row, ierr)
  if (any(t /= -1)) failures = failures + 1
  !$acc update self(t)
  do j = 0, n + 1
    if (t(0, j) /= 1000*left + 10*n + j) failures = failures + 1
    if (t(n + 1, j) /= 1000*right + 10 + j) failures = failures + 1
    do i = 1, n
      if (t(i, j) /= 1000*rank + 10*i + j + merge(1, 0, i == 2)) &
          failures = failures + 1
    end do
  end do

  sums = rank + 1
  all = 0
  !$acc data copyin(sums) copyout(all)
  !$acc host_data use_device(sums, all)
  call mpi_allreduce(sums, all, n, mpi_double_precision, mpi_sum, &
      mpi_comm_world, ierr)
  !$acc end host_data
  !$acc end data
  if (any(all /= (ranks*(ranks + 1))/2)) failures = failures + 1
  call mpi_allreduce(mpi_in_place, failures, 1, mpi_integer, mpi_sum, &
      mpi_comm_world, ierr)
  if (rank == 0 .and. failures == 0) print '(a)', 'PASS'
  call mpi_finalize(ierr)
end program
