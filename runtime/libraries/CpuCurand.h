//===-- runtime/libraries/CpuCurand.h - cuRAND on the CPU -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions with the names and parameters of cuRAND, for the generators of
// RandomEngines.h. Generators for device data queue their work; those for host
// data do it at once.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCURAND_H
#define WARPRT_LIBRARIES_CPUCURAND_H

#include <cstdint>

namespace warprt::libraries {

enum CurandStatus : int {
  CurandSuccess = 0,
  CurandNotInitialized = 101,
  CurandTypeError = 103,
  CurandOutOfRange = 104,
  CurandLengthNotMultiple = 105,
  CurandLaunchFailure = 201,
  /// What comes closest to "not supported".
  CurandArchMismatch = 204
};

struct CpuCurand {
  static int curandCreateGenerator(void *generator, int32_t rng_type);
  static int curandCreateGeneratorHost(void *generator, int32_t rng_type);
  static int curandDestroyGenerator(void *generator);
  static int curandGetVersion(void *version);
  static int curandGetProperty(int32_t type, void *value);
  static int curandSetStream(void *generator, int64_t stream);
  static int curandSetPseudoRandomGeneratorSeed(void *generator, int64_t seed);
  static int curandSetGeneratorOffset(void *generator, int64_t offset);
  static int curandSetGeneratorOrdering(void *generator, int32_t order);
  static int curandSetQuasiRandomGeneratorDimensions(void *generator,
                                                     int32_t num_dimensions);
  static int curandGenerateSeeds(void *generator);
  static int curandGenerate(void *generator, void *outputPtr, int64_t num);
  static int curandGenerateLongLong(void *generator, void *outputPtr,
                                    int64_t num);
  static int curandGenerateUniform(void *generator, void *outputPtr,
                                   int64_t num);
  static int curandGenerateUniformDouble(void *generator, void *outputPtr,
                                         int64_t num);
  static int curandGenerateNormal(void *generator, void *outputPtr, int64_t n,
                                  float mean, float stddev);
  static int curandGenerateNormalDouble(void *generator, void *outputPtr,
                                        int64_t n, double mean, double stddev);
  static int curandGenerateLogNormal(void *generator, void *outputPtr,
                                     int64_t n, float mean, float stddev);
  static int curandGenerateLogNormalDouble(void *generator, void *outputPtr,
                                           int64_t n, double mean,
                                           double stddev);
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCURAND_H
