!===-- acc-launch-sizes.f90 - num_gangs, num_workers and vector_length ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Constants, variables and expressions, sizes that do not fit the loops, more
! lanes than iterations and fewer, gang(num:, dim:, static:), and the gang
! dimensions of a construct.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 777
  integer :: a(n), m(30, 40), c(5, 6, 7), i, j, k, g, w, v

  do g = 1, 5, 2
    do w = 1, 4
      do v = 32, 256, 96
        a = 0
        !$acc parallel loop gang worker vector num_gangs(g) num_workers(w) vector_length(v) copy(a)
        do i = 1, n
          a(i) = a(i) + i
        end do
        call expect_equal(a, [(i, i = 1, n)], 'one loop')
        m = 0
        !$acc parallel loop gang num_gangs(g*3 + 1) num_workers(w) vector_length(v) copy(m)
        do j = 1, 40
          !$acc loop worker vector
          do i = 1, 30
            m(i, j) = m(i, j) + i + 100*j
          end do
        end do
        call expect_equal([m], [((i + 100*j, i = 1, 30), j = 1, 40)], 'two loops')
      end do
    end do
  end do

  ! A vector that is no multiple of a warp.
  do v = 1, 70, 23
    a = 0
    !$acc parallel loop gang vector vector_length(v) copy(a)
    do i = 1, n
      a(i) = a(i) + i
    end do
    call expect_equal(a, [(i, i = 1, n)], 'odd vectors')
    m = 0
    k = 0
    !$acc parallel loop gang vector_length(v) copy(m) reduction(+:k)
    do j = 1, 40
      g = 0
      !$acc loop vector reduction(+:g)
      do i = 1, 30
        m(i, j) = m(i, j) + 1
        g = g + i
      end do
      k = k + g
    end do
    call expect(all(m == 1), 'odd vectors in a nest')
    call expect_equal(k, 40*465, 'a reduction over odd vectors')
  end do

  ! Sums over numbers of threads that are no multiple of a warp either.
  do w = 1, 7
    do v = 1, 40, 3
      k = 0
      m = 0
      !$acc parallel loop gang num_gangs(3) num_workers(w) vector_length(v) copy(m) reduction(+:k)
      do j = 1, 40
        g = 0
        !$acc loop worker vector reduction(+:g)
        do i = 1, 30
          g = g + i
        end do
        m(1, j) = g
        g = 0
        !$acc loop worker reduction(+:g)
        do i = 1, 30
          g = g + i
        end do
        k = k + g
      end do
      call expect(all(m(1, :) == 465), 'a sum of workers and lanes')
      call expect_equal(k, 40*465, 'a sum of workers')
    end do
  end do
  do v = 1, 200, 13
    m = 0
    !$acc parallel loop gang num_gangs(3) vector_length(v) copy(m)
    do j = 1, 40
      g = 0
      !$acc loop reduction(+:g)
      do i = 1, 30
        g = g + i
      end do
      m(1, j) = g
    end do
    call expect(all(m(1, :) == 465), 'a sum of lanes')
  end do

  a = 0
  !$acc kernels loop gang(3) vector(96) copy(a) independent
  do i = 1, n
    a(i) = a(i) + i
  end do
  call expect_equal(a, [(i, i = 1, n)], 'sizes on a loop')
  a = 0
  !$acc kernels copy(a) num_gangs(7) vector_length(64)
  !$acc loop gang(num: 5) worker(2) vector(32) independent
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc end kernels
  call expect_equal(a, [(i, i = 1, n)], 'num:')
  a = 0
  m = 1
  !$acc parallel loop gang(static: *) copy(a)
  do i = 1, n
    a(i) = a(i) + i
  end do
  ! What a gang wrote, lane by lane, it reads and writes again.
  !$acc parallel num_gangs(5) vector_length(64) copy(a, m)
  !$acc loop gang(static: 16) vector
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc loop gang(static: 16)
  do i = 1, n
    do k = 1, 3
      a(i) = 2*a(i) - i
    end do
  end do
  ! Rows of a table, of which each has a total.
  !$acc loop gang(static: *)
  do j = 1, 40
    !$acc loop vector
    do i = 2, 30
      m(i, j) = i*j
    end do
  end do
  !$acc loop gang(static: *) vector
  do j = 1, 40
    do i = 2, 30
      m(1, j) = m(1, j) + m(i, j)
    end do
  end do
  !$acc end parallel
  call expect_equal(a, [(9*i, i = 1, n)], 'static')
  call expect_equal(m(1, :), [(1 + 464*j, j = 1, 40)], 'static rows')

  c = 0
  !$acc parallel copy(c) num_gangs(2, 3, 4)
  !$acc loop gang(dim: 3)
  do k = 1, 7
    !$acc loop gang(dim: 2)
    do j = 1, 6
      !$acc loop gang(dim: 1)
      do i = 1, 5
        c(i, j, k) = c(i, j, k) + i + 10*j + 100*k
      end do
    end do
  end do
  !$acc end parallel
  call expect_equal([c], [(((i + 10*j + 100*k, i = 1, 5), j = 1, 6), k = 1, 7)], 'dim')

  ! What every gang does: the same assignment by all of them.
  a = 0
  !$acc parallel num_gangs(50) num_workers(4) vector_length(64) copy(a)
  a(5) = 17
  !$acc end parallel
  call expect_equal(a(5), 17, 'redundant code')
  a = 0
  !$acc parallel num_gangs(1) copy(a)
  a(1) = 2
  a(2) = a(1)*3
  do i = 3, n
    a(i) = a(i - 1) + a(i - 2)
    a(i) = mod(a(i), 1000)
  end do
  !$acc end parallel
  call expect_equal(a(2), 6, 'straight code in one gang')
  do i = 3, n
    call expect_equal(a(i), mod(a(i - 1) + a(i - 2), 1000), 'a plain loop in a parallel construct')
  end do
  call finish()
end program
