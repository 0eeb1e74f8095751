//===-- Places.cpp - Which variable an address belongs to -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Places.h.
///
//===----------------------------------------------------------------------===//
#include "Places.h"
#include "TypeSize.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace warpfort {

using Flags = fir::FortranVariableFlagsEnum;

bool isPointer(Type T) {
  if (auto Box = dyn_cast<fir::BaseBoxType>(T))
    return isa<fir::PointerType>(Box.getEleTy());
  return isa<fir::PointerType>(T);
}

llvm::SmallVector<PlaceStep, 2> componentsOf(fir::CoordinateOp Coor) {
  llvm::SmallVector<PlaceStep, 2> Steps;
  Type Of = fir::unwrapPassByRefType(Coor.getRef().getType());
  if (Coor.getFieldIndices() &&
      isa<fir::RecordType>(fir::unwrapSequenceType(Of))) {
    for (auto Index : Coor.getIndices()) {
      auto Field = dyn_cast<IntegerAttr>(Index);
      auto Record = dyn_cast<fir::RecordType>(Of);
      if (!Field || !Record)
        return {};
      Steps.push_back(
          {PlaceStep::Component, Of, std::to_string(Field.getInt()), {}});
      Of = Record.getType(Field.getInt());
    }
  } else if (fir::isa_complex(Of) && Coor.getCoor().size() == 1) {
    if (auto Part = fir::getIntIfConstant(Coor.getCoor()[0]))
      Steps.push_back({PlaceStep::Component, Of, std::to_string(*Part), {}});
  }
  return Steps;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// The bytes of the memory that a variable with storage has.
static std::optional<std::pair<uint64_t, uint64_t>> bytesOf(const Place &P) {
  fir::DeclareOp Variable = P.Variable;
  if (!Variable)
    return std::nullopt;
  auto Module = Variable->getParentOfType<ModuleOp>();
  auto Size =
      sizeOfType(Variable.getLoc(), fir::unwrapRefType(Variable.getType()),
                 DataLayout(Module), fir::getKindMapping(Module));
  if (!Size)
    return std::nullopt;
  return std::pair(P.Offset, P.Offset + Size->Bytes);
}

/// Whether \p Index says for sure that two elements differ.
static bool differ(const PlaceStep &A, const PlaceStep &B) {
  return llvm::any_of(llvm::zip(A.Index, B.Index), [](const auto &Both) {
    auto [IndexA, IndexB] = Both;
    return IndexA && IndexB && *IndexA != *IndexB;
  });
}

static bool isKnown(const PlaceStep &S) {
  return llvm::all_of(S.Index, [](const auto &I) { return I.has_value(); });
}

bool Place::isSame(const Place &Other) const {
  return Memory == Other.Memory && Offset == Other.Offset &&
         IsDeviceAddress == Other.IsDeviceAddress && Path == Other.Path &&
         llvm::all_of(Path, [](const PlaceStep &S) {
           return !S.IsPointer && isKnown(S);
         });
}

bool Place::isApart(const Place &Other) const {
  if (Memory != Other.Memory || Offset != Other.Offset)
    return false;
  bool IsSection = false; // elements count from those of a section
  for (auto [I, Steps] : llvm::enumerate(llvm::zip(Path, Other.Path))) {
    auto &[A, B] = Steps;
    if (A.Kind != B.Kind || A.Of != B.Of || A.Index.size() != B.Index.size())
      return false;
    if (A.Name != B.Name || (!IsSection && differ(A, B))) {
      auto HasPointer = [From = I](const Place &P) {
        return P.IsPointer ||
               llvm::any_of(llvm::drop_begin(P.Path, From),
                            [](const PlaceStep &S) { return S.IsPointer; });
      };
      return !HasPointer(*this) && !HasPointer(Other);
    }
    IsSection |= !isKnown(A) || !isKnown(B);
  }
  return false;
}

bool Place::mayShare(const Place &Other) const {
  if (!Memory || Memory != Other.Memory)
    return false;
  if (Offset == Other.Offset)
    return !isApart(Other);
  auto Bytes = bytesOf(*this), OtherBytes = bytesOf(Other);
  return !Bytes || !OtherBytes ||
         (Bytes->first < OtherBytes->second &&
          OtherBytes->first < Bytes->second);
}

//===----------------------------------------------------------------------===//
// The way
//===----------------------------------------------------------------------===//

/// Memory is known by the operation that makes it, a global by its symbol.
static const void *identify(Value Root) {
  auto Global = Root.getDefiningOp<fir::AddrOfOp>();
  return Global ? Global.getSymbolAttr().getAsOpaquePointer()
                : Root.getAsOpaquePointer();
}

/// The variable's declaration in the host of an internal procedure, if it says
/// more of its place.
static fir::DeclareOp declarationInHost(fir::DeclareOp Name) {
  auto Function = Name->getParentOfType<func::FuncOp>();
  std::optional<Flags> Attrs = Name.getFortranAttrs();
  auto Host =
      Function
          ? Function->getAttrOfType<SymbolRefAttr>(fir::getHostSymbolAttrName())
          : SymbolRefAttr();
  if (!Host || !Attrs || !bitEnumContainsAny(*Attrs, Flags::host_assoc))
    return {};
  auto Outer = Function->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(
      Host.getRootReference());
  if (!Outer || Outer.isExternal())
    return {};
  for (auto Op : Outer.getBody().front().getOps<fir::DeclareOp>())
    if (Op.getStorage() && Op.getUniqName() == Name.getUniqName())
      return Op;
  return {};
}

/// What begins at an address or a descriptor tells of.
static Type partedType(Value From) {
  Type Of = fir::unwrapPassByRefType(From.getType());
  auto Array = dyn_cast<fir::SequenceType>(Of);
  if (!Array || Array.hasUnknownShape())
    return Of;
  auto Shape = llvm::to_vector(Array.getShape());
  Shape.back() = fir::SequenceType::getUnknownExtent();
  return fir::SequenceType::get(Shape, Array.getEleTy());
}

static unsigned rankAt(Value Address) {
  auto Array =
      dyn_cast<fir::SequenceType>(fir::unwrapRefType(Address.getType()));
  return Array ? Array.getDimension() : 0;
}

namespace {
class WayBack {
public:
  /// Goes on to what \p V is made of; false where the way begins.
  bool follow(Value &V);
  Place Result;
  llvm::SmallVector<PlaceStep, 2> Reversed;

private:
  bool followDeclaration(fir::DeclareOp Declare, Value &V);
  void followCoordinate(fir::CoordinateOp Coor);
  void followElement(fir::ArrayCoorOp Coor);
  /// Of a section, or of something else that is no component.
  void addUnknown(Value From, unsigned Rank) {
    PlaceStep Step{PlaceStep::Subscripts, partedType(From), "", {}};
    Step.Index.assign(Rank, std::nullopt);
    Reversed.push_back(std::move(Step));
  }

  unsigned Rank = 0; ///< of what begins at the address
};
} // namespace

/// False where the declaration says in which memory the variable is.
bool WayBack::followDeclaration(fir::DeclareOp Declare, Value &V) {
  auto Attrs = Declare.getFortranAttrs().value_or(Flags::None);
  Result.ThroughPointer |= bitEnumContainsAny(Attrs, Flags::pointer);
  Result.IsTarget |= bitEnumContainsAny(Attrs, Flags::target);
  Result.IsDummy |= static_cast<bool>(Declare.getDummyScope());
  Result.IsAssociateName |= static_cast<bool>(Result.Variable);
  Result.Variable = Declare;
  if (fir::DeclareOp InHost = declarationInHost(Declare))
    Declare = InHost;
  Value Storage = Declare.getStorage();
  if (!Storage)
    return true;
  Result.Offset = Declare.getStorageOffset();
  V = goBack(Storage, PartSteps);
  return false;
}

void WayBack::followCoordinate(fir::CoordinateOp Coor) {
  auto Components = componentsOf(Coor);
  Reversed.append(Components.rbegin(), Components.rend());
  if (Components.empty())
    addUnknown(Coor.getRef(), Coor.getIndices().size());
}

void WayBack::followElement(fir::ArrayCoorOp Coor) {
  llvm::SmallVector<Value> Origins = originsOf(Coor.getShape());
  PlaceStep Step{PlaceStep::Subscripts, partedType(Coor.getMemref()), "", {}};
  for (auto [Dim, Index] : llvm::enumerate(Coor.getIndices())) {
    auto At = fir::getIntIfConstant(Index);
    auto First = Dim < Origins.size() ? fir::getIntIfConstant(Origins[Dim])
                                      : std::optional<int64_t>(1);
    Step.Index.push_back(At && First && Dim >= Rank && !Coor.getSlice()
                             ? std::optional(*At - *First)
                             : std::nullopt);
  }
  Reversed.push_back(std::move(Step));
}

bool WayBack::follow(Value &V) {
  Result.ThroughPointer |= isPointer(V.getType());
  Value From;
  unsigned Step = stepBack(V, From);
  if (!(Step & (ReachedSteps | ClauseStep)))
    return false;
  Operation *Op = V.getDefiningOp();
  Rank = Step == ConversionStep ? std::max(Rank, rankAt(V))
         : Step == ElementStep  ? Rank
                                : 0;
  if (auto Declare = dyn_cast<fir::DeclareOp>(Op)) {
    if (!followDeclaration(Declare, V))
      return false;
  } else if (auto Coor = dyn_cast<fir::CoordinateOp>(Op)) {
    followCoordinate(Coor);
  } else if (auto Element = dyn_cast<fir::ArrayCoorOp>(Op)) {
    followElement(Element);
    Rank = 0;
  } else if (Step == ClauseStep) {
    Result.IsDeviceAddress |= isa<acc::UseDeviceOp>(Op);
  } else if (Step == DescriptorStep) {
    Reversed.push_back(
        {PlaceStep::Descriptor, {}, "", {}, isPointer(V.getType())});
  } else if (auto Embox = dyn_cast<fir::EmboxOp>(Op)) {
    if (Embox.getSlice())
      addUnknown(From, rankAt(From));
  } else if (auto Rebox = dyn_cast<fir::ReboxOp>(Op)) {
    if (Rebox.getSlice())
      addUnknown(From, fir::getBoxRank(From.getType()));
  }
  V = From;
  return true;
}

Place findPlace(Value Address) {
  WayBack Way;
  Type T = Address.getType();
  while (Way.follow(Address))
    ;
  Place Result = std::move(Way.Result);
  Result.IsPointer = isPointer(T) || isPointer(fir::unwrapRefType(T));
  Result.ThroughPointer |= Result.IsPointer;
  Result.Root = Address;
  Result.Memory = identify(Address);
  Result.Path.assign(Way.Reversed.rbegin(), Way.Reversed.rend());
  return Result;
}

} // namespace warpfort
