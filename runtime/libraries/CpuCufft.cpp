//===-- runtime/libraries/CpuCufft.cpp - cuFFT on the CPU -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CpuCufft.h. FFTW's planner is not for several threads at once, so a lock
// is held around it. Plans are estimated: measuring would write to the data.
//
//===----------------------------------------------------------------------===//
#include "libraries/CpuCufft.h"
#include "libraries/HostLibrary.h"
#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>

using namespace warprt;
using namespace warprt::libraries;

namespace {

constexpr int R2C = CufftR2C, C2R = CufftC2R, C2C = CufftC2C;
constexpr int D2Z = CufftD2Z, Z2D = CufftZ2D, Z2Z = CufftZ2Z;

bool isDouble(int Type) { return Type == D2Z || Type == Z2D || Type == Z2Z; }
bool readsReal(int Type) { return Type == R2C || Type == D2Z; }
bool writesReal(int Type) { return Type == C2R || Type == Z2D; }
bool isType(int Type) {
  return Type == C2C || Type == Z2Z || readsReal(Type) || writesReal(Type);
}

/// FFTW's fftw_iodim64.
struct Dimension {
  int64_t Extent, InStep, OutStep;
};

/// The functions of FFTW in one precision.
struct Planner {
  explicit Planner(bool Double, const char *Caller) {
    HostLibrary &Library = Double ? Fftw : FftwSingle;
    auto Find = [&](const char *Suffix) {
      std::string Name = std::string(Double ? "fftw_" : "fftwf_") + Suffix;
      return Library.function(Name.c_str(), Caller);
    };
    Complex = reinterpret_cast<decltype(Complex)>(Find("plan_guru64_dft"));
    FromReal =
        reinterpret_cast<decltype(FromReal)>(Find("plan_guru64_dft_r2c"));
    ToReal = reinterpret_cast<decltype(ToReal)>(Find("plan_guru64_dft_c2r"));
    Run = reinterpret_cast<decltype(Run)>(Find("execute_dft"));
    RunFromReal = reinterpret_cast<decltype(Run)>(Find("execute_dft_r2c"));
    RunToReal = reinterpret_cast<decltype(Run)>(Find("execute_dft_c2r"));
    Destroy = reinterpret_cast<decltype(Destroy)>(Find("destroy_plan"));
  }
  void *(*Complex)(int, const Dimension *, int, const Dimension *, void *,
                   void *, int, unsigned);
  void *(*FromReal)(int, const Dimension *, int, const Dimension *, void *,
                    void *, unsigned);
  void *(*ToReal)(int, const Dimension *, int, const Dimension *, void *,
                  void *, unsigned);
  void (*Run)(void *, void *, void *);
  void (*RunFromReal)(void *, void *, void *);
  void (*RunToReal)(void *, void *, void *);
  void (*Destroy)(void *);
};

const Planner &planner(bool Double, const char *Caller) {
  if (Double) {
    static const Planner P(true, Caller);
    return P;
  }
  static const Planner P(false, Caller);
  return P;
}

std::mutex PlannerLock; // of FFTW's planner and of the table of plans

/// What a work item shares with the plan: it may run after cufftDestroy.
class FftwPlans {
public:
  explicit FftwPlans(const FftShape &Shape) : Shape(Shape) {}
  ~FftwPlans() {
    std::lock_guard<std::mutex> Guard(PlannerLock);
    for (auto &[Key, Plan] : Made)
      planner(isDouble(Shape.Type), "cufftDestroy").Destroy(Plan);
  }
  void run(void *In, void *Out, int Direction);
  int64_t bytes() const {
    int64_t Whole = isDouble(Shape.Type) ? 16 : 8;
    int64_t In = readsReal(Shape.Type) ? Whole / 2 : Whole;
    int64_t Out = writesReal(Shape.Type) ? Whole / 2 : Whole;
    return Shape.Batch *
           std::max(Shape.InDistance * In, Shape.OutDistance * Out);
  }

private:
  void *plan(const Planner &P, void *In, void *Out, int Direction);

