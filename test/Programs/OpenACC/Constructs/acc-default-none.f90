!===-- acc-default-none.f90 - Scalars under DEFAULT(NONE) -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Bounds, factors, sums and what an iteration assigns need no clause: first-private in
! parallel constructs, summed up where they sum up, copied in kernels constructs, in a
! private copy where each iteration assigns. Arrays are those of an enclosing data region
! and of DECLARE.
!
!===----------------------------------------------------------------------===!

module column
  implicit none
  integer, parameter :: levels = 12
  integer :: weight(levels), shift
  !$acc declare create(weight, shift)
contains
  subroutine absorb(first, last, depth, cloud, light, lost, base)
    integer, intent(in) :: first, last, base
    integer, intent(in) :: depth(last, levels)
    logical, intent(in) :: cloud(last)
    integer, intent(inout) :: light(last, levels)
    integer, intent(out) :: lost
    integer :: i, k, part, above
    logical :: dark
    !$acc data present(depth, cloud, light)
    !$acc parallel default(none) async(1)
    !$acc loop gang vector private(above)
    do i = first, last
      above = base
      dark = cloud(i)
      !$acc loop seq
      do k = 1, levels
        part = min(above, depth(i, k)*weight(k) + shift)
        if (dark) part = above/2
        above = above - part
        light(i, k) = above
      end do
    end do
    !$acc end parallel
    !$acc wait(1)
    lost = 0
    !$acc parallel loop default(none) collapse(2) reduction(+:lost)
    do k = 1, levels
      do i = first, last
        lost = lost + base - light(i, k)
      end do
    end do
    !$acc kernels default(none)
    light(first:last, levels) = light(first:last, levels) + base
    !$acc end kernels
    !$acc end data
  end subroutine
end module

program main
  use testing
  use column
  implicit none
  integer, parameter :: n = 70
  integer :: depth(n, levels), light(n, levels), wanted(n, levels), lost, i, k, above, part, wanted_lost, first
  logical :: cloud(n)
  weight = [(mod(k, 4), k = 1, levels)]
  shift = 3
  !$acc update device(weight, shift)
  depth = reshape([(mod(i*7, 23), i = 1, n*levels)], [n, levels])
  cloud = [(mod(i, 5) == 2, i = 1, n)]
  light = -1
  first = 4
  !$acc data copyin(depth, cloud) copy(light)
  call absorb(first, n, depth, cloud, light, lost, 1000)
  !$acc end data
  wanted = -1
  wanted_lost = 0
  do i = first, n
    above = 1000
    do k = 1, levels
      part = min(above, depth(i, k)*weight(k) + shift)
      if (cloud(i)) part = above/2
      above = above - part
      wanted(i, k) = above
      wanted_lost = wanted_lost + 1000 - above
    end do
  end do
  wanted(first:, levels) = wanted(first:, levels) + 1000
  call expect_equal([light], [wanted], 'light')
  call expect_equal(lost, wanted_lost, 'a sum')
  call expect_equal(first, 4, 'a bound')
  call finish
end program
