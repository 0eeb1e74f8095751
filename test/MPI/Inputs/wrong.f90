program wrong
  use mpi
  implicit none
  real(8) :: x
  integer :: ierr
  call mpi_init(ierr)
  ! The count is no real number.
  call mpi_bcast(x, 1.0, mpi_double_precision, 0, mpi_comm_world, ierr)
end program