  const FftShape Shape;
  std::map<std::pair<int, bool>, void *>
      Made; // by direction, and whether in place
};

/// Lock held.
void *FftwPlans::plan(const Planner &P, void *In, void *Out, int Direction) {
  void *&Result = Made[{Direction, In == Out}];
  if (Result)
    return Result;
  // FFTW_ESTIMATE and FFTW_UNALIGNED: other data may lie differently.
  // FFTW_DESTROY_INPUT is the default of transforms to real numbers; for those
  // of one dimension the input can be kept, as cuFFT keeps it.
  unsigned Flags = 1u << 6 | 1u << 1;
  if (In != Out && (!writesReal(Shape.Type) || Shape.Rank == 1))
    Flags |= 1u << 4;
  Dimension Extents[3];
  for (int I = 0; I < Shape.Rank; ++I)
    Extents[I] = {Shape.Extents[I], Shape.InSteps[I], Shape.OutSteps[I]};
  Dimension Batch = {Shape.Batch, Shape.InDistance, Shape.OutDistance};
  if (readsReal(Shape.Type))
    Result = P.FromReal(Shape.Rank, Extents, 1, &Batch, In, Out, Flags);
  else if (writesReal(Shape.Type))
    Result = P.ToReal(Shape.Rank, Extents, 1, &Batch, In, Out, Flags);
  else
    Result =
        P.Complex(Shape.Rank, Extents, 1, &Batch, In, Out, Direction, Flags);
  return Result;
}

void FftwPlans::run(void *In, void *Out, int Direction) {
  const Planner &P = planner(isDouble(Shape.Type), "cufftExec");
  void *Plan;
  {
    std::lock_guard<std::mutex> Guard(PlannerLock);
    Plan = plan(P, In, Out, Direction);
  }
  if (!Plan)
    return; // refused when the plan was made
  if (readsReal(Shape.Type))
    P.RunFromReal(Plan, In, Out);
  else if (writesReal(Shape.Type))
    P.RunToReal(Plan, In, Out);
  else
    P.Run(Plan, In, Out);
}

/// A plan of the program's.
struct Plan {
  int Type = 0;
  std::shared_ptr<FftwPlans> OutOfPlace, InPlace; // null until it is made
  Queue *Q = nullptr;
};

std::map<int32_t, Plan> &plans() {
  static auto *Plans = new std::map<int32_t, Plan>;
  return *Plans;
}

Plan *lookUp(int32_t Number) {
  auto Known = plans().find(Number);
  return Known == plans().end() ? nullptr : &Known->second;
}

/// The shape of contiguous data. Rows of complex numbers that stand for real
/// ones are half as long, and in place the real rows are padded to them.
bool contiguous(int Rank, const int64_t *N, int Type, int64_t Batch,
                FftShape &Shape) {
  if (!isType(Type) || Rank < 1 || Rank > 3 || Batch < 1)
    return false;
  Shape.Rank = Rank;
  Shape.Type = Type;
  Shape.Batch = Batch;
  int64_t In = 1, Out = 1;
  for (int I = Rank - 1; I >= 0; --I) {
    if (N[I] < 1)
      return false;
    int64_t Half = I == Rank - 1 ? N[I] / 2 + 1 : N[I];
    Shape.Extents[I] = N[I];
    Shape.InSteps[I] = In;
    Shape.OutSteps[I] = Out;
    In *= writesReal(Type) ? Half : N[I];
    Out *= readsReal(Type) ? Half : N[I];
  }
  Shape.InDistance = In;
  Shape.OutDistance = Out;
  return true;
}

/// In place, rows of real numbers are padded to those of the complex ones.
FftShape inPlace(FftShape Shape, bool IsContiguous) {
  if (!IsContiguous || (!readsReal(Shape.Type) && !writesReal(Shape.Type)))
    return Shape;
  int64_t *Real = readsReal(Shape.Type) ? Shape.InSteps : Shape.OutSteps;
  int64_t *Complex = readsReal(Shape.Type) ? Shape.OutSteps : Shape.InSteps;
  for (int I = 0; I + 1 < Shape.Rank; ++I)
    Real[I] = 2 * Complex[I];
  (readsReal(Shape.Type) ? Shape.InDistance : Shape.OutDistance) =
      2 * (readsReal(Shape.Type) ? Shape.OutDistance : Shape.InDistance);
  return Shape;
}

/// The shape of data that the program describes; null for contiguous data.
template <typename Int>
void embed(const FftShape &Shape, const Int *Embed, int64_t Stride,
           int64_t (&Steps)[3]) {
  int64_t Step = Stride;
  for (int I = Shape.Rank - 1; I >= 0; --I) {
    Steps[I] = Step;
    if (I)
      Step *= Embed[I];
  }
}

/// Gives the plan its shapes; once only, as cuFFT.
int makePlan(int32_t Number, const FftShape &Shape, bool IsContiguous,
             void *WorkSize) {
  std::lock_guard<std::mutex> Guard(PlannerLock);
  Plan *P = lookUp(Number);
  if (!P || P->OutOfPlace)
    return CufftInvalidPlan;
  P->Type = Shape.Type;
  P->OutOfPlace = std::make_shared<FftwPlans>(Shape);
  P->InPlace = std::make_shared<FftwPlans>(inPlace(Shape, IsContiguous));
  if (WorkSize)
    *static_cast<int64_t *>(WorkSize) = 0;
  return CufftSuccess;
}

int makeContiguous(int32_t Number, int Rank, const int64_t *N, int Type,
                   int64_t Batch, void *WorkSize) {
  FftShape Shape;
  if (!isType(Type))
    return CufftInvalidType;
  if (!contiguous(Rank, N, Type, Batch, Shape))
    return CufftInvalidSize;
  return makePlan(Number, Shape, true, WorkSize);
}

template <typename Int>
int makeMany(int32_t Number, int Rank, const Int *N, const Int *InEmbed,
             int64_t InStride, int64_t InDistance, const Int *OutEmbed,
             int64_t OutStride, int64_t OutDistance, int Type, int64_t Batch,
             void *WorkSize) {
  if (Rank < 1 || Rank > 3 || !N)
    return CufftInvalidValue;
  if (!isType(Type))
    return CufftInvalidType;
  int64_t Extents[3] = {};
  for (int I = 0; I < Rank; ++I)
    Extents[I] = N[I];
  FftShape Shape;
  if (!contiguous(Rank, Extents, Type, Batch, Shape))
    return CufftInvalidSize;
  // Without one of them the data is contiguous.
  if (!InEmbed || !OutEmbed)
    return makePlan(Number, Shape, true, WorkSize);
  embed(Shape, InEmbed, InStride, Shape.InSteps);
  embed(Shape, OutEmbed, OutStride, Shape.OutSteps);
  Shape.InDistance = InDistance;
  Shape.OutDistance = OutDistance;
  return makePlan(Number, Shape, false, WorkSize);
}

/// Makes a plan and its shapes; \p Make gets its number.
template <typename Body> int newPlan(void *Result, Body Make) {
  int Status = CpuCufft::cufftCreate(Result);
  if (Status != CufftSuccess)
    return Status;
  int32_t Number = *static_cast<int32_t *>(Result);
  Status = Make(Number);
  if (Status != CufftSuccess)
    CpuCufft::cufftDestroy(Number);
  return Status;
}

int execute(int32_t Number, int Type, void *In, void *Out, int Direction) {
  std::shared_ptr<FftwPlans> Plans;
  Queue *Q;
  {
    std::lock_guard<std::mutex> Guard(PlannerLock);
    Plan *P = lookUp(Number);
    if (!P || !P->OutOfPlace)
      return CufftInvalidPlan;
    if (P->Type != Type || !In || !Out || (Direction != 1 && Direction != -1))
      return CufftInvalidValue;
    Plans = In == Out ? P->InPlace : P->OutOfPlace;
    Q = P->Q;
  }
  planner(isDouble(Type),
          "cufftExec"); // a missing library ends the program here
  return failed(submit(
             Q, [=] { Plans->run(In, Out, Direction); }, false))
             ? CufftExecFailed
             : CufftSuccess;
}

int noWork(void *WorkSize) {
  if (!WorkSize)
    return CufftInvalidValue;
  *static_cast<int64_t *>(WorkSize) = 0;
  return CufftSuccess;
}

} // namespace

