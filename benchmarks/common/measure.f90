!===-- measure.f90 - What all Fortran benchmarks share --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! Wall-clock time, the size given on the command line, operands from a
! generator that the CUDA C twins have too (so that twins work on the same
! data), and the one line that a benchmark prints for each variant: `NAME
! VARIANT SECONDS RATE UNIT check=ok`. SECONDS is the median over the timed
! runs.
!
!===----------------------------------------------------------------------===!

module measure
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: warm_ups = 2, timed_runs = 11
  integer(int64), save :: generator_state = 88172645463325252_int64
contains

  !> The n-th command line argument, or what is usual.
  integer function argument(n, usual)
    integer, intent(in) :: n, usual
    character(20) :: text
    integer :: status
    argument = usual
    if (command_argument_count() < n) return
    call get_command_argument(n, text)
    read (text, *, iostat=status) argument
    if (status == 0 .and. argument > 0) return
    print '(3a)', "error: '", trim(text), "' is no size"
    error stop 2
  end function

  real(real64) function wall_clock()
    integer(int64) :: now, rate
    call system_clock(now, rate)
    wall_clock = real(now, real64)/rate
  end function

  !> Uniform in [0, 1), by Marsaglia's 64-bit xorshift.
  real(real64) function random_value()
    generator_state = ieor(generator_state, ishft(generator_state, 13))
    generator_state = ieor(generator_state, ishft(generator_state, -7))
    generator_state = ieor(generator_state, ishft(generator_state, 17))
    random_value = ishft(generator_state, -11)*2d0**(-53)
  end function

  real(real64) function median(times)
    real(real64), intent(in) :: times(:)
    real(real64) :: sorted(size(times)), t
    integer :: i, j
    sorted = times
    do i = 2, size(sorted)
      t = sorted(i)
      do j = i, 2, -1
        if (sorted(j - 1) <= t) exit
        sorted(j) = sorted(j - 1)
      end do
      sorted(j) = t
    end do
    median = sorted((size(sorted) + 1)/2)
  end function

  !> Prints the line. `work` is in bytes or operations, `unit` says which.
  subroutine report(name, variant, times, work, unit, right)
    character(*), intent(in) :: name, variant, unit
    real(real64), intent(in) :: times(:), work
    logical, intent(in) :: right
    real(real64) :: seconds
    seconds = median(times)
    print '(a, 1x, a, 1x, es11.5, 1x, es9.3, 1x, a, 1x, a)', name, variant, &
      seconds, work/seconds, unit, merge('check=ok ', 'check=BAD', right)
    if (.not. right) error stop 1
  end subroutine
end module
