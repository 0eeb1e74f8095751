!===-- mesh-forces.f90 - Forces on the points of a mesh ------------------------- ===!
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
! RUN: not %run %t.dir/launches bare 2>&1 | FileCheck %s --check-prefix=BARE
! RUN: sed 's/copyout(ends) copy(height)/copyout(ends)/' %s > %t.dir/forgotten.f90
! RUN: not %{compile} -acc -c %t.dir/forgotten.f90 -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=NONE
!
! Triangles of one colour share no point, so they may add to their corners at once
! (INDEPENDENT, with an array for each element); the points of a block are a gang's, each a
! worker's, its neighbours the lanes'; rims are followed in order (SEQ, AUTO); norms are
! reductions of gangs and, inside, of lanes.
!
!===----------------------------------------------------------------------===!
module meshes
  implicit none
  integer, parameter :: wide = 19, high = 14, points = wide*high, triangles = 2*(wide - 1)*(high - 1), block = 16
  integer :: corner(3, triangles), colour_of(triangles), first(0:16), order(triangles), colours
  integer :: begin(points + 1), next_to(8*points)
contains
  subroutine assemble(weight, load)
    integer, intent(in) :: weight(triangles)
    integer, intent(inout) :: load(points)
    integer :: element(3), colour, low, high, i, k, t
    element = 12345
    do colour = 1, colours
      low = first(colour - 1)
      high = first(colour) - 1
      ! MINFO: assemble:
      ! MINFO: [[#@LINE+5]], !$acc loop gang, worker(2), vector(32) ! blockidx%x threadidx%y threadidx%x
      ! MINFO: [[#@LINE+6]], !$acc loop seq{{$}}
      ! MINFO: [[#@LINE+8]], !$acc loop seq{{$}}
      ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=2 num_workers=1 vector_length=64
      !$acc kernels loop gang(2) worker(2) vector(32) independent private(element, t) default(present)
      do i = low, high
        t = order(i)
        do k = 1, 3
          element(k) = weight(t)*k
        end do
        do k = 1, 3
          load(corner(k, t)) = load(corner(k, t)) + element(k) - element(1 + mod(k, 3))
        end do
      end do
    end do
    if (any(element /= 12345)) error stop 'private'
  end subroutine

  subroutine relax(load, height, new)
    integer, intent(in) :: load(points)
    integer, intent(inout) :: height(points), new(points)
    integer :: b, p, q, s
    ! MINFO: relax:
    ! MINFO: [[#@LINE+7]], !$acc loop gang ! blockidx%x
    ! MINFO: [[#@LINE+8]], !$acc loop worker(4) ! threadidx%y
    ! MINFO: [[#@LINE+10]], !$acc loop vector(32) ! threadidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(+:s)
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=9 num_workers=4 vector_length=32
    !$acc parallel num_gangs(9) num_workers(4) vector_length(32) present(load, height, new, begin, next_to)
    !$acc loop gang
    do b = 1, points, block
      !$acc loop worker private(s)
      do p = b, min(b + block - 1, points)
        s = 0
        !$acc loop vector reduction(+:s)
        do q = begin(p), begin(p + 1) - 1
          s = s + height(next_to(q)) - height(p)
        end do
        new(p) = height(p) + (s + load(p))/16
      end do
    end do
    !$acc end parallel
    ! MINFO: [[#@LINE+3]], !$acc loop gang, vector(128) ! blockidx%x threadidx%x
    !$acc parallel default(present)
    !$acc loop gang worker vector
    do p = 1, points
      height(p) = new(p)
    end do
    !$acc end parallel
  end subroutine

  !> Along the lower and the upper rim each point sinks with the one before it.
  subroutine sink(height, ends)
    integer, intent(inout) :: height(wide, high)
    integer, intent(out) :: ends(2)
    integer :: side, i, j
    ! MINFO: sink:
    ! MINFO: [[#@LINE+6]], !$acc loop gang, vector(32) ! blockidx%x threadidx%x
    ! MINFO: [[#@LINE+8]], !$acc loop seq{{$}}
    ! MINFO: [[#@LINE+12]], !$acc loop seq{{$}}
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=2 num_workers=1 vector_length=32
    !$acc parallel num_gangs(2) vector_length(32) default(none) copyout(ends) copy(height)
    !$acc loop gang private(j)
    do side = 1, 2
      j = merge(1, high, side == 1)
      !$acc loop seq
      do i = 2, wide
        ! NONE: :[[#@LINE+1]]:9: error: The DEFAULT(NONE) clause requires that 'height' must be listed in a data-mapping clause
        height(i, j) = (height(i, j) + 3*height(i - 1, j))/4
      end do
      !$acc loop auto
      do i = wide - 1, 1, -1
        height(i, j) = height(i, j) + height(i + 1, j)/8
      end do
      ends(side) = height(1, j)
    end do
    !$acc end parallel
    ! MINFO: [[#@LINE+2]], !$acc loop gang, vector(128) collapse(2) ! blockidx%x threadidx%x
    !$acc parallel loop tile(6, 5) present(height)
    do j = 2, high - 1
      do i = 2, wide - 1
        height(i, j) = height(i, j) - height(i, j)/32
      end do
    end do
  end subroutine

  subroutine norms(height, sums, words, flags)
    integer, intent(in) :: height(wide, high)
    integer, intent(out) :: sums(2), words(5)
    logical, intent(out) :: flags(4)
    integer :: total, odds, low, top, common, any, check, i, j
    logical :: calm, wild, even, crossed
    total = 1000
    odds = 3
    low = huge(low)
    top = -huge(top)
    common = -1
    any = 0
    check = 1
    calm = .true.
    wild = .false.
    even = .false.
    crossed = .true.
    ! MINFO: norms:
    ! MINFO: [[#@LINE+10]], !$acc loop gang ! blockidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(+:total)
    ! MINFO-NEXT: {{^ +}}Generating reduction(*:odds)
    ! MINFO-NEXT: {{^ +}}Generating reduction(min:low)
    ! MINFO-NEXT: {{^ +}}Generating reduction(max:top)
    ! MINFO: [[#@LINE+7]], !$acc loop vector(64) ! threadidx%x
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=3 num_workers=1 vector_length=32
    !$acc parallel num_gangs(3) num_workers(1) vector_length(64) present(height) &
    !$acc   reduction(+:total) reduction(*:odds) reduction(min:low) reduction(max:top)
    !$acc loop gang reduction(+:total) reduction(*:odds) reduction(min:low) reduction(max:top)
    do j = 1, high
      !$acc loop vector reduction(+:total) reduction(*:odds) reduction(min:low) reduction(max:top)
      do i = 1, wide
        total = total + height(i, j)
        odds = odds*(2*height(i, j) + 1)
        low = min(low, height(i, j))
        top = max(top, height(i, j))
      end do
    end do
    !$acc end parallel
    ! MINFO: [[#@LINE+13]], !$acc loop gang ! blockidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(iand:common)
    ! MINFO-NEXT: {{^ +}}Generating reduction(ior:any)
    ! MINFO-NEXT: {{^ +}}Generating reduction(ieor:check)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.and.:calm)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.or.:wild)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.eqv.:even)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.neqv.:crossed)
    ! MINFO: [[#@LINE+8]], !$acc loop vector(32) ! threadidx%x
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=5 num_workers=1 vector_length=32
    !$acc parallel loop gang num_gangs(5) vector_length(32) present(height) &
    !$acc   reduction(iand:common) reduction(ior:any) reduction(ieor:check) &
    !$acc   reduction(.and.:calm) reduction(.or.:wild) reduction(.eqv.:even) reduction(.neqv.:crossed)
    do j = 1, high
      !$acc loop vector reduction(iand:common) reduction(ior:any) reduction(ieor:check) &
      !$acc   reduction(.and.:calm) reduction(.or.:wild) reduction(.eqv.:even) reduction(.neqv.:crossed)
      do i = 1, wide
        common = iand(common, ior(height(i, j), 5))
        any = ior(any, iand(height(i, j), 119))
        check = ieor(check, height(i, j)*(i + 17*j))
        calm = calm .and. abs(height(i, j)) < 100000
        wild = wild .or. height(i, j) == 1 - i
        even = even .eqv. btest(height(i, j), 0)
        crossed = crossed .neqv. height(i, j) < 0
      end do
    end do
    sums = [total, odds]
    words = [low, top, common, any, check]
    flags = [calm, wild, even, crossed]
  end subroutine

  subroutine make_mesh()
    integer :: i, j, t, c, p
    logical :: used(0:15), linked(points, points)
    t = 0
    do j = 1, high - 1
      do i = 1, wide - 1
        p = i + (j - 1)*wide
        corner(:, t + 1) = [p, p + 1, p + wide]
        corner(:, t + 2) = [p + 1, p + wide + 1, p + wide]
        t = t + 2
      end do
    end do
    linked = .false.
    colour_of = -1
    do t = 1, triangles
      used = .false.
      do c = 1, t - 1
        if (any(corner(1, c) == corner(:, t)) .or. any(corner(2, c) == corner(:, t)) .or. any(corner(3, c) == corner(:, t))) &
          used(colour_of(c)) = .true.
      end do
      colour_of(t) = findloc(used, .false., 1) - 1
      linked(corner(:, t), corner(:, t)) = .true.
    end do
    colours = maxval(colour_of) + 1
    i = 1
    do c = 0, colours - 1
      first(c) = i
      do t = 1, triangles
        if (colour_of(t) == c) then
          order(i) = t
          i = i + 1
        end if
      end do
    end do
    first(colours) = i
    i = 1
    do p = 1, points
      begin(p) = i
      do t = 1, points
        if (linked(t, p) .and. t /= p) then
          next_to(i) = t
          i = i + 1
        end if
      end do
    end do
    begin(points + 1) = i
  end subroutine
end module

program main
  use testing
  use meshes
  implicit none
  integer :: height(points), h(points), new(points), load(points), l(points), weight(triangles), ends(2), rim(2), sums(2), &
             words(5), right(5), i, j, k, p, step
  logical :: flags(4), even, crossed
  character(8) :: mode
  call make_mesh
  height = [(mod(i*i*13, 4001) - 1700, i = 1, points)]
  h = height
  weight = [(mod(i*37, 211) - 100, i = 1, triangles)]
  load = 0
  l = 0
  call get_command_argument(1, mode)
  ! BARE: FATAL ERROR: data in PRESENT clause was not found on device 1: name=
  ! BARE-NEXT: file:{{.*}} assemble line:
  if (mode == 'bare') call assemble(weight, load)

  !$acc data copy(height, load) create(new) copyin(corner, order, begin, next_to)
  do step = 1, 4
    weight = weight - 7*step
    !$acc enter data copyin(weight)
    call assemble(weight, load)
    !$acc exit data delete(weight)
    call relax(load, height, new)
    call sink(height, ends)
  end do
  call norms(height, sums, words, flags)
  !$acc end data

  weight = weight + 7*10
  do step = 1, 4
    weight = weight - 7*step
    do i = 1, triangles
      do k = 1, 3
        p = corner(k, i)
        l(p) = l(p) + weight(i)*(k - (1 + mod(k, 3)))
      end do
    end do
    h = [(h(p) + (sum(h(next_to(begin(p):begin(p + 1) - 1)) - h(p)) + l(p))/16, p = 1, points)]
    do j = 1, high, high - 1
      p = (j - 1)*wide
      do i = 2, wide
        h(p + i) = (h(p + i) + 3*h(p + i - 1))/4
      end do
      do i = wide - 1, 1, -1
        h(p + i) = h(p + i) + h(p + i + 1)/8
      end do
      rim(merge(1, 2, j == 1)) = h(p + 1)
    end do
    do j = 2, high - 1
      p = (j - 1)*wide
      h(p + 2:p + wide - 1) = h(p + 2:p + wide - 1) - h(p + 2:p + wide - 1)/32
    end do
  end do
  call expect_equal(load, l, 'loads')
  call expect_equal(height, h, 'heights')
  call expect_equal(ends, rim, 'ends of the rims')
  call expect_equal(sums, [1000 + sum(h), 3*product(2*h + 1)], 'a sum and a product')
  right = [minval(h), maxval(h), iall(ior(h, 5)), iany(iand(h, 119)), &
           ieor(1, iparity(h*[((i + 17*j, i = 1, wide), j = 1, high)]))]
  call expect_equal(words, right, 'words')
  even = .false.
  crossed = .true.
  do p = 1, points
    even = even .eqv. btest(h(p), 0)
    crossed = crossed .neqv. h(p) < 0
  end do
  call expect_equal(flags, [all(abs(h) < 100000), any(h == [((1 - i, i = 1, wide), j = 1, high)]), even, crossed], 'flags')
  call finish
end program
