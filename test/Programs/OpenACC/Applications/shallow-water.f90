!===-- shallow-water.f90 - Water in basins with sluices --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: env NVCOMPILER_ACC_NOTIFY=5 %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=WAITS
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Linked fields that a basin's columns of are on the device, updated by sections, queues
! that wait for each other, gates that a procedure with device addresses opens, a routine
! that is another one on the device (bind by device type), scalars present by declare.
!
!===----------------------------------------------------------------------===!
module shallow
  implicit none
  integer, parameter :: rows = 18, columns = 40
  integer(8), target :: depth(rows, columns), flow(rows, columns)
  integer(8) :: evaporated, shore(columns)
  !$acc declare link(depth, flow) device_resident(evaporated) create(shore)
contains
  ! On the host nothing is lost.
  integer(8) function loss(d)
    !$acc routine seq device_type(nvidia) bind(device_loss)
    integer(8), value :: d
    loss = 0
  end function
  integer(8) function device_loss(d)
    !$acc routine seq
    integer(8), value :: d
    device_loss = d/64
  end function

  subroutine pour(low, high, queue)
    integer, intent(in) :: low, high, queue
    integer :: i, j
    ! MINFO: pour:
    ! MINFO: [[#@LINE+3]], !$acc loop gang, vector(128) collapse(2)
    !$acc parallel loop tile(6, 2) async(queue) &
    !$acc   present(depth(:, low:high), flow(:, low:high))
    do j = low, high
      do i = 1, rows
        flow(i, j) = depth(i, j)/4
        if (i == 1) flow(i, j) = flow(i, j)*2
      end do
    end do
    ! MINFO: [[#@LINE+5]], !$acc loop gang ! blockidx%x
    ! MINFO: [[#@LINE+6]], !$acc loop vector(128) ! threadidx%x
    !$acc parallel num_gangs(4) async(queue) &
    !$acc   present(depth(:, low:high), flow(:, low:high))
    !$acc loop gang(static:1)
    do j = low, high
      !$acc loop vector
      do i = 1, rows
        depth(i, j) = depth(i, j) - flow(i, j)
        if (i > 1) depth(i, j) = depth(i, j) + flow(i - 1, j)
        if (i == rows) depth(i, j) = depth(i, j) + flow(i, j) - loss(depth(i, j))
      end do
    end do
    ! By the same gangs, a lane for each column.
    !$acc loop gang(static:1) vector
    do j = low, high
      shore(j) = shore(j) + depth(rows, j)
    end do
    !$acc end parallel
  end subroutine

  !> How much a basin's last row lost, by what it should have.
  subroutine note_loss(low, high, highest, queue)
    integer, intent(in) :: low, high, queue
    integer(8), intent(inout) :: highest
    integer :: j
    !$acc declare present(highest)
    !$acc serial async(queue) present(depth(:, low:high))
    do j = low, high
      evaporated = evaporated + device_loss(depth(rows, j))
      if (depth(rows, j) > highest) highest = depth(rows, j)
    end do
    !$acc end serial
  end subroutine

  !> Its arguments are columns of the device: the sluice between two basins.
  subroutine open_sluice(left, right, queue)
    integer(8), intent(inout) :: left(rows), right(rows)
    integer, intent(in) :: queue
    integer(8) :: both
    integer :: i
    !$acc declare deviceptr(left, right)
    !$acc parallel loop private(both) async(queue)
    do i = 1, rows
      both = left(i) + right(i)
      left(i) = both/2
      right(i) = both - both/2
    end do
  end subroutine
end module

program main
  use testing
  use shallow
  implicit none
  integer, parameter :: basins = 4, width = columns/basins
  integer(8) :: d(rows, columns), f(rows, columns), both(rows), highest, top, lost, beach(columns)
  integer(8), pointer :: left(:), right(:)
  integer :: basin, low, high, i, j, step
  depth = reshape([(mod(i*7919_8, 100003_8)*64, i = 1, rows*columns)], [rows, columns])
  d = depth
  flow = -1
  highest = 0
  top = 0
  lost = 0
  shore = 0
  beach = 0
  !$acc update device(shore)
  !$acc serial
  evaporated = 0
  !$acc end serial
  !$acc enter data copyin(highest)
  highest = -3
  do basin = 1, basins
    low = 1 + (basin - 1)*width
    high = basin*width
    !$acc enter data copyin(depth(:, low:high)) create(flow(:, low:high)) async(basin)
    do step = 1, 3
      if (step == 2) then
        ! Rain, which the host brings; the device waits for it and the host for the device.
        !$acc update self(depth(1:rows, low + 1:low + 2)) async(basin)
        !$acc wait(basin)
        depth(:, low + 1:low + 2) = depth(:, low + 1:low + 2) + 640
        depth(:, low + 3) = -100
        !$acc update device(depth(1:rows, low + 1:low + 2)) async(basin + 10)
        !$acc wait(basin + 10) async(basin)
      end if
      call pour(low, high, basin)
      left => depth(:, low)
      right => depth(:, high)
      !$acc host_data use_device(left, right)
      call open_sluice(left, right, basin)
      !$acc end host_data
      call note_loss(low, high, highest, basin)
    end do
    !$acc exit data copyout(depth(:, low:high)) delete(flow(:, low:high)) async(basin)
    !$acc wait(basin)

    do step = 1, 3
      if (step == 2) d(:, low + 1:low + 2) = d(:, low + 1:low + 2) + 640
      do j = low, high
        f(:, j) = d(:, j)/4
        f(1, j) = f(1, j)*2
        d(:, j) = d(:, j) - f(:, j)
        d(2:rows, j) = d(2:rows, j) + f(:rows - 1, j)
        d(rows, j) = d(rows, j) + f(rows, j) - d(rows, j)/64
        beach(j) = beach(j) + d(rows, j)
      end do
      both = d(:, low) + d(:, high)
      d(:, low) = both/2
      d(:, high) = both - both/2
      do j = low, high
        lost = lost + d(rows, j)/64
        top = max(top, d(rows, j))
      end do
    end do
    call expect_equal([depth(:, low:high)], [d(:, low:high)], 'a basin')
  end do
  call expect_equal(highest, -3_8, 'the host''s highest')
  !$acc exit data copyout(highest)
  call expect_equal(highest, top, 'the highest')
  !$acc serial copyout(highest)
  highest = evaporated
  !$acc end serial
  call expect_equal(highest, lost, 'evaporated')
  !$acc update self(shore)
  call expect_equal(shore, beach, 'the shore')
  call expect(all(flow == -1), 'the host''s flow')
  call finish
end program

! What is in a queue is not waited for where it is launched.
! WAITS-NOT: Implicit wait {{.*}}function={{pour|note_loss|open_sluice}}
! WAITS: launch CUDA kernel {{.*}}function={{pour|note_loss|open_sluice}}
! WAITS-NOT: Implicit wait {{.*}}function={{pour|note_loss|open_sluice}}
! WAITS: PASS
