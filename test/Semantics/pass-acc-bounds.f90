!===-- pass-acc-bounds.f90 - Array elements as bounds of loops ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -c %s -o %t.dir/o.o
!
! What bounds name is looked up while the loop's directive is: calls that turn
! out to be array elements are other nodes of the tree afterwards.
!
!===----------------------------------------------------------------------===!

module nets
  implicit none
  type net
    integer, allocatable :: first(:), to(:)
  end type
  character(1) :: kind_of(0:199)
  complex(8) :: gain(2)
  !$acc declare create(kind_of, gain)
contains
  subroutine balance(w, n, new)
    type(net), intent(in) :: w
    integer, intent(in) :: n
    integer, intent(inout) :: new(0:n - 1)
    integer :: i, k, current, total
    !$acc parallel loop gang default(none) present(w, new)
    do i = 0, n - 1
      current = 0
      total = 0
      !$acc loop vector reduction(+:current, total)
      do k = w%first(i + 1), w%first(i + 2) - 1
        current = current + w%to(k)
        total = total + w%to(k)*2
      end do
      select case (kind_of(i))
      case ('s')
        new(i) = total
      case default
        new(i) = current
      end select
    end do
  end subroutine
end module
