!===-- modules/openacc.f90 - OpenACC for Fortran --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Constants and routines of the OpenACC API, which openacc_lib.inc has, and what
! other forms of them the reference compiler's module has.
!
!===------------------------------------------------------------------------===!
module openacc
  use, intrinsic :: __fortran_builtins, only: c_devptr => __builtin_c_devptr
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

  ! Addresses of the device as CUDA Fortran has them.
  interface assignment(=)
    procedure assign_devptr, assign_ptr
  end interface
  interface acc_free
    procedure acc_free, acc_free_devptr
  end interface
  interface acc_hostptr
    procedure acc_hostptr, acc_hostptr_devptr
  end interface
  interface acc_map_data
    procedure acc_map_data_devptr_i4, &
      acc_map_data_devptr_i8
  end interface
  interface acc_memcpy_to_device
    procedure acc_memcpy_to_device_devptr_i4, &
      acc_memcpy_to_device_devptr_i8
  end interface
  interface acc_memcpy_from_device
    procedure acc_memcpy_from_device_devptr_i4, &
      acc_memcpy_from_device_devptr_i8
  end interface
  interface acc_memcpy_device
    procedure acc_memcpy_device_devptr_i4, &
      acc_memcpy_device_devptr_i8
  end interface
  interface acc_memcpy_to_device_async
    procedure acc_memcpy_to_device_async_devptr_i4, &
      acc_memcpy_to_device_async_devptr_i8
  end interface
  interface acc_memcpy_from_device_async
    procedure acc_memcpy_from_device_async_devptr_i4, &
      acc_memcpy_from_device_async_devptr_i8
  end interface
  interface acc_memcpy_device_async
    procedure acc_memcpy_device_async_devptr_i4, &
      acc_memcpy_device_async_devptr_i8
  end interface
  private :: address, assign_devptr, assign_ptr, &
    acc_free_devptr, &
    acc_hostptr_devptr, &
    acc_map_data_devptr_i4, &
    acc_map_data_devptr_i8, &
    acc_memcpy_device_async_devptr_i4, &
    acc_memcpy_device_async_devptr_i8, &
    acc_memcpy_device_devptr_i4, &
    acc_memcpy_device_devptr_i8, &
    acc_memcpy_from_device_async_devptr_i4, &
    acc_memcpy_from_device_async_devptr_i8, &
    acc_memcpy_from_device_devptr_i4, &
    acc_memcpy_from_device_devptr_i8, &
    acc_memcpy_to_device_async_devptr_i4, &
    acc_memcpy_to_device_async_devptr_i8, &
    acc_memcpy_to_device_devptr_i4, &
    acc_memcpy_to_device_devptr_i8
contains
  include 'openacc-pointers.inc'
end module
