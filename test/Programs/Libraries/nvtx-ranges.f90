!===-- nvtx-ranges.f90 - Ranges for profilers ----------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
!
! Module nvtx: ranges nest, and texts may have a null character at their end.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  use nvtx
  use iso_c_binding
  implicit none
  type(nvtxEventAttributes) :: event
  character(8, c_char), target :: text = 'an event'
  integer(nvtxRangeId) :: first, second
  call expect(storage_size(event) == 48*8, 'the size of an event')
  call nvtxMarkA('begin')
  call expect_equal(nvtxRangePushA('outer'//c_null_char), 0, 'the outer range')
  text(8:8) = c_null_char
  event%message = c_loc(text)
  call expect_equal(nvtxRangePushEx(event), 1, 'the inner range')
  call nvtxStartRange('innermost', 3)
  call nvtxEndRange()
  call expect_equal(nvtxRangePop(), 1, 'the end of the inner range')
  call expect_equal(nvtxRangePop(), 0, 'the end of the outer range')
  call expect(nvtxRangePop() < 0, 'no range left')
  first = nvtxRangeStartA('one')
  second = nvtxRangeStartA('two')
  call expect(first /= second, 'ranges have numbers of their own')
  call nvtxRangeEnd(first)
  call nvtxRangeEnd(second)
  call finish()
end program
