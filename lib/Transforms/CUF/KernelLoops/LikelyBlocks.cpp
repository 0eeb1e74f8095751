//===-- LikelyBlocks.cpp - The blocks that launches ask for ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See LikelyBlocks.h. Extents are constants, integers with one value, or
/// components of a dim3: of a constant one, or of a variable that is given one.
///
//===----------------------------------------------------------------------===//
#include "LikelyBlocks.h"
#include "warprt/Image.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace warpfort {
namespace {

/// A variable that gets a variable's value, which gets another one's.
constexpr unsigned MaxDepth = 4;

/// The part of the initial value of \p Variable that \p Path leads to.
Value initialValue(fir::GlobalOp Variable, llvm::ArrayRef<PlaceStep> Path) {
  if (Variable.getRegion().empty())
    return {};
  auto HasValue =
      dyn_cast<fir::HasValueOp>(Variable.getRegion().front().getTerminator());
  if (!HasValue)
    return {};
  Value Whole = HasValue.getResval();
  if (Path.empty())
    return Whole;
  auto Record = dyn_cast<fir::RecordType>(Whole.getType());
  if (!Record || Path.size() > 1 || Path.front().Kind != PlaceStep::Component)
    return {};
  while (auto Insertion = Whole.getDefiningOp<fir::InsertValueOp>()) {
    auto Field = dyn_cast<StringAttr>(Insertion.getCoor()[0]);
    if (Field && std::to_string(Record.getFieldIndex(Field.getValue())) ==
                     Path.front().Name)
      return Insertion.getVal();
    Whole = Insertion.getAdt();
  }
  return {};
}

} // namespace

std::optional<int64_t> LikelyBlocks::valueOf(Value V, unsigned Depth) {
  while (auto Conversion = V.getDefiningOp<fir::ConvertOp>())
    V = Conversion.getValue();
  if (auto Known = getConstantIntValue(V))
    return Known;
  auto Load = V.getDefiningOp<fir::LoadOp>();
  if (!Load || Depth == 0)
    return std::nullopt;
  return contentOf(Load.getMemref(), Depth - 1);
}

std::optional<int64_t> LikelyBlocks::contentOf(Value Address, unsigned Depth) {
  Place Wanted = findPlace(Address);
  if (!Stores) {
    Stores.emplace();
    In.walk([&](fir::StoreOp Store) {
      if (!Store.getValue().getType().isInteger())
        return;
      Place To = findPlace(Store.getMemref());
      (*Stores)[To.Memory].push_back({To, Store.getValue()});
    });
  }
  if (auto Found = Stores->find(Wanted.Memory); Found != Stores->end())
    for (const auto &[To, V] : Found->second)
      if (To.isSame(Wanted))
        if (auto Known = valueOf(V, Depth))
          return Known;
  auto Static = Wanted.Root ? Wanted.Root.getDefiningOp<fir::AddrOfOp>()
                            : fir::AddrOfOp();
  if (!Static)
    return std::nullopt;
  auto Variable = SymbolTable::lookupNearestSymbolFrom<fir::GlobalOp>(
      Static, Static.getSymbolAttr());
  Value Initial = Variable ? initialValue(Variable, Wanted.Path) : Value();
  return Initial ? valueOf(Initial, 0) : std::nullopt;
}

std::optional<std::array<int32_t, 3>>
LikelyBlocks::find(cuf::KernelLaunchOp Launch) {
  std::array<int32_t, 3> Shape;
  int64_t Threads = 1;
  Value Extents[] = {Launch.getBlockX(), Launch.getBlockY(),
                     Launch.getBlockZ()};
  for (auto [Extent, V] : llvm::zip_equal(Shape, Extents)) {
    auto Known = valueOf(V, MaxDepth);
    if (!Known || *Known < 1 || *Known > WARPRT_MAX_BLOCK_THREADS)
      return std::nullopt;
    Extent = static_cast<int32_t>(*Known);
    Threads *= *Known;
  }
  if (Threads > WARPRT_MAX_BLOCK_THREADS)
    return std::nullopt;
  return Shape;
}

} // namespace warpfort
