!===-- modules/libraries/warpfort_cublas_device.f90 - cuBLAS in kernels ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! What functions of module cublas_device for all types have in common: handles,
! and descriptions of matrices. CUDA had functions of cuBLAS that device code
! calls until version 9; here they are launches of kernels in the stream of the
! handle. A handle is its stream and its pointer mode, and never null once it is
! created.
!
!===------------------------------------------------------------------------===!
module warpfort_cublas_device
  use, intrinsic :: iso_c_binding, only: c_ptr, c_null_ptr
  use cudafor
  use warpfort_cublas, only: cublasHandle, CUBLAS_OP_N, CUBLAS_OP_T, &
    CUBLAS_OP_C, CUBLAS_OP_CONJG, CUBLAS_FILL_MODE_LOWER, &
    CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT, &
    CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT, CUBLAS_POINTER_MODE_HOST, &
    CUBLAS_POINTER_MODE_DEVICE, CUBLAS_STATUS_SUCCESS, &
    CUBLAS_STATUS_NOT_INITIALIZED, CUBLAS_STATUS_INVALID_VALUE, &
    CUBLAS_STATUS_EXECUTION_FAILED, CUBLAS_STATUS_NOT_SUPPORTED
  implicit none
  private
  public :: cublasHandle, CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, &
    CUBLAS_OP_CONJG, CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, &
    CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT, CUBLAS_SIDE_LEFT, &
    CUBLAS_SIDE_RIGHT, CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE, &
    CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED, &
    CUBLAS_STATUS_INVALID_VALUE, CUBLAS_STATUS_EXECUTION_FAILED, &
    CUBLAS_STATUS_NOT_SUPPORTED

  ! Where a matrix has its elements, and which it has.
  integer, parameter, public :: isFull = 0, isBanded = 1, isPacked = 2
  integer, parameter, public :: isGeneral = 0, isSymmetric = 1, &
    isHermitian = 2, isTriangular = 3
  type, public :: matrixForm
    integer :: storage = isFull, shape = isGeneral
    integer :: triangle = CUBLAS_FILL_MODE_LOWER ! the one that is stored
    integer :: isUnit = 0
    integer :: below = 0, above = 0 ! diagonals of a band
    integer :: n = 0                ! rows and columns, unless it is general
    integer :: ld = 0
    integer :: trans = CUBLAS_OP_N ! what is done to the matrix
  end type

  integer(8), parameter :: mark = int(z'5742000000000000', 8), &
    modeBit = int(z'0001000000000000', 8)

  public :: cublasCreate, cublasDestroy, cublasSetStream, cublasGetStream, &
    cublasSetPointerMode, cublasGetPointerMode
  public :: streamOf, modeOf, checked, givesResult, launched, blocksFor, &
    tiles, place, isOperation, isPlain, isTriangle, isSide, isDiagonal, &
    operationOf, transposes, conjugates, isLower, isStored, indexOf, bandForm

