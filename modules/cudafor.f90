!===-- modules/cudafor.f90 - CUDA Fortran's host interface -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cudafor: constants, types and the run-time calls of CUDA Fortran.
! It holds interfaces only; the functions are the runtime's (runtime/entry).
! Arrays of any type, kind and rank, on host or device, are passed as
! assumed-type, assumed-rank objects, whose descriptors tell the runtime how
! long an element is. Where programs write counts or streams of either integer
! kind, there is a specific function for each. The interfaces are in the files
! cudafor-*.inc.
!
!===------------------------------------------------------------------------===!
module cudafor
  use, intrinsic :: __fortran_builtins, only: dim3 => __builtin_dim3, &
    c_devptr => __builtin_c_devptr, c_devloc => __builtin_c_devloc
  use, intrinsic :: iso_c_binding
  use, intrinsic :: cudadevice
  implicit none
  public
  ! Device code has these without a USE statement; host code may want the names.
  private :: activemask, allthreads, anythread, ballot, clock, clock64, &
    cospi, cospif, float_as_int, int_as_float, double_as_longlong, &
    globaltimer, gpu_time, longlong_as_double, mulhi, mul64hi, nanosleep, rsqrt, rsqrtf, &
    saturate, signbit, signbitf, sincos, sincosf, sincospi, sincospif, sinpi, &
    sinpif, umulhi, umul64hi

  integer, parameter :: cuda_count_kind = 8
  integer, parameter :: cuda_stream_kind = 8

  include "cudafor-constants.inc"

  type, bind(c) :: cudaEvent
    type(c_ptr) :: handle
  end type

  type, bind(c) :: cudaGraph
    type(c_ptr) :: handle = c_null_ptr
  end type
  type, bind(c) :: cudaGraphExec
    type(c_ptr) :: handle = c_null_ptr
  end type
  type, bind(c) :: cudaGraphNode
    type(c_ptr) :: handle = c_null_ptr
  end type
  ! Rows of elements of 1, 2 or 4 bytes that get a value; one row has no pitch.
  type, bind(c) :: cudaMemsetParams
    type(c_devptr) :: dst
    integer(c_size_t) :: pitch = 0
    integer(c_int) :: value = 0
    integer(c_int) :: elementSize = 1
    integer(c_size_t) :: width = 0
    integer(c_size_t) :: height = 1
  end type
  ! A bind(c) subroutine with one argument type(c_ptr), value.
  type, bind(c) :: cudaHostNodeParams
    type(c_funptr) :: fn = c_null_funptr
    type(c_ptr) :: userData = c_null_ptr
  end type

  ! Addresses of the parameters, as a list of type(c_ptr).
  type, bind(c) :: cudaKernelNodeParams
    type(c_funptr) :: func = c_null_funptr
    type(dim3) :: gridDim = dim3(1, 1, 1)
    type(dim3) :: blockDim = dim3(1, 1, 1)
    integer(c_int) :: sharedMemBytes = 0
    type(c_ptr) :: kernelParams = c_null_ptr
    type(c_ptr) :: extra = c_null_ptr
  end type
  type, bind(c) :: cudaGraphExecUpdateResultInfo
    integer(c_int) :: result = 0
    type(cudaGraphNode) :: errorNode
    type(cudaGraphNode) :: errorFromNode
  end type

  ! Of a cluster the first three values are the extents.
  type, bind(c) :: cudaLaunchAttribute
    integer(c_int) :: id = cudaLaunchAttributeClusterDimension
    integer(c_int) :: padding = 0
    integer(c_int) :: value(16) = 0
  end type
  type, bind(c) :: cudaLaunchConfig
    type(dim3) :: gridDim = dim3(1, 1, 1)
    type(dim3) :: blockDim = dim3(1, 1, 1)
    integer(c_size_t) :: dynamicSmemBytes = 0
    integer(c_int64_t) :: stream = 0
    type(c_ptr) :: attrs = c_null_ptr
    integer(c_int) :: numAttrs = 0
  end type

  type, bind(c) :: cudaMemPool
    type(c_ptr) :: handle = c_null_ptr
  end type
  type, bind(c) :: cudaMemLocation
    integer(c_int) :: type = cudaMemLocationTypeDevice
    integer(c_int) :: id = 0
  end type
  type, bind(c) :: cudaMemPoolProps
    integer(c_int) :: allocType = cudaMemAllocationTypePinned
    integer(c_int) :: handleTypes = cudaMemHandleTypeNone
    type(cudaMemLocation) :: location
    type(c_ptr) :: win32SecurityAttributes = c_null_ptr
    integer(c_size_t) :: maxSize = 0
    integer(c_short) :: usage = 0
    integer(c_signed_char) :: reserved(54) = 0_c_signed_char
  end type
  type, bind(c) :: cudaMemAccessDesc
    type(cudaMemLocation) :: location
    integer(c_int) :: flags = cudaMemAccessFlagsProtReadWrite
  end type
  ! The address is a result.
  type, bind(c) :: cudaMemAllocNodeParams
    type(cudaMemPoolProps) :: poolProps
    type(c_ptr) :: accessDescs = c_null_ptr
    integer(c_size_t) :: accessDescCount = 0
    integer(c_size_t) :: bytesize = 0
    type(c_devptr) :: dptr = c_devptr(c_null_ptr)
  end type

  ! What one process sends to another.
  type, bind(c) :: cudaIpcMemHandle
    integer(c_signed_char) :: reserved(64)
  end type
  type, bind(c) :: cudaIpcEventHandle
    integer(c_signed_char) :: reserved(64)
  end type

  ! Layouts are those of runtime/entry/CudaApiDevice.cpp and CudaApiMemory.cpp.
  type :: cudaDeviceProp
    character(len=256) :: name
    integer(8) :: totalGlobalMem
    integer(8) :: sharedMemPerBlock
    integer(4) :: regsPerBlock
    integer(4) :: warpSize
    integer(8) :: memPitch
    integer(4) :: maxThreadsPerBlock
    integer(4) :: maxThreadsDim(3)
    integer(4) :: maxGridSize(3)
    integer(4) :: clockRate
    integer(8) :: totalConstMem
    integer(4) :: major
    integer(4) :: minor
    integer(8) :: textureAlignment
    integer(8) :: texturePitchAlignment
    integer(4) :: deviceOverlap
    integer(4) :: multiProcessorCount
    integer(4) :: kernelExecTimeoutEnabled
    integer(4) :: integrated
    integer(4) :: canMapHostMemory
    integer(4) :: computeMode
    integer(4) :: maxTexture1D
    integer(4) :: maxTexture2D(2)
    integer(4) :: maxTexture3D(3)
    integer(4) :: maxTexture1DLayered(2)
    integer(4) :: maxTexture2DLayered(3)
    integer(8) :: surfaceAlignment
    integer(4) :: concurrentKernels
    integer(4) :: ECCEnabled
    integer(4) :: pciBusID
    integer(4) :: pciDeviceID
    integer(4) :: pciDomainID
    integer(4) :: tccDriver
    integer(4) :: asyncEngineCount
    integer(4) :: unifiedAddressing
    integer(4) :: memoryClockRate
    integer(4) :: memoryBusWidth
    integer(4) :: l2CacheSize
    integer(4) :: maxThreadsPerMultiProcessor
    integer(4) :: streamPrioritiesSupported
    integer(4) :: globalL1CacheSupported
    integer(4) :: localL1CacheSupported
    integer(4) :: regsPerMultiprocessor
    integer(8) :: sharedMemPerMultiprocessor
    integer(4) :: managedMemory
    integer(4) :: isMultiGpuBoard
    integer(4) :: multiGpuBoardGroupID
    integer(4) :: hostNativeAtomicSupported
    integer(4) :: singleToDoublePrecisionPerfRatio
    integer(4) :: pageableMemoryAccess
    integer(4) :: concurrentManagedAccess
    integer(4) :: computePreemptionSupported
    integer(4) :: canUseHostPointerForRegisteredMem
    integer(4) :: cooperativeLaunch
    integer(4) :: cooperativeMultiDeviceLaunch
    integer(8) :: sharedMemPerBlockOptin
    integer(4) :: maxBlocksPerMultiProcessor
    integer(4) :: reservedSharedMemPerBlock
    integer(4) :: pageableMemoryAccessUsesHostPageTables
    integer(4) :: directManagedMemAccessFromHost
  end type

  type, bind(c) :: cudaFuncAttributes
    integer(c_int64_t) :: sharedSizeBytes
    integer(c_int64_t) :: constSizeBytes
    integer(c_int64_t) :: localSizeBytes
    integer(c_int) :: maxThreadsPerBlock
    integer(c_int) :: numRegs
    integer(c_int) :: ptxVersion
    integer(c_int) :: binaryVersion
    integer(c_int) :: cacheModeCA
    integer(c_int) :: maxDynamicSharedSizeBytes
    integer(c_int) :: preferredShmemCarveout
  end type

  type, bind(c) :: cudaPointerAttributes
    integer(c_int) :: memoryType
    integer(c_int) :: device
    type(c_devptr) :: devicePointer
    type(c_ptr) :: hostPointer
  end type

  ! Memory in a layout of the device's own, which textures of CUDA C read.
  type, bind(c) :: cudaArrayPtr
    type(c_ptr) :: ptr = c_null_ptr
  end type
  ! Bits of each channel and their kind.
  type, bind(c) :: cudaChannelFormatDesc
    integer(c_int) :: x = 0, y = 0, z = 0, w = 0
    integer(c_int) :: f = cudaChannelFormatKindSigned
  end type

  ! The name of a device variable, by assignment of a string.
  type, bind(c) :: cudaSymbol
    type(c_ptr) :: name = c_null_ptr
  end type

  ! Addresses of the device like those of the host.
  interface c_associated
    procedure :: devptr_associated
  end interface
  interface operator(==)
    procedure :: devptr_equal
  end interface
  interface operator(/=)
    procedure :: devptr_differ
  end interface
  private :: devptr_associated, devptr_equal, devptr_differ

  include "cudafor-devices.inc"
  include "cudafor-streams.inc"
  include "cudafor-graphs.inc"
  include "cudafor-nodes.inc"
  include "cudafor-changes.inc"
  include "cudafor-copies.inc"
  include "cudafor-memory.inc"
  include "cudafor-pitched.inc"
  include "cudafor-volumes.inc"
  include "cudafor-nodememory.inc"
  include "cudafor-arrays.inc"
