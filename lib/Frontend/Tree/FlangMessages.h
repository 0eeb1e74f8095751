//===-- FlangMessages.h - Messages of Flang that decide ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some of Flang's errors are withdrawn, are a reason for another attempt at
/// the source, or get other words. Flang does not say which rule a message
/// belongs to, so it is known by its text. FlangMessages.cpp has the only table
/// of such texts; `utils/flang-messages --check` looks for each of them in
/// Flang's libraries.
///
/// No decision depends on a message of our own.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_TREE_FLANGMESSAGES_H
#define WARPFORT_LIB_FRONTEND_TREE_FLANGMESSAGES_H

#include "flang/Parser/provenance.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>

namespace Fortran::parser {
class Message;
} // namespace Fortran::parser

namespace warpfort {

enum class FlangMessage {
  // Withdrawn (FlangHooks.cpp, FlangOverrides.cpp, DevicePointers.cpp,
  // LibraryArguments.cpp).
  DeviceProcedure,
  HostDefinability,
  ImplicitKernel,
  DataAttribute,
  ProcedureAttribute,
  HostIntrinsic,
  InterfaceNeeded,
  AttributesNeedInterface,
  HostDummy,
  AssumedShapeElement,
  PointerElement,
  ComplexForReal,
  DeviceAssociation,
  ImplicitReference,
  // What Leniency accepts.
  Dim3Unknown,
  SeedKind,
  DeallocateIntentIn,
  FunctionCalled,
  ReturnFromData,
  LogicalOperand,
  LogicalCondition,
  Dim3Shape,
  PointerTarget,
  AddressTarget,
  LoopOrder,
  KernelPrefix,
  NotAllocatable,
  NoType,
  FixedLabel,
  NestedLevel,
  AmbiguousName,
  UsedFromModule,
  DeclaredBefore,
  // What is CUDA Fortran (StreamArguments.cpp).
  StreamKeyword,
  // Completed by Hints.cpp.
  NoSpecific,
  NoDerivedType,
  NoExternal,
  NotDerived,
  NoKernel,
  NoComponent,
  NotInModule,
  NoModule,
  NoQuadruple,
  NoKind,
  // Errors of lowering. Those with words of their own for users.
  NotImplemented,
  // What all of them have, and what those without words of their own may have.
  Unfinished,
  UnfinishedClause,
  UnfinishedIntrinsic,
};

/// What a message has in the place of names.
struct MessageParts {
  /// Before the middle that the table has for it, or all if there is none.
  std::string First;
  /// Behind the middle.
  std::string Second;
};

/// The parts of a message of this kind; nothing if it is another one.
std::optional<MessageParts> match(llvm::StringRef Text, FlangMessage Kind);
std::optional<MessageParts> match(const Fortran::parser::Message &Message,
                                  FlangMessage Kind);

/// Whether a message is of this kind.
inline bool is(const Fortran::parser::Message &Message, FlangMessage Kind) {
  return match(Message, Kind).has_value();
}

/// Makes an error at \p Range say more.
void addToText(Fortran::parser::Message &Message,
               Fortran::parser::ProvenanceRange Range, llvm::StringRef Hint);

/// Whether a message names a type of Flang's own modules.
bool namesBuiltin(const Fortran::parser::Message &Message);

/// What a message says, at another place and without notes; types of Flang's
/// own modules have the names by which other modules export them.
Fortran::parser::Message copyAt(const Fortran::parser::Message &Message,
                                Fortran::parser::ProvenanceRange Range);

/// Which operands of a logical operator are integers, of a LogicalOperand;
/// nothing if there is one of another type, which stays an error.
std::optional<std::pair<bool, bool>>
integerOperands(const Fortran::parser::Message &Message);

/// What to tell users of an error of lowering, if \p Text says that something
/// is not implemented.
std::optional<std::string> describeNotImplemented(llvm::StringRef Text);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_TREE_FLANGMESSAGES_H
