//===-- runtime/libraries/CpuCurand.cpp - cuRAND on the CPU ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CpuCurand.h. What queued work shares with the generator is the engine: a
// generator with another seed gets another one.
//
//===----------------------------------------------------------------------===//
#include "libraries/CpuCurand.h"
#include "libraries/HostLibrary.h"
#include "libraries/Library.h"
#include "libraries/LibraryObject.h"
#include "libraries/RandomEngines.h"
#include <cmath>
#include <memory>

using namespace warprt;
using namespace warprt::libraries;

namespace {

enum : int {
  PseudoDefault = 100,
  Xorwow = 101,
  Mrg32k3a = 121,
  Mtgp32 = 141,
  Mt19937 = 142,
  Philox = 161,
  QuasiDefault = 200,
  Sobol32 = 201,
  ScrambledSobol32 = 202,
  Sobol64 = 203,
  ScrambledSobol64 = 204
};
enum : int {
  OrderBest = 100,
  OrderDefault = 101,
  OrderSeeded = 102,
  OrderLegacy = 103,
  OrderQuasiDefault = 201
};
/// As cuRAND says; of how many there are numbers is another thing.
constexpr int32_t MostDimensions = 20000;

/// The engine is made by the first work that needs it.
class LazyEngine {
public:
  LazyEngine(int Type, const RandomSettings &Settings)
      : Type(Type), Settings(Settings) {}
  RandomEngine &operator*() {
    if (!Made)
      Made = Type == Xorwow     ? makeXorwow(Settings)
             : Type == Mrg32k3a ? makeMrg32k3a(Settings)
             : Type == Sobol32  ? makeSobol32(Settings)
             : Type == Sobol64  ? makeSobol64(Settings)
                                : makePhilox(Settings);
    return *Made;
  }

private:
  const int Type;
  const RandomSettings Settings;
  std::unique_ptr<RandomEngine> Made;
};

struct Generator : LibraryObject<Generator> {
  static constexpr uint32_t Mark = 0x63755261;
  int Type = Xorwow;
  int Order = OrderDefault;
  bool OnHost = false;
  Queue *Q = nullptr;
  RandomSettings Settings;
  std::shared_ptr<LazyEngine> Engine;
  /// The offset, and the results since then: pairs, or points of dimensions.
  uint64_t Position = 0;

