!===-- circuit-currents.f90 - Currents between nodes -----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Complex voltages in device memory that only addresses name (declare deviceptr), two of
! them changing places; sources that a declare copy brings in and takes back while the host
! uses them for something else; a change that is present as a scalar; nodes by kind in a
! device table; what exceeds a limit gets a place by atomic capture.
!
!===----------------------------------------------------------------------===!
module circuit
  implicit none
  integer, parameter :: dp = kind(1d0)
  type net
    integer :: nodes = 0, wires = 0
    integer, allocatable :: first(:), to(:)
    complex(dp), allocatable :: admittance(:)
  end type
  character(1) :: kind_of(0:199)
  integer :: marks
  complex(dp) :: gain(2)
  !$acc declare device_resident(kind_of, marks) link(gain)
contains
  subroutine classify(n)
    integer, intent(in) :: n
    integer :: i
    !$acc parallel loop device_type(nvidia) vector_length(32) device_type(*) vector_length(64)
    do i = 0, n - 1
      kind_of(i) = merge('s', merge('g', 'n', mod(i, 13) == 5), mod(i, 10) == 0)
    end do
    !$acc serial
    marks = 0
    !$acc end serial
  end subroutine

  pure complex(dp) function amplified(v, i)
    !$acc routine seq
    complex(dp), intent(in) :: v
    integer, intent(in) :: i
    amplified = v*gain(1 + mod(i, 2))
  end function

  subroutine balance(w, n, old, new, sources, change)
    type(net), intent(in) :: w
    integer, intent(in) :: n
    complex(dp), intent(in) :: old(0:n - 1)
    complex(dp), intent(out) :: new(0:n - 1)
    complex(dp), intent(inout) :: sources(0:n/10 - 1)
    real(dp), intent(inout) :: change
    complex(dp) :: current, total
    integer :: i, k
    !$acc declare deviceptr(old, new) present(w, change) copy(sources)
    sources = 0
    !$acc parallel loop gang default(none) num_workers(2) vector_length(32)
    do i = 0, n - 1
      current = 0
      total = 0
      !$acc loop vector reduction(+:current, total)
      do k = w%first(i + 1), w%first(i + 2) - 1
        current = current + w%admittance(k)*old(w%to(k))
        total = total + w%admittance(k)
      end do
      select case (kind_of(i))
      case ('s')
        new(i) = sources(i/10)
      case ('g')
        new(i) = 0
      case default
        new(i) = amplified(current/total, i)
      end select
    end do
    !$acc parallel loop default(none) reduction(max:change)
    do i = 0, n - 1
      change = max(change, abs(new(i) - old(i)))
    end do
    !$acc parallel loop default(none)
    do i = 0, n/10 - 1
      sources(i) = sources(i)*(0d0, 1d0)
    end do
    sources = 77
  end subroutine

  !> Nodes above a limit, in any order; on the host where the caller says so.
  subroutine mark(voltage, n, limit, list, number, here)
    integer, intent(in) :: n
    complex(dp), intent(in) :: voltage(0:n - 1)
    real(dp), intent(in) :: limit
    integer, intent(inout) :: list(n), number
    logical, intent(in) :: here
    integer :: i, at
    !$acc declare present(voltage, list, number)
    !$acc parallel loop private(at) self(here) default(none)
    do i = 0, n - 1
      if (abs(voltage(i)) > limit) then
        !$acc atomic capture
        number = number + 1
        at = number
        !$acc end atomic
        list(at) = i
      end if
    end do
    !$acc serial
    marks = marks + 1
    !$acc end serial
  end subroutine
end module

