!===-- modules/libm.f90 - The C library's functions ----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! Module libm: mathematical functions of C that Fortran does not have, for host
! and device code. Each is there for both kinds of reals by its name, and for
! real(4) by the name with an `f`. The device link knows them by C's names.
!
!===----------------------------------------------------------------------===!

#define FUNCTION1(N,S,R,A) pure attributes(host, device) R function N(x) bind(c, name=S); A, value :: x; end function
#define FUNCTION2(N,S,R,A,B) pure attributes(host, device) R function N(x, y) bind(c, name=S); A, value :: x; B, value :: y; end function
#define FUNCTION3(N,S,R,A,B,C) pure attributes(host, device) R function N(x, y, z) bind(c, name=S); A, value :: x; B, value :: y; C, value :: z; end function
#define REAL1(N) FUNCTION1(__##N##_r8,#N,R8,R8); FUNCTION1(__##N##_r4,#N//"f",R4,R4)
#define REAL2(N) FUNCTION2(__##N##_r8,#N,R8,R8,R8); FUNCTION2(__##N##_r4,#N//"f",R4,R4,R4)
#define REAL3(N) FUNCTION3(__##N##_r8,#N,R8,R8,R8,R8); FUNCTION3(__##N##_r4,#N//"f",R4,R4,R4,R4)
#define TO_INTEGER(N,I) FUNCTION1(__##N##_r8,#N,I,R8); FUNCTION1(__##N##_r4,#N//"f",I,R4)
#define BY_INTEGER(N,I) FUNCTION2(__##N##_r8,#N,R8,R8,I); FUNCTION2(__##N##_r4,#N//"f",R4,R4,I)
! With a second result.
#define SPLIT(N,S,R,B) attributes(host, device) R function N(x, y) bind(c, name=S); R, value :: x; B, intent(out) :: y; end function
#define GENERIC(N) interface N; procedure :: __##N##_r8, __##N##_r4; end interface; interface N##f; procedure :: __##N##_r4; end interface

#define I4 integer(4)
#define I8 integer(8)
#define R4 real(4)
#define R8 real(8)

module libm
  implicit none
  public

  interface
    REAL1(cbrt)
    REAL1(ceil)
    REAL2(copysign)
    REAL1(exp10)
    REAL1(exp2)
    REAL1(expm1)
    REAL1(fabs)
    REAL2(fdim)
    REAL1(floor)
    REAL3(fma)
    REAL2(fmax)
    REAL2(fmin)
    REAL2(fmod)
    TO_INTEGER(ilogb,I4)
    BY_INTEGER(ldexp,I4)
    REAL1(lgamma)
    TO_INTEGER(llrint,I8)
    TO_INTEGER(llround,I8)
    TO_INTEGER(lrint,I8)
    TO_INTEGER(lround,I8)
    REAL1(log1p)
    REAL1(log2)
    REAL1(logb)
    REAL1(nearbyint)
    REAL2(nextafter)
    REAL2(remainder)
    REAL1(rint)
    REAL1(round)
    BY_INTEGER(scalbn,I4)
    REAL1(tgamma)
    REAL1(trunc)
    SPLIT(__frexp_r8,"frexp",R8,I4)
    SPLIT(__frexp_r4,"frexpf",R4,I4)
    SPLIT(__modf_r8,"modf",R8,R8)
    SPLIT(__modf_r4,"modff",R4,R4)
    attributes(host, device) R8 function __remquo_r8(x, y, z) bind(c, name="remquo")
      R8, value :: x, y
      I4, intent(out) :: z
    end function
    attributes(host, device) R4 function __remquo_r4(x, y, z) bind(c, name="remquof")
      R4, value :: x, y
      I4, intent(out) :: z
    end function
  end interface

  GENERIC(cbrt)
  GENERIC(ceil)
  GENERIC(copysign)
  GENERIC(exp10)
  GENERIC(exp2)
  GENERIC(expm1)
  GENERIC(fabs)
  GENERIC(fdim)
  GENERIC(floor)
  GENERIC(fma)
  GENERIC(fmax)
  GENERIC(fmin)
  GENERIC(fmod)
  GENERIC(frexp)
  GENERIC(ilogb)
  GENERIC(ldexp)
  GENERIC(lgamma)
  GENERIC(llrint)
  GENERIC(llround)
  GENERIC(lrint)
  GENERIC(lround)
  GENERIC(log1p)
  GENERIC(log2)
  GENERIC(logb)
  GENERIC(modf)
  GENERIC(nearbyint)
  GENERIC(nextafter)
  GENERIC(remainder)
  GENERIC(remquo)
  GENERIC(rint)
  GENERIC(round)
  GENERIC(scalbn)
  GENERIC(tgamma)
  GENERIC(trunc)
end module
