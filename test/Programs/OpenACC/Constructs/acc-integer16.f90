!===-- acc-integer16.f90 - OpenACC with integer(16) -----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Reductions of scalars and arrays, private and first-private variables,
! routines, kernels and serial constructs.
!
!===----------------------------------------------------------------------===!

program p
  integer, parameter :: n = 1000
  integer(16), parameter :: e30 = 10_16**30
  integer(16) :: h(n), s, mx, mn, x, y, z, b(n), v(4), w
  integer :: i, j
  do i = 1, n
    h(i) = e30*(mod(i*7919, 1001)-500) + i
  end do
  s = 5; mx = -huge(mx)-1; mn = huge(mn); x = -1; y = 0; z = 0
  !$acc parallel loop reduction(+:s) reduction(max:mx) reduction(min:mn) reduction(iand:x) reduction(ior:y) reduction(ieor:z) copyin(h) copyout(b)
  do i = 1, n
    s = s + h(i); mx = max(mx, h(i)); mn = min(mn, h(i))
    x = iand(x, h(i)); y = ior(y, h(i)); z = ieor(z, h(i))
    b(i) = h(i)*3 + f(h(i))
  end do
  if (s /= sum(h)+5 .or. mx /= maxval(h) .or. mn /= minval(h)) stop 1
  if (x /= iall(h) .or. y /= iany(h) .or. z /= iparity(h)) stop 2
  if (any(b /= h*4)) stop 3
  v = 0
  !$acc parallel loop reduction(+:v)
  do i = 1, n
    v(mod(i,4)+1) = v(mod(i,4)+1) + h(i)
  end do
  if (sum(v) /= sum(h)) stop 4
  w = e30
  !$acc parallel loop firstprivate(w) copy(h)
  do i = 1, n
    h(i) = w + i
  end do
  if (any(h /= [(e30 + i, i=1,n)])) stop 5
  !$acc kernels
  b(:) = h(:)/3
  s = sum(h)
  !$acc end kernels
  if (any(b /= h/3)) stop 6
  if (s /= sum(h)) stop 7
  !$acc serial copyout(s)
  s = product(h(1:2))
  !$acc end serial
  if (s /= product(h(1:2))) stop 8
  print *, 'PASS'
contains
  integer(16) function f(x)
    !$acc routine seq
    integer(16), value :: x
    f = x
  end function
end program
