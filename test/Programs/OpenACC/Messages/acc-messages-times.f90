!===-- acc-messages-times.f90 - NVCOMPILER_ACC_TIME and NVCOMPILER_ACC_NOTIFY -===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && mkdir -p %t.dir
! RUN: %{compile} -acc %s -o %t.dir/program
! RUN: env NVCOMPILER_ACC_TIME=1 %run %t.dir/program 2>&1 \
! RUN:   | FileCheck %s --check-prefix=TIME
! RUN: env PGI_ACC_TIME=1 %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=TIME
! RUN: env NVCOMPILER_ACC_NOTIFY=3 %run %t.dir/program 2>&1 \
! RUN:   | FileCheck %s --check-prefix=NOTIFY
! RUN: env PGI_ACC_NOTIFY=28 %run %t.dir/program 2>&1 \
! RUN:   | FileCheck %s --check-prefix=OTHERS
! RUN: %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=QUIET
! RUN: not env NVCOMPILER_ACC_NOTIFY=all %run %t.dir/program 2>&1 \
! RUN:   | FileCheck %s --check-prefix=WRONG
!
! What a program did and how long it took, in the reference's form.
!
!===----------------------------------------------------------------------===!

subroutine double(a, n)
  implicit none
  integer :: n, i
  real :: a(n)
  !$acc parallel loop present(a)
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine

program main
  implicit none
  integer, parameter :: n = 50000
  real :: x(n), y(n)
  integer :: i
  x = 1
  y = 3
  !$acc data copy(x) copyin(y)
  do i = 1, 3
    call double(x, n)
  end do
  !$acc update self(x(1:10))
  !$acc end data
  if (any(x /= 8)) error stop
  !$acc parallel loop copyin(y) copyout(x) async(2)
  do i = 1, n
    x(i) = y(i)
  end do
  !$acc wait
  if (any(x /= 3)) error stop
  print '(a)', 'done'
end program

! QUIET-NOT: {{.}}
! QUIET: done
! QUIET-NOT: {{.}}

! TIME: done
! TIME: Accelerator Kernel Timing data
! TIME-NEXT: {{.*}}acc-messages-times.f90
! TIME-NEXT:   main  {{CPU|NVIDIA}}  devicenum=0
! TIME-NEXT:     time(us): {{[0-9,]+}}
! TIME-NEXT:     [[#DATA:]]: data region reached 1 time
! TIME-NEXT:         [[#DATA]]: data copyin transfers: 2
! TIME-NEXT:              device time(us): total={{[0-9,]+}} max={{[0-9,]+}} min={{[0-9,]+}} avg={{[0-9,]+}}
! TIME-NEXT:     [[#DATA+4]]: update directive reached 1 time
! TIME-NEXT:         [[#DATA+4]]: data copyout transfers: 1
! TIME-NEXT:              device time(us): total=
! TIME-NEXT:     [[#DATA+5]]: data region reached 1 time
! TIME-NEXT:         [[#DATA+5]]: data copyout transfers: 1
! TIME-NEXT:              device time(us): total=
! TIME-NEXT:     [[#DATA+7]]: compute region reached 1 time
! TIME-NEXT:         [[#DATA+7]]: kernel launched 1 time
! TIME-NEXT:             grid: [{{[0-9]+}}]  block: [{{[0-9]+}}]
! TIME-NEXT:              device time(us): total=
! TIME-NEXT:             elapsed time(us): total=
! TIME-NEXT:     [[#DATA+7]]: data region reached 1 time
! TIME-NEXT:         [[#DATA+7]]: data copyin transfers: 1
! TIME-NEXT:              device time(us): total=
! TIME-NEXT:     [[#DATA+11]]: data region reached 1 time
! TIME-NEXT:         [[#DATA+11]]: data copyout transfers: 1
! TIME-NEXT:              device time(us): total=
! TIME-NEXT:   double  {{CPU|NVIDIA}}  devicenum=0
! TIME-NEXT:     time(us): {{[0-9,]+}}
! TIME-NEXT:     [[#KERNEL:]]: compute region reached 3 times
! TIME-NEXT:         [[#KERNEL]]: kernel launched 3 times
! TIME-NEXT:             grid: [{{[0-9]+}}]  block: [{{[0-9]+}}]
! TIME-NEXT:              device time(us): total=
! TIME-NEXT:             elapsed time(us): total=
! TIME-NEXT:     [[#KERNEL]]: data region reached 3 times
! TIME-NEXT:     [[#KERNEL+4]]: data region reached 3 times

! NOTIFY: upload CUDA data  file={{.*}}acc-messages-times.f90 function=main line=[[#DATA:]] device=0 threadid=1 variable=x bytes=200000
! NOTIFY-NEXT: upload CUDA data  file={{.*}} function=main line=[[#DATA]] device=0 threadid=1 variable=y bytes=200000
! NOTIFY-NEXT: launch CUDA kernel  file={{.*}}acc-messages-times.f90 function=double line=[[#KERNEL:]] device=0 threadid=1 num_gangs={{[0-9]+}} num_workers=1 vector_length={{[0-9]+}} grid={{[0-9]+}} block={{[0-9]+}}
! NOTIFY-NEXT: launch CUDA kernel  file={{.*}} function=double line=[[#KERNEL]]
! NOTIFY-NEXT: launch CUDA kernel  file={{.*}} function=double line=[[#KERNEL]]
! NOTIFY-NEXT: download CUDA data  file={{.*}} function=main line=[[#DATA+4]] device=0 threadid=1 variable=x{{.*}} bytes=40
! NOTIFY-NEXT: download CUDA data  file={{.*}} function=main line=[[#DATA+5]] device=0 threadid=1 variable=x bytes=200000
! NOTIFY-NEXT: upload CUDA data  file={{.*}} variable=y bytes=200000
! NOTIFY-NEXT: launch CUDA kernel  file={{.*}} function=main line=[[#DATA+7]]
! NOTIFY: download CUDA data  file={{.*}} variable=x bytes=200000

! OTHERS: Enter data region file={{.*}} function=main
! OTHERS: create CUDA data  devaddr=0x{{[0-9a-f]+}} bytes=200000 name=x file=
! OTHERS: Enter compute region file={{.*}} function=double
! OTHERS: Leave compute region file={{.*}} function=double
! OTHERS: Implicit wait  file={{.*}} function=double
! OTHERS: Leave data region file={{.*}} function=main
! OTHERS: delete CUDA data  devaddr=0x{{[0-9a-f]+}} bytes=200000 name=x file=
! OTHERS: Explicit wait

! WRONG: error: NVCOMPILER_ACC_NOTIFY is 'all'; accepted is a sum of 1 (launches)
