! A device for each rank by its number, with SET and with acc_set_device_num.
program main
  use mpi
  use openacc
  implicit none
  integer :: ierr, rank, ranks, i, s
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  !$acc set device_num(rank)
  call acc_set_device_num(rank, acc_device_default)
  s = 0
  !$acc parallel loop reduction(+:s)
  do i = 1, 100
    s = s + i*(rank + 1)
  end do
  call mpi_allreduce(mpi_in_place, s, 1, mpi_integer, mpi_sum, mpi_comm_world, &
      ierr)
  if (rank == 0) print '(a,i0)', 'sum: ', s/(ranks*(ranks + 1)/2)
  call mpi_finalize(ierr)
end program