  bool isQuasi() const { return Type == Sobol32 || Type == Sobol64; }
  void begin(uint64_t Offset) {
    Settings.Offset = Offset;
    Position = Offset;
    Engine.reset();
  }
  /// Begins again, as cuRAND does with another seed: what was generated counts
  /// as left out. Of Philox it counts groups of four results if there are any.
  void beginWithSeed(uint64_t Seed) {
    Settings.Seed = Seed;
    uint64_t Groups = Position / 4 - Settings.Offset / 4;
    begin(Type == Philox && Groups ? Settings.Offset + Groups : Position);
  }
};

int create(void *Result, int Type, bool OnHost) {
  if (!Result)
    return CurandNotInitialized;
  if (Type == PseudoDefault)
    Type = Xorwow;
  if (Type == QuasiDefault)
    Type = Sobol32;
  switch (Type) {
  case Xorwow:
  case Mrg32k3a:
  case Philox:
    break;
  case Sobol32:
  case Sobol64:
    if (MostSobolDimensions)
      break;
    reportUnsupported("a generator of quasi-random numbers");
    return CurandArchMismatch;
  case Mtgp32:
    reportUnsupported("a generator of type CURAND_RNG_PSEUDO_MTGP32");
    return CurandArchMismatch;
  case Mt19937:
    reportUnsupported("a generator of type CURAND_RNG_PSEUDO_MT19937");
    return CurandArchMismatch;
  case ScrambledSobol32:
    reportUnsupported("a generator of type CURAND_RNG_QUASI_SCRAMBLED_SOBOL32");
    return CurandArchMismatch;
  case ScrambledSobol64:
    reportUnsupported("a generator of type CURAND_RNG_QUASI_SCRAMBLED_SOBOL64");
    return CurandArchMismatch;
  default:
    return CurandTypeError;
  }
  auto *G = new Generator;
  G->Type = Type;
  if (G->isQuasi())
    G->Order = OrderQuasiDefault;
  G->OnHost = OnHost;
  *static_cast<void **>(Result) = G;
  return CurandSuccess;
}

/// Has \p Make write \p Count results to \p Out; pairs of them if \p InPairs.
template <typename Body>
int generate(void *Handle, void *Out, int64_t Count, bool InPairs, Body Make) {
  Generator *G = Generator::from(Handle);
  if (!G)
    return CurandNotInitialized;
  if (Count < 0)
    return CurandOutOfRange;
  InPairs = InPairs && G->Type != Philox && !G->isQuasi();
  int64_t Unit = InPairs ? 2 : G->Settings.Dimensions;
  if (Count % Unit)
    return CurandLengthNotMultiple;
  if (!G->Engine)
    G->Engine = std::make_shared<LazyEngine>(G->Type, G->Settings);
  auto Work = [=, Engine = G->Engine] { Make(**Engine, Out, Count); };
  if (G->OnHost)
    Work();
  else if (failed(submit(G->Q, Work, false)))
    return CurandLaunchFailure;
  G->Position += static_cast<uint64_t>(Count / Unit);
  return CurandSuccess;
}

template <typename T>
int generateNormal(void *Handle, void *Out, int64_t Count, T Mean,
                   T Deviation) {
  return generate(Handle, Out, Count, true,
                  [=](RandomEngine &Engine, void *Out, int64_t Count) {
                    T *Values = static_cast<T *>(Out);
                    Engine.normal(Values, Count);
                    for (int64_t I = 0; I < Count; ++I)
                      Values[I] = Mean + Deviation * Values[I];
                  });
}

template <typename T>
int generateLogNormal(void *Handle, void *Out, int64_t Count, T Mean,
                      T Deviation) {
  return generate(Handle, Out, Count, true,
                  [=](RandomEngine &Engine, void *Out, int64_t Count) {
                    T *Values = static_cast<T *>(Out);
                    Engine.normal(Values, Count);
                    for (int64_t I = 0; I < Count; ++I)
                      Values[I] = std::exp(Mean + Deviation * Values[I]);
                  });
}

} // namespace

int CpuCurand::curandCreateGenerator(void *generator, int32_t rng_type) {
  return create(generator, rng_type, false);
}
int CpuCurand::curandCreateGeneratorHost(void *generator, int32_t rng_type) {
  return create(generator, rng_type, true);
}

int CpuCurand::curandDestroyGenerator(void *generator) {
  return destroyObject<Generator>(generator, CurandSuccess,
                                  CurandNotInitialized);
}

/// That of the headers that the interfaces were made from.
int CpuCurand::curandGetVersion(void *version) {
  if (!version)
    return CurandOutOfRange;
  *static_cast<int32_t *>(version) = 10400;
  return CurandSuccess;
}
int CpuCurand::curandGetProperty(int32_t type, void *value) {
  constexpr int32_t Version[] = {10, 4, 0};
  if (type < 0 || type > 2 || !value)
    return CurandOutOfRange;
  *static_cast<int32_t *>(value) = Version[type];
  return CurandSuccess;
}

/// Work of the former stream goes first: it takes numbers of the same sequence.
int CpuCurand::curandSetStream(void *generator, int64_t stream) {
  Generator *G = Generator::from(generator);
  if (!G)
    return CurandNotInitialized;
  auto *Q = reinterpret_cast<Queue *>(stream);
  if (Q != G->Q && G->Engine && !G->OnHost && failed(submit(G->Q, [] {}, true)))
    return CurandLaunchFailure;
  G->Q = Q;
  return CurandSuccess;
}

/// The same seed again changes nothing.
int CpuCurand::curandSetPseudoRandomGeneratorSeed(void *generator,
                                                  int64_t seed) {
  Generator *G = Generator::from(generator);
  if (!G)
    return CurandNotInitialized;
  if (G->isQuasi())
    return CurandTypeError;
  if (G->Settings.Seed != static_cast<uint64_t>(seed))
    G->beginWithSeed(static_cast<uint64_t>(seed));
  return CurandSuccess;
}

int CpuCurand::curandSetGeneratorOffset(void *generator, int64_t offset) {
  Generator *G = Generator::from(generator);
  if (!G)
    return CurandNotInitialized;
  G->begin(static_cast<uint64_t>(offset));
  return CurandSuccess;
}

