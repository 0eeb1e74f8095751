!===-- system-headers.f90 - Headers where C's preprocessor finds them ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %warpfort -cpp -E %s | FileCheck %s
!
! Libraries have Fortran headers in /usr/include, as fftw3.f03 is. They come after
! all other folders. This one of the C library has only macros.
!
!===----------------------------------------------------------------------===!
#include "linux/limits.h"
print *, NAME_MAX
! CHECK: print *, 255
end
