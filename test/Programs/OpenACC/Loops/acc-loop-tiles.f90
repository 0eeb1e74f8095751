!===-- acc-loop-tiles.f90 - Tiles of loops --------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Sizes that do not divide the loops, strides, three loops, whole loops by *, levels,
! reductions and private variables, loops in tiles and tiles in loops, tiles for one kind
! of device.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 13, m = 11, l = 7
  integer :: a(n,m,l), b(n,m,l), i, j, k, s, v, t, mx
  real :: r(n)
  a = reshape([(mod(i*7,31), i=1,n*m*l)], [n,m,l])
  b = 0
  !$acc parallel loop tile(4,2,3) copyin(a) copyout(b)
  do k = 1, l
    do j = 1, m
      do i = 1, n
        b(i,j,k) = a(i,j,k)*2
      end do
    end do
  end do
  call expect(all(b == 2*a), 'three loops')
  s = 0; mx = 0
  !$acc parallel loop gang vector tile(8) reduction(+:s) copyin(a) private(t)
  do i = 1, n
    t = a(i,1,1)
    s = s + t
  end do
  call expect(s == sum(a(:,1,1)), 'one loop')
  s = 0
  !$acc parallel loop gang tile(4,4) reduction(+:s) reduction(max:mx) private(t)
  do j = 1, m
    do i = n, 1, -2
      t = a(i,j,3)
      s = s + t
      mx = max(mx, t)
      !$acc loop seq
      do k = 1, l
        s = s + a(i,j,k)
      end do
    end do
  end do
  call expect(s == sum(a(n:1:-2,:,3)) + sum(a(n:1:-2,:,:)), 'with reductions')
  call expect(mx == maxval(a(n:1:-2,:,3)), 'with reductions')
  v = 64
  !$acc parallel num_gangs(v/16) vector_length(v)
  !$acc loop gang worker tile(2,2)
  do j = 2, m, 3
    do i = 1, n
       b(i,j,1) = i*j
    end do
  end do
  !$acc end parallel
  call expect(all([((b(i,j,1) == i*j, i=1,n), j=2,m,3)]), 'with a stride')
  call expect(all(b(:,1,1) == 2*a(:,1,1)), 'with a stride')
  !$acc kernels
  !$acc loop tile(*,*) gang vector
  do j = 1, m
    do i = 1, n
      b(i,j,2) = i+j
    end do
  end do
  !$acc loop collapse(2) gang
  do k = 3, l
    do j = 1, m
      !$acc loop tile(4) vector
      do i = 1, n
        b(i,j,k) = i+j+k
      end do
    end do
  end do
  !$acc end kernels
  call expect(all([((b(i,j,2) == i+j, i=1,n), j=1,m)]), 'whole loops')
  call expect(all([(((b(i,j,k) == i+j+k, i=1,n), j=1,m), k=3,l)]), 'whole loops')
  !$acc parallel loop device_type(tesla) tile(2,8) device_type(*) collapse(2)
  do j = 1, m
    do i = 1, n
      b(i,j,2) = i-j
    end do
  end do
  call expect(all([((b(i,j,2) == i-j, i=1,n), j=1,m)]), 'for a kind of device')
  call finish
end program
