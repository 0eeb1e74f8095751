!===-- acc-reduction-nests.f90 - Reductions in nested loops --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! At one level, at two and at all three; a scalar that starts anew in each
! gang; the sum of an inner loop used by the rest of the outer one's body;
! several scalars at different levels; collapsed nests.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  call nests(1, 1, 1)
  call nests(7, 5, 3)
  call nests(33, 40, 50)
  call nests(3, 200, 300)
  call nests(200, 1, 129)
  call nests(5, 0, 4)
  call finish()
contains
  subroutine nests(n, m, l)
    integer, intent(in) :: n, m, l
    integer :: a(l, m, n), row(m, n), plane(n), i, j, k, s, t, total, hi
    real(8) :: x, y(n), z, wanted
    do k = 1, n
      do j = 1, m
        do i = 1, l
          a(i, j, k) = mod(i*31 + j*17 + k*7, 101) - 30
        end do
      end do
    end do

    if (m > 0) then
      !$acc parallel loop gang copyin(a) copyout(plane)
      do k = 1, n
        s = 0
        !$acc loop vector reduction(+:s)
        do i = 1, l
          s = s + a(i, m, k)
        end do
        plane(k) = s
      end do
      call expect_equal(plane, sum(a(:, m, :), 1), 'vector sums in gangs')
    end if

    !$acc parallel loop gang copyin(a) copyout(plane)
    do k = 1, n
      s = k
      !$acc loop worker reduction(+:s)
      do j = 1, m
        !$acc loop vector reduction(+:s)
        do i = 1, l
          s = s + a(i, j, k)
        end do
      end do
      plane(k) = s
    end do
    call expect_equal(plane, [(k + sum(a(:, :, k)), k = 1, n)], 'worker and vector')

    !$acc parallel loop gang copyin(a) copyout(row, plane)
    do k = 1, n
      s = 0
      !$acc loop worker private(t) reduction(+:s)
      do j = 1, m
        t = 0
        !$acc loop vector reduction(+:t)
        do i = 1, l
          t = t + a(i, j, k)
        end do
        row(j, k) = t
        s = s + t*2
      end do
      plane(k) = s
    end do
    call expect_equal([row], [sum(a, 1)], 'rows')
    call expect_equal(plane, [(2*sum(a(:, :, k)), k = 1, n)], 'sums of rows')

    total = 11
    !$acc parallel loop gang reduction(+:total) copyin(a)
    do k = 1, n
      !$acc loop worker reduction(+:total)
      do j = 1, m
        !$acc loop vector reduction(+:total)
        do i = 1, l
          total = total + a(i, j, k)
        end do
      end do
    end do
    call expect_equal(total, 11 + sum(a), 'three levels')

    total = 11
    hi = -1000
    !$acc parallel copyin(a) reduction(+:total) reduction(max:hi)
    !$acc loop collapse(3) reduction(+:total) reduction(max:hi)
    do k = 1, n
      do j = 1, m
        do i = 1, l
          total = total + a(i, j, k)
          hi = max(hi, a(i, j, k))
        end do
      end do
    end do
    !$acc end parallel
    call expect_equal(total, 11 + sum(a), 'collapsed')
    call expect_equal(hi, max(-1000, maxval(a)), 'collapsed maximum')

    ! The clause on the outer loop only: the inner loop is a plain one.
    total = 0
    !$acc parallel loop reduction(+:total) copyin(a)
    do k = 1, n
      do j = 1, m
        do i = 1, l
          total = total + a(i, j, k)
        end do
      end do
    end do
    call expect_equal(total, sum(a), 'plain inner loops')

    ! A different operator at each level.
    hi = -100000
    !$acc parallel loop gang reduction(max:hi) copyin(a)
    do k = 1, n
      s = 0
      !$acc loop vector collapse(2) reduction(+:s)
      do j = 1, m
        do i = 1, l
          s = s + a(i, j, k)
        end do
      end do
      hi = max(hi, s)
    end do
    call expect_equal(hi, maxval([(sum(a(:, :, k)), k = 1, n)]), 'maximum of sums')

    ! What the inner reduction gives is used by all lanes in the next loop.
    !$acc parallel loop gang copy(a)
    do k = 1, n
      do j = 1, m
        s = 0
        !$acc loop vector reduction(max:s)
        do i = 1, l
          s = max(s, a(i, j, k))
        end do
        !$acc loop vector
        do i = 1, l
          a(i, j, k) = a(i, j, k) - s
        end do
      end do
    end do
    do k = 1, n
      do j = 1, m
        s = 0
        do i = 1, l
          s = max(s, mod(i*31 + j*17 + k*7, 101) - 30)
        end do
        do i = 1, l
          call expect_equal(a(i, j, k), mod(i*31 + j*17 + k*7, 101) - 30 - s, &
                            'a result used by all lanes')
        end do
      end do
    end do

    ! Kernels, with and without clauses.
    z = 1
    !$acc kernels copyin(a) copyout(y)
    do k = 1, n
      x = 0
      do j = 1, m
        do i = 1, l
          x = x + a(i, j, k)
        end do
      end do
      y(k) = x
      z = z + x
    end do
    !$acc end kernels
    wanted = 1
    do k = 1, n
      call expect_equal(y(k), real(sum(a(:, :, k)), 8), 'kernels')
      wanted = wanted + y(k)
    end do
    call expect_equal(z, wanted, 'a sum that no clause names')

    ! A sequential loop between parallel ones, with a sum over all of it.
    total = 0
    !$acc parallel loop gang reduction(+:total) copyin(a)
    do k = 1, n
      !$acc loop seq
      do j = 1, m
        !$acc loop vector reduction(+:total)
        do i = 1, l
          total = total + a(i, j, k)
        end do
      end do
    end do
    call expect_equal(total, sum(a), 'a sequential loop between')

    ! On the construct; every gang adds once.
    s = 0
    !$acc parallel num_gangs(8) reduction(+:s)
    s = s + 1
    !$acc end parallel
    call expect(s >= 1 .and. s <= 8, 'once a gang')
    s = 5
    t = 0
    !$acc parallel reduction(+:s) copyin(a)
    !$acc loop gang reduction(+:s)
    do k = 1, n
      !$acc loop vector reduction(+:s)
      do i = 1, l
        s = s + i*k
      end do
    end do
    !$acc end parallel
    call expect_equal(s, 5 + (n*(n + 1)/2)*(l*(l + 1)/2), 'on the construct')
  end subroutine
end program
