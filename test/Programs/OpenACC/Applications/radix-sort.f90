!===-- radix-sort.f90 - Keys sorted by their digits ---------------------------- ===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
! RUN: %{compile} -acc -fcpu-loop-threads %{testing} %s -o %t.dir/launches
! RUN: env NVCOMPILER_ACC_NOTIFY=1 %run %t.dir/launches 2>&1 \
! RUN:   | FileCheck %s --check-prefix=LAUNCHES
! RUN: not %run %t.dir/launches absent 2>&1 | FileCheck %s --check-prefix=ABSENT
! RUN: sed 's/default(none) present(counts, table)/default(none) present(counts)/' %s > %t.dir/forgotten.f90
! RUN: not %{compile} -acc -c %t.dir/forgotten.f90 -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=NONE
!
! A stable sort: workers count the digits of their blocks in private arrays, tiles turn the
! counts, running sums give each key its place (AUTO and SEQ), and keys go there without
! order (INDEPENDENT). The sorted keys are judged by reductions that the expressions show.
!
!===----------------------------------------------------------------------===!
module sorting
  implicit none
  integer, parameter :: digits = 16, blocks = 20, size_of_block = 37
contains
  !> A digit of a key, which only the device knows.
  integer function digit_of(key, shift)
    !$acc routine seq bind("hexadecimal_digit_")
    integer, value :: key, shift
    digit_of = -1 - shift*0*key
  end function

  subroutine count_digits(keys, counts, n, shift)
    integer, intent(in) :: n, keys(n), shift
    integer, intent(inout) :: counts(0:digits - 1, blocks)
    integer :: mine(0:digits - 1), b, i, d
    mine = -7
    ! MINFO: count_digits:
    ! MINFO: [[#@LINE+6]], !$acc loop gang, worker(2), vector(32) ! blockidx%x threadidx%y threadidx%x
    ! MINFO: [[#@LINE+6]], !$acc loop seq{{$}}
    ! MINFO: [[#@LINE+9]], !$acc loop seq{{$}}
    ! MINFO: [[#@LINE+12]], !$acc loop seq{{$}}
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=4 num_workers=1 vector_length=64
    !$acc parallel loop gang worker private(mine, d) num_gangs(4) num_workers(2) vector_length(32) default(present)
    do b = 1, blocks
      do i = 0, digits - 1
        mine(i) = 0
      end do
      !$acc loop seq
      do i = (b - 1)*size_of_block + 1, min(b*size_of_block, n)
        d = digit_of(keys(i), shift)
        mine(d) = mine(d) + 1
      end do
      do i = 0, digits - 1
        counts(i, b) = mine(i)
      end do
    end do
    if (any(mine /= -7)) error stop 'private'
  end subroutine

  !> Where the keys of each digit and block begin: digits first, then blocks.
  subroutine places(counts, table)
    integer, intent(inout) :: counts(0:digits - 1, blocks), table(blocks, 0:digits - 1)
    integer :: b, d
    ! MINFO: places:
    ! MINFO: [[#@LINE+3]], !$acc loop gang, vector(128) collapse(2) ! blockidx%x threadidx%x
    !$acc parallel default(none) present(counts, table)
    !$acc loop tile(5, 4)
    do d = 0, digits - 1
      do b = 1, blocks
        ! NONE: :[[#@LINE+1]]:9: error: The DEFAULT(NONE) clause requires that 'table' must be listed in a data-mapping clause
        table(b, d) = counts(d, b)
      end do
    end do
    !$acc end parallel
    ! MINFO: [[#@LINE+4]], !$acc loop seq{{$}}
    ! MINFO: [[#@LINE+4]], !$acc loop seq{{$}}
    !$acc parallel num_gangs(1) default(present)
    !$acc loop auto
    do d = 0, digits - 1
      do b = 1, blocks
        if (b > 1) then
          table(b, d) = table(b, d) + table(b - 1, d)
        else if (d > 0) then
          table(b, d) = table(b, d) + table(blocks, d - 1)
        end if
      end do
    end do
    !$acc end parallel
    ! MINFO: [[#@LINE+4]], !$acc loop gang, worker(4), vector(32) collapse(2) ! blockidx%x threadidx%y threadidx%x
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=2 num_workers=1 vector_length=128
    !$acc parallel num_gangs(2) num_workers(4) vector_length(32) present(counts, table)
    !$acc loop gang worker vector collapse(2)
    do b = 1, blocks
      do d = 0, digits - 1
        counts(d, b) = table(b, d) - counts(d, b)
      end do
    end do
    !$acc end parallel
  end subroutine

  subroutine move(keys, sorted, place, counts, n, shift)
    integer, intent(in) :: n, keys(n), shift
    integer, intent(inout) :: sorted(n), place(n), counts(0:digits - 1, blocks)
    integer :: b, d, i
    ! MINFO: move:
    ! MINFO: [[#@LINE+5]], !$acc loop gang, vector(64) ! blockidx%x threadidx%x
    ! MINFO: [[#@LINE+5]], !$acc loop seq{{$}}
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=6 num_workers=1 vector_length=64
    !$acc parallel vector_length(64) num_gangs(6) default(present)
    !$acc loop gang vector private(d)
    do b = 1, blocks
      do i = (b - 1)*size_of_block + 1, min(b*size_of_block, n)
        d = digit_of(keys(i), shift)
        counts(d, b) = counts(d, b) + 1
        place(i) = counts(d, b)
      end do
    end do
    !$acc end parallel
    ! MINFO: [[#@LINE+3]], !$acc loop gang, worker(3), vector(32) ! blockidx%x threadidx%y threadidx%x
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=3 num_workers=1 vector_length=96
    !$acc kernels loop gang(3) worker(3) vector(32) independent default(present)
    do i = 1, n
      sorted(place(i)) = keys(i)
    end do
  end subroutine

  subroutine judge(keys, n, sums, words, flags)
    integer, intent(in) :: n, keys(n)
    integer, intent(out) :: sums(2), words(5)
    logical, intent(out) :: flags(4)
    integer :: total, odds, i
    integer :: low, high, common, any, check
    logical :: ordered, twice, even, crossed
    total = 0
    odds = 1
    ! MINFO: judge:
    ! MINFO: [[#@LINE+6]], !$acc loop gang, worker(3), vector(32) ! blockidx%x threadidx%y threadidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(+:total)
    ! MINFO-NEXT: {{^ +}}Generating reduction(*:odds)
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=2 num_workers=1 vector_length=96
    !$acc parallel loop gang worker vector num_gangs(2) num_workers(3) vector_length(32) present(keys) &
    !$acc   reduction(+:total) reduction(*:odds)
    do i = 1, n
      total = total + mod(keys(i), 101)
      odds = odds*(2*keys(i) + 1)
    end do
    low = huge(low)
    high = -1
    common = -1
    any = 0
    check = 0
    ! MINFO: [[#@LINE+9]], !$acc loop gang, vector(128) ! blockidx%x threadidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(min:low)
    ! MINFO-NEXT: {{^ +}}Generating reduction(max:high)
    ! MINFO-NEXT: {{^ +}}Generating reduction(iand:common)
    ! MINFO-NEXT: {{^ +}}Generating reduction(ior:any)
    ! MINFO-NEXT: {{^ +}}Generating reduction(ieor:check)
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=5 num_workers=1 vector_length=128
    !$acc parallel loop num_gangs(5) vector_length(128) present(keys) reduction(min:low) reduction(max:high) &
    !$acc   reduction(iand:common) reduction(ior:any) reduction(ieor:check)
    do i = 1, n
      low = min(low, keys(i))
      if (keys(i) > high) high = keys(i)
      common = iand(common, ior(keys(i), 3))
      any = ior(any, iand(keys(i), 4081))
      check = ieor(check, keys(i)*i)
    end do
    ordered = .true.
    twice = .false.
    even = .true.
    crossed = .false.
    ! MINFO: [[#@LINE+7]], !$acc loop gang, vector(128) ! blockidx%x threadidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(.and.:ordered)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.or.:twice)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.eqv.:even)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.neqv.:crossed)
    !$acc kernels present(keys)
    !$acc loop reduction(.and.:ordered) reduction(.or.:twice) reduction(.eqv.:even) reduction(.neqv.:crossed)
    do i = 2, n
      ordered = ordered .and. keys(i) >= keys(i - 1)
      twice = twice .or. keys(i) == keys(i - 1)
      even = even .eqv. btest(keys(i), 0)
      crossed = crossed .neqv. (keys(i) > 2048 .and. keys(i - 1) <= 2048)
    end do
    !$acc end kernels
    sums = [total, odds]
    words = [low, high, common, any, check]
    flags = [ordered, twice, even, crossed]
  end subroutine
end module

integer function hexadecimal_digit(key, shift)
  !$acc routine seq
  implicit none
  integer, value :: key, shift
  hexadecimal_digit = iand(ishft(key, -shift), 15)
end function

program main
  use testing
  use sorting
  implicit none
  integer, parameter :: n = blocks*size_of_block - 11
  integer :: keys(n), sorted(n), place(n), counts(0:digits - 1, blocks), table(blocks, 0:digits - 1), wanted(n)
  integer :: sums(2), words(5), right(5), i, k, shift
  logical :: flags(4), even
  character(8) :: mode
  keys = [(iand(i*i*31 + i*7, 4095), i = 1, n)]
  wanted = keys
  call get_command_argument(1, mode)
  ! ABSENT: FATAL ERROR: data in PRESENT clause was not found on device 1: name={{keys|counts}}
  ! ABSENT-NEXT: file:{{.*}} count_digits line:
  if (mode == 'absent') call count_digits(keys, counts, n, 0)

  ! Another series, which is left before it is done.
  keys = keys/2
  !$acc enter data copyin(keys) create(sorted, place, counts, table)
  call count_digits(keys, counts, n, 0)
  !$acc exit data delete(keys, sorted, place, counts, table)
  keys = wanted
  !$acc data copy(keys) create(sorted, place, counts, table)
  do shift = 0, 8, 4
    call count_digits(keys, counts, n, shift)
    call places(counts, table)
    call move(keys, sorted, place, counts, n, shift)
    !$acc kernels
    keys = sorted
    !$acc end kernels
  end do
  call judge(keys, n, sums, words, flags)
  !$acc end data

  do i = 2, n
    k = i
    do while (k > 1)
      if (wanted(k) >= wanted(k - 1)) exit
      wanted(k - 1:k) = wanted([k, k - 1])
      k = k - 1
    end do
  end do
  call expect_equal(keys, wanted, 'sorted keys')
  sums(2) = sums(2) - product(2*wanted + 1)
  call expect_equal(sums, [sum(mod(wanted, 101)), 0], 'a sum and a product')
  right = [wanted(1), wanted(n), iall(ior(wanted, 3)), iany(iand(wanted, 4081)), iparity(wanted*[(i, i = 1, n)])]
  call expect_equal(words, right, 'words')
  even = .true.
  do i = 2, n
    even = even .eqv. btest(wanted(i), 0)
  end do
  call expect_equal(flags, [.true., any(wanted(2:) == wanted(:n - 1)), even, wanted(1) <= 2048 .and. wanted(n) > 2048], 'flags')
  call finish
end program
