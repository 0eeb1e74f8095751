!===-- modules/openacc.f90 - OpenACC for Fortran --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Constants and routines of the OpenACC API; openacc_lib.inc has them all.
!
!===------------------------------------------------------------------------===!
module openacc
  use, intrinsic :: iso_c_binding, only: c_ptr, c_null_ptr
  implicit none
  public
  private :: c_ptr, c_null_ptr
  include 'openacc_lib.inc'

  ! Queues that record, and graphs of what they recorded.
  type, bind(c) :: acc_graph_t
    private
    type(c_ptr) :: graph = c_null_ptr
    type(c_ptr) :: exec = c_null_ptr
  end type

  interface
    subroutine accx_async_begin_capture(async_arg) &
        bind(c, name="accx_async_begin_capture")
      integer(4), value :: async_arg
    end subroutine
    subroutine accx_async_end_capture(async_arg, graph) &
        bind(c, name="accx_async_end_capture")
      import :: acc_graph_t
      integer(4), value :: async_arg
      type(acc_graph_t) :: graph
    end subroutine
    subroutine accx_graph_launch(graph, async_arg) &
        bind(c, name="accx_graph_launch")
      import :: acc_graph_t
      type(acc_graph_t) :: graph
      integer(4), value :: async_arg
    end subroutine
    subroutine accx_graph_delete(graph) bind(c, name="accx_graph_delete")
      import :: acc_graph_t
      type(acc_graph_t) :: graph
    end subroutine
  end interface
end module
