!===-- cutensorex.f90 - Array functions of device arrays -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! NVIDIA's module makes kernels of assignments with MATMUL, TRANSPOSE, RESHAPE
! and SPREAD of device arrays. Warpfort makes kernels of them in any source
! (lib/Transforms/CUF/HostExpressions), but for SPREAD with a DIM= that is no
! constant, which runs on the host: the front end warns of it in sources that use
! this module.
!
!===----------------------------------------------------------------------===!
module cutensorex
end module