int CpuCufft::cufftCreate(void *handle) {
  if (!handle)
    return CufftInvalidValue;
  std::lock_guard<std::mutex> Guard(PlannerLock);
  static int32_t Last = 0;
  plans()[++Last];
  *static_cast<int32_t *>(handle) = Last;
  return CufftSuccess;
}

int CpuCufft::cufftDestroy(int32_t plan) {
  Plan Old; // goes without the lock, which its parts take
  std::lock_guard<std::mutex> Guard(PlannerLock);
  Plan *P = lookUp(plan);
  if (!P)
    return CufftInvalidPlan;
  Old = std::move(*P);
  plans().erase(plan);
  return CufftSuccess;
}

int CpuCufft::cufftPlan1d(void *plan, int32_t nx, int32_t type, int32_t batch) {
  return newPlan(plan, [=](int32_t Number) {
    return cufftMakePlan1d(Number, nx, type, batch, nullptr);
  });
}

int CpuCufft::cufftPlan2d(void *plan, int32_t nx, int32_t ny, int32_t type) {
  return newPlan(plan, [=](int32_t Number) {
    return cufftMakePlan2d(Number, nx, ny, type, nullptr);
  });
}

int CpuCufft::cufftPlan3d(void *plan, int32_t nx, int32_t ny, int32_t nz,
                          int32_t type) {
  return newPlan(plan, [=](int32_t Number) {
    return cufftMakePlan3d(Number, nx, ny, nz, type, nullptr);
  });
}

