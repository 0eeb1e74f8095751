program wrong
  use mpi_f08
  implicit none
  integer :: rank
  type(MPI_Comm) :: comm
  comm = MPI_COMM_WORLD
  ! A handle of another kind, and no handle at all.
  call MPI_Comm_rank(MPI_INTEGER, rank)
  call MPI_Comm_rank(0, rank)
end program
