//===-- runtime/libraries/CpuCublas.cpp - cuBLAS on the CPU ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CpuCublas.h.
//
//===----------------------------------------------------------------------===//
#include "libraries/CpuCublas.h"
#include "core/Runtime.h"
#include "libraries/Library.h"

using namespace warprt;
using namespace warprt::libraries;

int CpuCublasMatrices::copyRows(void *Dst, const void *Src, CopyKind Kind,
                                int64_t Rows, int64_t Columns, int64_t Element,
                                int64_t SrcLead, int64_t DstLead, Queue *Q,
                                bool Async) {
  if (Rows < 0 || Columns < 0 || Element < 1 || SrcLead < 1 || DstLead < 1)
    return CublasInvalidValue;
  if (Rows == 0 || Columns == 0)
    return CublasSuccess;
  Device *D = nullptr;
  if (failed(currentDevice(D)))
    return CublasNotInitialized;
  CopyShape Shape;
  Shape.Width = static_cast<size_t>(Rows * Element);
  Shape.Height = static_cast<size_t>(Columns);
  Shape.SrcPitch = static_cast<size_t>(SrcLead * Element);
  Shape.DstPitch = static_cast<size_t>(DstLead * Element);
  if (Shape.SrcPitch == Shape.Width && Shape.DstPitch == Shape.Width) {
    Shape.Width *= Shape.Height;
    Shape.Height = 1;
  }
  return failed(D->copy(Dst, Src, Shape, Kind, Q, Async)) ? CublasMappingError
                                                          : CublasSuccess;
}

int CpuCublasMatrices::gemmEx(const char *Caller, void *Handle, int HowA,
                              int HowB, int64_t M, int64_t N, int64_t K,
                              void *Alpha, void *A, int TypeA, int64_t LdA,
                              int64_t StepA, void *B, int TypeB, int64_t LdB,
                              int64_t StepB, void *Beta, void *C, int TypeC,
                              int64_t LdC, int64_t StepC, int64_t Count,
                              int Compute) {
  // CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F with a computation of the
  // same precision, or faster ones of 32 bits, which a CPU has no need of.
  bool Single = Compute == 68 || Compute == 69 ||
                (Compute >= 74 && Compute <= 78 && Compute != 76);
  bool Double = Compute == 70 || Compute == 71;
  if (TypeA == TypeB && TypeB == TypeC) {
#define TYPE(Number, T, Fits)                                                  \
  if (TypeA == Number && Fits)                                                 \
    return batchOfStrides<T>(Caller, Handle, HowA, HowB, M, N, K, Alpha, A,    \
                             LdA, StepA, B, LdB, StepB, Beta, C, LdC, StepC,   \
                             Count);
    TYPE(0, float, Single)
    TYPE(1, double, Double)
    TYPE(4, std::complex<float>, Single)
    TYPE(5, std::complex<double>, Double)
#undef TYPE
  }
  reportUnsupported((std::string(Caller) + " with these types").c_str());
  return CublasNotSupported;
}
