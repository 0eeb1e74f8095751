!===-- modules/libraries/nvtx.f90 - Ranges for profilers -------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module nvtx: marks and ranges that profilers show. Texts need no null character
! at their end, but may have one. Colours are those of the event type; a number
! after a text picks one of eight.
!
!===------------------------------------------------------------------------===!
module nvtx
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: nvtxEventAttributes, nvtxRangeId
  public :: nvtxMarkA, nvtxMarkEx, nvtxMark
  public :: nvtxRangePushA, nvtxRangePushEx, nvtxRangePush, nvtxRangePop
  public :: nvtxRangeStartA, nvtxRangeStartEx, nvtxRangeStart, nvtxRangeEnd
  public :: nvtxStartRange, nvtxEndRange, nvtxPushRange, nvtxPopRange

  integer, parameter :: nvtxRangeId = c_int64_t

  ! nvtxEventAttributes_v2 of nvToolsExt.h.
  type, bind(c) :: nvtxEventAttributes
    integer(c_int16_t) :: version = 3
    integer(c_int16_t) :: size = 48
    integer(c_int) :: category = 0
    integer(c_int) :: colorType = 1 ! ARGB
    integer(c_int) :: color = int(z'ff76b900')
    integer(c_int) :: payloadType = 0
    integer(c_int) :: reserved0 = 0
    integer(c_int64_t) :: payload = 0
    integer(c_int) :: messageType = 1 ! a null-terminated text
    type(c_ptr) :: message = c_null_ptr
  end type

  interface
    subroutine warprt_nvtxMark(text, length) &
        bind(c, name="warprt_nvtxMark")
      import
      character(c_char), intent(in) :: text(*)
      integer(c_int64_t), value :: length
    end subroutine
    integer(c_int) function warprt_nvtxRangePush(text, length) &
        bind(c, name="warprt_nvtxRangePush")
      import
      character(c_char), intent(in) :: text(*)
      integer(c_int64_t), value :: length
    end function
    integer(c_int64_t) function warprt_nvtxRangeStart(text, length) &
        bind(c, name="warprt_nvtxRangeStart")
      import
      character(c_char), intent(in) :: text(*)
      integer(c_int64_t), value :: length
    end function
    subroutine nvtxMarkEx(event) bind(c, name="warprt_nvtxMarkEx")
      import
      type(nvtxEventAttributes), intent(in) :: event
    end subroutine
    integer(c_int) function nvtxRangePushEx(event) &
        bind(c, name="warprt_nvtxRangePushEx")
      import
      type(nvtxEventAttributes), intent(in) :: event
    end function
    integer(c_int64_t) function nvtxRangeStartEx(event) &
        bind(c, name="warprt_nvtxRangeStartEx")
      import
      type(nvtxEventAttributes), intent(in) :: event
    end function
    integer(c_int) function nvtxRangePop() bind(c, name="warprt_nvtxRangePop")
      import
    end function
    subroutine nvtxRangeEnd(range) bind(c, name="warprt_nvtxRangeEnd")
      import
      integer(c_int64_t), value :: range
    end subroutine
  end interface

  interface nvtxMark
    procedure :: nvtxMarkA, nvtxMarkEx
  end interface
  interface nvtxRangePush
    procedure :: nvtxRangePushA, nvtxRangePushEx
  end interface
  interface nvtxRangeStart
    procedure :: nvtxRangeStartA, nvtxRangeStartEx
  end interface
  interface nvtxPushRange
    procedure :: nvtxStartRange
  end interface
  interface nvtxPopRange
    procedure :: nvtxEndRange
  end interface

  integer(c_int), parameter :: colors(0:7) = int([z'ff00ff00', z'ff0000ff', &
    z'ffffff00', z'ffff00ff', z'ff00ffff', z'ffff0000', z'ffffffff', &
    z'ff76b900'])

contains

  subroutine nvtxMarkA(message)
    character(*), intent(in) :: message
    call warprt_nvtxMark(message, len(message, c_int64_t))
  end subroutine
  integer(c_int) function nvtxRangePushA(message)
    character(*), intent(in) :: message
    nvtxRangePushA = warprt_nvtxRangePush(message, len(message, c_int64_t))
  end function
  integer(c_int64_t) function nvtxRangeStartA(message)
    character(*), intent(in) :: message
    nvtxRangeStartA = warprt_nvtxRangeStart(message, len(message, c_int64_t))
  end function

  subroutine nvtxStartRange(label, color)
    character(*), intent(in) :: label
    integer(4), intent(in), optional :: color
    type(nvtxEventAttributes) :: event
    character(len(label) + 1, c_char), target :: text
    integer(c_int) :: depth
    if (present(color)) then
      text = trim(label)//c_null_char
      event%color = colors(modulo(color, 8))
      event%message = c_loc(text)
      depth = nvtxRangePushEx(event)
    else
      depth = nvtxRangePushA(label)
    end if
  end subroutine
  subroutine nvtxEndRange()
    integer(c_int) :: depth
    depth = nvtxRangePop()
  end subroutine
end module
