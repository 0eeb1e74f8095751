//===-- CUFCheckRuntimeCalls.cpp - The Fortran run-time library -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Refuses, where the place in the source is known, device code that needs more
/// of Flang's run-time library than the device library has of it: functions
/// that are not there, and objects that those which are there would treat as
/// bytes though they are more (allocatable components where DeviceRecords does
/// not help, dynamic types).
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/DeviceRecords.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFCHECKRUNTIMECALLSPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

/// Calls that only ask or set, whatever the type.
bool handlesNoObjects(llvm::StringRef Name) {
  return Name.contains("IsContiguous") || Name.contains("IsAssumedSize") ||
         Name.contains("SetBounds") || Name.contains("PointerNullify") ||
         Name.contains("PointerIsAssociated") ||
         Name.contains("PointerAssociate") || Name.contains("SameTypeAs") ||
         Name.contains("ExtendsTypeOf");
}

bool allocates(llvm::StringRef Name) {
  return Name == "_FortranAAllocatableAllocate" ||
         Name == "_FortranAPointerAllocate";
}

/// Calls that do right by allocatable components, if only because of what is
/// called before or after them (DeviceRecords.h).
bool handlesComponents(llvm::StringRef Name) {
  return allocates(Name) || Name == "_FortranAAllocatableAllocateSource" ||
         Name == "_FortranAInitArrayConstructorVector" ||
         Name == "_FortranAPointerAllocateSource" ||
         Name == "_FortranAAllocatableDeallocate" ||
         Name == "_FortranAPointerDeallocate" || Name == "_FortranAMoveAlloc" ||
         Name.ends_with("ApplyMold") || Name == "_FortranACopyInAssign" ||
         Name == "_FortranACopyOutAssign" ||
         Name.starts_with("_FortranAShallowCopy") ||
         Name == "_FortranACopyAndUpdateDescriptor" ||
         Name == "_FortranAAllocatableCheckAllocated";
}

/// Calls that do right by objects of any dynamic type: what INTENT(OUT) does,
/// and assignments to objects of a known one, which is an ancestor.
bool readsTableOfType(fir::CallOp Call, llvm::StringRef Name) {
  if (Name == "_FortranADestroy" || Name == "_FortranAInitialize")
    return true;
  if (Name != "_FortranAAssign")
    return false;
  Value To = withoutConversions(Call.getArgs()[0]);
  auto Box = dyn_cast<fir::BoxType>(fir::unwrapRefType(To.getType()));
  return Box && isa<fir::RecordType>(fir::getFortranElementType(Box)) &&
         !factsOfRecord(fir::getFortranElementType(Box)).HasAllocatable;
}

std::string readable(fir::RecordType Type) {
  return fir::NameUniquer::deconstruct(Type.getName()).second.name;
}

class CUFCheckRuntimeCalls
    : public impl::CUFCheckRuntimeCallsPassBase<CUFCheckRuntimeCalls> {
public:
  void runOnOperation() override;

private:
  LogicalResult check(fir::CallOp Call, llvm::StringRef Name);
  LogicalResult checkObject(fir::CallOp Call, llvm::StringRef Name, Type T);

  llvm::StringSet<> Finalized;
};

bool isAvailable(llvm::StringRef Name) {
  static const llvm::StringRef Functions[] = {
#define NAME(FUNCTION) #FUNCTION,
      WARPDEV_FORTRAN_FUNCTIONS(NAME)};
  static const llvm::StringRef Families[] = {WARPDEV_FORTRAN_FAMILIES(NAME)};
#undef NAME
  return llvm::is_contained(Functions, Name) ||
         llvm::any_of(Families, [&](llvm::StringRef Family) {
           return Name.starts_with(Family);
         });
}

LogicalResult CUFCheckRuntimeCalls::checkObject(fir::CallOp Call,
                                                llvm::StringRef Name, Type T) {
  Type Inner = fir::unwrapRefType(T);
  if (isa<fir::ClassType>(Inner) && readsTableOfType(Call, Name))
    return success();
  if (isa<fir::ClassType>(Inner))
    return emitUserError(Call, "an operation on a polymorphic object is not "
                               "supported in device code");
  auto Record = dyn_cast<fir::RecordType>(fir::getFortranElementType(Inner));
  if (!Record)
    return success();
  const char *Problem = nullptr;
  RecordFacts Facts = factsOfRecord(Record);
  if (Facts.HasPolymorphic)
    Problem = "with polymorphic components";
  else if (Facts.HasAllocatable && !handlesComponents(Name))
    Problem = "with allocatable components";
  else if (Finalized.contains(Record.getName()))
    Problem = "with a FINAL procedure";
  if (!Problem)
    return success();
  return emitUserError(Call, allocates(Name) ? "ALLOCATE" : "an operation")
         << " of objects of derived type '" << readable(Record) << "', a type "
         << Problem << ", is not supported in device code";
}

LogicalResult CUFCheckRuntimeCalls::check(fir::CallOp Call,
                                          llvm::StringRef Name) {
  if (!handlesNoObjects(Name))
    for (Value Argument : Call.getArgs()) {
      Argument = withoutConversions(Argument);
      if (isa<fir::BaseBoxType>(fir::unwrapRefType(Argument.getType())) &&
          failed(checkObject(Call, Name, Argument.getType())))
        return failure();
    }
  if (!isAvailable(Name)) {
    llvm::StringRef Short = Name.drop_front(strlen("_Fortran"));
    if (!Short.consume_front("ACUF"))
      Short.consume_front("A");
    return emitUserError(Call, "this needs '")
           << Short
           << "' of the Fortran run-time library, which device code does not "
              "have: such operations, intrinsics and input/output are not "
              "supported there";
  }
  return success();
}

void CUFCheckRuntimeCalls::runOnOperation() {
  if (auto List = FinalizedTypesAttr.get(getOperation()))
    for (Attribute Name : List)
      Finalized.insert(cast<StringAttr>(Name).getValue());
  bool Ok = true;
  getOperation().walk([&](fir::CallOp Call) {
    auto Callee = Call.getCallee();
    llvm::StringRef Name = Callee ? Callee->getRootReference().getValue() : "";
    if (Name.starts_with("_Fortran"))
      Ok &= succeeded(check(Call, Name));
  });
  if (!Ok)
    signalPassFailure();
}

} // namespace

} // namespace warpfort