int CpuCufft::cufftPlanMany(void *plan, int32_t rank, void *n, void *inembed,
                            int32_t istride, int32_t idist, void *onembed,
                            int32_t ostride, int32_t odist, int32_t type,
                            int32_t batch) {
  return newPlan(plan, [=](int32_t Number) {
    return cufftMakePlanMany(Number, rank, n, inembed, istride, idist, onembed,
                             ostride, odist, type, batch, nullptr);
  });
}

int CpuCufft::cufftMakePlan1d(int32_t plan, int32_t nx, int32_t type,
                              int32_t batch, void *workSize) {
  int64_t N[] = {nx};
  return makeContiguous(plan, 1, N, type, batch, workSize);
}

int CpuCufft::cufftMakePlan2d(int32_t plan, int32_t nx, int32_t ny,
                              int32_t type, void *workSize) {
  int64_t N[] = {nx, ny};
  return makeContiguous(plan, 2, N, type, 1, workSize);
}

int CpuCufft::cufftMakePlan3d(int32_t plan, int32_t nx, int32_t ny, int32_t nz,
                              int32_t type, void *workSize) {
  int64_t N[] = {nx, ny, nz};
  return makeContiguous(plan, 3, N, type, 1, workSize);
}

int CpuCufft::cufftMakePlanMany(int32_t plan, int32_t rank, void *n,
                                void *inembed, int32_t istride, int32_t idist,
                                void *onembed, int32_t ostride, int32_t odist,
                                int32_t type, int32_t batch, void *workSize) {
  return makeMany(plan, rank, static_cast<const int32_t *>(n),
                  static_cast<const int32_t *>(inembed), istride, idist,
                  static_cast<const int32_t *>(onembed), ostride, odist, type,
                  batch, workSize);
}

int CpuCufft::cufftMakePlanMany64(int32_t plan, int32_t rank, void *n,
                                  void *inembed, int64_t istride, int64_t idist,
                                  void *onembed, int64_t ostride, int64_t odist,
                                  int32_t type, int64_t batch, void *workSize) {
  return makeMany(plan, rank, static_cast<const int64_t *>(n),
                  static_cast<const int64_t *>(inembed), istride, idist,
                  static_cast<const int64_t *>(onembed), ostride, odist, type,
                  batch, workSize);
}

