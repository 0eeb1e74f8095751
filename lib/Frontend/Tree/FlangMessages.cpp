//===-- FlangMessages.cpp - Messages of Flang that decide -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See FlangMessages.h. A row has what a message begins with, holds and ends
/// with, what is done about it, and a test below test/ of that.
///
//===----------------------------------------------------------------------===//
#include "FlangMessages.h"

#include "flang/Parser/message.h"

namespace warpfort {

namespace parser = Fortran::parser;

namespace {
struct Row {
  FlangMessage Kind;
  llvm::StringLiteral Begin, Middle, End;
  llvm::StringLiteral Fix;
  llvm::StringLiteral Test;
};
} // namespace

static constexpr Row Table[] = {
    {FlangMessage::DeviceProcedure,
     "A device subprogram may not be an internal subprogram", "", "",
     "withdrawn: CUDA Fortran has internal device procedures",
     "Programs/CUDA/DeviceCode/internal-procedures.cuf"},
    {FlangMessage::DeviceProcedure, "",
     "' may not be an internal procedure of CUDA device subprogram '", "",
     "the same", "Programs/CUDA/DeviceCode/internal-procedures.cuf"},
    {FlangMessage::DeviceProcedure, "Device subprogram '", "",
     "' cannot call itself", "withdrawn: device code may be recursive",
     "Programs/CUDA/DeviceCode/recursive-procedures.cuf"},
    {FlangMessage::DeviceProcedure,
     "!DIR$ IGNORE_TKR may apply only in an interface or a module procedure",
     "", "", "withdrawn: DeviceDummies.cpp adds it to internal procedures",
     "Programs/CUDA/DeviceCode/internal-procedures.cuf"},
    {FlangMessage::HostDefinability, "", "",
     "is a host variable and is not definable in a device subprogram",
     "withdrawn: DeviceCodeRules.cpp has the rule",
     "Programs/CUDA/DeviceCode/internal-procedures.cuf"},
    {FlangMessage::HostDefinability, "", "",
     "is a host-associated allocatable and is not definable in a device "
     "subprogram",
     "withdrawn: device code may allocate arrays of a module",
     "Programs/CUDA/NestedLaunches/nested-arguments.cuf"},
    {FlangMessage::ImplicitKernel, "The global subprogram '",
     "procedure attributes: ImplicitInterface", "",
     "withdrawn: ImplicitKernels.cpp makes the interface",
     "Programs/CUDA/Linking/implicit-kernels"},
    {FlangMessage::ProcedureAttribute, "A ", "", "",
     "stays: Declarations.cpp has no rule",
     "Programs/CUDA/DeviceCode/internal-procedures.cuf"},
    {FlangMessage::DataAttribute, "", " with ATTRIBUTES(", "",
     "withdrawn: Declarations.cpp has the rules",
     "Semantics/fail-data-attributes.cuf"},
    {FlangMessage::DataAttribute, "", " may not have ATTRIBUTES(", "",
     "the same", "Semantics/fail-data-attributes.cuf"},
    {FlangMessage::DataAttribute, "", "ATTRIBUTES(TEXTURE) is obsolete", "",
     "the same", "Semantics/fail-textures.cuf"},
    {FlangMessage::DataAttribute, "", ") may apply only to module,", "",
     "the same", "Semantics/fail-data-attributes.cuf"},
    {FlangMessage::DataAttribute, "", "that is not available on the device", "",
     "the same", "Semantics/fail-data-attributes.cuf"},
    {FlangMessage::DataAttribute, "",
     "should not have the SAVE attribute or initialization in a device", "",
     "the same", "Semantics/fail-data-attributes.cuf"},
    {FlangMessage::DataAttribute, "",
     "may not be associated in a device subprogram", "", "the same",
     "Semantics/fail-data-attributes.cuf"},
    {FlangMessage::HostIntrinsic, "", "associated with host intrinsic", "",
     "withdrawn: host code may use intrinsic procedures with device data",
     "Programs/CUDA/HostExpressions/host-types.cuf"},
    {FlangMessage::InterfaceNeeded, "", "require an explicit interface", "",
     "withdrawn: the file has the definition",
     "Semantics/fail-external-interfaces.cuf"},
    {FlangMessage::AttributesNeedInterface, "",
     "with CUDA data attributes should be passed via an explicit interface", "",
     "withdrawn: HostCode.cpp has the rule",
     "Semantics/fail-external-interfaces.cuf"},
    {FlangMessage::HostDummy, "",
     "has no CUDA data attribute but its associated actual argument has "
     "ATTRIBUTES(",
     "", "withdrawn: all data of device code is on the device",
     "Programs/CUDA/DeviceCode/statement-functions.cuf"},
    {FlangMessage::AssumedShapeElement, "Element of assumed-shape array",
     " may not be associated with a", "",
     "a warning, and a check at run time (ArrayElements.cpp)",
     "Programs/CUDA/Launches/array-elements.cuf"},
    {FlangMessage::PointerElement, "Element of pointer array",
     " may not be associated with a", "", "the same",
     "Programs/CUDA/Launches/array-elements.cuf"},
    {FlangMessage::ComplexForReal, "Actual argument type 'COMPLEX(",
     ")' is not compatible with dummy argument type 'REAL(", ")'",
     "a warning, if the dummy argument is a library's (LibraryArguments.cpp)",
     "Programs/Libraries/cublas-other-arrays.cuf"},
    {FlangMessage::DeviceAssociation, "",
     "may not be associated in a device subprogram", "",
     "withdrawn: the pointer is of device code",
     "Programs/CUDA/DeviceCode/procedure-pointers.cuf"},
    {FlangMessage::ImplicitReference, "",
     "should not be referenced via the implicit interface", "",
     "withdrawn: plain Fortran that becomes device code has no interfaces",
     "Semantics/pass-plain-kernels.f90"},
    {FlangMessage::Dim3Unknown, "", "'dim3'", "", "use cudafor, only: dim3",
     "Semantics/pass-leniency.cuf"},
    {FlangMessage::SeedKind, "",
     "Actual argument for 'put=' has bad type or kind 'INTEGER(", "",
     "put=int(s)", "Semantics/pass-leniency.cuf"},
    {FlangMessage::DeallocateIntentIn, "",
     "Name in DEALLOCATE statement is not definable", "",
     "the dummy argument loses its INTENT", "Semantics/pass-leniency.cuf"},
    {FlangMessage::FunctionCalled, "Cannot call function '", "",
     "' like a subroutine", "the result is lost",
     "Semantics/pass-leniency.cuf"},
    {FlangMessage::ReturnFromData,
     "RETURN statement is not allowed in a DATA construct", "", "",
     "the construct ends there (DataReturns.cpp)",
     "Programs/OpenACC/Data/acc-data-returns.f90"},
    {FlangMessage::ReturnFromData,
     "RETURN statement is not allowed in a HOST_DATA construct", "", "",
     "the same", "Programs/OpenACC/Data/acc-data-returns.f90"},
    {FlangMessage::LogicalOperand, "Operand", " must be LOGICAL; have ", "",
     "btest(k, 0)", "Semantics/pass-leniency.cuf"},
    {FlangMessage::LogicalCondition, "Must have LOGICAL type, but is INTEGER(",
     "", "", "the same", "Semantics/pass-leniency.cuf"},
    {FlangMessage::Dim3Shape, "Must have INTEGER type, but is DIM3", "", "",
     "the components of the variable",
     "Programs/CUDA/KernelLoops/loop-streams.cuf"},
    {FlangMessage::PointerTarget,
     "Actual argument associated with POINTER dummy argument 'fptr=' must also "
     "be POINTER",
     "", "", "the array becomes a pointer", "Semantics/pass-leniency.cuf"},
    {FlangMessage::AddressTarget,
     "C_LOC() argument must be a data pointer or target", "", "",
     "the argument becomes a target (AddressTargets.cpp)",
     "Semantics/pass-leniency.cuf"},
    {FlangMessage::LoopOrder,
     "INDEPENDENT and SEQ clauses are mutually exclusive", "", "",
     "INDEPENDENT is dropped (SequentialLoops.cpp)",
     "Semantics/pass-acc-spellings.f90"},
    {FlangMessage::LoopOrder,
     "SEQ and INDEPENDENT clauses are mutually exclusive", "", "", "the same",
     "Semantics/pass-acc-spellings.f90"},
    {FlangMessage::KernelPrefix,
     "A kernel subprogram may not be RECURSIVE, PURE, or ELEMENTAL", "", "",
     "PURE is dropped (KernelPrefixes.cpp)", "Semantics/pass-leniency.cuf"},
    {FlangMessage::NotAllocatable,
     "Argument of ALLOCATED() must be an ALLOCATABLE", "", "",
     "associated(p) (AllocatedPointers.cpp)", "Semantics/pass-leniency.cuf"},
    {FlangMessage::NoType, "No explicit type declared for '", "", "'",
     "an integer (ImpliedLoops.cpp), or the name is dropped (HiddenNames.cpp)",
     "Semantics/pass-leniency.cuf"},
    {FlangMessage::FixedLabel,
     "Character in fixed-form label field must be a digit", "", "",
     "says that the source may be in free form", "Driver/misspellings.test"},
    {FlangMessage::NestedLevel,
     "Nested GANG loops are not allowed in the region of a KERNELS construct",
     "", "", "the clause is dropped (NestedLevels.cpp)",
     "Programs/OpenACC/Kernels/acc-kernels-nested-gangs.f90"},
    {FlangMessage::NestedLevel,
     "GANG clause is not allowed in the region of a loop with the", "", "",
     "the same", "Programs/OpenACC/Loops/acc-loop-nested-levels.f90"},
    {FlangMessage::NestedLevel,
     "WORKER clause is not allowed in the region of a loop with the", "", "",
     "the same", "Programs/OpenACC/Loops/acc-loop-nested-levels.f90"},
    {FlangMessage::NestedLevel,
     "VECTOR clause is not allowed in the region of a loop with the", "", "",
     "the same", "Programs/OpenACC/Loops/acc-loop-nested-levels.f90"},
    {FlangMessage::AmbiguousName, "Reference to '", "", "' is ambiguous",
     "the new name hides the module's (RenamedUses.cpp)",
     "Semantics/pass-renamed-uses.f90"},
    {FlangMessage::UsedFromModule, "", "' was use-associated from module '",
     "'", "says which module that is", "Semantics/pass-renamed-uses.f90"},
    {FlangMessage::DeclaredBefore, "Cannot use-associate '", "",
     "'; it is already declared in this scope",
     "the dummy argument hides the module's (HiddenNames.cpp)",
     "Semantics/pass-leniency.cuf"},
    {FlangMessage::StreamKeyword, "unknown keyword argument to intrinsic '", "",
     "'", "the stream is waited for before (StreamArguments.cpp)",
     "Programs/CUDA/HostExpressions/host-stream-arguments.cuf"},
    {FlangMessage::NoSpecific, "No specific function of generic '", "",
     "' matches the actual arguments", "says what STREAM= must be",
     "Semantics/fail-stream-arguments.cuf"},
    {FlangMessage::NoDerivedType, "Derived type '", "", "' not found",
     "says which module has it, or the nearest name",
     "Semantics/fail-unknown-names.f90"},
    {FlangMessage::NoExternal, "'", "",
     "' is an external procedure without the EXTERNAL attribute in a scope "
     "with IMPLICIT NONE(EXTERNAL)",
     "says which module has it, or the nearest name",
     "Semantics/fail-unknown-procedures.cuf"},
    {FlangMessage::NotDerived, "'", "",
     "' is not an object of derived type; it is implicitly typed",
     "says which attribute of the procedure makes the name known, or the "
     "nearest name",
     "Semantics/fail-unknown-procedures.cuf"},
    {FlangMessage::NoKernel,
     "Kernel launch parameters in chevrons may not be used unless calling a "
     "kernel subroutine",
     "", "", "names the attribute that a kernel has",
     "Semantics/fail-unknown-procedures.cuf"},
    {FlangMessage::NoComponent, "Component '", "' not found in derived type '",
     "'", "names the nearest one", "Semantics/fail-unknown-names.f90"},
    {FlangMessage::NotInModule, "'", "' not found in module '", "'",
     "names the nearest one", "Semantics/fail-unknown-names.f90"},
    {FlangMessage::NoModule, "Cannot parse module file for module '",
     "': ", "' was not found", "names the nearest one",
     "Semantics/fail-unknown-names.f90"},
    {FlangMessage::NoQuadruple, "", "",
     "(KIND=16) is not an enabled type for this target",
     "says what to use in its place", "Semantics/fail-quadruple.f90"},
    {FlangMessage::NoKind, "REAL(KIND=-1) is not a supported type", "", "",
     "says what the largest is", "Semantics/fail-quadruple.f90"},
    {FlangMessage::NoKind, "COMPLEX(KIND=-1) is not a supported type", "", "",
     "the same", "Semantics/fail-quadruple.f90"},
    {FlangMessage::NotImplemented,
     "Unsupported boxed type for OpenACC private-like recipe", "", "",
     "a scalar character pointer, or a polymorphic one, that is private or "
     "firstprivate is not supported",
     "Semantics/fail-acc-private-gaps.f90"},
    {FlangMessage::NotImplemented,
     "OpenACC reduction with component reference not yet supported", "", "",
     "a component of a derived type in a reduction clause is not supported",
     "Semantics/fail-acc-components.f90"},
    {FlangMessage::NotImplemented,
     "compute elemental character min/max function result length in HLFIR", "",
     "",
     "MIN or MAX of arrays of characters of variable length is not supported",
     "Semantics/fail-character-extremes.f90"},
    {FlangMessage::NotImplemented,
     "OpenACC: privatizing derived type with allocatable components", "", "",
     "a private variable with polymorphic components, or a pointer to an array "
     "with allocatable ones, is not supported",
     "Semantics/fail-acc-private-gaps.f90"},
    {FlangMessage::NotImplemented, "coarray: CriticalConstruct", "", "",
     "the CRITICAL construct is not supported: a program has one image",
     "Semantics/fail-images.f90"},
    {FlangMessage::NotImplemented, "coarray: ", "", "",
     "coarrays, and statements that control images, are not supported: a "
     "program has one image",
     "Semantics/fail-images.f90"},
    {FlangMessage::NotImplemented,
     "Multi-image features are experimental and are disabled by default, use "
     "'-fcoarray' to enable.",
     "", "",
     "coarrays, and statements that control images, are not supported: a "
     "program has one image",
     "Semantics/fail-images.f90"},
    {FlangMessage::NotImplemented, "OMPD_ordered", "", "",
     "the OpenMP directive ORDERED with a dependence is not supported",
     "Semantics/fail-omp-missing.f90"},
    {FlangMessage::NotImplemented,
     "DO CONCURRENT with locality spec inside ACC", "", "",
     "DO CONCURRENT with a label and LOCAL_INIT or REDUCE is not supported in "
     "a compute construct",
     "Semantics/fail-acc-private-gaps.f90"},
    {FlangMessage::Unfinished, "", "not yet implemented: ", "",
     "the construct is named", "Semantics/fail-omp-missing.f90"},
    {FlangMessage::Unfinished, "", "Not yet implemented: ", "", "the same",
     "Semantics/fail-images.f90"},
    {FlangMessage::UnfinishedClause, "Unhandled clause ", " in ", "",
     "the clause and the directive are named",
     "Semantics/fail-omp-missing.f90"},
    {FlangMessage::UnfinishedIntrinsic, "intrinsic: ", "", "",
     "the procedure is named", "Semantics/fail-lowering-gaps.cuf"},
};

std::optional<MessageParts> match(llvm::StringRef Text, FlangMessage Kind) {
  for (const Row &R : Table) {
    llvm::StringRef Rest = Text;
    if (R.Kind != Kind || !Rest.consume_front(R.Begin) ||
        !Rest.consume_back(R.End) || !Rest.contains(R.Middle))
      continue;
    if (R.Middle.empty())
      return MessageParts{Rest.str(), ""};
    auto [First, Second] = Rest.split(R.Middle);
    return MessageParts{First.str(), Second.str()};
  }
  return std::nullopt;
}

std::optional<MessageParts> match(const parser::Message &Message,
                                  FlangMessage Kind) {
  return match(Message.ToString(), Kind);
}

/// What a message says, without what names in Flang's own modules begin with,
/// small or in capitals: no name of a program does.
static std::string usersText(const parser::Message &Message) {
  std::string Text = Message.ToString();
  for (llvm::StringRef Prefix : {"__builtin_", "__BUILTIN_"})
    for (size_t At; (At = Text.find(Prefix)) != std::string::npos;)
      Text.erase(At, Prefix.size());
  return Text;
}

void addToText(parser::Message &Message, parser::ProvenanceRange Range,
               llvm::StringRef Hint) {
  const parser::MessageFixedText Any("%s", 2, parser::Severity::Error);
  Message = parser::Message(Range, parser::MessageFormattedText(
                                       Any, usersText(Message) + Hint.str()));
}

bool namesBuiltin(const parser::Message &Message) {
  return usersText(Message) != Message.ToString();
}

parser::Message copyAt(const parser::Message &Message,
                       parser::ProvenanceRange Range) {
  const parser::MessageFixedText Any("%s", 2, Message.severity());
  parser::Message Copy(Range,
                       parser::MessageFormattedText(Any, usersText(Message)));
  if (auto Feature = Message.languageFeature())
    Copy.set_languageFeature(*Feature);
  if (auto Warning = Message.usageWarning())
    Copy.set_usageWarning(*Warning);
  return Copy;
}

std::optional<std::pair<bool, bool>>
integerOperands(const parser::Message &Message) {
  std::optional<MessageParts> Parts =
      match(Message, FlangMessage::LogicalOperand);
  if (!Parts)
    return std::nullopt;
  auto [First, Second] = llvm::StringRef(Parts->Second).split(" and ");
  auto IsInteger = [](llvm::StringRef Type) {
    return Type.starts_with("INTEGER(");
  };
  for (llvm::StringRef Type : {First, Second})
    if (!Type.empty() && !IsInteger(Type) && !Type.starts_with("LOGICAL("))
      return std::nullopt;
  return std::pair{IsInteger(First), IsInteger(Second)};
}

/// The words of the table's rows for a construct; empty if it has none.
static llvm::StringRef wordsFor(llvm::StringRef Construct) {
  for (const Row &R : Table)
    if (R.Kind == FlangMessage::NotImplemented &&
        Construct.starts_with(R.Begin))
      return R.Fix;
  return "";
}

/// \p Construct is of OpenMP: `omp.wsloop operation`, `UNROLL construct`.
static std::string describeClause(llvm::StringRef Clause,
                                  llvm::StringRef Construct) {
  Construct.consume_front("omp.");
  if (!Construct.consume_back(" operation"))
    Construct.consume_back(" construct");
  if (Construct == "wsloop")
    Construct = "do";
  auto [Name, Form] = Clause.split(' ');
  return "the clause " + Name.upper() + (Form.empty() ? "" : " ") + Form.str() +
         " of the OpenMP construct " + Construct.upper() + " is not supported";
}

std::optional<std::string> describeNotImplemented(llvm::StringRef Text) {
  std::optional<MessageParts> Parts = match(Text, FlangMessage::Unfinished);
  if (!Parts)
    return std::nullopt;
  llvm::StringRef Construct = Parts->Second;
  if (llvm::StringRef Words = wordsFor(Construct); !Words.empty())
    return Words.str();
  if (auto Clause = match(Construct, FlangMessage::UnfinishedClause))
    return describeClause(Clause->First, Clause->Second);
  if (auto Intrinsic = match(Construct, FlangMessage::UnfinishedIntrinsic))
    return "this is not supported: " + Intrinsic->First;
  return "this is not supported: " + Construct.str();
}

} // namespace warpfort
