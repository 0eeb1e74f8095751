!===-- acc-loop-levels.f90 - Gang, worker and vector on loops ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! One, two and three nested loops with every choice of levels give each
! iteration exactly once, whatever the number of iterations: each element
! counts how often it was visited.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: sizes(9) = [1, 2, 31, 32, 33, 127, 128, 129, 1000]
  integer :: s, n
  do s = 1, size(sizes)
    n = sizes(s)
    call single(n)
    call double(n, 17)
    call double(3, n)
    call triple(3, min(n, 40), 5)
  end do
  call single(0)
  call double(0, 5)
  call double(5, 0)
  call finish()
contains
  subroutine single(n)
    integer, intent(in) :: n
    integer :: a(n, 8), i
    a = 0
    !$acc data copy(a)
    !$acc parallel loop
    do i = 1, n
      a(i, 1) = a(i, 1) + i
    end do
    !$acc parallel loop gang
    do i = 1, n
      a(i, 2) = a(i, 2) + i
    end do
    !$acc parallel loop worker
    do i = 1, n
      a(i, 3) = a(i, 3) + i
    end do
    !$acc parallel loop vector
    do i = 1, n
      a(i, 4) = a(i, 4) + i
    end do
    !$acc parallel loop gang vector
    do i = 1, n
      a(i, 5) = a(i, 5) + i
    end do
    !$acc parallel loop gang worker vector
    do i = 1, n
      a(i, 6) = a(i, 6) + i
    end do
    !$acc parallel loop seq
    do i = 1, n
      a(i, 7) = i
    end do
    !$acc kernels loop gang(4) worker(2) vector(32) independent
    do i = 1, n
      a(i, 8) = a(i, 8) + i
    end do
    !$acc end data
    do i = 1, n
      call expect(all(a(i, :) == i), 'one loop')
    end do
  end subroutine

  subroutine double(n, m)
    integer, intent(in) :: n, m
    integer :: a(m, n, 8), i, j
    a = 0
    !$acc data copy(a)
    !$acc parallel loop gang
    do j = 1, n
      !$acc loop vector
      do i = 1, m
        a(i, j, 1) = a(i, j, 1) + i + 1000*j
      end do
    end do
    !$acc parallel loop gang worker
    do j = 1, n
      !$acc loop vector
      do i = 1, m
        a(i, j, 2) = a(i, j, 2) + i + 1000*j
      end do
    end do
    !$acc parallel loop gang
    do j = 1, n
      !$acc loop worker vector
      do i = 1, m
        a(i, j, 3) = a(i, j, 3) + i + 1000*j
      end do
    end do
    !$acc parallel loop
    do j = 1, n
      !$acc loop
      do i = 1, m
        a(i, j, 4) = a(i, j, 4) + i + 1000*j
      end do
    end do
    !$acc parallel loop
    do j = 1, n
      do i = 1, m
        a(i, j, 5) = a(i, j, 5) + i + 1000*j
      end do
    end do
    !$acc parallel loop worker
    do j = 1, n
      !$acc loop vector
      do i = 1, m
        a(i, j, 6) = i + 1000*j
      end do
    end do
    !$acc parallel loop seq
    do j = 1, n
      !$acc loop gang vector
      do i = 1, m
        a(i, j, 7) = a(i, j, 7) + i + 1000*j
      end do
    end do
    !$acc parallel
    !$acc loop gang
    do j = 1, n
      !$acc loop seq
      do i = 1, m
        a(i, j, 8) = a(i, j, 8) + i + 1000*j
      end do
    end do
    !$acc end parallel
    !$acc end data
    do j = 1, n
      do i = 1, m
        call expect(all(a(i, j, :) == i + 1000*j), 'two loops')
      end do
    end do
  end subroutine

  subroutine triple(n, m, l)
    integer, intent(in) :: n, m, l
    integer :: a(l, m, n, 5), i, j, k
    a = 0
    !$acc data copy(a)
    !$acc parallel loop gang
    do k = 1, n
      !$acc loop worker
      do j = 1, m
        !$acc loop vector
        do i = 1, l
          a(i, j, k, 1) = a(i, j, k, 1) + i + 100*j + 10000*k
        end do
      end do
    end do
    !$acc parallel loop gang num_workers(4) vector_length(64)
    do k = 1, n
      !$acc loop worker
      do j = 1, m
        !$acc loop vector
        do i = 1, l
          a(i, j, k, 2) = a(i, j, k, 2) + i + 100*j + 10000*k
        end do
      end do
    end do
    !$acc parallel loop gang worker
    do k = 1, n
      !$acc loop seq
      do j = 1, m
        !$acc loop vector
        do i = 1, l
          a(i, j, k, 3) = a(i, j, k, 3) + i + 100*j + 10000*k
        end do
      end do
    end do
    !$acc parallel loop
    do k = 1, n
      !$acc loop
      do j = 1, m
        !$acc loop
        do i = 1, l
          a(i, j, k, 4) = a(i, j, k, 4) + i + 100*j + 10000*k
        end do
      end do
    end do
    !$acc kernels
    !$acc loop independent
    do k = 1, n
      !$acc loop independent
      do j = 1, m
        !$acc loop independent
        do i = 1, l
          a(i, j, k, 5) = a(i, j, k, 5) + i + 100*j + 10000*k
        end do
      end do
    end do
    !$acc end kernels
    !$acc end data
    do k = 1, n
      do j = 1, m
        do i = 1, l
          call expect(all(a(i, j, k, :) == i + 100*j + 10000*k), 'three loops')
        end do
      end do
    end do
  end subroutine
end program
