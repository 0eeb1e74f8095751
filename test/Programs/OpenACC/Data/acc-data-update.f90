!===-- acc-data-update.f90 - The update directive ------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Whole variables and sections, with steps, of ranks up to three, in both
! directions, several in one directive, if and if_present.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 24, m = 15, l = 6
  integer :: a(n), b(n), t(n, m), u(n, m), c(n, m, l), s, i, j, k
  logical :: separate

  s = 1
  !$acc data copyin(s) copyout(i)
  s = 2
  !$acc serial present(s, i)
  i = s
  !$acc end serial
  !$acc end data
  separate = i == 1

  a = 1
  !$acc data copyin(a) create(b)
  a = 5
  !$acc update device(a)
  !$acc parallel loop
  do i = 1, n
    b(i) = a(i)*i
    a(i) = -1
  end do
  b = 0
  !$acc update host(b)
  if (.not. separate) b = [(5*i, i = 1, n)]
  call expect_equal(b, [(5*i, i = 1, n)], 'update host')
  !$acc update self(a) if(.false.)
  if (separate) call expect(all(a == 5), 'if(.false.)')
  !$acc update self(a)
  call expect(all(a == -1), 'update self')

  ! Parts of one dimension.
  a = [(i, i = 1, n)]
  !$acc update device(a(3:10))
  !$acc update device(a(20:))
  b = -9
  !$acc parallel loop
  do i = 1, n
    b(i) = a(i)
  end do
  !$acc update host(b)
  do i = 1, n
    k = merge(i, -1, (i >= 3 .and. i <= 10) .or. i >= 20 .or. .not. separate)
    call expect_equal(b(i), k, 'sections to the device')
  end do
  !$acc end data

  ! Steps.
  a = 0
  !$acc data copyin(a)
  a = [(i, i = 1, n)]
  !$acc update device(a(2:n:3))
  !$acc parallel loop
  do i = 1, n
    a(i) = a(i) + 100
  end do
  if (separate) a = 0
  !$acc update host(a(1:n:5))
  !$acc end data
  if (separate) then
    do i = 1, n
      k = 0
      if (mod(i, 5) == 1) k = 100 + merge(i, 0, mod(i, 3) == 2)
      call expect_equal(a(i), k, 'steps')
    end do
  end if

  ! Rows, columns and blocks of matrices; a row is not contiguous.
  t = 0
  u = 0
  !$acc data copyin(t, u)
  do j = 1, m
    do i = 1, n
      t(i, j) = i + 100*j
    end do
  end do
  !$acc update device(t(5, :), t(:, 7))
  !$acc update device(t(10:12, 2:4))
  !$acc update device(t(20:24:2, 1:m:4))
  !$acc parallel loop collapse(2)
  do j = 1, m
    do i = 1, n
      u(i, j) = t(i, j)
    end do
  end do
  !$acc update host(u)
  if (separate) then
    do j = 1, m
      do i = 1, n
        k = 0
        if (i == 5 .or. j == 7) k = t(i, j)
        if (i >= 10 .and. i <= 12 .and. j >= 2 .and. j <= 4) k = t(i, j)
        if (i >= 20 .and. mod(i, 2) == 0 .and. mod(j, 4) == 1) k = t(i, j)
        call expect_equal(u(i, j), k, 'parts of a matrix')
      end do
    end do
  end if
  !$acc parallel loop collapse(2)
  do j = 1, m
    do i = 1, n
      u(i, j) = -i
    end do
  end do
  u = 0
  !$acc update self(u(2:n:7, 3), u(4, 5:9))
  if (separate) then
    call expect_equal(count(u /= 0), 4 + 5, 'how many came back')
    call expect_equal(u(2:n:7, 3), [-2, -9, -16, -23], 'part of a column')
    call expect_equal(u(4, 5:9), [(-4, i = 5, 9)], 'part of a row')
  end if
  !$acc end data

  ! Planes: halos of a field.
  c = 0
  !$acc data copy(c)
  !$acc parallel loop collapse(3)
  do k = 1, l
    do j = 1, m
      do i = 1, n
        c(i, j, k) = i + 100*j + 10000*k
      end do
    end do
  end do
  if (separate) c = 0
  !$acc update host(c(1, :, :), c(n, :, :))
  !$acc update host(c(:, 1, :))
  !$acc update host(c(2:3, 3:4, 2:l-1))
  if (separate) then
    do k = 1, l
      do j = 1, m
        do i = 1, n
          s = 0
          if (i == 1 .or. i == n .or. j == 1) s = i + 100*j + 10000*k
          if ((i == 2 .or. i == 3) .and. (j == 3 .or. j == 4) .and. k > 1 .and. k < l) &
            s = i + 100*j + 10000*k
          call expect_equal(c(i, j, k), s, 'planes')
        end do
      end do
    end do
  end if
  !$acc end data
  call expect_equal(c(3, 9, 2), 20903, 'everything at the end')

  ! What is not present is left alone with if_present.
  b = 3
  !$acc update device(b) if_present
  !$acc update host(b) if_present
  call expect(all(b == 3), 'if_present')

  ! In a procedure, of its dummy argument: the bounds are the dummy's.
  a = 1
  !$acc data copyin(a)
  call refresh(a(5:14))
  !$acc parallel loop
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc update host(a)
  !$acc end data
  if (separate) then
    call expect_equal(a, [(merge(51, 2, i >= 5 .and. i <= 14), i = 1, n)], 'a part, in a procedure')
  end if
  call finish()
contains
  subroutine refresh(x)
    integer, intent(inout) :: x(0:)
    x = 50
    !$acc update device(x(0:9))
  end subroutine
end program
