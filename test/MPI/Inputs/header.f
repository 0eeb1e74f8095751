      program header
      include 'mpif.h'
      integer ierr, rank, total
      call mpi_init(ierr)
      call mpi_comm_rank(mpi_comm_world, rank, ierr)
      call mpi_reduce(rank, total, 1, mpi_integer, mpi_sum, 0,
     &                mpi_comm_world, ierr)
      if (rank .eq. 0) print '(a,i0)', 'sum of ranks: ', total
      call mpi_finalize(ierr)
      end
