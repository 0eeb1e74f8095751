!===-- mpi.f90 - Module mpi for the MPI that is found --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! Compiled by the driver when a source uses module mpi, with the mpif.h of the
! MPI that the command names: it has the constants, and the procedures have the
! names and arguments of Fortran 77, which the library's own Fortran layer
! defines for every compiler. The interfaces here are those of procedures with
! choice buffers: any type, kind, rank and memory is passed by address. The
! others are called as the standard's Fortran 77 binding has them.
!
! There is no code in this module, so nothing needs to be linked.
!
!===----------------------------------------------------------------------===!

module mpi
  include 'mpif.h'

  interface
    subroutine mpi_send(buf, count, datatype, dest, tag, comm, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, dest, tag, comm, ierror
    end subroutine
    subroutine mpi_bsend(buf, count, datatype, dest, tag, comm, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, dest, tag, comm, ierror
    end subroutine
    subroutine mpi_ssend(buf, count, datatype, dest, tag, comm, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, dest, tag, comm, ierror
    end subroutine
    subroutine mpi_rsend(buf, count, datatype, dest, tag, comm, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, dest, tag, comm, ierror
    end subroutine
    subroutine mpi_isend(buf, count, datatype, dest, tag, comm, request, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine mpi_ibsend(buf, count, datatype, dest, tag, comm, request, &
        ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine mpi_issend(buf, count, datatype, dest, tag, comm, request, &
        ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine mpi_irsend(buf, count, datatype, dest, tag, comm, request, &
        ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine mpi_recv(buf, count, datatype, source, tag, comm, status, ierror)
      import :: mpi_status_size
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, source, tag, comm, &
          status(mpi_status_size), ierror
    end subroutine
    subroutine mpi_irecv(buf, count, datatype, source, tag, comm, request, &
        ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, source, tag, comm, request, ierror
    end subroutine
    subroutine mpi_mrecv(buf, count, datatype, message, status, ierror)
      import :: mpi_status_size
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, message, status(mpi_status_size), ierror
    end subroutine
    subroutine mpi_imrecv(buf, count, datatype, message, request, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, message, request, ierror
    end subroutine
    subroutine mpi_send_init(buf, count, datatype, dest, tag, comm, request, &
        ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine mpi_recv_init(buf, count, datatype, source, tag, comm, &
        request, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, source, tag, comm, request, ierror
    end subroutine
    subroutine mpi_sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, &
        recvbuf, recvcount, recvtype, source, recvtag, comm, status, ierror)
      import :: mpi_status_size
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, &
          source, recvtag, comm, status(mpi_status_size), ierror
    end subroutine
    subroutine mpi_sendrecv_replace(buf, count, datatype, dest, sendtag, &
        source, recvtag, comm, status, ierror)
      import :: mpi_status_size
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, dest, sendtag, source, recvtag, comm, &
          status(mpi_status_size), ierror
    end subroutine
    subroutine mpi_bcast(buf, count, datatype, root, comm, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, root, comm, ierror
    end subroutine
    subroutine mpi_ibcast(buf, count, datatype, root, comm, request, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: count, datatype, root, comm, request, ierror
    end subroutine
    subroutine mpi_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, &
        ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: count, datatype, op, root, comm, ierror
    end subroutine
    subroutine mpi_ireduce(sendbuf, recvbuf, count, datatype, op, root, &
        comm, request, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: count, datatype, op, root, comm, request, ierror
    end subroutine
    subroutine mpi_allreduce(sendbuf, recvbuf, count, datatype, op, comm, &
        ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: count, datatype, op, comm, ierror
    end subroutine
    subroutine mpi_iallreduce(sendbuf, recvbuf, count, datatype, op, comm, &
        request, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: count, datatype, op, comm, request, ierror
    end subroutine
    subroutine mpi_scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: count, datatype, op, comm, ierror
    end subroutine
    subroutine mpi_exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: count, datatype, op, comm, ierror
    end subroutine
    subroutine mpi_reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, &
        op, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: recvcounts(*), datatype, op, comm, ierror
    end subroutine
    subroutine mpi_reduce_scatter_block(sendbuf, recvbuf, recvcount, &
        datatype, op, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: recvcount, datatype, op, comm, ierror
    end subroutine
    subroutine mpi_gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, ierror
    end subroutine
    subroutine mpi_gatherv(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, root, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, &
          root, comm, ierror
    end subroutine
    subroutine mpi_scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, ierror
    end subroutine
    subroutine mpi_scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, &
          root, comm, ierror
    end subroutine
    subroutine mpi_allgather(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, ierror
    end subroutine
    subroutine mpi_iallgather(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, request, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, request, ierror
    end subroutine
    subroutine mpi_allgatherv(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, &
          comm, ierror
    end subroutine
    subroutine mpi_alltoall(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, ierror
    end subroutine
    subroutine mpi_ialltoall(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, request, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, request, ierror
    end subroutine
    subroutine mpi_alltoallv(sendbuf, sendcounts, sdispls, sendtype, &
        recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), &
          rdispls(*), recvtype, comm, ierror
    end subroutine
    subroutine mpi_ialltoallv(sendbuf, sendcounts, sdispls, sendtype, &
        recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), &
          rdispls(*), recvtype, comm, request, ierror
    end subroutine
    subroutine mpi_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, &
        recvbuf, recvcounts, rdispls, recvtypes, comm, ierror)
      integer :: sendbuf(*), recvbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), &
          rdispls(*), recvtypes(*), comm, ierror
    end subroutine
    subroutine mpi_pack(inbuf, incount, datatype, outbuf, outsize, position, &
        comm, ierror)
      integer :: inbuf(*), outbuf(*)
      !dir$ ignore_tkr(tkrdm) inbuf, outbuf
      integer :: incount, datatype, outsize, position, comm, ierror
    end subroutine
    subroutine mpi_unpack(inbuf, insize, position, outbuf, outcount, &
        datatype, comm, ierror)
      integer :: inbuf(*), outbuf(*)
      !dir$ ignore_tkr(tkrdm) inbuf, outbuf
      integer :: insize, position, outcount, datatype, comm, ierror
    end subroutine
    subroutine mpi_buffer_attach(buf, size, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: size, ierror
    end subroutine
    subroutine mpi_buffer_detach(buf, size, ierror)
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: size, ierror
    end subroutine
    subroutine mpi_get_address(location, address, ierror)
      import :: mpi_address_kind
      integer :: location(*)
      !dir$ ignore_tkr(tkrdm) location
      integer :: ierror
      integer(mpi_address_kind) :: address
    end subroutine
    subroutine mpi_win_create(base, size, disp_unit, info, comm, win, ierror)
      import :: mpi_address_kind
      integer :: base(*)
      !dir$ ignore_tkr(tkrdm) base
      integer :: disp_unit, info, comm, win, ierror
      integer(mpi_address_kind) :: size
    end subroutine
    subroutine mpi_win_attach(win, base, size, ierror)
      import :: mpi_address_kind
      integer :: base(*)
      !dir$ ignore_tkr(tkrdm) base
      integer :: win, ierror
      integer(mpi_address_kind) :: size
    end subroutine
    subroutine mpi_win_detach(win, base, ierror)
      integer :: base(*)
      !dir$ ignore_tkr(tkrdm) base
      integer :: win, ierror
    end subroutine
    subroutine mpi_put(origin, origin_count, origin_type, target_rank, &
        target_disp, target_count, target_type, win, ierror)
      import :: mpi_address_kind
      integer :: origin(*)
      !dir$ ignore_tkr(tkrdm) origin
      integer :: origin_count, origin_type, target_rank, target_count, &
          target_type, win, ierror
      integer(mpi_address_kind) :: target_disp
    end subroutine
    subroutine mpi_get(origin, origin_count, origin_type, target_rank, &
        target_disp, target_count, target_type, win, ierror)
      import :: mpi_address_kind
      integer :: origin(*)
      !dir$ ignore_tkr(tkrdm) origin
      integer :: origin_count, origin_type, target_rank, target_count, &
          target_type, win, ierror
      integer(mpi_address_kind) :: target_disp
    end subroutine
    subroutine mpi_accumulate(origin, origin_count, origin_type, &
        target_rank, target_disp, target_count, target_type, op, win, ierror)
      import :: mpi_address_kind
      integer :: origin(*)
      !dir$ ignore_tkr(tkrdm) origin
      integer :: origin_count, origin_type, target_rank, target_count, &
          target_type, op, win, ierror
      integer(mpi_address_kind) :: target_disp
    end subroutine
    subroutine mpi_fetch_and_op(origin, answer, datatype, target_rank, &
        target_disp, op, win, ierror)
      import :: mpi_address_kind
      integer :: origin(*), answer(*)
      !dir$ ignore_tkr(tkrdm) origin, answer
      integer :: datatype, target_rank, op, win, ierror
      integer(mpi_address_kind) :: target_disp
    end subroutine
    subroutine mpi_get_accumulate(origin, origin_count, origin_type, &
        answer, answer_count, answer_type, target_rank, target_disp, &
        target_count, target_type, op, win, ierror)
      import :: mpi_address_kind
      integer :: origin(*), answer(*)
      !dir$ ignore_tkr(tkrdm) origin, answer
      integer :: origin_count, origin_type, answer_count, answer_type, &
          target_rank, target_count, target_type, op, win, ierror
      integer(mpi_address_kind) :: target_disp
    end subroutine
    subroutine mpi_compare_and_swap(origin, compare, answer, datatype, &
        target_rank, target_disp, win, ierror)
      import :: mpi_address_kind
      integer :: origin(*), compare(*), answer(*)
      !dir$ ignore_tkr(tkrdm) origin, compare, answer
      integer :: datatype, target_rank, win, ierror
      integer(mpi_address_kind) :: target_disp
    end subroutine
    subroutine mpi_rput(origin, origin_count, origin_type, target_rank, &
        target_disp, target_count, target_type, win, request, ierror)
      import :: mpi_address_kind
      integer :: origin(*)
      !dir$ ignore_tkr(tkrdm) origin
      integer :: origin_count, origin_type, target_rank, target_count, &
          target_type, win, request, ierror
      integer(mpi_address_kind) :: target_disp
    end subroutine
    subroutine mpi_rget(origin, origin_count, origin_type, target_rank, &
        target_disp, target_count, target_type, win, request, ierror)
      import :: mpi_address_kind
      integer :: origin(*)
      !dir$ ignore_tkr(tkrdm) origin
      integer :: origin_count, origin_type, target_rank, target_count, &
          target_type, win, request, ierror
      integer(mpi_address_kind) :: target_disp
    end subroutine
    subroutine mpi_raccumulate(origin, origin_count, origin_type, &
        target_rank, target_disp, target_count, target_type, op, win, &
        request, ierror)
      import :: mpi_address_kind
      integer :: origin(*)
      !dir$ ignore_tkr(tkrdm) origin
      integer :: origin_count, origin_type, target_rank, target_count, &
          target_type, op, win, request, ierror
      integer(mpi_address_kind) :: target_disp
    end subroutine
    subroutine mpi_rget_accumulate(origin, origin_count, origin_type, &
        answer, answer_count, answer_type, target_rank, target_disp, &
        target_count, target_type, op, win, request, ierror)
      import :: mpi_address_kind
      integer :: origin(*), answer(*)
      !dir$ ignore_tkr(tkrdm) origin, answer
      integer :: origin_count, origin_type, answer_count, answer_type, &
          target_rank, target_count, target_type, op, win, request, ierror
      integer(mpi_address_kind) :: target_disp
    end subroutine
    subroutine mpi_file_read(file, buf, count, datatype, status, ierror)
      import :: mpi_status_size
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: file, count, datatype, status(mpi_status_size), ierror
    end subroutine
    subroutine mpi_file_read_all(file, buf, count, datatype, status, ierror)
      import :: mpi_status_size
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: file, count, datatype, status(mpi_status_size), ierror
    end subroutine
    subroutine mpi_file_read_at(file, offset, buf, count, datatype, status, &
        ierror)
      import :: mpi_status_size, mpi_offset_kind
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: file, count, datatype, status(mpi_status_size), ierror
      integer(mpi_offset_kind) :: offset
    end subroutine
    subroutine mpi_file_read_at_all(file, offset, buf, count, datatype, &
        status, ierror)
      import :: mpi_status_size, mpi_offset_kind
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: file, count, datatype, status(mpi_status_size), ierror
      integer(mpi_offset_kind) :: offset
    end subroutine
    subroutine mpi_file_write(file, buf, count, datatype, status, ierror)
      import :: mpi_status_size
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: file, count, datatype, status(mpi_status_size), ierror
    end subroutine
    subroutine mpi_file_write_all(file, buf, count, datatype, status, ierror)
      import :: mpi_status_size
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: file, count, datatype, status(mpi_status_size), ierror
    end subroutine
    subroutine mpi_file_write_at(file, offset, buf, count, datatype, status, &
        ierror)
      import :: mpi_status_size, mpi_offset_kind
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: file, count, datatype, status(mpi_status_size), ierror
      integer(mpi_offset_kind) :: offset
    end subroutine
    subroutine mpi_file_write_at_all(file, offset, buf, count, datatype, &
        status, ierror)
      import :: mpi_status_size, mpi_offset_kind
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer :: file, count, datatype, status(mpi_status_size), ierror
      integer(mpi_offset_kind) :: offset
    end subroutine
  end interface
end module
