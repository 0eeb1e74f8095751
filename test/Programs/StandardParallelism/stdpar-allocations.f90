!===-- stdpar-allocations.f90 - ALLOCATE in DO CONCURRENT -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar -O0 %{testing} %s -o %t.dir/unoptimised
! RUN: %run %t.dir/unoptimised | %{check-pass}
!
! A work array that each iteration allocates and deallocates is its own, and text
! that an assignment allocates.
!
!===----------------------------------------------------------------------===!

program p
  use testing
  implicit none
  integer :: b(12), i
  b = -1
  call sums(12, b)
  call expect_equal(b, [((mod(i, 4) + 1)*i, i=1, 12)], 'sums')
  call texts(b)
  call expect_equal(b, [(mod(i, 4) + 1000*iachar('q'), i=1, 12)], 'texts')
  call finish()
contains
  subroutine sums(n, b)
    integer, intent(in) :: n
    integer, intent(inout) :: b(:)
    integer, allocatable :: t(:)
    integer :: i
    do concurrent (i=1:n)
      allocate (t(mod(i, 4) + 1))
      t = i
      b(i) = sum(t)
      deallocate (t)
    end do
  end subroutine

  subroutine texts(b)
    integer, intent(inout) :: b(:)
    character(:), allocatable :: text
    integer :: i
    do concurrent (i=1:size(b))
      text = repeat('x', mod(i, 4))//'q'
      b(i) = len(text) - 1 + 1000*iachar(text(len(text):))
    end do
  end subroutine
end program
