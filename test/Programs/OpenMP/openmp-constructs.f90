! OpenMP on the host: work sharing, data sharing, reductions, tasks,
! synchronisation, and the functions of omp_lib.
! REQUIRES: openmp
! RUN: %{fresh-folder} && %{compile} -mp %{testing} %s -o %t.dir/program
! RUN: env OMP_NUM_THREADS=4 OMP_WAIT_POLICY=passive %run %t.dir/program | %{check-pass}
! RUN: %{compile} -mp -O0 -g %{testing} %s -o %t.dir/unoptimized
! RUN: env OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive %run %t.dir/unoptimized | %{check-pass}

module shared_state
  implicit none
  integer :: counter = 5
  integer, allocatable :: scratch(:)
  real(8) :: in_common
  common /block/ in_common
  !$omp threadprivate(counter, scratch, /block/)
end module

program openmp_constructs
  use omp_lib
  use testing
  use shared_state
  implicit none
  integer, parameter :: n = 200
  integer :: i, j, k

  !$ call expect(.true., 'a conditional line')
  call expect(omp_get_max_threads() >= 3, 'OMP_NUM_THREADS')
  call expect(.not. omp_in_parallel(), 'outside of parallel regions')
  call schedules()
  call collapsed_loops()
  call scalar_reductions()
  call array_reductions(n)
  call declared_reductions()
  call data_sharing(n)
  call last_values()
  call sections_and_singles()
  call synchronisation()
  call tasks()
  call loops_of_tasks()
  call shared_work()
  call simd_loops()
  call thread_private_data()
  call orphaned_directives()
  call nested_regions()
  call cancelled_loops()
  call finish()

