//===-- DeviceLaunches.cpp - Launches in device code ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DeviceLaunches.h. The launched kernel may run when the launching thread
// is done. So there are no copies of arguments, which somebody would have to
// release, and no variables of the thread or of its block.
//
//===----------------------------------------------------------------------===//

#include "DeviceLaunches.h"
#include "flang/Evaluate/check-expression.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {

namespace {

/// Whether a kernel gets the descriptor of the argument.
bool hasDescriptor(const Symbol &Dummy) {
  return semantics::IsAllocatableOrPointer(Dummy) ||
         semantics::IsAssumedShape(Dummy) || semantics::IsAssumedRank(Dummy);
}

/// Whether a variable lies in memory of one thread or one block.
bool isOfThread(const TypedExpr &Variable) {
  // What an allocatable or pointer has is elsewhere.
  for (const Symbol &Part : evaluate::GetSymbolVector(Variable))
    if (semantics::IsAllocatableOrPointer(rootOf(Part)))
      return false;
  const Symbol *Base = baseVariable(Variable);
  if (!Base)
    return false;
  const Symbol &Root = rootOf(*Base);
  if (isPredefinedDeviceVariable(Root) ||
      dataAttrOf(Root) == CUDADataAttr::Shared)
    return true;
  if (!semantics::FindCUDADeviceContext(&Root.owner()) ||
      semantics::IsSaved(Root))
    return false;
  return !semantics::IsDummy(Root) || Root.attrs().test(semantics::Attr::VALUE);
}

class LaunchChecker {
public:
  LaunchChecker(SemanticsContext &Context, const Symbol &Kernel)
      : Context(Context), Kernel(Kernel) {}

  void checkArgument(const TypedExpr &Actual, const Symbol &Dummy,
                     CharBlock At);

private:
  SemanticsContext &Context;
  const Symbol &Kernel;
};

void LaunchChecker::checkArgument(const TypedExpr &Actual, const Symbol &Dummy,
                                  CharBlock At) {
  if (Dummy.attrs().test(semantics::Attr::VALUE) ||
      evaluate::IsNullPointer(&Actual))
    return;
  if (!evaluate::IsVariable(Actual)) {
    Context.Say(
        At,
        "The argument for '%s' of kernel '%s' is a value of the thread that launches it: the dummy argument needs the VALUE attribute"_err_en_US,
        Dummy.name(), Kernel.name());
    return;
  }
  if (isOfThread(Actual)) {
    Context.Say(
        At,
        "'%s' may not be passed to kernel '%s' by reference: it lies in memory of the thread or block that launches it"_err_en_US,
        baseVariable(Actual)->name(), Kernel.name());
    return;
  }
  bool MustBeContiguous =
      !hasDescriptor(Dummy) || Dummy.attrs().test(semantics::Attr::CONTIGUOUS);
  if (Actual.Rank() > 0 &&
      (evaluate::HasVectorSubscript(Actual) ||
       (MustBeContiguous &&
        !evaluate::IsSimplyContiguous(Actual, Context.foldingContext()))))
    Context.Say(
        At,
        "The argument for '%s' of kernel '%s' must be contiguous: a launch in device code makes no copy"_err_en_US,
        Dummy.name(), Kernel.name());
}

} // namespace

/// What cudaGetParameterBuffer gives.
static constexpr size_t MostDeviceArgumentBytes = 4096;

void checkDeviceLaunch(SemanticsContext &Context, const ProcedureRef &Ref,
                       const Symbol &Kernel, CharBlock At, bool OnHost) {
  const auto &Details = Kernel.get<semantics::SubprogramDetails>();
  const char *Obstacle =
      OnHost ? "the subprogram is also compiled for the host"
      : subprogramAttrsOf(Kernel) == CUDASubprogramAttrs::Grid_Global
          ? "it has the attribute grid_global"
      : !Details.cudaClusterDims().empty() ? "it has cluster_dims"
      : valueArgumentBytes(Details, MostDeviceArgumentBytes) >
              MostDeviceArgumentBytes
          ? "its dummy arguments with the VALUE attribute have more than 4096 "
            "bytes"
          : nullptr;
  if (Obstacle) {
    Context.Say(At, "Kernel '%s' may not be launched here: %s"_err_en_US,
                Kernel.name(), Obstacle);
    return;
  }
  LaunchChecker Checker(Context, Kernel);
  const auto &Dummies = Details.dummyArgs();
  for (std::size_t I = 0; I < Ref.arguments().size() && I < Dummies.size();
       ++I) {
    const auto &Argument = Ref.arguments()[I];
    const TypedExpr *Actual = Argument ? Argument->UnwrapExpr() : nullptr;
    if (Actual && Dummies[I])
      Checker.checkArgument(*Actual, *Dummies[I],
                            Argument->sourceLocation().value_or(At));
  }
}

