!===-- acc-wait-clauses.f90 - wait clauses come before copies --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: env NVCOMPILER_ACC_NOTIFY=6 %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=ORDER
!
! The WAIT clause of a compute construct holds for its data clauses, too: what a queue
! still writes is read by COPYIN behind it, whichever clause stands first and however
! the queue is known. Several WAIT clauses hold together.
!
!===----------------------------------------------------------------------===!
module work
  implicit none
  integer, parameter :: n = 1000
contains
  integer function queue_of(k)
    integer, intent(in) :: k
    queue_of = 10 + k
  end function
end module

program waits
  use work
  implicit none
  integer :: b(n), c(n), i, q
  integer :: wrong = 0
  !$acc enter data create(c)
  b = 0
  q = 3

  ! ORDER: {{^}}first
  ! ORDER-NEXT: Explicit wait {{.*}}queue=1{{$}}
  ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
  print '(a)', 'first'
  flush (6)
  !$acc parallel loop present(c) wait(1) copyin(b)
  do i = 1, n
    c(i) = b(i) + i
  end do
  call check

  ! ORDER: {{^}}last
  ! ORDER-NEXT: Explicit wait {{.*}}queue=2{{$}}
  ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
  print '(a)', 'last'
  flush (6)
  !$acc parallel loop present(c) copyin(b) wait(2)
  do i = 1, n
    c(i) = b(i) + i
  end do
  call check

  ! ORDER: {{^}}variable
  ! ORDER-NEXT: Explicit wait {{.*}}queue=3{{$}}
  ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
  print '(a)', 'variable'
  flush (6)
  !$acc kernels copyin(b) present(c) wait(q)
  do i = 1, n
    c(i) = b(i) + i
  end do
  !$acc end kernels
  call check

  ! ORDER: {{^}}function
  ! ORDER-NEXT: Explicit wait {{.*}}queue=14{{$}}
  ! ORDER-NEXT: Explicit wait {{.*}}queue=5{{$}}
  ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
  print '(a)', 'function'
  flush (6)
  !$acc parallel loop copyin(b) present(c) wait(queue_of(4), q + 2) async(2)
  do i = 1, n
    c(i) = b(i) + i
  end do
  !$acc wait(2)
  call check

  ! ORDER: {{^}}serial
  ! ORDER-NEXT: Explicit wait {{.*}}queue=6{{$}}
  ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
  print '(a)', 'serial'
  flush (6)
  !$acc serial loop copyin(b) present(c) wait(6)
  do i = 1, n
    c(i) = b(i) + i
  end do
  call check

  ! ORDER: {{^}}condition
  ! ORDER-NEXT: Explicit wait {{.*}}queue=7{{$}}
  ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
  print '(a)', 'condition'
  flush (6)
  !$acc parallel loop copyin(b) present(c) wait(7) if(q == 3)
  do i = 1, n
    c(i) = b(i) + i
  end do
  call check

  ! ORDER: {{^}}all
  ! ORDER-NEXT: Explicit wait
  ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
  print '(a)', 'all'
  flush (6)
  !$acc parallel loop copyin(b) present(c) wait
  do i = 1, n
    c(i) = b(i) + i
  end do
  call check

  ! ORDER: {{^}}several
  ! ORDER-NEXT: Explicit wait {{.*}}queue=1{{$}}
  ! ORDER-NEXT: Explicit wait {{.*}}queue=2{{$}}
  ! ORDER-NEXT: Explicit wait {{.*}}queue=9{{$}}
  ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
  print '(a)', 'several'
  flush (6)
  !$acc parallel loop wait(1, 2) copyin(b) present(c) wait(9)
  do i = 1, n
    c(i) = b(i) + i
  end do
  call check

  ! ORDER: {{^}}all the same
  ! ORDER-NEXT: Explicit wait
  ! ORDER-NOT: Explicit wait
  ! ORDER: upload CUDA data {{.*}}variable=b
  print '(a)', 'all the same'
  flush (6)
  !$acc parallel loop copyin(b) present(c) async(2) wait(11, 12) wait
  do i = 1, n
    c(i) = b(i) + i
  end do
  !$acc wait(2)
  call check

  ! ORDER: {{^}}data directives
  ! ORDER-NEXT: Explicit wait {{.*}}queue=1{{$}}
  ! ORDER-NEXT: Explicit wait {{.*}}queue=2{{$}}
  ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
  print '(a)', 'data directives'
  flush (6)
  !$acc enter data copyin(b) wait(1) wait(2)
  ! ORDER: {{^}}update
  ! ORDER-NEXT: Explicit wait {{.*}}queue=3{{$}}
  ! ORDER-NEXT: Explicit wait {{.*}}queue=4{{$}}
  ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
  print '(a)', 'update'
  flush (6)
  !$acc update device(b) wait(3) wait(4)
  ! ORDER: {{^}}data construct
  ! ORDER-NEXT: Explicit wait {{.*}}queue=5{{$}}
  ! ORDER-NEXT: Explicit wait {{.*}}queue=6{{$}}
  ! ORDER: {{^}}exit
  ! ORDER-NEXT: Explicit wait
  print '(a)', 'data construct'
  flush (6)
  !$acc data present(b) wait(5) wait(6)
  !$acc end data
  print '(a)', 'exit'
  flush (6)
  !$acc exit data delete(b) wait wait(7)
  !$acc exit data delete(c)
  print '(a)', 'declared'
  flush (6)
  call declared
  if (wrong == 0) print '(a)', 'PASS'
contains
  ! Not at the procedure's begin, where the declaration's copy is.
  subroutine declared
    integer :: d(n)
    !$acc declare create(d)
    ! ORDER: {{^}}declared
    ! ORDER-NOT: Explicit wait
    ! ORDER: {{^}}behind
    ! ORDER-NEXT: Explicit wait {{.*}}queue=8{{$}}
    ! ORDER-NEXT: upload CUDA data {{.*}}variable=b
    print '(a)', 'behind'
    flush (6)
    !$acc parallel loop wait(8) copyin(b)
    do i = 1, n
      d(i) = b(i)
    end do
    !$acc update self(d)
    if (any(d /= b)) wrong = wrong + 1
  end subroutine
  subroutine check
    !$acc update self(c)
    do i = 1, n
      if (c(i) /= b(i) + i) wrong = wrong + 1
    end do
    b = b + 1
  end subroutine
end program
