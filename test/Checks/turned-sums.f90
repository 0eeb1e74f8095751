! Reductions of nests: what goes from round to round is kept for all threads while
! their rounds are done together, with and without a race.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -O2 -acc -gpu=check %s -o %t.dir/program
! RUN: env WARPFORT_NUM_THREADS=1 %run %t.dir/program 0 2>&1 | FileCheck %s --check-prefix=RIGHT
! RUN: env WARPFORT_NUM_THREADS=2 %run %t.dir/program 0 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: warprt:
! RIGHT-NOT: WRONG
! RIGHT: done
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 1 2>&1 | FileCheck %s --check-prefix=RACE
! RACE: turned-sums.f90:[[#]]: race: thread {{.*}} of kernel 'm::change{{.*}}' {{reads|writes}} 'a', which thread {{.*}} {{read|wrote}} at turned-sums.f90:[[#]]
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 2 2>&1 | FileCheck %s --check-prefix=SAME
! SAME: turned-sums.f90:[[#]]: race: thread {{.*}} of kernel 'm::same{{.*}}' {{reads|writes}} 'b', which thread {{.*}} {{read|wrote}} at turned-sums.f90:[[#]]
module m
contains
  subroutine change(a, b, e, n)
    integer :: n, i, j
    real :: a(n, n), b(n, n), e
    !$acc parallel loop collapse(2) reduction(max:e) present(a, b) copy(e)
    do j = 2, n - 1
      do i = 2, n - 1
        b(i, j) = 0.25*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
        e = max(e, abs(b(i, j) - a(i, j)))
      end do
    end do
  end subroutine
  subroutine total(a, s, k, n)
    integer :: n, i, j, k
    real(8) :: a(n, n), s
    !$acc parallel loop tile(32, 4) reduction(+:s) reduction(min:k) present(a) copy(s, k)
    do j = 1, n
      do i = 1, n
        s = s + a(i, j)
        k = min(k, nint(a(i, j)) + i)
      end do
    end do
  end subroutine
  subroutine same(a, b, s, n, w)
    integer :: n, i, j, w
    real :: a(n, n), b(n, n), s
    !$acc parallel loop collapse(2) reduction(+:s) present(a, b) copy(s)
    do j = 1, n
      do i = 1, n
        s = s + a(i, j)
        b(i, j - merge(j - 1, 0, w == 2)) = a(i, j)
      end do
    end do
  end subroutine
end module
program p
  use m
  integer, parameter :: sizes(5) = [3, 33, 100, 131, 700]
  real, allocatable :: a(:, :), b(:, :)
  real(8), allocatable :: d(:, :)
  real :: e, f, t
  real(8) :: s
  integer :: w, q, n, i, j, k, l
  character(8) :: arg
  call get_command_argument(1, arg)
  read (arg, *) w
  do q = 1, 5
    n = sizes(q)
    allocate (a(n, n), b(n, n), d(n, n))
    do j = 1, n
      do i = 1, n
        a(i, j) = mod(7*i + 13*j, 101)
        d(i, j) = mod(3*i + 11*j, 97)
      end do
    end do
    b = 0
    e = 0; f = 0; s = 0.5d0; k = 1000; l = 1000; t = 0
    !$acc data copyin(a, d) copy(b)
    if (w == 1) then
      call change(a, a, e, n)
    else
      call change(a, b, e, n)
    end if
    call total(d, s, k, n)
    call same(a, b, t, n, w)
    !$acc end data
    do j = 2, n - 1
      do i = 2, n - 1
        f = max(f, abs(0.25*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1)) - a(i, j)))
      end do
    end do
    do i = 1, n
      l = min(l, nint(minval(d(i, :))) + i)
    end do
    if (w == 0 .and. (e /= f .or. s /= sum(d) + 0.5d0 .or. k /= l .or. any(b /= a) .or. abs(t - sum(real(a, 8))) > 1e-4*t)) &
      print *, 'WRONG', n, e, f, s, k, l, t
    deallocate (a, b, d)
  end do
  print *, 'done'
end program