program main
  use, intrinsic :: iso_c_binding
  use testing
  use openacc
  use circuit
  implicit none
  integer, parameter :: n = 200, rounds = 30
  type(net) :: w
  complex(dp), target :: voltage(0:n - 1), sources(0:n/10 - 1)
  complex(dp), pointer :: old(:), new(:), swap(:)
  complex(dp) :: v(0:n - 1), next(0:n - 1), s(0:n/10 - 1)
  real(dp) :: change, most
  integer :: list(n), number, i, k, round
  type(c_ptr) :: memory
  w%nodes = n
  allocate (w%first(n + 1))
  w%first(1) = 1
  do i = 0, n - 1
    w%first(i + 2) = w%first(i + 1) + 3 + mod(i, 4)
  end do
  w%wires = w%first(n + 1) - 1
  allocate (w%to(w%wires), w%admittance(w%wires))
  do i = 0, n - 1
    do k = w%first(i + 1), w%first(i + 2) - 1
      w%to(k) = mod(i + 1 + (k - w%first(i + 1))*(i/3 + 7), n)
      w%admittance(k) = cmplx(1 + mod(k, 5), mod(k, 3) - 1, dp)
    end do
  end do
  gain = [(0.5d0, 0.25d0), (0.75d0, -0.125d0)]
  sources = [(cmplx(i, 10 - i, dp), i = 0, n/10 - 1)]
  s = sources
  voltage = 0
  v = 0
  memory = acc_malloc(int(16*n, c_size_t))
  call acc_memcpy_to_device(memory, voltage, int(16*n, c_size_t))
  change = 0
  most = 0
  !$acc enter data copyin(voltage, change, gain, w) copyin(w%first, w%to, w%admittance)
  call classify(n)
  change = -5
  call c_f_pointer(memory, old, [n])
  call c_f_pointer(acc_deviceptr(voltage), new, [n])
  do round = 1, rounds
    call balance(w, n, old, new, sources, change)
    swap => old
    old => new
    new => swap
    do i = 0, n - 1
      next(i) = sum(w%admittance(w%first(i + 1):w%first(i + 2) - 1)*v(w%to(w%first(i + 1):w%first(i + 2) - 1)))
      next(i) = next(i)/sum(w%admittance(w%first(i + 1):w%first(i + 2) - 1))*gain(1 + mod(i, 2))
      if (mod(i, 13) == 5) next(i) = 0
      if (mod(i, 10) == 0) next(i) = s(i/10)
    end do
    most = max(most, maxval(abs(next - v)))
    v = next
    s = s*(0d0, 1d0)
    call expect(all(abs(sources - s) <= 1d-14*abs(s)), 'the sources behind a round')
  end do
  call expect_equal(change, -5d0, 'the host''s change')
  !$acc exit data copyout(change)
  call expect(abs(change - most) < 1d-10*most, 'the largest change')
  ! An even number of rounds: the last voltages are those of acc_malloc's memory.
  ! MINFO: {{^ +}}[[#@LINE+2]], Generating present(voltage(:))
  ! MINFO-NEXT: {{^ +}}Accelerator kernel generated
  !$acc parallel loop deviceptr(old) present(voltage)
  do i = 1, n
    voltage(i - 1) = old(i)
  end do

  number = 0
  list = -1
  !$acc enter data copyin(list, number)
  number = 100
  call mark(voltage, n, 4.3d0, list, number, .false.)
  call expect_equal(number, 100, 'the host''s number')
  voltage = [(cmplx(0, i, dp), i = 0, n - 1)]
  number = 0
  call mark(voltage, n, 150.5d0, list, number, .true.)
  call expect_equal(number, 49, 'on the host')
  call expect(all(list(:49) > 150) .and. all(list(50:) == -1), 'the host''s list')
  !$acc exit data copyout(list, number)
  call expect_equal(number, count(abs(v) > 4.3d0), 'marked')
  call expect(number > 5, 'some')
  do i = 0, n - 1
    call expect_equal(count(list(:number) == i), merge(1, 0, abs(v(i)) > 4.3d0), 'a mark')
  end do
  !$acc serial copyout(k)
  k = marks
  !$acc end serial
  call expect_equal(k, 2, 'calls')
  !$acc exit data delete(w%first, w%to, w%admittance) delete(w, gain) copyout(voltage)
  call expect(maxval(abs(voltage - v)) < 1d-10*maxval(abs(v)), 'voltages')
  call acc_free(memory)
  call finish
end program
