!===-- testing.f90 - How self-checking programs compare and report ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! A program compares what the device computed with what it computed itself on
! the host. The first difference prints `FAIL: what, where, got, wanted` and
! ends the program with an error code; `finish` prints PASS. Higher ranks are
! compared as `[array]`. Comparisons with a tolerance count units in the last
! place of the wanted value, so they mean the same at every magnitude.
!
!===----------------------------------------------------------------------===!
module testing
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  implicit none
  private
  public :: expect, expect_equal, expect_ulps, expect_success, finish

  interface expect_equal
    module procedure equal_i4, equal_i8, equal_r4, equal_r8, equal_c4, equal_c8
    module procedure equal_l4, equal_text
    module procedure equal_i4_1, equal_i8_1, equal_r4_1, equal_r8_1
    module procedure equal_c4_1, equal_c8_1, equal_l4_1
  end interface

  ! expect_ulps(got, wanted, ulps, what): each |got - wanted| <= ulps.
  interface expect_ulps
    module procedure ulps_r4, ulps_r8, ulps_c4, ulps_c8
    module procedure ulps_r4_1, ulps_r8_1, ulps_c4_1, ulps_c8_1
  end interface

contains

  subroutine finish()
    print '(a)', 'PASS'
  end subroutine

  subroutine stop_failed(what, got, wanted, index)
    character(*), intent(in) :: what, got, wanted
    integer, intent(in), optional :: index
    if (present(index)) then
      print '(3a,i0,4a)', 'FAIL: ', what, ', element ', index, ': got ', &
          trim(adjustl(got)), ', wanted ', trim(adjustl(wanted))
    else
      print '(6a)', 'FAIL: ', what, ': got ', trim(adjustl(got)), &
          ', wanted ', trim(adjustl(wanted))
    end if
    error stop 1
  end subroutine

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    print '(2a)', 'FAIL: ', what
    error stop 1
  end subroutine

  !> For the status that a call of the CUDA API returns.
  subroutine expect_success(status, what)
    integer, intent(in) :: status
    character(*), intent(in) :: what
    if (status == 0) return
    print '(3a,i0)', 'FAIL: ', what, ' returned CUDA error ', status
    error stop 1
  end subroutine

  subroutine same_size(got, wanted, what)
    integer, intent(in) :: got, wanted
    character(*), intent(in) :: what
    if (got == wanted) return
    print '(3a,i0,a,i0)', 'FAIL: ', what, ': ', got, ' elements, wanted ', wanted
    error stop 1
  end subroutine

  !===-- Equality, scalars -------------------------------------------------===!

  subroutine equal_i4(got, wanted, what)
    integer(4), intent(in) :: got, wanted
    character(*), intent(in) :: what
    call equal_i8(int(got, 8), int(wanted, 8), what)
  end subroutine

  subroutine equal_i8(got, wanted, what)
    integer(8), intent(in) :: got, wanted
    character(*), intent(in) :: what
    call equal_i8_1([got], [wanted], what)
  end subroutine

  subroutine equal_r4(got, wanted, what)
    real(4), intent(in) :: got, wanted
    character(*), intent(in) :: what
    call equal_r4_1([got], [wanted], what)
  end subroutine

  subroutine equal_r8(got, wanted, what)
    real(8), intent(in) :: got, wanted
    character(*), intent(in) :: what
    call equal_r8_1([got], [wanted], what)
  end subroutine

  subroutine equal_c4(got, wanted, what)
    complex(4), intent(in) :: got, wanted
    character(*), intent(in) :: what
    call equal_c4_1([got], [wanted], what)
  end subroutine

  subroutine equal_c8(got, wanted, what)
    complex(8), intent(in) :: got, wanted
    character(*), intent(in) :: what
    call equal_c8_1([got], [wanted], what)
  end subroutine

  subroutine equal_l4(got, wanted, what)
    logical(4), intent(in) :: got, wanted
    character(*), intent(in) :: what
    call equal_l4_1([got], [wanted], what)
  end subroutine

  subroutine equal_text(got, wanted, what)
    character(*), intent(in) :: got, wanted, what
    if (got /= wanted) call stop_failed(what, got, wanted)
  end subroutine

  !===-- Equality, arrays --------------------------------------------------===!

  subroutine equal_i4_1(got, wanted, what)
    integer(4), intent(in) :: got(:), wanted(:)
    character(*), intent(in) :: what
    call equal_i8_1(int(got, 8), int(wanted, 8), what)
  end subroutine

  subroutine equal_i8_1(got, wanted, what)
    integer(8), intent(in) :: got(:), wanted(:)
    character(*), intent(in) :: what
    integer :: i
    call same_size(size(got), size(wanted), what)
    do i = 1, size(got)
      if (got(i) /= wanted(i)) &
        call stop_failed(what, text_i8(got(i)), text_i8(wanted(i)), i)
    end do
  end subroutine

  subroutine equal_r4_1(got, wanted, what)
    real(4), intent(in) :: got(:), wanted(:)
    character(*), intent(in) :: what
    call equal_r8_1(real(got, 8), real(wanted, 8), what)
  end subroutine

  subroutine equal_r8_1(got, wanted, what)
    real(8), intent(in) :: got(:), wanted(:)
    character(*), intent(in) :: what
    integer :: i
    call same_size(size(got), size(wanted), what)
    do i = 1, size(got)
      ! Written so that a NaN differs from everything.
      if (.not. got(i) == wanted(i)) &
        call stop_failed(what, text_r8(got(i)), text_r8(wanted(i)), i)
    end do
  end subroutine

  subroutine equal_c4_1(got, wanted, what)
    complex(4), intent(in) :: got(:), wanted(:)
    character(*), intent(in) :: what
    call equal_c8_1(cmplx(got, kind=8), cmplx(wanted, kind=8), what)
  end subroutine

  subroutine equal_c8_1(got, wanted, what)
    complex(8), intent(in) :: got(:), wanted(:)
    character(*), intent(in) :: what
    call equal_r8_1(real(got, 8), real(wanted, 8), what//' (real part)')
    call equal_r8_1(aimag(got), aimag(wanted), what//' (imaginary part)')
  end subroutine

  subroutine equal_l4_1(got, wanted, what)
    logical(4), intent(in) :: got(:), wanted(:)
    character(*), intent(in) :: what
    integer :: i
    call same_size(size(got), size(wanted), what)
    do i = 1, size(got)
      if (got(i) .neqv. wanted(i)) &
        call stop_failed(what, text_l4(got(i)), text_l4(wanted(i)), i)
    end do
  end subroutine

  !===-- Equality within units in the last place ---------------------------===!

  subroutine ulps_r4(got, wanted, ulps, what)
    real(4), intent(in) :: got, wanted
    integer, intent(in) :: ulps
    character(*), intent(in) :: what
    call ulps_r4_1([got], [wanted], ulps, what)
  end subroutine

  subroutine ulps_r8(got, wanted, ulps, what)
    real(8), intent(in) :: got, wanted
    integer, intent(in) :: ulps
    character(*), intent(in) :: what
    call ulps_r8_1([got], [wanted], ulps, what)
  end subroutine

  subroutine ulps_c4(got, wanted, ulps, what)
    complex(4), intent(in) :: got, wanted
    integer, intent(in) :: ulps
    character(*), intent(in) :: what
    call ulps_c4_1([got], [wanted], ulps, what)
  end subroutine

  subroutine ulps_c8(got, wanted, ulps, what)
    complex(8), intent(in) :: got, wanted
    integer, intent(in) :: ulps
    character(*), intent(in) :: what
    call ulps_c8_1([got], [wanted], ulps, what)
  end subroutine

  subroutine ulps_r4_1(got, wanted, ulps, what)
    real(4), intent(in) :: got(:), wanted(:)
    integer, intent(in) :: ulps
    character(*), intent(in) :: what
    call close_r8(real(got, 8), real(wanted, 8), &
                  ulps*real(spacing(wanted), 8), what)
  end subroutine

  subroutine ulps_r8_1(got, wanted, ulps, what)
    real(8), intent(in) :: got(:), wanted(:)
    integer, intent(in) :: ulps
    character(*), intent(in) :: what
    call close_r8(got, wanted, ulps*spacing(wanted), what)
  end subroutine

  ! A complex result is as accurate as its modulus says: one part may cancel.
  subroutine ulps_c4_1(got, wanted, ulps, what)
    complex(4), intent(in) :: got(:), wanted(:)
    integer, intent(in) :: ulps
    character(*), intent(in) :: what
    real(8) :: allowed(size(wanted))
    allowed = ulps*real(spacing(abs(wanted)), 8)
    call close_r8(real(got, 8), real(wanted, 8), allowed, what//' (real part)')
    call close_r8(real(aimag(got), 8), real(aimag(wanted), 8), allowed, &
                  what//' (imaginary part)')
  end subroutine

  subroutine ulps_c8_1(got, wanted, ulps, what)
    complex(8), intent(in) :: got(:), wanted(:)
    integer, intent(in) :: ulps
    character(*), intent(in) :: what
    real(8) :: allowed(size(wanted))
    allowed = ulps*spacing(abs(wanted))
    call close_r8(real(got, 8), real(wanted, 8), allowed, what//' (real part)')
    call close_r8(aimag(got), aimag(wanted), allowed, what//' (imaginary part)')
  end subroutine

  subroutine close_r8(got, wanted, allowed, what)
    real(8), intent(in) :: got(:), wanted(:), allowed(:)
    character(*), intent(in) :: what
    integer :: i
    call same_size(size(got), size(wanted), what)
    do i = 1, size(got)
      if (got(i) == wanted(i)) cycle
      if (ieee_is_nan(got(i)) .and. ieee_is_nan(wanted(i))) cycle
      if (abs(got(i) - wanted(i)) <= allowed(i)) cycle
      call stop_failed(what, text_r8(got(i)), text_r8(wanted(i)), i)
    end do
  end subroutine

  !===-- Values as text ----------------------------------------------------===!

  function text_i8(value) result(text)
    integer(8), intent(in) :: value
    character(24) :: text
    write (text, '(i0)') value
  end function

  function text_r8(value) result(text)
    real(8), intent(in) :: value
    character(32) :: text
    write (text, '(es25.17e3)') value
  end function

  function text_l4(value) result(text)
    logical(4), intent(in) :: value
    character(8) :: text
    write (text, '(l1)') value
  end function

end module
