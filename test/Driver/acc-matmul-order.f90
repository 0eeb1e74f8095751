! The loop over the terms of MATMUL adds to the same elements in all its
! iterations, of integers, too, whose sums may be taken in any order. Elements
! are independent; each takes its terms in their order.
! RUN: %warpfort -acc -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
! CHECK: 13, !$acc loop gang, vector(128) collapse(2)
! CHECK-NOT: {{collapse\(3\)|loop seq|dependence}}
! CHECK: 16, !$acc loop gang, vector(128) collapse(2)
! CHECK-NOT: {{collapse\(3\)|loop seq|dependence}}
subroutine products(a, b, c, x, y, z)
  integer :: a(50, 20), b(20, 40), c(50, 40)
  real :: x(50, 20), y(20, 40), z(50, 40)
  !$acc kernels
  c = matmul(a, b)
  !$acc end kernels
  !$acc kernels
  z = matmul(x, y)
  !$acc end kernels
end subroutine
