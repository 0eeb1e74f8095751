! Module mpi_f08: types for handles, statuses, calls without an error code, and an
! operation of the program's own.
module operations
  use mpi_f08
  use iso_c_binding
  implicit none
contains
  !> The larger square.
  subroutine larger(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: a(:), b(:)
    call c_f_pointer(invec, a, [len])
    call c_f_pointer(inoutvec, b, [len])
    if (datatype /= MPI_INTEGER) error stop 'datatype'
    b = max(a*a, b)
  end subroutine
end module

program f08
  use mpi_f08
  use operations
  implicit none
  integer :: rank, ranks, total, from, next, previous, count, ierr, length, i
  integer :: squares(2), all(8)
  real(8) :: a(3, 2)
  type(MPI_Status) :: status
  type(MPI_Request) :: requests(2)
  type(MPI_Comm) :: half, local
  type(MPI_Op) :: op
  type(MPI_Datatype) :: column
  character(MPI_MAX_PROCESSOR_NAME) :: name
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  if (ierr /= MPI_SUCCESS) error stop 'size'
  call MPI_Get_processor_name(name, length)
  if (length < 1 .or. name(:1) == ' ') error stop 'name'
  next = mod(rank + 1, ranks)
  previous = mod(rank + ranks - 1, ranks)

  ! A ring, without and with a status.
  call MPI_Irecv(from, 1, MPI_INTEGER, previous, 7, MPI_COMM_WORLD, requests(1))
  call MPI_Isend(rank, 1, MPI_INTEGER, next, 7, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  if (from /= previous) error stop 'from'
  if (requests(1) /= MPI_REQUEST_NULL) error stop 'request'
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 3, from, 1, MPI_INTEGER, &
      MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, status)
  call MPI_Get_count(status, MPI_INTEGER, count)
  if (status%MPI_SOURCE /= previous .or. status%MPI_TAG /= 3 .or. count /= 1) &
      error stop 'status'
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, previous, 5, from, 1, MPI_INTEGER, &
      next, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  if (from /= next .or. ierr /= MPI_SUCCESS) error stop 'back'

  ! Collective operations.
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call MPI_Allreduce(MPI_IN_PLACE, from, 1, MPI_INTEGER, MPI_MAX, &
      MPI_COMM_WORLD)
  a = 0
  if (rank == 0) a = 3.5d0
  call MPI_Type_contiguous(3, MPI_DOUBLE_PRECISION, column)
  call MPI_Type_commit(column)
  call MPI_Bcast(a(:, 2), 1, column, 0, MPI_COMM_WORLD)
  call MPI_Type_free(column)
  call MPI_Op_create(larger, .true., op)
  squares = [rank, -rank]
  call MPI_Allreduce(MPI_IN_PLACE, squares, 2, MPI_INTEGER, op, MPI_COMM_WORLD)
  call MPI_Op_free(op)
  call MPI_Allgather(rank, 1, MPI_INTEGER, all, 1, MPI_INTEGER, MPI_COMM_WORLD)
  if (any(all(:ranks) /= [(i, i=0, ranks - 1)])) error stop 'gather'

  ! Communicators.
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half)
  call MPI_Comm_size(half, count)
  if (half == MPI_COMM_NULL .or. count /= (ranks + 1 - mod(rank, 2))/2) &
      error stop 'half'
  call MPI_Comm_free(half)
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, &
      MPI_INFO_NULL, local)
  call MPI_Comm_size(local, count)
  if (count /= ranks) error stop 'local'
  call MPI_Barrier(local)
  if (rank == ranks - 1) print '(3(a,i0),a,f3.1)', 'ranks: ', ranks, &
      ' sum: ', total, ' most: ', from, ' broadcast: ', a(3, 2)
  call MPI_Finalize()
end program