int CpuCufft::cufftEstimate1d(int32_t, int32_t, int32_t, void *workSize) {
  return noWork(workSize);
}
int CpuCufft::cufftEstimate2d(int32_t, int32_t, int32_t, void *workSize) {
  return noWork(workSize);
}
int CpuCufft::cufftEstimate3d(int32_t, int32_t, int32_t, int32_t,
                              void *workSize) {
  return noWork(workSize);
}
int CpuCufft::cufftEstimateMany(int32_t, void *, void *, int32_t, int32_t,
                                void *, int32_t, int32_t, int32_t, int32_t,
                                void *workSize) {
  return noWork(workSize);
}
int CpuCufft::cufftGetSize(int32_t, void *workSize) { return noWork(workSize); }
int CpuCufft::cufftGetSize1d(int32_t, int32_t, int32_t, int32_t,
                             void *workSize) {
  return noWork(workSize);
}
int CpuCufft::cufftGetSize2d(int32_t, int32_t, int32_t, int32_t,
                             void *workSize) {
  return noWork(workSize);
}
int CpuCufft::cufftGetSize3d(int32_t, int32_t, int32_t, int32_t, int32_t,
                             void *workSize) {
  return noWork(workSize);
}
int CpuCufft::cufftGetSizeMany(int32_t, int32_t, void *, void *, int32_t,
                               int32_t, void *, int32_t, int32_t, int32_t,
                               int32_t, void *workSize) {
  return noWork(workSize);
}

int CpuCufft::cufftSetWorkArea(int32_t plan, void *) {
  std::lock_guard<std::mutex> Guard(PlannerLock);
  return lookUp(plan) ? CufftSuccess : CufftInvalidPlan;
}

int CpuCufft::cufftSetAutoAllocation(int32_t plan, int32_t) {
  std::lock_guard<std::mutex> Guard(PlannerLock);
  return lookUp(plan) ? CufftSuccess : CufftInvalidPlan;
}

int CpuCufft::cufftSetStream(int32_t plan, int64_t stream) {
  std::lock_guard<std::mutex> Guard(PlannerLock);
  Plan *P = lookUp(plan);
  if (!P)
    return CufftInvalidPlan;
  P->Q = reinterpret_cast<Queue *>(stream);
  return CufftSuccess;
}

/// That of the headers that the interfaces were made from.
int CpuCufft::cufftGetVersion(void *version) {
  if (!version)
    return CufftInvalidValue;
  *static_cast<int32_t *>(version) = 12000;
  return CufftSuccess;
}

int CpuCufft::cufftExecC2C(int32_t plan, void *idata, void *odata,
                           int32_t direction) {
  return execute(plan, C2C, idata, odata, direction);
}
int CpuCufft::cufftExecZ2Z(int32_t plan, void *idata, void *odata,
                           int32_t direction) {
  return execute(plan, Z2Z, idata, odata, direction);
}
int CpuCufft::cufftExecR2C(int32_t plan, void *idata, void *odata) {
  return execute(plan, R2C, idata, odata, -1);
}
int CpuCufft::cufftExecD2Z(int32_t plan, void *idata, void *odata) {
  return execute(plan, D2Z, idata, odata, -1);
}
int CpuCufft::cufftExecC2R(int32_t plan, void *idata, void *odata) {
  return execute(plan, C2R, idata, odata, 1);
}
int CpuCufft::cufftExecZ2D(int32_t plan, void *idata, void *odata) {
  return execute(plan, Z2D, idata, odata, 1);
}

int CpuCufft::typeOf(int32_t Plan) {
  std::lock_guard<std::mutex> Guard(PlannerLock);
  auto *P = lookUp(Plan);
  return P ? P->Type : 0;
}

int64_t CpuCufft::bytesOf(int32_t Plan) {
  std::lock_guard<std::mutex> Guard(PlannerLock);
  auto *P = lookUp(Plan);
  return P && P->InPlace ? P->InPlace->bytes() : 0;
}
