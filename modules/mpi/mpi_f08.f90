!===-- mpi_f08.f90 - Module mpi_f08 for the MPI that is found ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! Made by utils/mpi-interfaces. Compiled by the driver as module mpi is, with the
! same mpif.h. A handle is one integer, and a status is the array of Fortran 77, so
! that the procedures of Fortran 77 take them as they are. What stands between is
! the runtime's: it has an error code for them where a call has none.
!
!===----------------------------------------------------------------------===!

module mpi_f08_header
  include 'mpif.h'
end module

module mpi_f08
  use mpi_f08_header, warpfort_comm_world => MPI_COMM_WORLD, &
      warpfort_comm_self => MPI_COMM_SELF, &
      warpfort_comm_null => MPI_COMM_NULL, &
      warpfort_datatype_null => MPI_DATATYPE_NULL, &
      warpfort_integer => MPI_INTEGER, warpfort_real => MPI_REAL, &
      warpfort_double_precision => MPI_DOUBLE_PRECISION, &
      warpfort_complex => MPI_COMPLEX, &
      warpfort_double_complex => MPI_DOUBLE_COMPLEX, &
      warpfort_logical => MPI_LOGICAL, warpfort_character => MPI_CHARACTER, &
      warpfort_byte => MPI_BYTE, warpfort_packed => MPI_PACKED, &
      warpfort_integer1 => MPI_INTEGER1, warpfort_integer2 => MPI_INTEGER2, &
      warpfort_integer4 => MPI_INTEGER4, warpfort_integer8 => MPI_INTEGER8, &
      warpfort_real4 => MPI_REAL4, warpfort_real8 => MPI_REAL8, &
      warpfort_complex8 => MPI_COMPLEX8, &
      warpfort_complex16 => MPI_COMPLEX16, &
      warpfort_2integer => MPI_2INTEGER, warpfort_2real => MPI_2REAL, &
      warpfort_2double_precision => MPI_2DOUBLE_PRECISION, &
      warpfort_char => MPI_CHAR, warpfort_signed_char => MPI_SIGNED_CHAR, &
      warpfort_unsigned_char => MPI_UNSIGNED_CHAR, &
      warpfort_short => MPI_SHORT, &
      warpfort_unsigned_short => MPI_UNSIGNED_SHORT, &
      warpfort_int => MPI_INT, warpfort_unsigned => MPI_UNSIGNED, &
      warpfort_long => MPI_LONG, &
      warpfort_unsigned_long => MPI_UNSIGNED_LONG, &
      warpfort_long_long_int => MPI_LONG_LONG_INT, &
      warpfort_float => MPI_FLOAT, warpfort_double => MPI_DOUBLE, &
      warpfort_long_double => MPI_LONG_DOUBLE, &
      warpfort_int8_t => MPI_INT8_T, warpfort_int16_t => MPI_INT16_T, &
      warpfort_int32_t => MPI_INT32_T, warpfort_int64_t => MPI_INT64_T, &
      warpfort_uint8_t => MPI_UINT8_T, warpfort_uint16_t => MPI_UINT16_T, &
      warpfort_uint32_t => MPI_UINT32_T, warpfort_uint64_t => MPI_UINT64_T, &
      warpfort_aint => MPI_AINT, warpfort_offset => MPI_OFFSET, &
      warpfort_count => MPI_COUNT, warpfort_float_int => MPI_FLOAT_INT, &
      warpfort_double_int => MPI_DOUBLE_INT, &
      warpfort_long_int => MPI_LONG_INT, warpfort_2int => MPI_2INT, &
      warpfort_short_int => MPI_SHORT_INT, &
      warpfort_errhandler_null => MPI_ERRHANDLER_NULL, &
      warpfort_errors_are_fatal => MPI_ERRORS_ARE_FATAL, &
      warpfort_errors_return => MPI_ERRORS_RETURN, &
      warpfort_file_null => MPI_FILE_NULL, &
      warpfort_group_null => MPI_GROUP_NULL, &
      warpfort_group_empty => MPI_GROUP_EMPTY, &
      warpfort_info_null => MPI_INFO_NULL, &
      warpfort_info_env => MPI_INFO_ENV, &
      warpfort_message_null => MPI_MESSAGE_NULL, &
      warpfort_message_no_proc => MPI_MESSAGE_NO_PROC, &
      warpfort_op_null => MPI_OP_NULL, warpfort_max => MPI_MAX, &
      warpfort_min => MPI_MIN, warpfort_sum => MPI_SUM, &
      warpfort_prod => MPI_PROD, warpfort_land => MPI_LAND, &
      warpfort_band => MPI_BAND, warpfort_lor => MPI_LOR, &
      warpfort_bor => MPI_BOR, warpfort_lxor => MPI_LXOR, &
      warpfort_bxor => MPI_BXOR, warpfort_maxloc => MPI_MAXLOC, &
      warpfort_minloc => MPI_MINLOC, warpfort_replace => MPI_REPLACE, &
      warpfort_no_op => MPI_NO_OP, &
      warpfort_request_null => MPI_REQUEST_NULL, &
      warpfort_win_null => MPI_WIN_NULL
  use, intrinsic :: iso_c_binding, only: c_bool, c_ptr
  implicit none
  public
  private :: c_bool, c_ptr, warpfort_comm_world, warpfort_comm_self, &
      warpfort_comm_null, warpfort_datatype_null, warpfort_integer, &
      warpfort_real, warpfort_double_precision, warpfort_complex, &
      warpfort_double_complex, warpfort_logical, warpfort_character, &
      warpfort_byte, warpfort_packed, warpfort_integer1, warpfort_integer2, &
      warpfort_integer4, warpfort_integer8, warpfort_real4, warpfort_real8, &
      warpfort_complex8, warpfort_complex16, warpfort_2integer, &
      warpfort_2real, warpfort_2double_precision, warpfort_char, &
      warpfort_signed_char, warpfort_unsigned_char, warpfort_short, &
      warpfort_unsigned_short, warpfort_int, warpfort_unsigned, &
      warpfort_long, warpfort_unsigned_long, warpfort_long_long_int, &
      warpfort_float, warpfort_double, warpfort_long_double, &
      warpfort_int8_t, warpfort_int16_t, warpfort_int32_t, &
      warpfort_int64_t, warpfort_uint8_t, warpfort_uint16_t, &
      warpfort_uint32_t, warpfort_uint64_t, warpfort_aint, warpfort_offset, &
      warpfort_count, warpfort_float_int, warpfort_double_int, &
      warpfort_long_int, warpfort_2int, warpfort_short_int, &
      warpfort_errhandler_null, warpfort_errors_are_fatal, &
      warpfort_errors_return, warpfort_file_null, warpfort_group_null, &
      warpfort_group_empty, warpfort_info_null, warpfort_info_env, &
      warpfort_message_null, warpfort_message_no_proc, warpfort_op_null, &
      warpfort_max, warpfort_min, warpfort_sum, warpfort_prod, &
      warpfort_land, warpfort_band, warpfort_lor, warpfort_bor, &
      warpfort_lxor, warpfort_bxor, warpfort_maxloc, warpfort_minloc, &
      warpfort_replace, warpfort_no_op, warpfort_request_null, &
      warpfort_win_null

  type, bind(c) :: MPI_Comm
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Datatype
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Errhandler
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_File
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Group
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Info
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Message
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Op
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Request
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Win
    integer :: MPI_VAL
  end type

  ! The words that mpif.h names stand together in every MPI.
  type :: MPI_Status
    sequence
    integer :: before(MPI_SOURCE - 1)
    integer :: MPI_SOURCE
    integer :: MPI_TAG
    integer :: MPI_ERROR
    integer :: behind(MPI_STATUS_SIZE - MPI_ERROR)
  end type

  type(MPI_Comm), parameter :: MPI_COMM_WORLD = &
      MPI_Comm(warpfort_comm_world)
  type(MPI_Comm), parameter :: MPI_COMM_SELF = &
      MPI_Comm(warpfort_comm_self)
  type(MPI_Comm), parameter :: MPI_COMM_NULL = &
      MPI_Comm(warpfort_comm_null)
  type(MPI_Datatype), parameter :: MPI_DATATYPE_NULL = &
      MPI_Datatype(warpfort_datatype_null)
  type(MPI_Datatype), parameter :: MPI_INTEGER = &
      MPI_Datatype(warpfort_integer)
  type(MPI_Datatype), parameter :: MPI_REAL = &
      MPI_Datatype(warpfort_real)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_PRECISION = &
      MPI_Datatype(warpfort_double_precision)
  type(MPI_Datatype), parameter :: MPI_COMPLEX = &
      MPI_Datatype(warpfort_complex)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_COMPLEX = &
      MPI_Datatype(warpfort_double_complex)
  type(MPI_Datatype), parameter :: MPI_LOGICAL = &
      MPI_Datatype(warpfort_logical)
  type(MPI_Datatype), parameter :: MPI_CHARACTER = &
      MPI_Datatype(warpfort_character)
  type(MPI_Datatype), parameter :: MPI_BYTE = &
      MPI_Datatype(warpfort_byte)
  type(MPI_Datatype), parameter :: MPI_PACKED = &
      MPI_Datatype(warpfort_packed)
  type(MPI_Datatype), parameter :: MPI_INTEGER1 = &
      MPI_Datatype(warpfort_integer1)
  type(MPI_Datatype), parameter :: MPI_INTEGER2 = &
      MPI_Datatype(warpfort_integer2)
  type(MPI_Datatype), parameter :: MPI_INTEGER4 = &
      MPI_Datatype(warpfort_integer4)
  type(MPI_Datatype), parameter :: MPI_INTEGER8 = &
      MPI_Datatype(warpfort_integer8)
  type(MPI_Datatype), parameter :: MPI_REAL4 = &
      MPI_Datatype(warpfort_real4)
  type(MPI_Datatype), parameter :: MPI_REAL8 = &
      MPI_Datatype(warpfort_real8)
  type(MPI_Datatype), parameter :: MPI_COMPLEX8 = &
      MPI_Datatype(warpfort_complex8)
  type(MPI_Datatype), parameter :: MPI_COMPLEX16 = &
      MPI_Datatype(warpfort_complex16)
  type(MPI_Datatype), parameter :: MPI_2INTEGER = &
      MPI_Datatype(warpfort_2integer)
  type(MPI_Datatype), parameter :: MPI_2REAL = &
      MPI_Datatype(warpfort_2real)
  type(MPI_Datatype), parameter :: MPI_2DOUBLE_PRECISION = &
      MPI_Datatype(warpfort_2double_precision)
  type(MPI_Datatype), parameter :: MPI_CHAR = &
      MPI_Datatype(warpfort_char)
  type(MPI_Datatype), parameter :: MPI_SIGNED_CHAR = &
      MPI_Datatype(warpfort_signed_char)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_CHAR = &
      MPI_Datatype(warpfort_unsigned_char)
  type(MPI_Datatype), parameter :: MPI_SHORT = &
      MPI_Datatype(warpfort_short)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_SHORT = &
      MPI_Datatype(warpfort_unsigned_short)
  type(MPI_Datatype), parameter :: MPI_INT = &
      MPI_Datatype(warpfort_int)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED = &
      MPI_Datatype(warpfort_unsigned)
  type(MPI_Datatype), parameter :: MPI_LONG = &
      MPI_Datatype(warpfort_long)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_LONG = &
      MPI_Datatype(warpfort_unsigned_long)
  type(MPI_Datatype), parameter :: MPI_LONG_LONG_INT = &
      MPI_Datatype(warpfort_long_long_int)
  type(MPI_Datatype), parameter :: MPI_FLOAT = &
      MPI_Datatype(warpfort_float)
  type(MPI_Datatype), parameter :: MPI_DOUBLE = &
      MPI_Datatype(warpfort_double)
  type(MPI_Datatype), parameter :: MPI_LONG_DOUBLE = &
      MPI_Datatype(warpfort_long_double)
  type(MPI_Datatype), parameter :: MPI_INT8_T = &
      MPI_Datatype(warpfort_int8_t)
  type(MPI_Datatype), parameter :: MPI_INT16_T = &
      MPI_Datatype(warpfort_int16_t)
  type(MPI_Datatype), parameter :: MPI_INT32_T = &
      MPI_Datatype(warpfort_int32_t)
  type(MPI_Datatype), parameter :: MPI_INT64_T = &
      MPI_Datatype(warpfort_int64_t)
  type(MPI_Datatype), parameter :: MPI_UINT8_T = &
      MPI_Datatype(warpfort_uint8_t)
  type(MPI_Datatype), parameter :: MPI_UINT16_T = &
      MPI_Datatype(warpfort_uint16_t)
  type(MPI_Datatype), parameter :: MPI_UINT32_T = &
      MPI_Datatype(warpfort_uint32_t)
  type(MPI_Datatype), parameter :: MPI_UINT64_T = &
      MPI_Datatype(warpfort_uint64_t)
  type(MPI_Datatype), parameter :: MPI_AINT = &
      MPI_Datatype(warpfort_aint)
  type(MPI_Datatype), parameter :: MPI_OFFSET = &
      MPI_Datatype(warpfort_offset)
  type(MPI_Datatype), parameter :: MPI_COUNT = &
      MPI_Datatype(warpfort_count)
  type(MPI_Datatype), parameter :: MPI_FLOAT_INT = &
      MPI_Datatype(warpfort_float_int)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_INT = &
      MPI_Datatype(warpfort_double_int)
  type(MPI_Datatype), parameter :: MPI_LONG_INT = &
      MPI_Datatype(warpfort_long_int)
  type(MPI_Datatype), parameter :: MPI_2INT = &
      MPI_Datatype(warpfort_2int)
  type(MPI_Datatype), parameter :: MPI_SHORT_INT = &
      MPI_Datatype(warpfort_short_int)
  type(MPI_Errhandler), parameter :: MPI_ERRHANDLER_NULL = &
      MPI_Errhandler(warpfort_errhandler_null)
  type(MPI_Errhandler), parameter :: MPI_ERRORS_ARE_FATAL = &
      MPI_Errhandler(warpfort_errors_are_fatal)
  type(MPI_Errhandler), parameter :: MPI_ERRORS_RETURN = &
      MPI_Errhandler(warpfort_errors_return)
  type(MPI_File), parameter :: MPI_FILE_NULL = &
      MPI_File(warpfort_file_null)
  type(MPI_Group), parameter :: MPI_GROUP_NULL = &
      MPI_Group(warpfort_group_null)
  type(MPI_Group), parameter :: MPI_GROUP_EMPTY = &
      MPI_Group(warpfort_group_empty)
  type(MPI_Info), parameter :: MPI_INFO_NULL = &
      MPI_Info(warpfort_info_null)
  type(MPI_Info), parameter :: MPI_INFO_ENV = &
      MPI_Info(warpfort_info_env)
  type(MPI_Message), parameter :: MPI_MESSAGE_NULL = &
      MPI_Message(warpfort_message_null)
  type(MPI_Message), parameter :: MPI_MESSAGE_NO_PROC = &
      MPI_Message(warpfort_message_no_proc)
  type(MPI_Op), parameter :: MPI_OP_NULL = &
      MPI_Op(warpfort_op_null)
  type(MPI_Op), parameter :: MPI_MAX = &
      MPI_Op(warpfort_max)
  type(MPI_Op), parameter :: MPI_MIN = &
      MPI_Op(warpfort_min)
  type(MPI_Op), parameter :: MPI_SUM = &
      MPI_Op(warpfort_sum)
  type(MPI_Op), parameter :: MPI_PROD = &
      MPI_Op(warpfort_prod)
  type(MPI_Op), parameter :: MPI_LAND = &
      MPI_Op(warpfort_land)
  type(MPI_Op), parameter :: MPI_BAND = &
      MPI_Op(warpfort_band)
  type(MPI_Op), parameter :: MPI_LOR = &
      MPI_Op(warpfort_lor)
  type(MPI_Op), parameter :: MPI_BOR = &
      MPI_Op(warpfort_bor)
  type(MPI_Op), parameter :: MPI_LXOR = &
      MPI_Op(warpfort_lxor)
  type(MPI_Op), parameter :: MPI_BXOR = &
      MPI_Op(warpfort_bxor)
  type(MPI_Op), parameter :: MPI_MAXLOC = &
      MPI_Op(warpfort_maxloc)
  type(MPI_Op), parameter :: MPI_MINLOC = &
      MPI_Op(warpfort_minloc)
  type(MPI_Op), parameter :: MPI_REPLACE = &
      MPI_Op(warpfort_replace)
  type(MPI_Op), parameter :: MPI_NO_OP = &
      MPI_Op(warpfort_no_op)
  type(MPI_Request), parameter :: MPI_REQUEST_NULL = &
      MPI_Request(warpfort_request_null)
  type(MPI_Win), parameter :: MPI_WIN_NULL = &
      MPI_Win(warpfort_win_null)

  abstract interface
    subroutine MPI_User_function(invec, inoutvec, len, datatype)
      import
      type(c_ptr), value :: invec, inoutvec
      integer :: len
      type(MPI_Datatype) :: datatype
    end subroutine
  end interface

  interface operator(==)
    logical(c_bool) function same_comm(a, b) &
        bind(c, name="warprt_mpi_same_comm")
      import
      type(MPI_Comm), intent(in) :: a, b
    end function
    logical(c_bool) function same_datatype(a, b) &
        bind(c, name="warprt_mpi_same_datatype")
      import
      type(MPI_Datatype), intent(in) :: a, b
    end function
    logical(c_bool) function same_errhandler(a, b) &
        bind(c, name="warprt_mpi_same_errhandler")
      import
      type(MPI_Errhandler), intent(in) :: a, b
    end function
    logical(c_bool) function same_file(a, b) &
        bind(c, name="warprt_mpi_same_file")
      import
      type(MPI_File), intent(in) :: a, b
    end function
    logical(c_bool) function same_group(a, b) &
        bind(c, name="warprt_mpi_same_group")
      import
      type(MPI_Group), intent(in) :: a, b
    end function
    logical(c_bool) function same_info(a, b) &
        bind(c, name="warprt_mpi_same_info")
      import
      type(MPI_Info), intent(in) :: a, b
    end function
    logical(c_bool) function same_message(a, b) &
        bind(c, name="warprt_mpi_same_message")
      import
      type(MPI_Message), intent(in) :: a, b
    end function
    logical(c_bool) function same_op(a, b) &
        bind(c, name="warprt_mpi_same_op")
      import
      type(MPI_Op), intent(in) :: a, b
    end function
    logical(c_bool) function same_request(a, b) &
        bind(c, name="warprt_mpi_same_request")
      import
      type(MPI_Request), intent(in) :: a, b
    end function
    logical(c_bool) function same_win(a, b) &
        bind(c, name="warprt_mpi_same_win")
      import
      type(MPI_Win), intent(in) :: a, b
    end function
  end interface

  interface operator(/=)
    logical(c_bool) function differ_comm(a, b) &
        bind(c, name="warprt_mpi_differ_comm")
      import
      type(MPI_Comm), intent(in) :: a, b
    end function
    logical(c_bool) function differ_datatype(a, b) &
        bind(c, name="warprt_mpi_differ_datatype")
      import
      type(MPI_Datatype), intent(in) :: a, b
    end function
    logical(c_bool) function differ_errhandler(a, b) &
        bind(c, name="warprt_mpi_differ_errhandler")
      import
      type(MPI_Errhandler), intent(in) :: a, b
    end function
    logical(c_bool) function differ_file(a, b) &
        bind(c, name="warprt_mpi_differ_file")
      import
      type(MPI_File), intent(in) :: a, b
    end function
    logical(c_bool) function differ_group(a, b) &
        bind(c, name="warprt_mpi_differ_group")
      import
      type(MPI_Group), intent(in) :: a, b
    end function
    logical(c_bool) function differ_info(a, b) &
        bind(c, name="warprt_mpi_differ_info")
      import
      type(MPI_Info), intent(in) :: a, b
    end function
    logical(c_bool) function differ_message(a, b) &
        bind(c, name="warprt_mpi_differ_message")
      import
      type(MPI_Message), intent(in) :: a, b
    end function
    logical(c_bool) function differ_op(a, b) &
        bind(c, name="warprt_mpi_differ_op")
      import
      type(MPI_Op), intent(in) :: a, b
    end function
    logical(c_bool) function differ_request(a, b) &
        bind(c, name="warprt_mpi_differ_request")
      import
      type(MPI_Request), intent(in) :: a, b
    end function
    logical(c_bool) function differ_win(a, b) &
        bind(c, name="warprt_mpi_differ_win")
      import
      type(MPI_Win), intent(in) :: a, b
    end function
  end interface

  interface MPI_Init
    subroutine warprt_mpi_init(ierror)
      import
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Init_thread
    subroutine warprt_mpi_init_thread(required, provided, ierror)
      import
      integer, intent(in) :: required
      integer, intent(out) :: provided
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Initialized
    subroutine warprt_mpi_initialized(flag, ierror)
      import
      logical, intent(out) :: flag
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Finalize
    subroutine warprt_mpi_finalize(ierror)
      import
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Finalized
    subroutine warprt_mpi_finalized(flag, ierror)
      import
      logical, intent(out) :: flag
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Query_thread
    subroutine warprt_mpi_query_thread(provided, ierror)
      import
      integer, intent(out) :: provided
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Is_thread_main
    subroutine warprt_mpi_is_thread_main(flag, ierror)
      import
      logical, intent(out) :: flag
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Abort
    subroutine warprt_mpi_abort(comm, errorcode, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Get_version
    subroutine warprt_mpi_get_version(version, subversion, ierror)
      import
      integer, intent(out) :: version
      integer, intent(out) :: subversion
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Get_library_version
    subroutine warprt_mpi_get_library_version(version, resultlen, ierror)
      import
      character(*), intent(out) :: version
      integer, intent(out) :: resultlen
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Get_processor_name
    subroutine warprt_mpi_get_processor_name(name, resultlen, ierror)
      import
      character(*), intent(out) :: name
      integer, intent(out) :: resultlen
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Error_class
    subroutine warprt_mpi_error_class(errorcode, errorclass, ierror)
      import
      integer, intent(in) :: errorcode
      integer, intent(out) :: errorclass
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Error_string
    subroutine warprt_mpi_error_string(errorcode, string, resultlen, ierror)
      import
      integer, intent(in) :: errorcode
      character(*), intent(out) :: string
      integer, intent(out) :: resultlen
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Alloc_mem
    subroutine warprt_mpi_alloc_mem(size, info, baseptr, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      type(MPI_Info), intent(in) :: info
      type(c_ptr), intent(out) :: baseptr
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Free_mem
    subroutine warprt_mpi_free_mem(base, ierror)
      import
      integer :: base(*)
      !dir$ ignore_tkr(tkrdm) base
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Get_address
    subroutine warprt_mpi_get_address(location, address, ierror)
      import
      integer :: location(*)
      !dir$ ignore_tkr(tkrdm) location
      integer(MPI_ADDRESS_KIND), intent(out) :: address
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Barrier
    subroutine warprt_mpi_barrier(comm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Ibarrier
    subroutine warprt_mpi_ibarrier(comm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_rank
    subroutine warprt_mpi_comm_rank(comm, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: rank
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_size
    subroutine warprt_mpi_comm_size(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: size
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_remote_size
    subroutine warprt_mpi_comm_remote_size(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: size
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_test_inter
    subroutine warprt_mpi_comm_test_inter(comm, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      logical, intent(out) :: flag
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_compare
    subroutine warprt_mpi_comm_compare(comm1, comm2, result, ierror)
      import
      type(MPI_Comm), intent(in) :: comm1
      type(MPI_Comm), intent(in) :: comm2
      integer, intent(out) :: result
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_dup
    subroutine warprt_mpi_comm_dup(comm, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(out) :: newcomm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_dup_with_info
    subroutine warprt_mpi_comm_dup_with_info(comm, info, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(out) :: newcomm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_create
    subroutine warprt_mpi_comm_create(comm, group, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      type(MPI_Comm), intent(out) :: newcomm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_create_group
    subroutine warprt_mpi_comm_create_group(comm, group, tag, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: tag
      type(MPI_Comm), intent(out) :: newcomm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_split
    subroutine warprt_mpi_comm_split(comm, color, key, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: color
      integer, intent(in) :: key
      type(MPI_Comm), intent(out) :: newcomm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_split_type
    subroutine warprt_mpi_comm_split_type(comm, split_type, key, info, &
        newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: split_type
      integer, intent(in) :: key
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(out) :: newcomm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_free
    subroutine warprt_mpi_comm_free(comm, ierror)
      import
      type(MPI_Comm), intent(inout) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_group
    subroutine warprt_mpi_comm_group(comm, group, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(out) :: group
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_get_name
    subroutine warprt_mpi_comm_get_name(comm, comm_name, resultlen, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(*), intent(out) :: comm_name
      integer, intent(out) :: resultlen
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_set_name
    subroutine warprt_mpi_comm_set_name(comm, comm_name, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(*), intent(in) :: comm_name
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_get_errhandler
    subroutine warprt_mpi_comm_get_errhandler(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler), intent(out) :: errhandler
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_set_errhandler
    subroutine warprt_mpi_comm_set_errhandler(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_get_parent
    subroutine warprt_mpi_comm_get_parent(parent, ierror)
      import
      type(MPI_Comm), intent(out) :: parent
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Intercomm_create
    subroutine warprt_mpi_intercomm_create(local_comm, local_leader, &
        peer_comm, remote_leader, tag, newintercomm, ierror)
      import
      type(MPI_Comm), intent(in) :: local_comm
      integer, intent(in) :: local_leader
      type(MPI_Comm), intent(in) :: peer_comm
      integer, intent(in) :: remote_leader
      integer, intent(in) :: tag
      type(MPI_Comm), intent(out) :: newintercomm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Intercomm_merge
    subroutine warprt_mpi_intercomm_merge(intercomm, high, newintracomm, &
        ierror)
      import
      type(MPI_Comm), intent(in) :: intercomm
      logical, intent(in) :: high
      type(MPI_Comm), intent(out) :: newintracomm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Group_size
    subroutine warprt_mpi_group_size(group, size, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(out) :: size
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Group_rank
    subroutine warprt_mpi_group_rank(group, rank, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(out) :: rank
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Group_compare
    subroutine warprt_mpi_group_compare(group1, group2, result, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      integer, intent(out) :: result
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Group_union
    subroutine warprt_mpi_group_union(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      type(MPI_Group), intent(out) :: newgroup
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Group_intersection
    subroutine warprt_mpi_group_intersection(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      type(MPI_Group), intent(out) :: newgroup
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Group_difference
    subroutine warprt_mpi_group_difference(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      type(MPI_Group), intent(out) :: newgroup
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Group_incl
    subroutine warprt_mpi_group_incl(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranks(*)
      type(MPI_Group), intent(out) :: newgroup
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Group_excl
    subroutine warprt_mpi_group_excl(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranks(*)
      type(MPI_Group), intent(out) :: newgroup
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Group_translate_ranks
    subroutine warprt_mpi_group_translate_ranks(group1, n, ranks1, group2, &
        ranks2, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      integer, intent(in) :: n
      integer, intent(in) :: ranks1(*)
      type(MPI_Group), intent(in) :: group2
      integer, intent(out) :: ranks2(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Group_free
    subroutine warprt_mpi_group_free(group, ierror)
      import
      type(MPI_Group), intent(inout) :: group
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Cart_create
    subroutine warprt_mpi_cart_create(comm_old, ndims, dims, periods, &
        reorder, comm_cart, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: ndims
      integer, intent(in) :: dims(*)
      logical, intent(in) :: periods(*)
      logical, intent(in) :: reorder
      type(MPI_Comm), intent(out) :: comm_cart
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Cart_get
    subroutine warprt_mpi_cart_get(comm, maxdims, dims, periods, coords, &
        ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxdims
      integer, intent(out) :: dims(*)
      logical, intent(out) :: periods(*)
      integer, intent(out) :: coords(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Cart_rank
    subroutine warprt_mpi_cart_rank(comm, coords, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: coords(*)
      integer, intent(out) :: rank
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Cart_coords
    subroutine warprt_mpi_cart_coords(comm, rank, maxdims, coords, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(in) :: maxdims
      integer, intent(out) :: coords(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Cart_shift
    subroutine warprt_mpi_cart_shift(comm, direction, disp, rank_source, &
        rank_dest, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: direction
      integer, intent(in) :: disp
      integer, intent(out) :: rank_source
      integer, intent(out) :: rank_dest
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Cart_sub
    subroutine warprt_mpi_cart_sub(comm, remain_dims, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      logical, intent(in) :: remain_dims(*)
      type(MPI_Comm), intent(out) :: newcomm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Cartdim_get
    subroutine warprt_mpi_cartdim_get(comm, ndims, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: ndims
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Dims_create
    subroutine warprt_mpi_dims_create(nnodes, ndims, dims, ierror)
      import
      integer, intent(in) :: nnodes
      integer, intent(in) :: ndims
      integer, intent(inout) :: dims(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Topo_test
    subroutine warprt_mpi_topo_test(comm, status, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Send
    subroutine warprt_mpi_send(buf, count, datatype, dest, tag, comm, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Bsend
    subroutine warprt_mpi_bsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Ssend
    subroutine warprt_mpi_ssend(buf, count, datatype, dest, tag, comm, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Rsend
    subroutine warprt_mpi_rsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Isend
    subroutine warprt_mpi_isend(buf, count, datatype, dest, tag, comm, &
        request, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Ibsend
    subroutine warprt_mpi_ibsend(buf, count, datatype, dest, tag, comm, &
        request, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Issend
    subroutine warprt_mpi_issend(buf, count, datatype, dest, tag, comm, &
        request, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Irsend
    subroutine warprt_mpi_irsend(buf, count, datatype, dest, tag, comm, &
        request, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Send_init
    subroutine warprt_mpi_send_init(buf, count, datatype, dest, tag, comm, &
        request, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Recv
    subroutine warprt_mpi_recv(buf, count, datatype, source, tag, comm, &
        status, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Irecv
    subroutine warprt_mpi_irecv(buf, count, datatype, source, tag, comm, &
        request, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Recv_init
    subroutine warprt_mpi_recv_init(buf, count, datatype, source, tag, &
        comm, request, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Sendrecv
    subroutine warprt_mpi_sendrecv(sendbuf, sendcount, sendtype, dest, &
        sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, &
        status, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Sendrecv_replace
    subroutine warprt_mpi_sendrecv_replace(buf, count, datatype, dest, &
        sendtag, source, recvtag, comm, status, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Probe
    subroutine warprt_mpi_probe(source, tag, comm, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Iprobe
    subroutine warprt_mpi_iprobe(source, tag, comm, flag, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      logical, intent(out) :: flag
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Mprobe
    subroutine warprt_mpi_mprobe(source, tag, comm, message, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Message), intent(out) :: message
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Improbe
    subroutine warprt_mpi_improbe(source, tag, comm, flag, message, status, &
        ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      logical, intent(out) :: flag
      type(MPI_Message), intent(out) :: message
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Mrecv
    subroutine warprt_mpi_mrecv(buf, count, datatype, message, status, ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message), intent(inout) :: message
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Imrecv
    subroutine warprt_mpi_imrecv(buf, count, datatype, message, request, &
        ierror)
      import
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message), intent(inout) :: message
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Wait
    subroutine warprt_mpi_wait(request, status, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Waitall
    subroutine warprt_mpi_waitall(count, array_of_requests, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      type(MPI_Status) :: array_of_statuses(*)
      !dir$ ignore_tkr(tkr) array_of_statuses
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Waitany
    subroutine warprt_mpi_waitany(count, array_of_requests, index, status, &
        ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(out) :: index
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Waitsome
    subroutine warprt_mpi_waitsome(incount, array_of_requests, outcount, &
        array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(out) :: outcount
      integer, intent(out) :: array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      !dir$ ignore_tkr(tkr) array_of_statuses
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Test
    subroutine warprt_mpi_test(request, flag, status, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      logical, intent(out) :: flag
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Testall
    subroutine warprt_mpi_testall(count, array_of_requests, flag, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      logical, intent(out) :: flag
      type(MPI_Status) :: array_of_statuses(*)
      !dir$ ignore_tkr(tkr) array_of_statuses
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Testany
    subroutine warprt_mpi_testany(count, array_of_requests, index, flag, &
        status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(out) :: index
      logical, intent(out) :: flag
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Testsome
    subroutine warprt_mpi_testsome(incount, array_of_requests, outcount, &
        array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(out) :: outcount
      integer, intent(out) :: array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      !dir$ ignore_tkr(tkr) array_of_statuses
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Start
    subroutine warprt_mpi_start(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Startall
    subroutine warprt_mpi_startall(count, array_of_requests, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Cancel
    subroutine warprt_mpi_cancel(request, ierror)
      import
      type(MPI_Request), intent(in) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Test_cancelled
    subroutine warprt_mpi_test_cancelled(status, flag, ierror)
      import
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      logical, intent(out) :: flag
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Request_free
    subroutine warprt_mpi_request_free(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Request_get_status
    subroutine warprt_mpi_request_get_status(request, flag, status, ierror)
      import
      type(MPI_Request), intent(in) :: request
      logical, intent(out) :: flag
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Get_count
    subroutine warprt_mpi_get_count(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(out) :: count
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Get_elements
    subroutine warprt_mpi_get_elements(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(out) :: count
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Buffer_attach
    subroutine warprt_mpi_buffer_attach(buffer, size, ierror)
      import
      integer :: buffer(*)
      !dir$ ignore_tkr(tkrdm) buffer
      integer, intent(in) :: size
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Bcast
    subroutine warprt_mpi_bcast(buffer, count, datatype, root, comm, ierror)
      import
      integer :: buffer(*)
      !dir$ ignore_tkr(tkrdm) buffer
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Ibcast
    subroutine warprt_mpi_ibcast(buffer, count, datatype, root, comm, &
        request, ierror)
      import
      integer :: buffer(*)
      !dir$ ignore_tkr(tkrdm) buffer
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Reduce
    subroutine warprt_mpi_reduce(sendbuf, recvbuf, count, datatype, op, &
        root, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Ireduce
    subroutine warprt_mpi_ireduce(sendbuf, recvbuf, count, datatype, op, &
        root, comm, request, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Allreduce
    subroutine warprt_mpi_allreduce(sendbuf, recvbuf, count, datatype, op, &
        comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Iallreduce
    subroutine warprt_mpi_iallreduce(sendbuf, recvbuf, count, datatype, op, &
        comm, request, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Reduce_local
    subroutine warprt_mpi_reduce_local(inbuf, inoutbuf, count, datatype, &
        op, ierror)
      import
      integer :: inbuf(*)
      !dir$ ignore_tkr(tkrdm) inbuf
      integer :: inoutbuf(*)
      !dir$ ignore_tkr(tkrdm) inoutbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Reduce_scatter
    subroutine warprt_mpi_reduce_scatter(sendbuf, recvbuf, recvcounts, &
        datatype, op, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Reduce_scatter_block
    subroutine warprt_mpi_reduce_scatter_block(sendbuf, recvbuf, recvcount, &
        datatype, op, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Scan
    subroutine warprt_mpi_scan(sendbuf, recvbuf, count, datatype, op, comm, &
        ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Exscan
    subroutine warprt_mpi_exscan(sendbuf, recvbuf, count, datatype, op, &
        comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Gather
    subroutine warprt_mpi_gather(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Igather
    subroutine warprt_mpi_igather(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, request, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Gatherv
    subroutine warprt_mpi_gatherv(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, root, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcounts(*)
      integer, intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Scatter
    subroutine warprt_mpi_scatter(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Iscatter
    subroutine warprt_mpi_iscatter(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, request, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Scatterv
    subroutine warprt_mpi_scatterv(sendbuf, sendcounts, displs, sendtype, &
        recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcounts(*)
      integer, intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Allgather
    subroutine warprt_mpi_allgather(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Iallgather
    subroutine warprt_mpi_iallgather(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, request, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Allgatherv
    subroutine warprt_mpi_allgatherv(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcounts(*)
      integer, intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Alltoall
    subroutine warprt_mpi_alltoall(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Ialltoall
    subroutine warprt_mpi_ialltoall(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, request, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Alltoallv
    subroutine warprt_mpi_alltoallv(sendbuf, sendcounts, sdispls, sendtype, &
        recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcounts(*)
      integer, intent(in) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcounts(*)
      integer, intent(in) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Ialltoallv
    subroutine warprt_mpi_ialltoallv(sendbuf, sendcounts, sdispls, &
        sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, &
        ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcounts(*)
      integer, intent(in) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcounts(*)
      integer, intent(in) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Alltoallw
    subroutine warprt_mpi_alltoallw(sendbuf, sendcounts, sdispls, &
        sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcounts(*)
      integer, intent(in) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*)
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcounts(*)
      integer, intent(in) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Neighbor_allgather
    subroutine warprt_mpi_neighbor_allgather(sendbuf, sendcount, sendtype, &
        recvbuf, recvcount, recvtype, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Neighbor_alltoall
    subroutine warprt_mpi_neighbor_alltoall(sendbuf, sendcount, sendtype, &
        recvbuf, recvcount, recvtype, comm, ierror)
      import
      integer :: sendbuf(*)
      !dir$ ignore_tkr(tkrdm) sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer :: recvbuf(*)
      !dir$ ignore_tkr(tkrdm) recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_contiguous
    subroutine warprt_mpi_type_contiguous(count, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_vector
    subroutine warprt_mpi_type_vector(count, blocklength, stride, oldtype, &
        newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_create_hvector
    subroutine warprt_mpi_type_create_hvector(count, blocklength, stride, &
        oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(MPI_ADDRESS_KIND), intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_indexed
    subroutine warprt_mpi_type_indexed(count, array_of_blocklengths, &
        array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: array_of_blocklengths(*)
      integer, intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_create_hindexed
    subroutine warprt_mpi_type_create_hindexed(count, &
        array_of_blocklengths, array_of_displacements, oldtype, newtype, &
        ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_create_indexed_block
    subroutine warprt_mpi_type_create_indexed_block(count, blocklength, &
        array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_create_struct
    subroutine warprt_mpi_type_create_struct(count, array_of_blocklengths, &
        array_of_displacements, array_of_types, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: array_of_types(*)
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_create_subarray
    subroutine warprt_mpi_type_create_subarray(ndims, array_of_sizes, &
        array_of_subsizes, array_of_starts, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: ndims
      integer, intent(in) :: array_of_sizes(*)
      integer, intent(in) :: array_of_subsizes(*)
      integer, intent(in) :: array_of_starts(*)
      integer, intent(in) :: order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_create_resized
    subroutine warprt_mpi_type_create_resized(oldtype, lb, extent, newtype, &
        ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      integer(MPI_ADDRESS_KIND), intent(in) :: lb
      integer(MPI_ADDRESS_KIND), intent(in) :: extent
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_create_f90_integer
    subroutine warprt_mpi_type_create_f90_integer(r, newtype, ierror)
      import
      integer, intent(in) :: r
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_create_f90_real
    subroutine warprt_mpi_type_create_f90_real(p, r, newtype, ierror)
      import
      integer, intent(in) :: p
      integer, intent(in) :: r
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_create_f90_complex
    subroutine warprt_mpi_type_create_f90_complex(p, r, newtype, ierror)
      import
      integer, intent(in) :: p
      integer, intent(in) :: r
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_match_size
    subroutine warprt_mpi_type_match_size(typeclass, size, datatype, ierror)
      import
      integer, intent(in) :: typeclass
      integer, intent(in) :: size
      type(MPI_Datatype), intent(out) :: datatype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_dup
    subroutine warprt_mpi_type_dup(oldtype, newtype, ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_commit
    subroutine warprt_mpi_type_commit(datatype, ierror)
      import
      type(MPI_Datatype), intent(inout) :: datatype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_free
    subroutine warprt_mpi_type_free(datatype, ierror)
      import
      type(MPI_Datatype), intent(inout) :: datatype
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_size
    subroutine warprt_mpi_type_size(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(out) :: size
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_get_extent
    subroutine warprt_mpi_type_get_extent(datatype, lb, extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND), intent(out) :: lb
      integer(MPI_ADDRESS_KIND), intent(out) :: extent
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Type_get_true_extent
    subroutine warprt_mpi_type_get_true_extent(datatype, true_lb, &
        true_extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND), intent(out) :: true_lb
      integer(MPI_ADDRESS_KIND), intent(out) :: true_extent
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Pack
    subroutine warprt_mpi_pack(inbuf, incount, datatype, outbuf, outsize, &
        position, comm, ierror)
      import
      integer :: inbuf(*)
      !dir$ ignore_tkr(tkrdm) inbuf
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      integer :: outbuf(*)
      !dir$ ignore_tkr(tkrdm) outbuf
      integer, intent(in) :: outsize
      integer, intent(inout) :: position
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Unpack
    subroutine warprt_mpi_unpack(inbuf, insize, position, outbuf, outcount, &
        datatype, comm, ierror)
      import
      integer :: inbuf(*)
      !dir$ ignore_tkr(tkrdm) inbuf
      integer, intent(in) :: insize
      integer, intent(inout) :: position
      integer :: outbuf(*)
      !dir$ ignore_tkr(tkrdm) outbuf
      integer, intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Pack_size
    subroutine warprt_mpi_pack_size(incount, datatype, comm, size, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: size
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Op_create
    subroutine warprt_mpi_op_create(user_fn, commute, op, ierror)
      import
      procedure(MPI_User_function) :: user_fn
      logical, intent(in) :: commute
      type(MPI_Op), intent(out) :: op
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Op_free
    subroutine warprt_mpi_op_free(op, ierror)
      import
      type(MPI_Op), intent(inout) :: op
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Op_commutative
    subroutine warprt_mpi_op_commutative(op, commute, ierror)
      import
      type(MPI_Op), intent(in) :: op
      logical, intent(out) :: commute
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Info_create
    subroutine warprt_mpi_info_create(info, ierror)
      import
      type(MPI_Info), intent(out) :: info
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Info_set
    subroutine warprt_mpi_info_set(info, key, value, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      character(*), intent(in) :: value
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Info_get
    subroutine warprt_mpi_info_get(info, key, valuelen, value, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      integer, intent(in) :: valuelen
      character(*), intent(out) :: value
      logical, intent(out) :: flag
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Info_delete
    subroutine warprt_mpi_info_delete(info, key, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Info_free
    subroutine warprt_mpi_info_free(info, ierror)
      import
      type(MPI_Info), intent(inout) :: info
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Errhandler_free
    subroutine warprt_mpi_errhandler_free(errhandler, ierror)
      import
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_create
    subroutine warprt_mpi_win_create(base, size, disp_unit, info, comm, &
        win, ierror)
      import
      integer :: base(*)
      !dir$ ignore_tkr(tkrdm) base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win), intent(out) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_create_dynamic
    subroutine warprt_mpi_win_create_dynamic(info, comm, win, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win), intent(out) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_attach
    subroutine warprt_mpi_win_attach(win, base, size, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer :: base(*)
      !dir$ ignore_tkr(tkrdm) base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_detach
    subroutine warprt_mpi_win_detach(win, base, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer :: base(*)
      !dir$ ignore_tkr(tkrdm) base
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_allocate
    subroutine warprt_mpi_win_allocate(size, disp_unit, info, comm, &
        baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(out) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_allocate_shared
    subroutine warprt_mpi_win_allocate_shared(size, disp_unit, info, comm, &
        baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(out) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_shared_query
    subroutine warprt_mpi_win_shared_query(win, rank, size, disp_unit, &
        baseptr, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: rank
      integer(MPI_ADDRESS_KIND), intent(out) :: size
      integer, intent(out) :: disp_unit
      type(c_ptr), intent(out) :: baseptr
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_free
    subroutine warprt_mpi_win_free(win, ierror)
      import
      type(MPI_Win), intent(inout) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_get_attr
    subroutine warprt_mpi_win_get_attr(win, win_keyval, attribute_val, &
        flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(MPI_ADDRESS_KIND), intent(out) :: attribute_val
      logical, intent(out) :: flag
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_get_errhandler
    subroutine warprt_mpi_win_get_errhandler(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler), intent(out) :: errhandler
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_set_errhandler
    subroutine warprt_mpi_win_set_errhandler(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_get_group
    subroutine warprt_mpi_win_get_group(win, group, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Group), intent(out) :: group
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_fence
    subroutine warprt_mpi_win_fence(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_lock
    subroutine warprt_mpi_win_lock(lock_type, rank, assert, win, ierror)
      import
      integer, intent(in) :: lock_type
      integer, intent(in) :: rank
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_unlock
    subroutine warprt_mpi_win_unlock(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_lock_all
    subroutine warprt_mpi_win_lock_all(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_unlock_all
    subroutine warprt_mpi_win_unlock_all(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_flush
    subroutine warprt_mpi_win_flush(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_flush_all
    subroutine warprt_mpi_win_flush_all(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_flush_local
    subroutine warprt_mpi_win_flush_local(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_flush_local_all
    subroutine warprt_mpi_win_flush_local_all(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_sync
    subroutine warprt_mpi_win_sync(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_post
    subroutine warprt_mpi_win_post(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_start
    subroutine warprt_mpi_win_start(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_complete
    subroutine warprt_mpi_win_complete(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_wait
    subroutine warprt_mpi_win_wait(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Win_test
    subroutine warprt_mpi_win_test(win, flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      logical, intent(out) :: flag
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Put
    subroutine warprt_mpi_put(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, win, ierror)
      import
      integer :: origin_addr(*)
      !dir$ ignore_tkr(tkrdm) origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Get
    subroutine warprt_mpi_get(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, win, ierror)
      import
      integer :: origin_addr(*)
      !dir$ ignore_tkr(tkrdm) origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Accumulate
    subroutine warprt_mpi_accumulate(origin_addr, origin_count, &
        origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror)
      import
      integer :: origin_addr(*)
      !dir$ ignore_tkr(tkrdm) origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Get_accumulate
    subroutine warprt_mpi_get_accumulate(origin_addr, origin_count, &
        origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, &
        ierror)
      import
      integer :: origin_addr(*)
      !dir$ ignore_tkr(tkrdm) origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer :: result_addr(*)
      !dir$ ignore_tkr(tkrdm) result_addr
      integer, intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Fetch_and_op
    subroutine warprt_mpi_fetch_and_op(origin_addr, result_addr, datatype, &
        target_rank, target_disp, op, win, ierror)
      import
      integer :: origin_addr(*)
      !dir$ ignore_tkr(tkrdm) origin_addr
      integer :: result_addr(*)
      !dir$ ignore_tkr(tkrdm) result_addr
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Compare_and_swap
    subroutine warprt_mpi_compare_and_swap(origin_addr, compare_addr, &
        result_addr, datatype, target_rank, target_disp, win, ierror)
      import
      integer :: origin_addr(*)
      !dir$ ignore_tkr(tkrdm) origin_addr
      integer :: compare_addr(*)
      !dir$ ignore_tkr(tkrdm) compare_addr
      integer :: result_addr(*)
      !dir$ ignore_tkr(tkrdm) result_addr
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Rput
    subroutine warprt_mpi_rput(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, win, &
        request, ierror)
      import
      integer :: origin_addr(*)
      !dir$ ignore_tkr(tkrdm) origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Rget
    subroutine warprt_mpi_rget(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, win, &
        request, ierror)
      import
      integer :: origin_addr(*)
      !dir$ ignore_tkr(tkrdm) origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Raccumulate
    subroutine warprt_mpi_raccumulate(origin_addr, origin_count, &
        origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror)
      import
      integer :: origin_addr(*)
      !dir$ ignore_tkr(tkrdm) origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Rget_accumulate
    subroutine warprt_mpi_rget_accumulate(origin_addr, origin_count, &
        origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, &
        request, ierror)
      import
      integer :: origin_addr(*)
      !dir$ ignore_tkr(tkrdm) origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer :: result_addr(*)
      !dir$ ignore_tkr(tkrdm) result_addr
      integer, intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_open
    subroutine warprt_mpi_file_open(comm, filename, amode, info, fh, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(*), intent(in) :: filename
      integer, intent(in) :: amode
      type(MPI_Info), intent(in) :: info
      type(MPI_File), intent(out) :: fh
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_close
    subroutine warprt_mpi_file_close(fh, ierror)
      import
      type(MPI_File), intent(inout) :: fh
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_delete
    subroutine warprt_mpi_file_delete(filename, info, ierror)
      import
      character(*), intent(in) :: filename
      type(MPI_Info), intent(in) :: info
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_set_view
    subroutine warprt_mpi_file_set_view(fh, disp, etype, filetype, datarep, &
        info, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: disp
      type(MPI_Datatype), intent(in) :: etype
      type(MPI_Datatype), intent(in) :: filetype
      character(*), intent(in) :: datarep
      type(MPI_Info), intent(in) :: info
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_set_size
    subroutine warprt_mpi_file_set_size(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: size
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_get_size
    subroutine warprt_mpi_file_get_size(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(out) :: size
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_seek
    subroutine warprt_mpi_file_seek(fh, offset, whence, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_get_position
    subroutine warprt_mpi_file_get_position(fh, offset, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(out) :: offset
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_sync
    subroutine warprt_mpi_file_sync(fh, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_read
    subroutine warprt_mpi_file_read(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_read_all
    subroutine warprt_mpi_file_read_all(fh, buf, count, datatype, status, &
        ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_read_at
    subroutine warprt_mpi_file_read_at(fh, offset, buf, count, datatype, &
        status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_read_at_all
    subroutine warprt_mpi_file_read_at_all(fh, offset, buf, count, &
        datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_write
    subroutine warprt_mpi_file_write(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_write_all
    subroutine warprt_mpi_file_write_all(fh, buf, count, datatype, status, &
        ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_write_at
    subroutine warprt_mpi_file_write_at(fh, offset, buf, count, datatype, &
        status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_File_write_at_all
    subroutine warprt_mpi_file_write_at_all(fh, offset, buf, count, &
        datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer :: buf(*)
      !dir$ ignore_tkr(tkrdm) buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      !dir$ ignore_tkr(tkr) status
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

end module