int CpuCurand::curandSetGeneratorOrdering(void *generator, int32_t order) {
  Generator *G = Generator::from(generator);
  if (!G)
    return CurandNotInitialized;
  if (G->isQuasi())
    return order == OrderQuasiDefault ? CurandSuccess : CurandOutOfRange;
  if (order == OrderSeeded && G->Type == Xorwow) {
    reportUnsupported("CURAND_ORDERING_PSEUDO_SEEDED");
    return CurandArchMismatch;
  }
  if (order != OrderBest && order != OrderDefault && order != OrderLegacy)
    return CurandOutOfRange;
  if (order == G->Order)
    return CurandSuccess;
  G->Order = order;
  G->Settings.Streams = order == OrderLegacy ? 4096 : 81920;
  G->beginWithSeed(G->Settings.Seed);
  return CurandSuccess;
}

/// Goes on at the point that is due.
int CpuCurand::curandSetQuasiRandomGeneratorDimensions(void *generator,
                                                       int32_t num_dimensions) {
  Generator *G = Generator::from(generator);
  if (!G)
    return CurandNotInitialized;
  if (!G->isQuasi())
    return CurandTypeError;
  if (num_dimensions < 1 || num_dimensions > MostDimensions)
    return CurandOutOfRange;
  auto Dimensions = static_cast<unsigned>(num_dimensions);
  if (Dimensions > MostSobolDimensions) {
    reportUnsupported("a Sobol sequence of so many dimensions");
    return CurandArchMismatch;
  }
  G->Settings.Dimensions = Dimensions;
  G->begin(G->Position);
  return CurandSuccess;
}

/// Begins as with another seed.
int CpuCurand::curandGenerateSeeds(void *generator) {
  if (Generator *G = Generator::from(generator); G && !G->isQuasi())
    G->beginWithSeed(G->Settings.Seed);
  return generate(generator, nullptr, 0, false,
                  [](RandomEngine &, void *, int64_t) {});
}

int CpuCurand::curandGenerate(void *generator, void *outputPtr, int64_t num) {
  Generator *G = Generator::from(generator);
  if (G && G->Type == Sobol64)
    return CurandTypeError;
  return generate(generator, outputPtr, num, false,
                  [](RandomEngine &Engine, void *Out, int64_t Count) {
                    Engine.bits(static_cast<uint32_t *>(Out), Count);
                  });
}

int CpuCurand::curandGenerateLongLong(void *generator, void *outputPtr,
                                      int64_t num) {
  Generator *G = Generator::from(generator);
  if (G && G->Type != Sobol64)
    return CurandTypeError;
  return generate(generator, outputPtr, num, false,
                  [](RandomEngine &Engine, void *Out, int64_t Count) {
                    Engine.longBits(static_cast<uint64_t *>(Out), Count);
                  });
}

int CpuCurand::curandGenerateUniform(void *generator, void *outputPtr,
                                     int64_t num) {
  return generate(generator, outputPtr, num, false,
                  [](RandomEngine &Engine, void *Out, int64_t Count) {
                    Engine.uniform(static_cast<float *>(Out), Count);
                  });
}
int CpuCurand::curandGenerateUniformDouble(void *generator, void *outputPtr,
                                           int64_t num) {
  return generate(generator, outputPtr, num, false,
                  [](RandomEngine &Engine, void *Out, int64_t Count) {
                    Engine.uniform(static_cast<double *>(Out), Count);
                  });
}

int CpuCurand::curandGenerateNormal(void *generator, void *outputPtr, int64_t n,
                                    float mean, float stddev) {
  return generateNormal(generator, outputPtr, n, mean, stddev);
}
int CpuCurand::curandGenerateNormalDouble(void *generator, void *outputPtr,
                                          int64_t n, double mean,
                                          double stddev) {
  return generateNormal(generator, outputPtr, n, mean, stddev);
}
int CpuCurand::curandGenerateLogNormal(void *generator, void *outputPtr,
                                       int64_t n, float mean, float stddev) {
  return generateLogNormal(generator, outputPtr, n, mean, stddev);
}
int CpuCurand::curandGenerateLogNormalDouble(void *generator, void *outputPtr,
                                             int64_t n, double mean,
                                             double stddev) {
  return generateLogNormal(generator, outputPtr, n, mean, stddev);
}
