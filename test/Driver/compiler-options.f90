!===-- compiler-options.f90 - COMPILER_VERSION and COMPILER_OPTIONS -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && mkdir -p %t.dir && cd %t.dir
! RUN: %warpfort -O1 -DSIZE=3 -Wl,--as-needed -w %s -o program
! RUN: ./program | FileCheck %s
!
! The compiler's name and version and Flang's; all words of the command line but
! names of sources.
!
!===----------------------------------------------------------------------===!

program main
  use, intrinsic :: iso_fortran_env, only: compiler_options, compiler_version
  implicit none
  character(*), parameter :: version = compiler_version()
  ! CHECK: version: warpfort {{[0-9]+\.[0-9]+[^ ]*}} (Flang {{[0-9]+\.[0-9]+\.[0-9]+}})
  print '(2a)', 'version: ', version
  ! CHECK-NEXT: options: {{(.* )?}}-O1 -DSIZE=3 -Wl,--as-needed -w -o program{{$}}
  print '(2a)', 'options: ', compiler_options()
end program
