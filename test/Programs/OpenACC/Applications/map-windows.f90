!===-- map-windows.f90 - Samples of a map ----------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! An assumed-size map of which windows are on the device: what no clause names has no
! extent. Windows by no_create that may be absent, a palette declared copyin, first-private
! logical and complex arrays, private scratch.
!
!===----------------------------------------------------------------------===!
module survey
  implicit none
contains
  subroutine measure(map, n, palette, marks, found, turn)
    integer, intent(in) :: n
    integer, intent(in) :: map(*)
    integer, intent(inout) :: palette(4)
    integer, intent(inout) :: marks(*)
    integer, intent(out) :: found(n)
    complex(8), intent(in) :: turn(2)
    complex(8) :: spin(2)
    logical :: keep(4)
    integer :: scratch(5), i, k
    !$acc declare copyin(palette)
    spin = turn
    keep = [.true., .false., .true., .true.]
    palette = -100
    scratch = -9
    !$acc parallel loop gang vector present(map(1:n)) no_create(marks(1:n)) copyout(found) &
    !$acc   firstprivate(keep, spin) private(scratch)
    do i = 1, n
      do k = 1, 5
        scratch(k) = map(1 + mod(i + k - 2, n))
      end do
      keep(2) = mod(i, 2) == 0
      spin(1) = turn(1)*(0d0, 1d0)
      found(i) = merge(palette(1 + mod(sum(scratch), 4)), i, keep(1 + mod(scratch(1), 4)))
      found(i) = found(i) + int(aimag(spin(1))) + 10*int(real(spin(2)))
      if (real(spin(2)) > 2) marks(i) = found(i)
    end do
    if (keep(2) .or. any(spin /= turn) .or. any(scratch /= -9)) stop 2
  end subroutine
end module

program main
  use testing
  use openacc
  use survey
  implicit none
  integer, parameter :: n = 50, windows = 4
  integer :: map(n*windows), marks(n*windows), palette(4), found(n), wanted(n), i, k, w, total
  complex(8) :: turn(2)
  logical :: kept
  map = [(mod(i*i, 23), i = 1, n*windows)]
  marks = 0
  do w = 1, windows
    associate (low => (w - 1)*n)
      palette = [(k*w, k = 1, 4)]
      turn = [(3d0, 1d0), cmplx(w, 0, 8)]
      !$acc enter data copyin(map(low + 1:low + n))
      !$acc enter data create(map(low + 1:low + n))
      if (w > 2) then
        !$acc enter data create(marks(low + 1:low + n))
      end if
      call measure(map(low + 1), n, palette, marks(low + 1), found, turn)
      do i = 1, n
        total = 0
        do k = 1, 5
          total = total + map(low + 1 + mod(i + k - 2, n))
        end do
        k = mod(map(low + i), 4)
        kept = k /= 1 .or. mod(i, 2) == 0
        wanted(i) = merge(w*(1 + mod(total, 4)), i, kept) + 3 + 10*w
      end do
      call expect_equal(found, wanted, 'found')
      call expect(all(marks(low + 1:low + n) == 0), 'the host''s marks')
      if (w > 2) then
        !$acc exit data copyout(marks(low + 1:low + n))
        call expect_equal(marks(low + 1:low + n), wanted, 'the device''s marks')
      end if
      !$acc exit data delete(map(low + 1:low + n)) finalize
      if (acc_get_device_type() /= acc_device_host) &
          call expect(.not. acc_is_present(map(low + 1:low + n)), 'a window gone')
    end associate
  end do
  call finish
end program
