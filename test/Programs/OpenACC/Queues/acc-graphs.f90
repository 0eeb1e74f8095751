!===-- acc-graphs.f90 - Recording asynchronous queues ---------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! accx_async_begin_capture and its kin, and cudafor's calls on a queue's stream:
! loops with private arrays and with sums for present data.
!
!===----------------------------------------------------------------------===!
program main
  use openacc
  use cudafor
  use testing
  implicit none
  integer, parameter :: n = 500
  integer :: a(n), total, i, j, k, launches, own(4)
  integer(cuda_stream_kind) :: stream
  type(acc_graph_t) :: graph
  type(cudaGraph) :: second
  type(cudaGraphExec) :: second_exec

  a = 0
  total = 0
  !$acc enter data copyin(a, total)
  call accx_async_begin_capture(1)
  !$acc parallel loop gang private(own) present(a) async(1)
  do i = 1, n
    !$acc loop vector
    do j = 1, 4
      own(j) = i*j
    end do
    !$acc loop seq
    do j = 1, 4
      a(i) = a(i) + own(j)
    end do
  end do
  !$acc parallel loop reduction(+:total) present(a, total) async(1)
  do i = 1, n
    total = total + a(i)
  end do
  call accx_async_end_capture(1, graph)
  !$acc update self(a, total)
  call expect(all(a == 0) .and. total == 0, 'nothing ran')
  do launches = 1, 3
    call accx_graph_launch(graph, 1)
  end do
  !$acc update self(a, total) wait(1)
  call expect(all(a == [(30*i, i=1, n)]), 'three launches')
  call expect(total == (10 + 20 + 30)*(n*(n + 1)/2), 'sum')
  call accx_graph_delete(graph)

  ! The same by cudafor, in a stream of the program's.
  call expect_success(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking), 'stream')
  call acc_set_cuda_stream(2, stream)
  call expect_success(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), 'begin')
  do k = 1, 10
    !$acc parallel loop present(a) async(2)
    do i = 1, n
      a(i) = a(i) + k
    end do
  end do
  call expect_success(cudaStreamEndCapture(stream, second), 'end')
  call expect_success(cudaGraphInstantiate(second_exec, second, 0_8), 'instantiate')
  call expect_success(cudaGraphLaunch(second_exec, stream), 'launch')
  call expect_success(cudaGraphLaunch(second_exec, stream), 'launch')
  !$acc wait(2)
  !$acc exit data copyout(a) delete(total)
  call expect(all(a == [(30*i + 110, i=1, n)]), 'ten kernels, twice')
  call finish()
end program
