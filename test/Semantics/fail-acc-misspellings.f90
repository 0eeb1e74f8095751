!===-- fail-acc-misspellings.f90 - Misspelt words of directives -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s > %t.dir/out 2>&1
! RUN: FileCheck %s --input-file=%t.dir/out --implicit-check-not=error: --implicit-check-not=context
!
! The word that is wrong, at its column, and the one that is meant.
!
!===----------------------------------------------------------------------===!

subroutine work(a, s, n)
  implicit none
  integer :: n, i
  real :: a(n), s
  ! CHECK: :[[#@LINE+1]]:9: error: 'paralel' is not an OpenACC directive; did you mean 'parallel'?
  !$acc paralel loop
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:18: error: 'lop' is not an OpenACC directive; did you mean 'loop'?
  !$acc parallel lop
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:18: error: 'do' is not an OpenACC directive; did you mean 'loop'?
  !$acc parallel do
  do i = 1, n
    a(i) = 1
  end do
  ! A letter that is missing is likelier than one too many.
  ! CHECK: :[[#@LINE+1]]:23: error: 'copyn' is not an OpenACC clause; did you mean 'copyin'?
  !$acc parallel loop copyn(a)
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+3]]:9: error: 'redution' is not an OpenACC clause; did you mean 'reduction'?
  ! CHECK: :[[#@LINE+2]]:23: error: 'gnag' is not an OpenACC clause; did you mean 'gang'?
  !$acc kernels loop &
  !$acc redution(+:s) gnag
  do i = 1, n
    s = s + a(i)
  end do
  !$acc kernels
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:13: error: 'kernel' is not a construct with an end directive; did you mean 'kernels'?
  !$acc end kernel
  ! CHECK: :[[#@LINE+1]]:9: error: 'updat' is not an OpenACC directive; did you mean 'update'?
  !$acc updat host(a)
  ! CHECK: :[[#@LINE+1]]:15: error: 'dat' is not an OpenACC directive; did you mean 'data'?
  !$acc enter dat create(a)
  ! Names in parentheses are the program's, and nothing is like the last one.
  ! CHECK: :[[#@LINE+1]]:33: error: 'frobnicate' is not an OpenACC clause{{$}}
  !$acc parallel loop if(n > 1) frobnicate
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:23: error: this cannot be read as the clause REDUCTION: it takes an operator and variables, as in (+:x); the operators are +, *, max, min,
  !$acc parallel loop reduction(plus:s)
  do i = 1, n
    s = s + a(i)
  end do
  ! CHECK: :[[#@LINE+1]]:23: error: this cannot be read as the clause DEFAULT: it takes NONE or PRESENT
  !$acc parallel loop default(nothing)
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:37: error: '128' is not an OpenACC clause: write 'vector_length(128)'{{$}}
  !$acc parallel loop vector_length 128
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:9: error: this cannot be read as the directive WAIT: it takes numbers of queues
  !$acc wait(1;2)
  ! CHECK: :[[#@LINE+1]]:9: error: this cannot be read as the directive UPDATE: what to copy is in a clause SELF or DEVICE
  !$acc update(a)
  ! CHECK: :[[#@LINE+1]]:9: error: this cannot be read as the directive PARALLEL: it takes clauses only
  !$acc parallel(64)
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:16: error: 'updte' is not a form of ATOMIC; did you mean 'update'?
  !$acc atomic updte
  s = s + 1
end subroutine

subroutine routines(n)
  integer :: n
  ! CHECK: :[[#@LINE+1]]:9: error: this cannot be read as the directive ROUTINE: it takes the name of one procedure
  !$acc routine(first, second) seq
  call first(n)
  call second(n)
end subroutine
