//===-- runtime/libraries/CpuCufft.h - cuFFT on the CPU ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions with the names and parameters of cuFFT, whose work FFTW does. A
// plan is made by FFTW when it is first used, for each direction, and for
// transforms in place and out of place.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCUFFT_H
#define WARPRT_LIBRARIES_CPUCUFFT_H

#include "hal/Device.h"
#include <cstdint>

namespace warprt::libraries {

enum CufftResult : int {
  CufftSuccess = 0,
  CufftInvalidPlan = 1,
  CufftInvalidType = 3,
  CufftInvalidValue = 4,
  CufftExecFailed = 6,
  CufftSetupFailed = 7,
  CufftInvalidSize = 8,
  CufftInvalidDevice = 11,
  CufftNotSupported = 16
};

/// What a plan computes: a batch of transforms of up to three dimensions.
struct FftShape {
  int Rank = 0;
  int64_t Extents[3] = {};
  /// Elements from one to the next along each dimension, and from one
  /// transform of the batch to the next, of the input and of the output.
  int64_t InSteps[3] = {}, OutSteps[3] = {};
  int64_t InDistance = 0, OutDistance = 0;
  int64_t Batch = 1;
  int Type = 0;
};

enum CufftType : int {
  CufftC2C = 0x29,
  CufftR2C = 0x2a,
  CufftC2R = 0x2c,
  CufftZ2Z = 0x69,
  CufftD2Z = 0x6a,
  CufftZ2D = 0x6c
};

struct CpuCufft {
  static int cufftCreate(void *handle);
  static int cufftDestroy(int32_t plan);
  static int cufftPlan1d(void *plan, int32_t nx, int32_t type, int32_t batch);
  static int cufftPlan2d(void *plan, int32_t nx, int32_t ny, int32_t type);
  static int cufftPlan3d(void *plan, int32_t nx, int32_t ny, int32_t nz,
                         int32_t type);
  static int cufftPlanMany(void *plan, int32_t rank, void *n, void *inembed,
                           int32_t istride, int32_t idist, void *onembed,
                           int32_t ostride, int32_t odist, int32_t type,
                           int32_t batch);
  static int cufftMakePlan1d(int32_t plan, int32_t nx, int32_t type,
                             int32_t batch, void *workSize);
  static int cufftMakePlan2d(int32_t plan, int32_t nx, int32_t ny, int32_t type,
                             void *workSize);
  static int cufftMakePlan3d(int32_t plan, int32_t nx, int32_t ny, int32_t nz,
                             int32_t type, void *workSize);
  static int cufftMakePlanMany(int32_t plan, int32_t rank, void *n,
                               void *inembed, int32_t istride, int32_t idist,
                               void *onembed, int32_t ostride, int32_t odist,
                               int32_t type, int32_t batch, void *workSize);
  static int cufftMakePlanMany64(int32_t plan, int32_t rank, void *n,
                                 void *inembed, int64_t istride, int64_t idist,
                                 void *onembed, int64_t ostride, int64_t odist,
                                 int32_t type, int64_t batch, void *workSize);
  // FFTW has its work memory itself: sizes are zero.
  static int cufftEstimate1d(int32_t nx, int32_t type, int32_t batch,
                             void *workSize);
  static int cufftEstimate2d(int32_t nx, int32_t ny, int32_t type,
                             void *workSize);
  static int cufftEstimate3d(int32_t nx, int32_t ny, int32_t nz, int32_t type,
                             void *workSize);
  static int cufftEstimateMany(int32_t rank, void *n, void *inembed,
                               int32_t istride, int32_t idist, void *onembed,
                               int32_t ostride, int32_t odist, int32_t type,
                               int32_t batch, void *workSize);
  static int cufftGetSize(int32_t plan, void *workSize);
  static int cufftGetSize1d(int32_t plan, int32_t nx, int32_t type,
                            int32_t batch, void *workSize);
  static int cufftGetSize2d(int32_t plan, int32_t nx, int32_t ny, int32_t type,
                            void *workSize);
  static int cufftGetSize3d(int32_t plan, int32_t nx, int32_t ny, int32_t nz,
                            int32_t type, void *workSize);
  static int cufftGetSizeMany(int32_t plan, int32_t rank, void *n,
                              void *inembed, int32_t istride, int32_t idist,
                              void *onembed, int32_t ostride, int32_t odist,
                              int32_t type, int32_t batch, void *workSize);
  static int cufftSetWorkArea(int32_t plan, void *workArea);
  static int cufftSetAutoAllocation(int32_t plan, int32_t autoAllocate);
  static int cufftSetStream(int32_t plan, int64_t stream);
  static int cufftGetVersion(void *version);
  static int cufftExecC2C(int32_t plan, void *idata, void *odata,
                          int32_t direction);
  static int cufftExecZ2Z(int32_t plan, void *idata, void *odata,
                          int32_t direction);
  static int cufftExecR2C(int32_t plan, void *idata, void *odata);
  static int cufftExecD2Z(int32_t plan, void *idata, void *odata);
  static int cufftExecC2R(int32_t plan, void *idata, void *odata);
  static int cufftExecZ2D(int32_t plan, void *idata, void *odata);

  /// What a plan transforms: CUFFT_C2C and the like, or 0 where it is none, and
  /// how many bytes its larger side has.
  static int typeOf(int32_t Plan);
  static int64_t bytesOf(int32_t Plan);
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUFFT_H
