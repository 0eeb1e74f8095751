!===-- modules/libraries/nccl.f90 - NCCL -----------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module nccl: communicators, collective operations, and messages between devices.
! Results, types of data and operations are types of their own.
!
!===------------------------------------------------------------------------===!
module nccl
  use, intrinsic :: iso_c_binding
  use cudafor, only: c_devptr
  use warpfort_library_types
  implicit none
  public
  private :: c_bool, c_char, c_int, c_int64_t, c_size_t

  type, bind(c) :: ncclUniqueId
    character(c_char) :: internal(128)
  end type
  type, bind(c) :: ncclComm
    type(c_ptr) :: member = c_null_ptr
  end type
  type, bind(c) :: ncclResult
    integer(c_int) :: member = 0
  end type
  type, bind(c) :: ncclDataType
    integer(c_int) :: member = 0
  end type
  type, bind(c) :: ncclRedOp
    integer(c_int) :: member = 0
  end type

  integer(c_int), parameter :: NCCL_CONFIG_UNDEF_INT = -huge(0) - 1
  integer(c_int), parameter :: NCCL_SPLIT_NOCOLOR = -1
  integer(c_int), parameter :: ncclScalarDevice = 0
  integer(c_int), parameter :: ncclScalarHostImmediate = 1

  ! Options of a communicator, with NCCL 2.28 in mind: older versions read the
  ! first ones. Names are addresses of C's strings.
  type, bind(c) :: ncclConfig
    integer(c_size_t) :: size = 80
    integer(c_int) :: magic = int(z'cafebeef', c_int)
    integer(c_int) :: version = 22809
    integer(c_int) :: blocking = NCCL_CONFIG_UNDEF_INT
    integer(c_int) :: cgaClusterSize = NCCL_CONFIG_UNDEF_INT
    integer(c_int) :: minCTAs = NCCL_CONFIG_UNDEF_INT
    integer(c_int) :: maxCTAs = NCCL_CONFIG_UNDEF_INT
    type(c_ptr) :: netName = c_null_ptr
    integer(c_int) :: splitShare = NCCL_CONFIG_UNDEF_INT
    integer(c_int) :: trafficClass = NCCL_CONFIG_UNDEF_INT
    type(c_ptr) :: commName = c_null_ptr
    integer(c_int) :: collnetEnable = NCCL_CONFIG_UNDEF_INT
    integer(c_int) :: CTAPolicy = NCCL_CONFIG_UNDEF_INT
    integer(c_int) :: shrinkShare = NCCL_CONFIG_UNDEF_INT
    integer(c_int) :: nvlsCTAs = NCCL_CONFIG_UNDEF_INT
    integer(c_int) :: nChannelsPerNetPeer = NCCL_CONFIG_UNDEF_INT
    integer(c_int) :: nvlinkCentricSched = NCCL_CONFIG_UNDEF_INT
  end type

  type(ncclResult), parameter :: ncclSuccess = ncclResult(0)
  type(ncclResult), parameter :: ncclUnhandledCudaError = ncclResult(1)
  type(ncclResult), parameter :: ncclSystemError = ncclResult(2)
  type(ncclResult), parameter :: ncclInternalError = ncclResult(3)
  type(ncclResult), parameter :: ncclInvalidArgument = ncclResult(4)
  type(ncclResult), parameter :: ncclInvalidUsage = ncclResult(5)
  type(ncclResult), parameter :: ncclRemoteError = ncclResult(6)
  type(ncclResult), parameter :: ncclInProgress = ncclResult(7)

  type(ncclDataType), parameter :: ncclInt8 = ncclDataType(0)
  type(ncclDataType), parameter :: ncclChar = ncclDataType(0)
  type(ncclDataType), parameter :: ncclUint8 = ncclDataType(1)
  type(ncclDataType), parameter :: ncclInt32 = ncclDataType(2)
  type(ncclDataType), parameter :: ncclInt = ncclDataType(2)
  type(ncclDataType), parameter :: ncclUint32 = ncclDataType(3)
  type(ncclDataType), parameter :: ncclInt64 = ncclDataType(4)
  type(ncclDataType), parameter :: ncclUint64 = ncclDataType(5)
  type(ncclDataType), parameter :: ncclFloat16 = ncclDataType(6)
  type(ncclDataType), parameter :: ncclHalf = ncclDataType(6)
  type(ncclDataType), parameter :: ncclFloat32 = ncclDataType(7)
  type(ncclDataType), parameter :: ncclFloat = ncclDataType(7)
  type(ncclDataType), parameter :: ncclFloat64 = ncclDataType(8)
  type(ncclDataType), parameter :: ncclDouble = ncclDataType(8)
  type(ncclDataType), parameter :: ncclBfloat16 = ncclDataType(9)

  type(ncclRedOp), parameter :: ncclSum = ncclRedOp(0)
  type(ncclRedOp), parameter :: ncclProd = ncclRedOp(1)
  type(ncclRedOp), parameter :: ncclMax = ncclRedOp(2)
  type(ncclRedOp), parameter :: ncclMin = ncclRedOp(3)
  type(ncclRedOp), parameter :: ncclAvg = ncclRedOp(4)

  include "nccl-interfaces.inc"

  interface
    ! The id by reference: the runtime hands it on by value.
    type(ncclResult) function ncclCommInitRank(comm, nranks, commId, rank) &
        bind(c, name="warprt_ncclCommInitRank")
      import
      type(ncclComm) :: comm
      integer(c_int), value :: nranks
      type(ncclUniqueId), intent(in) :: commId
      integer(c_int), value :: rank
    end function
    type(ncclResult) function ncclCommInitRankConfig(comm, nranks, commId, &
        rank, config) bind(c, name="warprt_ncclCommInitRankConfig")
      import
      type(ncclComm) :: comm
      integer(c_int), value :: nranks
      type(ncclUniqueId), intent(in) :: commId
      integer(c_int), value :: rank
      type(ncclConfig), optional, intent(in) :: config
    end function
    type(ncclResult) function ncclCommInitRankScalable(comm, nranks, myrank, &
        nId, commIds, config) bind(c, name="warprt_ncclCommInitRankScalable")
      import
      type(ncclComm) :: comm
      integer(c_int), value :: nranks, myrank, nId
      type(ncclUniqueId), intent(in) :: commIds(*)
      type(ncclConfig), optional, intent(in) :: config
    end function
    type(ncclResult) function ncclCommInitAll(comm, ndev, devlist) &
        bind(c, name="warprt_ncclCommInitAll")
      import
      type(ncclComm) :: comm(*)
      integer(c_int), value :: ndev
      integer(c_int), intent(in) :: devlist(*)
    end function
  end interface

  interface operator(==)
    logical(c_bool) function warpfort_nccl_same(a, b) &
        bind(c, name="warprt_ncclSameResult")
      import
      type(ncclResult), intent(in) :: a, b
    end function
  end interface
  interface operator(/=)
    logical(c_bool) function warpfort_nccl_differ(a, b) &
        bind(c, name="warprt_ncclDifferentResult")
      import
      type(ncclResult), intent(in) :: a, b
    end function
  end interface
end module
