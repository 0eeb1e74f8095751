! Each rank sends to the next one, and all reduce and broadcast.
program ring
  use mpi
  implicit none
  integer :: ierr, rank, ranks, total, from, status(mpi_status_size), request
  integer :: next, previous
  real(8) :: a(3, 2)
  logical :: flag
  double precision :: t
  call mpi_init(ierr)
  call mpi_initialized(flag, ierr)
  if (.not. flag) error stop 'not initialized'
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  t = mpi_wtime()
  next = mod(rank + 1, ranks)
  previous = mod(rank + ranks - 1, ranks)
  call mpi_irecv(from, 1, mpi_integer, previous, 7, mpi_comm_world, request, ierr)
  call mpi_send(rank, 1, mpi_integer, next, 7, mpi_comm_world, ierr)
  call mpi_wait(request, status, ierr)
  if (status(mpi_source) /= previous .or. status(mpi_tag) /= 7) error stop 'status'
  if (from /= previous) error stop 'from'
  call mpi_allreduce(rank, total, 1, mpi_integer, mpi_sum, mpi_comm_world, ierr)
  call mpi_allreduce(mpi_in_place, from, 1, mpi_integer, mpi_max, mpi_comm_world, ierr)
  a = 0
  if (rank == 0) a = 3.5d0
  call mpi_bcast(a(:, 2), 3, mpi_double_precision, 0, mpi_comm_world, ierr)
  if (mpi_wtime() < t .or. ierr /= mpi_success) error stop 'time'
  if (rank == ranks - 1) print '(3(a,i0),a,f3.1)', 'ranks: ', ranks, &
      ' sum: ', total, ' from: ', from, ' broadcast: ', a(3, 2)
  call mpi_finalize(ierr)
end program
