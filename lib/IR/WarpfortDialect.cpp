//===-- WarpfortDialect.cpp - The dialect of our attributes ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table of Attributes.def, and what must hold of an attribute in it.
///
//===----------------------------------------------------------------------===//
#include "warpfort/IR/WarpfortDialect.h"

#include "flang/Optimizer/Dialect/CUF/Attributes/CUFAttr.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace warpfort {
namespace {

//===-- What the kinds of Attributes.h store ------------------------------===//

bool isInteger(Attribute A, unsigned Width) {
  auto Integer = dyn_cast<IntegerAttr>(A);
  return Integer && Integer.getType().isSignlessInteger(Width);
}

bool isFlag(Attribute A) { return isa<UnitAttr>(A); }
bool isInt32(Attribute A) { return isInteger(A, 32); }
bool isText(Attribute A) { return isa<StringAttr>(A); }
bool isSymbol(Attribute A) { return isa<FlatSymbolRefAttr>(A); }

bool isBlockShape(Attribute A) {
  auto Shape = dyn_cast<DenseI32ArrayAttr>(A);
  return Shape && Shape.size() == 3;
}

bool isTextList(Attribute A) {
  auto List = dyn_cast<ArrayAttr>(A);
  return List && llvm::all_of(List, isText);
}

bool isLineTable(Attribute A) {
  auto Table = dyn_cast<DictionaryAttr>(A);
  return Table && llvm::all_of(Table, [](NamedAttribute Row) {
           auto Lines = dyn_cast<DenseI64ArrayAttr>(Row.getValue());
           return Lines && Lines.size() == 2;
         });
}

bool isComponentTable(Attribute A) {
  auto Table = dyn_cast<DictionaryAttr>(A);
  return Table && llvm::all_of(Table, [](NamedAttribute Row) {
           return isa<cuf::DataAttributeAttr>(Row.getValue());
         });
}

bool isMessage(Attribute A) {
  auto Parts = dyn_cast<ArrayAttr>(A);
  return Parts && Parts.size() == 4 && isText(Parts[0]) &&
         isInteger(Parts[1], 64) && isInteger(Parts[2], 64) && isText(Parts[3]);
}

bool isMessageList(Attribute A) {
  auto List = dyn_cast<ArrayAttr>(A);
  return List && llvm::all_of(List, isMessage);
}

bool isParameterList(Attribute A) {
  auto List = dyn_cast<ArrayAttr>(A);
  return List && List.size() % 2 == 0 &&
         llvm::all_of(llvm::enumerate(List), [](auto Entry) {
           return Entry.index() % 2 ? isInt32(Entry.value())
                                    : isSymbol(Entry.value());
         });
}

bool isPart(Attribute A) {
  auto Part = dyn_cast<ArrayAttr>(A);
  auto Where = Part && Part.size() == 2 && isSymbol(Part[0])
                   ? dyn_cast<DenseI64ArrayAttr>(Part[1])
                   : nullptr;
  return Where && !Where.empty();
}

bool isPartList(Attribute A) {
  auto List = dyn_cast<ArrayAttr>(A);
  return List && llvm::all_of(List, isPart);
}

bool isArrayReduction(Attribute A) {
  auto How = dyn_cast<StringAttr>(A);
  return How && (How.getValue() == "private" || How.getValue() == "atomic");
}

/// A kind, as a message describes it, and its test.
struct Kind {
  llvm::StringLiteral Description;
  bool (*Holds)(Attribute);
};

constexpr Kind Flag{"a unit attribute", isFlag},
    Int32{"a 32-bit integer", isInt32}, Text{"a string", isText},
    Symbol{"the name of a symbol", isSymbol},
    BlockShape{"three 32-bit integers", isBlockShape},
    TextList{"an array of strings", isTextList},
    LineTable{"a dictionary of pairs of lines", isLineTable},
    ComponentTable{"a dictionary of attributes of data", isComponentTable},
    MessageList{"an array of messages, each of which is a procedure, two lines "
                "and a text",
                isMessageList},
    ParameterList{"an array of kernels, each before the number of a parameter",
                  isParameterList},
    PartList{
        "an array of variables, each with a number and the way to an array",
        isPartList},
    ArrayReduction{"\"private\" or \"atomic\"", isArrayReduction};

//===-- The table ---------------------------------------------------------===//

struct Row {
  llvm::StringLiteral Name;
  const Kind &Value;
  llvm::StringLiteral Holders; ///< names of operations, between blanks
};

constexpr Row Rows[] = {
#define WARPFORT_ATTR(VARIABLE, NAME, KIND, HOLDERS, ...)                      \
  {"warpfort." NAME, KIND, HOLDERS},
#include "warpfort/IR/Attributes.def"
};

/// Whether \p Op is one of the operations of a row.
bool mayHold(const Row &R, Operation *Op) {
  llvm::SmallVector<llvm::StringRef> Holders;
  llvm::SplitString(R.Holders, Holders);
  return llvm::is_contained(Holders, Op->getName().getStringRef());
}

std::string listHolders(const Row &R) {
  llvm::SmallVector<llvm::StringRef> Holders;
  llvm::SplitString(R.Holders, Holders);
  return "'" + llvm::join(Holders, "', '") + "'";
}

} // namespace

//===-- The dialect -------------------------------------------------------===//

WarpfortDialect::WarpfortDialect(MLIRContext *Context)
    : Dialect(getDialectNamespace(), Context, TypeID::get<WarpfortDialect>()) {}

WarpfortDialect::~WarpfortDialect() = default;

LogicalResult WarpfortDialect::verifyOperationAttribute(Operation *Op,
                                                        NamedAttribute Attr) {
  llvm::StringRef Name = Attr.getName();
  const Row *Found =
      llvm::find_if(Rows, [Name](const Row &R) { return R.Name == Name; });
  if (Found == std::end(Rows))
    return Op->emitError("internal: no pass knows the attribute '")
           << Name << "'";
  if (!Found->Value.Holds(Attr.getValue()))
    return Op->emitError("internal: the attribute '")
           << Name << "' must be " << Found->Value.Description;
  if (!mayHold(*Found, Op))
    return Op->emitError("internal: the attribute '")
           << Name << "' has no meaning on '" << Op->getName() << "', only on "
           << listHolders(*Found);
  return success();
}

/// No attribute of ours is about one argument or result.
static LogicalResult refuseOnValue(Operation *Op, NamedAttribute Attr,
                                   llvm::StringRef What) {
  return Op->emitError("internal: the attribute '")
         << Attr.getName().getValue() << "' has no meaning on " << What;
}

LogicalResult WarpfortDialect::verifyRegionArgAttribute(Operation *Op, unsigned,
                                                        unsigned,
                                                        NamedAttribute Attr) {
  return refuseOnValue(Op, Attr, "an argument");
}

LogicalResult
WarpfortDialect::verifyRegionResultAttribute(Operation *Op, unsigned, unsigned,
                                             NamedAttribute Attr) {
  return refuseOnValue(Op, Attr, "a result");
}

void registerWarpfortDialect(DialectRegistry &Registry) {
  Registry.insert<WarpfortDialect>();
  Registry.addExtension(+[](MLIRContext *Context, fir::FIROpsDialect *) {
    Context->loadDialect<WarpfortDialect>();
  });
}

} // namespace warpfort

MLIR_DEFINE_EXPLICIT_TYPE_ID(warpfort::WarpfortDialect)
