//===-- Attributes.h - Typed access to what passes tell others --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One variable for each row of Attributes.def. No pass spells an attribute's
/// name:
///
///   GridAttr.set(Loop);
///   if (GridAttr.isOn(Loop)) ...
///   std::optional<int32_t> Levels = UsedLevelsAttr.get(Function);
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_IR_ATTRIBUTES_H
#define WARPFORT_IR_ATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace warpfort {
namespace attributes {

/// An attribute of the dialect, whatever its value.
class Name {
public:
  constexpr explicit Name(llvm::StringLiteral Text) : Text(Text) {}

  bool isOn(mlir::Operation *Op) const { return Op->hasAttr(Text); }
  void remove(mlir::Operation *Op) const { Op->removeAttr(Text); }

protected:
  llvm::StringLiteral Text;
};

/// One whose value is a \p T of MLIR's.
template <typename T> struct Value : Name {
  using Name::Name;

  /// Null if the operation does not have it.
  T get(mlir::Operation *Op) const { return Op->getAttrOfType<T>(Text); }
  void set(mlir::Operation *Op, T To) const { Op->setAttr(Text, To); }
};

struct Flag : Name {
  using Name::Name;

  void set(mlir::Operation *Op) const {
    Op->setAttr(Text, mlir::UnitAttr::get(Op->getContext()));
  }
};

struct Int32 : Name {
  using Name::Name;

  std::optional<int32_t> get(mlir::Operation *Op) const {
    auto Found = Op->getAttrOfType<mlir::IntegerAttr>(Text);
    return Found ? std::optional(static_cast<int32_t>(Found.getInt()))
                 : std::nullopt;
  }
  void set(mlir::Operation *Op, int32_t To) const {
    auto T = mlir::IntegerType::get(Op->getContext(), 32);
    Op->setAttr(Text, mlir::IntegerAttr::get(T, To));
  }
};

struct Text : Name {
  using Name::Name;

  std::optional<llvm::StringRef> get(mlir::Operation *Op) const {
    auto Found = Op->getAttrOfType<mlir::StringAttr>(Name::Text);
    return Found ? std::optional(Found.getValue()) : std::nullopt;
  }
  void set(mlir::Operation *Op, const llvm::Twine &To) const {
    Op->setAttr(Name::Text, mlir::StringAttr::get(Op->getContext(), To));
  }
};

struct Symbol : Value<mlir::FlatSymbolRefAttr> {
  using Value::Value;

  void set(mlir::Operation *Op, llvm::StringRef To) const {
    Value::set(Op, mlir::FlatSymbolRefAttr::get(Op->getContext(), To));
  }
};

struct BlockShape : Value<mlir::DenseI32ArrayAttr> {
  using Value::Value;

  void set(mlir::Operation *Op, int32_t X, int32_t Y, int32_t Z) const {
    Value::set(Op, mlir::DenseI32ArrayAttr::get(Op->getContext(), {X, Y, Z}));
  }
};

/// Strings.
using TextList = Value<mlir::ArrayAttr>;
/// Keys to two i64.
using LineTable = Value<mlir::DictionaryAttr>;
/// Keys to cuf.cuda attributes.
using ComponentTable = Value<mlir::DictionaryAttr>;
/// Arrays of a string, two i64 and a string.
using MessageList = Value<mlir::ArrayAttr>;
/// A symbol and an i32, and so on.
using ParameterList = Value<mlir::ArrayAttr>;
/// Arrays of a symbol and i64's.
using PartList = Value<mlir::ArrayAttr>;
/// "private" or "atomic".
using ArrayReduction = Text;

} // namespace attributes

#define WARPFORT_ATTR(VARIABLE, NAME, KIND, ...)                               \
  inline constexpr attributes::KIND VARIABLE{"warpfort." NAME};
#include "warpfort/IR/Attributes.def"

} // namespace warpfort

#endif // WARPFORT_IR_ATTRIBUTES_H
