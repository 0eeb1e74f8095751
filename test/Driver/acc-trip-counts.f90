! -gpu=tripcount: the bounds of loops have the device's or the host's values of
! what data clauses name, and kernels compare the trip counts.
! RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/device
! RUN: %run %t.dir/device | FileCheck %s --check-prefix=DEVICE
! DEVICE: 8 8 64 6 5 3
! RUN: %{compile} -acc -gpu=tripcount:host %s -o %t.dir/host
! RUN: %run %t.dir/host | FileCheck %s --check-prefix=HOST
! HOST: 4 4 16 2 5 3
! RUN: %{compile} -acc -gpu=tripcount:host -gpu=tripcount:device %s -o %t.dir/last
! RUN: %run %t.dir/last | FileCheck %s --check-prefix=DEVICE
!
! A warning for each loop that differs, and the values that were asked for.
! RUN: %{compile} -acc -gpu=tripcount:warn %s -o %t.dir/warn
! RUN: %run %t.dir/warn 2>%t.dir/messages | FileCheck %s --check-prefix=DEVICE
! RUN: FileCheck %s --input-file %t.dir/messages --check-prefix=WARN
! RUN: %{compile} -acc -gpu=tripcount:host,tripcount:warn %s -o %t.dir/warn-host
! RUN: %run %t.dir/warn-host 2>%t.dir/messages | FileCheck %s --check-prefix=HOST
! RUN: FileCheck %s --input-file %t.dir/messages --check-prefix=WARN
! WARN:      warprt: {{.*}}acc-trip-counts.f90:[[#@LINE+32]]: warning: the trip count of the loop is 8 with the values on the device, and 4 with those of the host
! WARN-NEXT: acc-trip-counts.f90:[[#@LINE+36]]: warning: the trip count of the loop is 8 with the values on the device, and 4 with those of the host
! WARN-DAG: acc-trip-counts.f90:[[#@LINE+41]]: warning: the trip count of the loop is 8 with the values on the device, and 4 with those of the host
! WARN-DAG: acc-trip-counts.f90:[[#@LINE+42]]: warning: the trip count of the loop is 8 with the values on the device, and 4 with those of the host
! WARN: acc-trip-counts.f90:[[#@LINE+47]]: warning: the trip count of the loop is 6 with the values on the device, and 2 with those of the host
! WARN-NOT: warning
!
! RUN: %{compile} -acc -gpu=tripcount:check %s -o %t.dir/check
! RUN: not %run %t.dir/check 2>&1 | FileCheck %s --check-prefix=CHECK
! CHECK: warprt: {{.*}}acc-trip-counts.f90:[[#@LINE+23]]: error: the trip count of the loop is 8 with the values on the device, and 4 with those of the host
! CHECK-NOT: 8 8 64
! RUN: %{compile} -acc -gpu=tripcount:check,tripcount:nocheck %s -o %t.dir/unchecked
! RUN: %run %t.dir/unchecked 2>&1 | FileCheck %s --check-prefix=DEVICE
! RUN: %run %t.dir/check equal 2>&1 | FileCheck %s --check-prefix=EQUAL
! EQUAL-NOT: the trip count
! EQUAL: 8 8 64 6 5 3
program main
  implicit none
  character(20) :: kind
  integer :: n, m, i, j, a(8), b(8), c(8, 8), d(8), e(8), f(8), limits(2)
  n = 8
  m = 5
  limits = [2, 7]
  a = 0; b = 0; c = 0; d = 0; e = 0; f = 0
  call get_command_argument(1, kind)
  !$acc data copyin(n, limits) copy(a, b, c, d, e, f)
  if (kind /= 'equal') then
    n = 4
    limits(2) = 3
  end if

  !$acc parallel loop
  do i = 1, n ! a clause of the construct around
    a(i) = 1
  end do

  !$acc kernels present(n)
  do i = 1, n ! of the construct itself
    b(i) = 1
  end do
  !$acc end kernels

  !$acc parallel loop gang
  do j = 1, n ! nested
    !$acc loop vector
    do i = 1, n
      c(i, j) = 1
    end do
  end do

  !$acc parallel loop
  do i = limits(1), limits(2) ! elements
    d(i) = 1
  end do

  !$acc parallel loop
  do i = 1, m ! by value
    e(i) = 1
  end do

  !$acc serial present(n)
  n = 3
  do i = 1, n ! assigned in the construct
    f(i) = 1
  end do
  !$acc end serial
  !$acc end data
  print '(*(i0, 1x))', sum(a), sum(b), sum(c), sum(d), sum(e), sum(f)
end program
