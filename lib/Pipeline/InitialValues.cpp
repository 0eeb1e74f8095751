//===-- InitialValues.cpp - Initial values of large arrays ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the constants of large arrays of their parts, each array's once, in a
/// time that grows with the number of elements.
///
//===----------------------------------------------------------------------===//
#include "InitialValues.h"
#include "warpfort/IR/Attributes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

#include <map>
#include <vector>

using namespace llvm;

namespace warpfort {
namespace {

/// A constant of type \p T of the elements at the beginning of \p Left, which
/// may be those of several dimensions.
Constant *takeArray(Type *T, ArrayRef<Constant *> &Left) {
  auto *Array = dyn_cast<ArrayType>(T);
  if (!Array || T == Left.front()->getType()) {
    Constant *First = Left.front();
    Left = Left.drop_front();
    return First;
  }
  std::vector<Constant *> Elements;
  Elements.reserve(Array->getNumElements());
  for (uint64_t I = 0; I < Array->getNumElements(); ++I)
    Elements.push_back(takeArray(Array->getElementType(), Left));
  return ConstantArray::get(Array, Elements);
}

/// \p Whole with an array of \p Elements at \p Path.
Constant *replaceArray(Constant *Whole, ArrayRef<int64_t> Path,
                       ArrayRef<Constant *> Elements) {
  if (Path.empty())
    return takeArray(Whole->getType(), Elements);
  auto *Record = cast<StructType>(Whole->getType());
  std::vector<Constant *> Members;
  for (unsigned I = 0; I < Record->getNumElements(); ++I)
    Members.push_back(Whole->getAggregateElement(I));
  Members[Path.front()] =
      replaceArray(Members[Path.front()], Path.drop_front(), Elements);
  return ConstantStruct::get(Record, Members);
}

class Joiner {
public:
  Joiner(mlir::ModuleOp From, Module &To) : To(To) {
    for (auto Global : From.getOps<mlir::LLVM::GlobalOp>())
      if (auto Parts = InitialPartsAttr.get(Global))
        PartsOf[Global.getSymName()] = Parts;
  }

  void run() {
    for (auto [Name, Parts] : PartsOf)
      if (GlobalVariable *Variable = To.getNamedGlobal(Name))
        join(*Variable);
    for (GlobalVariable *Part : Used)
      if (Part->use_empty())
        Part->eraseFromParent();
  }

private:
  /// A part may have parts itself.
  void join(GlobalVariable &Variable) {
    auto Parts = PartsOf.find(Variable.getName());
    if (Parts == PartsOf.end() || !Done.insert(&Variable).second)
      return;
    std::map<std::vector<int64_t>, std::vector<Constant *>> Arrays;
    for (mlir::Attribute Each : Parts->second) {
      auto Pair = mlir::cast<mlir::ArrayAttr>(Each);
      ArrayRef<int64_t> Where = mlir::cast<mlir::DenseI64ArrayAttr>(Pair[1]);
      GlobalVariable *Part = To.getNamedGlobal(
          mlir::cast<mlir::FlatSymbolRefAttr>(Pair[0]).getValue());
      join(*Part);
      Used.insert(Part);
      Constant *Value = Part->getInitializer();
      std::vector<Constant *> &Elements = Arrays[Where.drop_front().vec()];
      if (int64_t Count = Where.front()) {
        Elements.insert(Elements.end(), Count, Value);
        continue;
      }
      unsigned Count = cast<ArrayType>(Value->getType())->getNumElements();
      for (unsigned I = 0; I < Count; ++I)
        Elements.push_back(Value->getAggregateElement(I));
    }
    Constant *Whole = Variable.getInitializer();
    for (auto &[Path, Elements] : Arrays)
      Whole = replaceArray(Whole, Path, Elements);
    Variable.setInitializer(Whole);
  }

  Module &To;
  MapVector<StringRef, mlir::ArrayAttr> PartsOf;
  SmallPtrSet<GlobalVariable *, 8> Done;
  SetVector<GlobalVariable *> Used;
};

} // namespace

void joinInitialValues(mlir::ModuleOp From, Module &To) {
  Joiner(From, To).run();
}

} // namespace warpfort