contains

  attributes(device) integer(4) function cublasCreate(handle) result(status)
    type(cublasHandle) :: handle
    handle%handle = transfer(mark, c_null_ptr)
    status = CUBLAS_STATUS_SUCCESS
  end function

  attributes(device) integer(4) function cublasDestroy(handle) result(status)
    type(cublasHandle) :: handle
    status = checked(handle, .true.)
    handle%handle = c_null_ptr
  end function

  attributes(device) integer(4) function cublasSetStream(handle, stream) result(status)
    type(cublasHandle) :: handle
    integer(kind=cuda_stream_kind), value :: stream
    status = checked(handle, .true.)
    if (status == CUBLAS_STATUS_SUCCESS) &
      handle%handle = transfer(ieor(ieor(int(stream, 8), mark), &
        modeOf(handle)*modeBit), c_null_ptr)
  end function

  attributes(device) integer(4) function cublasGetStream(handle, stream) result(status)
    type(cublasHandle) :: handle
    integer(kind=cuda_stream_kind) :: stream
    status = checked(handle, .true.)
    if (status == CUBLAS_STATUS_SUCCESS) stream = streamOf(handle)
  end function

  attributes(device) integer(kind=cuda_stream_kind) function streamOf(handle)
    type(cublasHandle) :: handle
    streamOf = iand(ieor(transfer(handle%handle, 0_8), mark), not(modeBit))
  end function

  attributes(device) integer(4) function cublasSetPointerMode(handle, mode) &
      result(status)
    type(cublasHandle) :: handle
    integer(4), value :: mode
    status = checked(handle, mode == CUBLAS_POINTER_MODE_HOST .or. &
      mode == CUBLAS_POINTER_MODE_DEVICE)
    if (status == CUBLAS_STATUS_SUCCESS .and. mode /= modeOf(handle)) &
      handle%handle = transfer(ieor(transfer(handle%handle, 0_8), modeBit), &
        c_null_ptr)
  end function

  attributes(device) integer(4) function cublasGetPointerMode(handle, mode) &
      result(status)
    type(cublasHandle) :: handle
    integer(4) :: mode
    status = checked(handle, .true.)
    if (status == CUBLAS_STATUS_SUCCESS) mode = modeOf(handle)
  end function

  attributes(device) integer(4) function modeOf(handle)
    type(cublasHandle) :: handle
    modeOf = merge(CUBLAS_POINTER_MODE_DEVICE, CUBLAS_POINTER_MODE_HOST, &
      iand(ieor(transfer(handle%handle, 0_8), mark), modeBit) /= 0)
  end function

  attributes(device) integer(4) function checked(handle, isRight) result(status)
    type(cublasHandle) :: handle
    logical, value :: isRight
    status = CUBLAS_STATUS_SUCCESS
    if (.not. isRight) status = CUBLAS_STATUS_INVALID_VALUE
    if (transfer(handle%handle, 0_8) == 0) status = CUBLAS_STATUS_NOT_INITIALIZED
  end function

  ! Kernels write results, when the function that launches them has returned.
  attributes(device) integer(4) function givesResult(handle) result(status)
    type(cublasHandle) :: handle
    status = checked(handle, .true.)
    if (status == CUBLAS_STATUS_SUCCESS .and. &
        modeOf(handle) == CUBLAS_POINTER_MODE_HOST) &
      status = CUBLAS_STATUS_NOT_SUPPORTED
  end function

  attributes(device) logical function isOperation(trans)
    integer(4), value :: trans
    isOperation = trans == CUBLAS_OP_N .or. trans == CUBLAS_OP_T .or. &
      trans == CUBLAS_OP_C
  end function

  ! What a launch gave, which the caller may still ask for.
  attributes(device) integer(4) function launched() result(status)
    status = CUBLAS_STATUS_SUCCESS
    if (cudaPeekAtLastError() /= cudaSuccess) &
      status = CUBLAS_STATUS_EXECUTION_FAILED
  end function

  attributes(device) integer(4) function blocksFor(n)
    integer(4), value :: n
    blocksFor = (n - 1)/256 + 1
  end function

  ! Element i of n: with a negative increment they begin at the end.
  attributes(device) integer(8) function place(i, n, increment)
    integer(8), value :: i
    integer(4), value :: n, increment
    place = 1 + i*increment
    if (increment < 0) place = place - (n - 1_8)*increment
  end function

  ! What is no conjugate transpose, unless that is the same.
  attributes(device) logical function isPlain(trans, isReal)
    integer(4), value :: trans
    logical, value :: isReal
    isPlain = trans == CUBLAS_OP_N .or. trans == CUBLAS_OP_T .or. &
      (isReal .and. trans == CUBLAS_OP_C)
  end function

  attributes(device) logical function isTriangle(uplo)
    integer(4), value :: uplo
    isTriangle = uplo == CUBLAS_FILL_MODE_LOWER .or. &
      uplo == CUBLAS_FILL_MODE_UPPER
  end function

  attributes(device) logical function isSide(side)
    integer(4), value :: side
    isSide = side == CUBLAS_SIDE_LEFT .or. side == CUBLAS_SIDE_RIGHT
  end function

  attributes(device) logical function isDiagonal(diag)
    integer(4), value :: diag
    isDiagonal = diag == CUBLAS_DIAG_NON_UNIT .or. diag == CUBLAS_DIAG_UNIT
  end function

  ! Blocks of 16 x 16 threads for m x n elements.
  attributes(device) type(dim3) function tiles(m, n)
    integer(4), value :: m, n
    tiles = dim3((m - 1)/16 + 1, (n - 1)/16 + 1, 1)
  end function

  ! What is done to a matrix on the left of what it is multiplied with: one on
  ! the right is on the left of the transpose.
  attributes(device) integer(4) function operationOf(side, trans)
    integer(4), value :: side, trans
    operationOf = trans
    if (side == CUBLAS_SIDE_LEFT) return
    if (trans == CUBLAS_OP_N) operationOf = CUBLAS_OP_T
    if (trans == CUBLAS_OP_T) operationOf = CUBLAS_OP_N
    if (trans == CUBLAS_OP_C) operationOf = CUBLAS_OP_CONJG
  end function

  attributes(device) logical function transposes(trans)
    integer(4), value :: trans
    transposes = trans == CUBLAS_OP_T .or. trans == CUBLAS_OP_C
  end function

  attributes(device) logical function conjugates(trans)
    integer(4), value :: trans
    conjugates = trans == CUBLAS_OP_C .or. trans == CUBLAS_OP_CONJG
  end function

  ! Whether what the operation gives is a lower triangle.
  attributes(device) logical function isLower(form)
    type(matrixForm) :: form
    isLower = (form%triangle == CUBLAS_FILL_MODE_LOWER) .neqv. &
      transposes(form%trans)
  end function

  ! Of the matrix as it is stored.
  attributes(device) logical function isStored(form, row, column)
    type(matrixForm) :: form
    integer(8), value :: row, column
    isStored = form%shape == isGeneral .or. row == column .or. &
      ((row > column) .eqv. (form%triangle == CUBLAS_FILL_MODE_LOWER))
  end function

  ! Where the element is, from 1.
  attributes(device) integer(8) function indexOf(form, row, column)
    type(matrixForm) :: form
    integer(8), value :: row, column
    if (form%storage == isFull) then
      indexOf = 1 + row + column*form%ld
    else if (form%storage == isBanded) then
      indexOf = 1 + form%above + row - column + column*form%ld
    else if (form%triangle == CUBLAS_FILL_MODE_UPPER) then
      indexOf = 1 + row + column*(column + 1)/2
    else
      indexOf = 1 + row + column*(2_8*form%n - column - 1)/2
    end if
  end function

  ! A triangle of k diagonals beside the main one.
  attributes(device) type(matrixForm) function bandForm(shape, uplo, n, k, ld)
    integer(4), value :: shape, uplo, n, k, ld
    bandForm%storage = isBanded
    bandForm%shape = shape
    bandForm%triangle = uplo
    bandForm%isUnit = 0
    bandForm%below = merge(k, 0, uplo == CUBLAS_FILL_MODE_LOWER)
    bandForm%above = merge(k, 0, uplo == CUBLAS_FILL_MODE_UPPER)
    bandForm%n = n
    bandForm%ld = ld
    bandForm%trans = CUBLAS_OP_N
  end function
end module