/// Names of generic interfaces' specific functions begin with these.
bool isDeviceRuntimeFunction(const Symbol &Proc) {
  static const char *const Names[] = {"cudadevicesynchronize",
                                      "cudathreadsynchronize",
                                      "cudagetlasterror",
                                      "cudapeekatlasterror",
                                      "cudastreamdestroy",
                                      "cudastreamcreatewithflags",
                                      "cudaeventcreatewithflags",
                                      "cudaeventdestroy",
                                      "cudaeventrecordwithflags",
                                      "cudagetdevice",
                                      "cudagetdevicecount",
                                      "cudadevicegetattribute",
                                      "cudadevicegetlimit",
                                      "cudadevicegetcacheconfig",
                                      "cudadevicegetsharedmemconfig",
                                      "cudaruntimegetversion",
                                      "cudafuncgetattributes",
                                      "cudamemset3dasync"};
  static const char *const Generics[] = {"cudastreamwaitevent_",
                                         "cudaeventrecord_",
                                         "cudamemcpyasync_",
                                         "cudamemsetasync_",
                                         "cudamemcpy2dasync_",
                                         "cudamemset2dasync_",
                                         "cudamemcpy3dasync_",
                                         "cudamalloc_",
                                         "warprt_malloc_r2_",
                                         "warprt_malloc_l2_",
                                         "warprt_malloc_ch_",
                                         "cudafree_",
                                         "warprt_free_r2_",
                                         "warprt_free_l2_",
                                         "warprt_free_ch_",
                                         "cudaoccupancyblocks_",
                                         "cudaoccupancyblockswithflags_"};
  std::string Name = Proc.name().ToString();
  return isFromDeviceModule(Proc) &&
         (llvm::is_contained(Names, Name) ||
          llvm::any_of(Generics, [&](const char *Prefix) {
            return llvm::StringRef(Name).starts_with(Prefix);
          }));
}

/// What the device's descriptors tell apart: intrinsic types and addresses.
static bool isPlainOrAddress(const TypedExpr &Actual) {
  std::optional<evaluate::DynamicType> Type = Actual.GetType();
  if (!Type || Type->IsUnlimitedPolymorphic() || Type->IsAssumedType())
    return false;
  if (Type->category() != common::TypeCategory::Derived)
    return true;
  std::string Name =
      Type->GetDerivedTypeSpec().typeSymbol().GetUltimate().name().ToString();
  return Name == "__builtin_c_devptr" || Name == "__builtin_c_ptr";
}

void checkDeviceRuntimeCall(SemanticsContext &Context, const ProcedureRef &Ref,
                            const Symbol &Proc, CharBlock At) {
  const auto &Dummies = Proc.get<semantics::SubprogramDetails>().dummyArgs();
  for (std::size_t I = 0; I < Ref.arguments().size() && I < Dummies.size();
       ++I) {
    const auto &Argument = Ref.arguments()[I];
    if (!Argument || !Dummies[I] || !semantics::IsAssumedType(*Dummies[I]))
      continue;
    const TypedExpr *Actual = Argument->UnwrapExpr();
    if (!Actual || !isPlainOrAddress(*Actual))
      Context.Say(
          Argument->sourceLocation().value_or(At),
          "The argument for '%s' must be of an intrinsic type, TYPE(C_DEVPTR) or TYPE(C_PTR) in device code"_err_en_US,
          Dummies[I]->name());
  }
}

} // namespace warpfort::checker