contains

  subroutine schedules()
    integer :: a(n), times
    a = 0
    !$omp parallel do schedule(static)
    do i = 1, n
      a(i) = a(i) + i
    end do
    !$omp parallel do schedule(static, 3)
    do i = n, 1, -1
      a(i) = a(i) + i
    end do
    !$omp parallel do schedule(dynamic)
    do i = 1, n
      a(i) = a(i) + i
    end do
    !$omp parallel do schedule(guided, 2) num_threads(2)
    do i = 1, n
      a(i) = a(i) + i
    end do
    !$omp parallel do schedule(runtime) if(n > 10)
    do i = 1, n
      a(i) = a(i) + i
    end do
    times = 5
    call expect_equal(a, [(times*i, i = 1, n)], 'schedules')
  end subroutine

  subroutine collapsed_loops()
    integer :: c(5, 6, 7)
    c = 0
    !$omp parallel do collapse(3) schedule(dynamic, 4)
    do k = 1, 7
      do j = 1, 6
        do i = 1, 5
          c(i, j, k) = i + 10*j + 100*k
        end do
      end do
    end do
    do k = 1, 7
      do j = 1, 6
        call expect_equal(c(:, j, k), [(i + 10*j + 100*k, i = 1, 5)], &
            'collapsed loops')
      end do
    end do
  end subroutine

  subroutine scalar_reductions()
    integer :: total, product, bits, common_bits, odd, smallest, largest
    real(8) :: x
    complex(8) :: z
    logical :: all_positive, any_large
    total = 7; product = 1; bits = 0; common_bits = -1; odd = 0
    smallest = huge(smallest); largest = -huge(largest)
    x = 0; z = 0; all_positive = .true.; any_large = .false.
    !$omp parallel do reduction(+: total, x, z) reduction(*: product) &
    !$omp   reduction(ior: bits) reduction(iand: common_bits) &
    !$omp   reduction(ieor: odd) reduction(min: smallest) &
    !$omp   reduction(max: largest) reduction(.and.: all_positive) &
    !$omp   reduction(.or.: any_large)
    do i = 1, n
      total = total + i
      x = x + 0.5d0*i
      z = z + cmplx(i, -i, 8)
      if (i <= 5) product = product*i
      bits = ior(bits, i)
      common_bits = iand(common_bits, ior(i, 256))
      odd = ieor(odd, i)
      smallest = min(smallest, abs(i - 50))
      largest = max(largest, abs(i - 50))
      all_positive = all_positive .and. i > 0
      any_large = any_large .or. i > n
    end do
    call expect_equal(total, 7 + n*(n + 1)/2, 'sum')
    call expect_equal(x, 0.25d0*n*(n + 1), 'sum of reals')
    call expect_equal(z, cmplx(n*(n + 1)/2, -n*(n + 1)/2, 8), 'complex sum')
    call expect_equal(product, 120, 'product')
    call expect_equal(bits, 255, 'ior')
    call expect_equal(common_bits, 256, 'iand')
    call expect_equal(odd, n, 'ieor') ! 1 xor 2 xor ... xor 4k = 4k
    call expect_equal(smallest, 0, 'min')
    call expect_equal(largest, n - 50, 'max')
    call expect_equal(all_positive, .true., 'and')
    call expect_equal(any_large, .false., 'or')
  end subroutine

  subroutine array_reductions(m)
    integer, intent(in) :: m
    integer :: fixed(4), automatic(m)
    integer, allocatable :: dynamic(:)
    allocate(dynamic(3))
    fixed = 1; automatic = 2; dynamic = 3
    !$omp parallel do reduction(+: fixed, automatic, dynamic)
    do i = 1, m
      fixed(1 + mod(i, 4)) = fixed(1 + mod(i, 4)) + 1
      automatic(i) = automatic(i) + i
      dynamic(2) = dynamic(2) + i
    end do
    call expect_equal(fixed, [(1 + m/4, i = 1, 4)], 'an array of fixed size')
    call expect_equal(automatic, [(2 + i, i = 1, m)], 'an automatic array')
    call expect_equal(dynamic, [3, 3 + m*(m + 1)/2, 3], 'an allocatable array')
  end subroutine

  subroutine declared_reductions()
    integer :: furthest
    !$omp declare reduction(further: integer: &
    !$omp   omp_out = merge(omp_out, omp_in, abs(omp_out) >= abs(omp_in))) &
    !$omp   initializer(omp_priv = 0)
    furthest = 1
    !$omp parallel do reduction(further: furthest)
    do i = -100, 90
      if (abs(i) > abs(furthest)) furthest = i
    end do
    call expect_equal(furthest, -100, 'a declared reduction')
  end subroutine

  subroutine data_sharing(m)
    integer, intent(in) :: m
    integer :: first, own, seen(n), w(m), v(5), bad
    integer, allocatable :: t(:)
    character(8) :: text
    type pair
      integer :: a = 1, b = 2
    end type
    type(pair) :: p
    first = 11; own = 3; seen = 0; w = 4; v = 5; bad = 0; text = 'abc'
    p%b = 7
    allocate(t(2)); t = 6
    !$omp parallel default(none) firstprivate(first, w, v, t, text, p) &
    !$omp   private(own, i, j) shared(seen) reduction(+: bad)
    own = omp_get_thread_num()
    if (first /= 11 .or. any(w /= 4) .or. any(v /= 5)) bad = bad + 1
    if (any(t /= 6) .or. text /= 'abc' .or. p%a /= 1 .or. p%b /= 7) bad = bad + 1
    w = own; v = own; t = own; first = own; p%a = own
    write (text, '(i8)') own
    !$omp barrier
    if (any(w /= own) .or. any(v /= own) .or. any(t /= own)) bad = bad + 1
    read (text, '(i8)') j
    if (j /= own .or. p%a /= own .or. first /= own) bad = bad + 1
    !$omp do
    do i = 1, n
      seen(i) = seen(i) + 1
    end do
    !$omp end parallel
    call expect_equal(bad, 0, 'copies of threads')
    call expect_equal(seen, [(1, i = 1, n)], 'each iteration once')
    call expect_equal(first, 11, 'the original of a copy')
    call expect_equal(own, 3, 'the original of a private variable')
    call expect_equal(w, [(4, i = 1, m)], 'the original of an automatic array')
    call expect_equal(t, [6, 6], 'the original of an allocatable array')
  end subroutine

  subroutine last_values()
    integer :: last, square(3)
    !$omp parallel do lastprivate(last, square) schedule(dynamic)
    do i = 1, n
      last = i
      square = i*i
    end do
    call expect_equal(last, n, 'lastprivate')
    call expect_equal(square, [n*n, n*n, n*n], 'lastprivate array')
  end subroutine

  subroutine sections_and_singles()
    integer :: done(3), singles, masters, told, bad
    done = 0; singles = 0; masters = 0; bad = 0
    !$omp parallel private(told) reduction(+: bad)
    !$omp sections
    !$omp section
    done(1) = done(1) + 1
    !$omp section
    done(2) = done(2) + 1
    !$omp section
    done(3) = done(3) + 1
    !$omp end sections
    told = -1
    !$omp single
    singles = singles + 1
    told = 42
    !$omp end single copyprivate(told)
    if (told /= 42) bad = bad + 1
    !$omp master
    masters = masters + 1
    !$omp end master
    !$omp masked
    masters = masters + 1
    !$omp end masked
    !$omp end parallel
    call expect_equal(done, [1, 1, 1], 'sections')
    call expect_equal([singles, masters, bad], [1, 2, 0], 'single and master')
  end subroutine

  subroutine synchronisation()
    integer :: locked, critical, added, read, written, captured, old
    integer :: places(n), in_order(n), next
    integer(omp_lock_kind) :: lock
    locked = 0; critical = 0; added = 0; captured = 0; places = 0; next = 0
    call omp_init_lock(lock)
    !$omp parallel do private(old, read) shared(added, captured)
    do i = 1, n
      call omp_set_lock(lock)
      locked = locked + 1
      call omp_unset_lock(lock)
      !$omp critical (name)
      critical = critical + 1
      !$omp end critical (name)
      !$omp atomic
      added = added + 2
      !$omp atomic read
      read = added
      !$omp atomic write
      written = read
      !$omp atomic capture
      captured = captured + 1
      old = captured
      !$omp end atomic
      places(old) = places(old) + 1
    end do
    call omp_destroy_lock(lock)
    call expect_equal([locked, critical, added], [n, n, 2*n], &
        'locks, critical and atomic')
    call expect_equal(places, [(1, i = 1, n)], 'atomic capture')
    !$omp parallel do ordered schedule(dynamic)
    do i = 1, n
      !$omp ordered
      next = next + 1
      in_order(next) = i
      !$omp end ordered
    end do
    call expect_equal(in_order, [(i, i = 1, n)], 'ordered')
  end subroutine

  recursive function fibonacci(m) result(value)
    integer, intent(in) :: m
    integer :: value, a, b
    if (m < 2) then
      value = m
      return
    end if
    !$omp task shared(a) if(m > 8)
    a = fibonacci(m - 1)
    !$omp end task
    b = fibonacci(m - 2)
    !$omp taskwait
    value = a + b
  end function

  subroutine tasks()
    integer :: chain, copy(20), result
    chain = 1
    !$omp parallel
    !$omp single
    do i = 1, 20
      !$omp task firstprivate(i) shared(copy)
      copy(i) = i*i
      !$omp end task
    end do
    !$omp task depend(out: chain)
    chain = chain + 1
    !$omp end task
    !$omp task depend(inout: chain)
    chain = chain*10
    !$omp end task
    !$omp taskgroup
    !$omp task depend(in: chain)
    chain = chain + 3
    !$omp end task
    !$omp end taskgroup
    result = fibonacci(12)
    !$omp end single
    !$omp end parallel
    call expect_equal(copy, [(i*i, i = 1, 20)], 'tasks')
    call expect_equal(chain, 23, 'dependent tasks')
    call expect_equal(result, 144, 'recursive tasks')
  end subroutine

  subroutine loops_of_tasks()
    integer :: a(n), own
    !$omp parallel
    !$omp single
    !$omp taskloop grainsize(7) private(own)
    do i = 1, n
      own = 2*i
      a(i) = own
    end do
    !$omp end single
    !$omp end parallel
    call expect_equal(a, [(2*i, i = 1, n)], 'taskloop')
  end subroutine

  subroutine shared_work()
    integer :: a(n), b(n), total
    b = [(i, i = 1, n)]
    !$omp parallel
    !$omp workshare
    a = 2*b + 1
    where (mod(b, 2) == 0) a = 0
    total = sum(a)
    !$omp end workshare
    !$omp end parallel
    call expect_equal(a, [(merge(0, 2*i + 1, mod(i, 2) == 0), i = 1, n)], &
        'workshare')
    call expect_equal(total, sum(a), 'a sum in workshare')
  end subroutine

  subroutine simd_loops()
    real(8) :: x(n), total
    integer :: place
    x = 1; total = 0; place = 0
    !$omp simd reduction(+: total) linear(place: 2) safelen(8)
    do i = 1, n
      total = total + x(i)
      place = place + 2
    end do
    call expect_equal(total, real(n, 8), 'simd')
    call expect_equal(place, 2*n, 'linear')
    !$omp parallel do simd collapse(2)
    do j = 1, 2
      do i = 1, n/2
        x(i + (j - 1)*(n/2)) = i + doubled(j)
      end do
    end do
    call expect_equal(x(n), real(n/2 + 4, 8), 'parallel do simd')
  end subroutine

  integer function doubled(m)
    !$omp declare simd(doubled)
    integer, intent(in) :: m
    doubled = 2*m
  end function

  subroutine thread_private_data()
    integer :: bad, threads
    counter = 9
    allocate(scratch(2)); scratch = 8
    bad = 0; threads = 0
    !$omp parallel copyin(counter, scratch) reduction(+: bad, threads)
    threads = 1
    if (counter /= 9 .or. any(scratch /= 8)) bad = 1
    counter = 100 + omp_get_thread_num()
    in_common = counter
    scratch(1) = counter
    !$omp end parallel
    call expect_equal(bad, 0, 'copyin')
    call expect(threads >= 3, 'a team of threads')
    !$omp parallel reduction(+: bad)
    if (counter /= 100 + omp_get_thread_num()) bad = bad + 1
    if (in_common /= counter .or. scratch(1) /= counter) bad = bad + 1
    !$omp end parallel
    call expect_equal(bad, 0, 'threadprivate data between regions')
    deallocate(scratch)
  end subroutine

  subroutine fill(a)
    integer, intent(out) :: a(:)
    integer :: local(size(a))
    !$omp do
    do i = 1, size(a)
      local(i) = i
      a(i) = local(i)*3
    end do
  end subroutine

  subroutine orphaned_directives()
    integer :: a(n)
    a = 0
    !$omp parallel
    call fill(a)
    !$omp end parallel
    call expect_equal(a, [(3*i, i = 1, n)], 'an orphaned loop')
    call fill(a)
    call expect_equal(a, [(3*i, i = 1, n)], 'a loop without a team')
  end subroutine

  subroutine nested_regions()
    integer :: total, levels
    total = 0; levels = 0
    call omp_set_max_active_levels(2)
    !$omp parallel num_threads(2) reduction(+: total)
    block
      integer :: inner
      inner = 0
      !$omp parallel num_threads(2) reduction(+: inner)
      inner = inner + 1
      !$omp atomic write
      levels = omp_get_level()
      !$omp end parallel
      total = total + inner
    end block
    !$omp end parallel
    call expect_equal([total, levels], [4, 2], 'nested regions')
  end subroutine

  subroutine cancelled_loops()
    logical :: found
    found = .false.
    !$omp parallel do shared(found)
    do i = 1, n
      !$omp cancellation point do
      if (i == n/2) then
        !$omp atomic write
        found = .true.
        !$omp cancel do
      end if
    end do
    call expect_equal(found, .true., 'a cancelled loop')
  end subroutine
end program
