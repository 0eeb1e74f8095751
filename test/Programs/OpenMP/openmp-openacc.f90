! OpenACC in OpenMP's parallel regions: compute constructs and data regions of
! several threads, private variables of either, queues.
! REQUIRES: openmp
! RUN: %{fresh-folder} && %{compile} -acc -mp %{testing} %s -o %t.dir/program
! RUN: env OMP_NUM_THREADS=4 OMP_WAIT_POLICY=passive %run %t.dir/program | %{check-pass}
! RUN: %{compile} -acc -mp -O0 -g %{testing} %s -o %t.dir/unoptimized
! RUN: env OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive %run %t.dir/unoptimized | %{check-pass}
! RUN: %{compile} -acc -mp -gpu=managed %{testing} %s -o %t.dir/managed
! RUN: env OMP_NUM_THREADS=4 OMP_WAIT_POLICY=passive %run %t.dir/managed | %{check-pass}

program openmp_openacc
  use omp_lib
  use openacc
  use testing
  implicit none
  integer, parameter :: n = 300, parts = 9
  integer :: i, part

  call constructs_of_threads()
  call data_of_threads()
  call private_arrays(n)
  call reductions()
  call queues()
  call kernels_and_arrays()
  call finish()

contains

  ! One data region around the threads.
  subroutine constructs_of_threads()
    real(8) :: a(n, parts), b(n)
    b = [(i, i = 1, n)]
    !$acc data copyin(b) copyout(a)
    !$omp parallel do private(i) schedule(dynamic)
    do part = 1, parts
      !$acc parallel loop
      do i = 1, n
        a(i, part) = b(i)*part
      end do
    end do
    !$acc end data
    do part = 1, parts
      call expect_equal(a(:, part), [(real(i*part, 8), i = 1, n)], &
          'constructs of threads')
    end do
  end subroutine

  ! Each thread has a data region for its own section.
  subroutine data_of_threads()
    integer :: a(n, parts), me
    a = 1
    !$omp parallel do private(i, me)
    do part = 1, parts
      me = part
      !$acc data copy(a(:, part)) copyin(me)
      !$acc parallel loop present(a(:, part), me)
      do i = 1, n
        a(i, part) = a(i, part) + me
      end do
      !$acc end data
    end do
    do part = 1, parts
      call expect_equal(a(:, part), [(1 + part, i = 1, n)], 'data of threads')
    end do
  end subroutine

  ! What is private to OpenMP's threads is data of their constructs.
  subroutine private_arrays(m)
    integer, intent(in) :: m
    integer :: automatic(m), sums(0:63), fixed(20), own
    integer, allocatable :: dynamic(:)
    allocate(dynamic(m))
    sums = 0
    automatic = 1
    !$omp parallel private(fixed, dynamic, own, i) firstprivate(automatic)
    own = omp_get_thread_num()
    !$acc parallel loop copy(automatic)
    do i = 1, m
      automatic(i) = automatic(i) + own
    end do
    !$acc parallel loop copyout(fixed)
    do i = 1, 20
      fixed(i) = own
    end do
    !$acc parallel loop copyout(dynamic)
    do i = 1, m
      dynamic(i) = 2*own
    end do
    sums(own) = sum(automatic) + sum(fixed) + sum(dynamic)
    !$omp end parallel
    call expect_equal(sums(0:2), [(m + i*(3*m + 20), i = 0, 2)], &
        'private arrays')
    call expect_equal(automatic(1), 1, 'the original')
  end subroutine

  ! OpenACC's reductions in a thread, and OpenMP's of their results.
  subroutine reductions()
    integer :: total, own, largest, k
    real(8) :: a(n)
    total = 0
    largest = 0
    !$omp parallel do reduction(+: total) reduction(max: largest) private(own, k, a)
    do part = 1, parts
      own = 0
      !$acc parallel loop reduction(+: own) private(k)
      do i = 1, n
        k = i*part
        own = own + k
      end do
      total = total + own
      !$acc parallel loop copyout(a)
      do i = 1, n
        a(i) = i*part
      end do
      largest = max(largest, nint(maxval(a)))
    end do
    call expect_equal(total, n*(n + 1)/2*(parts*(parts + 1)/2), 'sums')
    call expect_equal(largest, n*parts, 'largest')
  end subroutine

  ! A queue for each thread.
  subroutine queues()
    integer :: a(n, parts), queue
    a = 0
    !$acc enter data copyin(a)
    !$omp parallel do private(i, queue)
    do part = 1, parts
      queue = omp_get_thread_num() + 1
      !$acc parallel loop present(a) async(queue)
      do i = 1, n
        a(i, part) = i
      end do
      !$acc parallel loop present(a) async(queue)
      do i = 1, n
        a(i, part) = a(i, part)*part
      end do
      !$acc wait(queue)
      !$acc update self(a(:, part))
    end do
    !$acc exit data delete(a)
    do part = 1, parts
      call expect_equal(a(:, part), [(i*part, i = 1, n)], 'queues')
    end do
  end subroutine

  ! Constructs whose loops the compiler makes, and the sum in one of them.
  subroutine kernels_and_arrays()
    real(8) :: a(n), b(n), sums(parts), s
    sums = 0
    !$omp parallel do private(a, b, s)
    do part = 1, parts
      b = part
      !$acc kernels
      a(:) = 2*b(:) + 1
      s = sum(a)
      !$acc end kernels
      sums(part) = s
    end do
    call expect_equal(sums, [(n*(2d0*part + 1), part = 1, parts)], 'kernels')
  end subroutine
end program