#include "cudafor-ordered.inc"
#include "cudafor-pools.inc"
#include "cudafor-types.inc"
  include "cudafor-ipc.inc"
  include "cudafor-symbols.inc"

  ! The second argument, evaluated when the first one has been: what a reduction
  ! with STREAM= becomes.
#define VALUE_AFTER(N,T) elemental attributes(host, device) T function N(status, x); integer(c_int), intent(in) :: status; T, intent(in) :: x; N = x; end function
  interface __value_after
    procedure :: after_i1, after_i2, after_i4, after_i8, after_i16
    procedure :: after_r2, after_r4, after_r8, after_c4, after_c8, after_text
  end interface
  private :: after_i1, after_i2, after_i4, after_i8, after_i16
  private :: after_r2, after_r4, after_r8, after_c4, after_c8, after_text

contains

  integer(c_int) function pci_bus_id(pciBusId, device)
    character(*), intent(out) :: pciBusId
    integer, intent(in) :: device
    pci_bus_id = warprt_pci_bus_id(pciBusId, len(pciBusId, c_size_t), device)
  end function
  integer(c_int) function device_of_pci_bus_id(device, pciBusId)
    integer, intent(out) :: device
    character(*), intent(in) :: pciBusId
    device_of_pci_bus_id = warprt_device_of_pci_bus_id(device, pciBusId, &
      len(pciBusId, c_size_t))
  end function

  subroutine symbol_from_text(symbol, text)
    type(cudaSymbol), intent(out) :: symbol
    character(*), intent(in) :: text
    symbol%name = warprt_symbol_name(text, len(text, c_int64_t))
  end subroutine
  subroutine pointer_from_text(pointer, text)
    type(c_ptr), intent(out) :: pointer
    character(*), intent(in) :: text
    pointer = warprt_symbol_name(text, len(text, c_int64_t))
  end subroutine

  pure attributes(host, device) logical function devptr_associated(c_ptr_1, &
      c_ptr_2)
    type(c_devptr), intent(in) :: c_ptr_1
    type(c_devptr), intent(in), optional :: c_ptr_2
    devptr_associated = transfer(c_ptr_1, 0_8) /= 0
    if (present(c_ptr_2)) devptr_associated = devptr_associated .and. &
      transfer(c_ptr_1, 0_8) == transfer(c_ptr_2, 0_8)
  end function
  elemental attributes(host, device) logical function devptr_equal(x, y)
    type(c_devptr), intent(in) :: x, y
    devptr_equal = transfer(x, 0_8) == transfer(y, 0_8)
  end function
  elemental attributes(host, device) logical function devptr_differ(x, y)
    type(c_devptr), intent(in) :: x, y
    devptr_differ = transfer(x, 0_8) /= transfer(y, 0_8)
  end function

  VALUE_AFTER(after_i1,integer(1))
  VALUE_AFTER(after_i2,integer(2))
  VALUE_AFTER(after_i4,integer(4))
  VALUE_AFTER(after_i8,integer(8))
  VALUE_AFTER(after_i16,integer(16))
  VALUE_AFTER(after_r2,real(2))
  VALUE_AFTER(after_r4,real(4))
  VALUE_AFTER(after_r8,real(8))
  VALUE_AFTER(after_c4,complex(4))
  VALUE_AFTER(after_c8,complex(8))
  elemental function after_text(status, x)
    integer(c_int), intent(in) :: status
    character(*), intent(in) :: x
    character(len(x)) :: after_text
    after_text = x
  end function
end module cudafor
