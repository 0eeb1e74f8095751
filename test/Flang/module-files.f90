!===-- module-files.f90 - Canary -------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && split-file %s %t.dir && cd %t.dir && %flang -fc1 -x cuda -fsyntax-only m.cuf
! RUN: %{canary} lib/Frontend/ModuleFiles.cpp "fatal internal error|error" "cd %t.dir && %flang -fc1 -x cuda -fsyntax-only use.cuf"
!
! Stock Flang writes a module file that it cannot read.
!
!===------------------------------------------------------------------------===!

!--- m.cuf
module m
  type t
    real, managed, allocatable :: x(:)
  end type
end module
!--- use.cuf
subroutine s
  use m
end subroutine
