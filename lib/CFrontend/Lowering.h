//===-- Lowering.h - Clang's tree to FIR ---------------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers OpenACC constructs, and the functions that device code calls, from
/// Clang's tree. An array, or what a pointer points to, is an HLFIR variable
/// with reversed dimensions that begin with 0, as Flang makes one of
/// `x(0:*)`: the passes on OpenACC see no difference. Other pointers are
/// 64-bit integers, and structures are arrays of words.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_CFRONTEND_LOWERING_H
#define WARPFORT_LIB_CFRONTEND_LOWERING_H

#include "warpfort/Support/MissingRoutines.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenACC.h"
#include "clang/AST/StmtOpenACC.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"
#include <functional>

namespace warpfort::c {

/// Clauses of a construct.
using Clauses = llvm::ArrayRef<const clang::OpenACCClause *>;

/// A variable of C in a function of FIR.
struct Variable {
  mlir::Value Base;  // of hlfir.declare: a box of an array, or a reference
  mlir::Value Shape; // arrays
  std::string UniqueName;
  unsigned Rank = 0; // 0: a scalar, also a pointer that is one
  unsigned ArgumentNumber = 0;
};

/// What the host's code passes to the function of a construct.
struct Capture {
  const clang::VarDecl *Var = nullptr;
  bool ByValue = false; // a pointer that is not assigned: its target
};

/// The variables of the code around \p Construct that it uses, in the order of
/// their use.
llvm::SmallVector<Capture> findCaptures(clang::Stmt *Construct, Clauses List,
                                        bool ClausesOnly);

/// Whether \p List has \p Var, or a section of it, in a data clause.
bool isDataOf(Clauses List, const clang::VarDecl *Var);

/// The dimensions of \p T, an array or a pointer to one, that are known at run
/// time only, the outermost first.
llvm::SmallVector<const clang::VariableArrayType *>
variableDims(clang::QualType T, const clang::ASTContext &AST);

/// \p E without parentheses and what only marks where temporaries end.
const clang::Expr *bareExpr(const clang::Expr *E);

/// The variable that \p E names; null for another expression.
const clang::VarDecl *variableOf(const clang::Expr *E);

/// The variables that \p E names.
llvm::SmallVector<const clang::VarDecl *> variablesIn(const clang::Expr *E);

/// Whether \p S declares \p Var.
bool declares(const clang::Stmt *S, const clang::VarDecl *Var);

/// Whether \p In assigns \p Var or takes its address.
bool mayChange(const clang::VarDecl *Var, const clang::Stmt *In);

/// Whether \p In, a function's body where calls may have taken the place of
/// constructs, takes the address of \p Var.
bool takesAddress(const clang::VarDecl *Var, const clang::Stmt *In);

/// Whether \p In uses the pointer \p Var for the object that it points to, as
/// `p->x` and `*p`, and for nothing else.
bool usesOneObject(const clang::VarDecl *Var, const clang::Stmt *In);

/// Whether \p In uses the value of \p Var outside of the statements and
/// expressions that \p StepsOver is true for.
bool usesOutside(const clang::VarDecl *Var, const clang::Stmt *In,
                 llvm::function_ref<bool(const clang::Stmt &)> StepsOver);

/// Whether structures are among the arguments of \p F, or its result is one;
/// device code has it with a suffix behind its name.
bool passesStructures(const clang::FunctionDecl *F);
inline constexpr llvm::StringLiteral StructuresSuffix = "$structures";

/// Whether control flow leaves \p S, or moves in it, other than by loops and
/// conditions of the structured kind.
bool isUnstructured(const clang::Stmt *S);

/// A statement of \p S that goes to a label that is not in it, or may; null if
/// there is none.
const clang::Stmt *findJumpOut(const clang::Stmt *S);

/// A pointer as a variable, that one or the array, and elements to go from
/// there. Without the variable the terms say nothing.
struct PointerSum {
  const clang::VarDecl *Base = nullptr;
  /// With whether the term is subtracted.
  llvm::SmallVector<std::pair<const clang::Expr *, bool>> Terms;
};
PointerSum asPointerSum(const clang::Expr *E);

/// `s.a.b`, or `p->a.b` where a pointer is the root.
struct MemberPath {
  const clang::VarDecl *Root = nullptr; // null: of another expression
  llvm::SmallVector<const clang::FieldDecl *> Fields;
  bool IsArrow = false;

  bool operator==(const MemberPath &Other) const = default;
  /// Whether it names \p Other or what that is a member of.
  bool holds(const MemberPath &Other) const {
    return Root == Other.Root && Fields.size() <= Other.Fields.size() &&
           std::equal(Fields.begin(), Fields.end(), Other.Fields.begin());
  }
};
MemberPath memberPath(const clang::Expr *E);

/// `for (i = Begin; i < End; i += Step)` with bounds that the loop does not
/// change. The variable may be a pointer.
struct CountedLoop {
  bool isPointer() const { return Var->getType()->isPointerType(); }
  clang::QualType pointee() const { return Var->getType()->getPointeeType(); }

  const clang::VarDecl *Var = nullptr;
  bool IsOwn = false; // declared by the loop
  const clang::Expr *Begin = nullptr, *End = nullptr;
  const clang::Expr *Step = nullptr; // null: 1
  /// What `i += s` adds or `i -= s` takes off, if it is a constant.
  std::optional<int64_t> KnownStep;
  bool Down = false, Inclusive = false;
  bool StepIsNegative = false; // `i += s` counts down, or `i -= s` up
  clang::QualType CompareType;
  const clang::Stmt *Body = nullptr;
};
/// \p Promised: a directive says that the loop counts. \p IsInMemory tells of
/// variables that pointers and functions may change.
std::optional<CountedLoop>
asCountedLoop(const clang::Stmt *S, clang::ASTContext &AST, bool Promised,
              llvm::function_ref<bool(const clang::VarDecl *)> IsInMemory);

class Lowering {
public:
  Lowering(mlir::ModuleOp Module, clang::ASTContext &AST);

  /// A function that executes \p Construct; \p Name is the C function's. With
  /// \p Part 1 or 2 it is the begin or the end of a data construct. \p Outputs
  /// is the number of device addresses that it gives.
  mlir::func::FuncOp lowerConstruct(clang::OpenACCConstructStmt *Construct,
                                    llvm::ArrayRef<Capture> Captures,
                                    const clang::FunctionDecl *In,
                                    llvm::StringRef Symbol, int Part,
                                    unsigned Outputs = 0);
  /// The same for the begin or the end of what \p List, of a declare directive
  /// in a function, says.
  mlir::func::FuncOp lowerDeclare(const clang::OpenACCDeclareDecl *Directive,
                                  llvm::ArrayRef<Capture> Captures,
                                  const clang::FunctionDecl *In,
                                  llvm::StringRef Symbol, int Part);
  /// Declares \p F as a routine, with its body where that is known.
  void lowerRoutine(const clang::FunctionDecl *F);
  /// The bodies of functions that were called; afterwards the module is done.
  void finish();

  /// Before the functions that use the variables.
  void declareGlobals(const clang::OpenACCDeclareDecl *Directive);
  /// Notes, or forgets again, what clauses of the data constructs around name:
  /// their scalars are not first-private in compute constructs.
  void enterDataConstruct(Clauses List);
  void leaveDataConstruct() {
    DataConstructs.pop_back();
    MembersAround.pop_back();
  }
  /// Sections of \p Var and its members that clauses no_create of data
  /// constructs around name.
  llvm::SmallVector<const clang::Expr *>
  noCreateAround(const clang::VarDecl *Var) const;
  /// Notes the variables of a directive in a function; false after a message.
  bool declareLocals(const clang::OpenACCDeclareDecl *Directive);
  bool isTableOfConstruct(const clang::VarDecl *Var) const;
  bool isDeclared(const clang::VarDecl *Var) const {
    return Globals.count(Var->getCanonicalDecl());
  }

  bool failed() const { return Failed; }
  /// Declared variables that the source defines, by their names in C.
  const std::vector<std::pair<std::string, std::string>> &
  hostVariables() const {
    return HostVariables;
  }
  const std::vector<std::string> &hostFunctions() const {
    return HostFunctions;
  }
  const std::vector<MissingRoutine> &missingRoutines() const {
    return MissingRoutines;
  }
  std::string symbolOf(const clang::NamedDecl *D);

private:
  using Value = mlir::Value;
  using Type = mlir::Type;
  using Expr = clang::Expr;
  using Stmt = clang::Stmt;
  using QualType = clang::QualType;
  struct PointerCall;
  struct DataAction;
  struct DataObject;
  struct DirectiveData;
  struct Section;

  // Lowering.cpp: types, variables, functions.
  mlir::Location locate(clang::SourceLocation Where);
  void report(clang::DiagnosticsEngine::Level Level,
              clang::SourceLocation Where, const llvm::Twine &What);
  void error(clang::SourceLocation Where, const llvm::Twine &What);
  void warning(clang::SourceLocation Where, const llvm::Twine &What);
  Value undefined(Type T);
  /// The type of \p T in memory; null, after a message, if there is none.
  Type memoryType(QualType T, clang::SourceLocation Where);
  /// The dimensions of an array of type \p T, and the type of its elements.
  Type arrayType(QualType T, bool IsPointee, clang::SourceLocation Where);
  uint64_t sizeOf(QualType T, clang::SourceLocation Where);
  Type signless(Type T);
  Type argumentType(QualType T, clang::SourceLocation Where);
  Variable declareAt(Value Address, Type Memory, llvm::StringRef Name,
                     fir::FortranVariableFlagsAttr Flags,
                     unsigned ArgumentNumber,
                     llvm::ArrayRef<Value> Extents = {});
  Variable declare(const clang::VarDecl *Var, Value Address, Type Memory,
                   bool IsArgument, llvm::ArrayRef<Value> Extents = {});
  Variable redeclare(const Variable &Of, Value AccVar);
  Variable declarePart(Value Address, Type Memory);
  /// A local variable, private to the loop or construct around it.
  void declareLocal(const clang::VarDecl *Var);
  Variable makeLocal(QualType T, llvm::StringRef Name,
                     clang::SourceLocation Where,
                     fir::FortranVariableFlagsAttr Flags = {});
  Variable makeVariableArray(const clang::VarDecl *Var);
  void withHeapArrays(llvm::function_ref<void()> Body);
  void freeHeapArray(Value Slot);
  std::string uniqueName(llvm::StringRef Of);
  const Variable *find(const clang::VarDecl *Var, clang::SourceLocation Where);
  mlir::func::FuncOp functionOf(const clang::FunctionDecl *F,
                                clang::SourceLocation Where);
  bool signatureOf(const clang::FunctionDecl *F, clang::SourceLocation Where,
                   llvm::SmallVectorImpl<Type> &Inputs,
                   llvm::SmallVectorImpl<Type> &Results);
  void addRoutine(mlir::func::FuncOp Op, const clang::FunctionDecl *F,
                  Clauses List);
  void lowerParameter(const clang::FunctionDecl *F, const clang::ParmVarDecl *P,
                      Value Argument);
  void lowerBody(const clang::FunctionDecl *F);
  mlir::func::FuncOp begin(llvm::StringRef Symbol, llvm::StringRef SourceName,
                           mlir::FunctionType T, clang::SourceLocation Where);
  /// What follows is the body of \p Op, which has none yet.
  void beginBody(mlir::func::FuncOp Op, llvm::StringRef SourceName);

  // Expressions.cpp, Addresses.cpp, Calls.cpp
  Value constant(Type T, int64_t V);
  Value loadOf(Value Address);
  void storeTo(Value V, Value Address);
  Value condition(const Expr *E);
  Value scalar(const Expr *E);
  Value castValue(const clang::CastExpr *E);
  Value unaryValue(const clang::UnaryOperator *E);
  Value binaryValue(const clang::BinaryOperator *E);
  Value constantOf(const Expr *E, QualType T);
  Value evaluated(const Expr *E, QualType T);
  Value unsupported(const Expr *E);
  Value pointer(const Expr *E);
  Value pointerCast(const clang::CastExpr *E);
  Value address(const Expr *E);
  Value lvalue(const Expr *E);
  Value elementAddress(const Expr *E);
  Value memberAddress(const clang::MemberExpr *E);
  Value addressOfArray(const Expr *E);
  Value argument(const Expr *E, Type Wanted);
  Value convert(Value V, QualType From, QualType To, clang::SourceLocation At);
  Value toBool(Value V);
  Value integer64(const Expr *E);
  Value index(const Expr *E);
  Value shift(Value L, Value Amount, bool ToLeft, bool IsUnsigned);
  Value binary(clang::BinaryOperatorKind Op, Value L, Value R, QualType T,
               clang::SourceLocation At);
  Value compare(const clang::BinaryOperator *E);
  Value assignment(const clang::BinaryOperator *E);
  Value changedByOne(Value Old, QualType T, const clang::UnaryOperator *E);
  Value increment(const clang::UnaryOperator *E);
  Value choose(Value Condition, Type T, llvm::function_ref<Value()> True,
               llvm::function_ref<Value()> False);
  Value conditional(const clang::AbstractConditionalOperator *E);
  Value valueOf(const Expr *E);
  Value statementValue(const clang::StmtExpr *E);
  Value call(const clang::CallExpr *E);
  bool callOfLibrary(const clang::CallExpr *E, llvm::StringRef Name,
                     Value &Result);
  Value classification(const clang::CallExpr *E, llvm::StringRef Name);
  Value numberKind(const clang::CallExpr *E);
  Value quietCompare(const clang::CallExpr *E, llvm::StringRef Name);
  Value mathCall(const clang::CallExpr *E, llvm::StringRef Name, bool &Done);
  Value mathLibraryCall(const clang::CallExpr *E, llvm::StringRef Name,
                        bool &Done);
  Value bitCall(const clang::CallExpr *E, llvm::StringRef Name, bool &Done);
  Value libraryCall(const clang::CallExpr *E, llvm::StringRef Name, bool &Done);
  Value callNamed(llvm::StringRef Name, llvm::ArrayRef<Value> Args,
                  Type Result);
  Value printCall(const clang::CallExpr *E);
  Value memoryCall(const clang::CallExpr *E, llvm::StringRef Name);
  void assertion(const clang::CallExpr *E);
  Value asPointer(Value Address);
  bool checkRoutine(const clang::FunctionDecl *F, clang::SourceLocation Where);

  // Complex.cpp
  Value makeComplex(Value Real, Value Imaginary);
  Value partOf(Value Complex, bool Imaginary);
  Value convertComplex(Value V, Type To);
  Value complexBinary(clang::BinaryOperatorKind Op, Value L, Value R,
                      clang::SourceLocation At);
  Value complexEqual(Value L, Value R);
  Value complexCast(const clang::CastExpr *E, bool &Done);
  Value complexCall(const clang::CallExpr *E, llvm::StringRef Name, bool &Done);

  // BitFields.cpp
  struct BitField {
    Value Word; // its address
    unsigned Bits = 0, Shift = 0, Width = 0;
    bool IsSigned = false;
    QualType T;
  };
  bool bitField(const Expr *E, BitField &Result);
  void placeBits(const clang::FieldDecl *Field, Value P,
                 clang::SourceLocation Where, BitField &Result);
  Value loadBits(const BitField &Of);
  Value storeBits(const BitField &Of, Value V);
  Value assignBits(const clang::BinaryOperator *E);
  Value pointerSum(Value P, Value Index, QualType Pointee, bool Minus,
                   clang::SourceLocation Where);
  Value element(const Expr *E);
  Value elementAt(const Variable &V, llvm::ArrayRef<Value> Subscripts);
  Value atAddress(Value P, QualType T, clang::SourceLocation Where);
  const Variable *subscripted(const Expr *E,
                              llvm::SmallVectorImpl<Value> &Indices);
  bool isCheap(const Expr *E);

  // Structures.cpp
  Value addressOf(const Variable &V);
  void forEachWord(QualType T, llvm::function_ref<void(Value, Type)> Body);
  void copyMemory(Value To, Value From, QualType T);
  void clearMemory(Value At, QualType T);
  Value structure(const Expr *E);
  void initialize(const clang::VarDecl *Var);
  void initializeAt(Value P, QualType T, const Expr *Init);
  void initializeFields(Value P, const clang::InitListExpr *List);
  void initializeArray(const Variable &V, QualType T,
                       llvm::SmallVectorImpl<Value> &Subscripts,
                       const Expr *Init);
  void initializeElements(
      QualType T, const Expr *Init, llvm::function_ref<void()> Clear,
      llvm::function_ref<void(uint64_t, const Expr *)> SetElement,
      llvm::function_ref<void(uint64_t, int64_t)> SetCharacter);

  // Statements.cpp
  void statement(const Stmt *S);
  void jump(const Stmt *S, mlir::Block *To, llvm::StringRef Name);
  void returnValue(const clang::ReturnStmt *S);
  void block(const Stmt *S);
  void conditionBlock(const clang::IfStmt *S);
  bool isInMemory(const clang::VarDecl *Var) const;
  std::optional<CountedLoop> countedLoop(const Stmt *S, bool Promised) const;
  void loop(const Stmt *S);
  void loopBlocks(const Stmt *S);
  llvm::DenseMap<const clang::SwitchCase *, mlir::Block *>
  chooseCase(const clang::SwitchStmt *S, mlir::Block *End);
  void switchBlocks(const clang::SwitchStmt *S);
  void plainLoop(const CountedLoop &L, mlir::Location Loc);
  void accLoop(const Stmt *S, Clauses List, mlir::Location Loc,
               clang::OpenACCDirectiveKind Combined, bool HasDirective);
  /// The loops that a `loop` directive makes one.
  struct LoopNest {
    llvm::SmallVector<CountedLoop> Loops;
    /// Where their pointers begin; null for integers.
    llvm::SmallVector<Value> Firsts;
    /// What a forced collapse clause allows between them.
    llvm::SmallVector<const Stmt *> Before, Behind;
    uint64_t Collapse = 0;
    llvm::SmallVector<Value> Tiles;
  };
  bool collectNest(const Stmt *S, Clauses List, bool HasDirective,
                   LoopNest &Nest);
  mlir::acc::LoopParMode modeOf(Clauses List, bool HasDirective) const;
  mlir::acc::LoopOp createLoop(LoopNest &Nest, Clauses List, bool HasDirective);
  void privateVariables(mlir::acc::LoopOp Loop, const LoopNest &Nest,
                        mlir::Block *Inside);
  void declarations(const clang::DeclStmt *S);
  mlir::Block *newBlock();
  mlir::Block *labelBlock(const clang::LabelDecl *Label,
                          clang::SourceLocation Where);
  void branch(mlir::Block *To);
  void startBlock(mlir::Block *B);
  Value pointerDistance(const Expr *From, const Expr *To, QualType Pointee);
  void bounds(const CountedLoop &L, Value &Begin, Value &End, Value &Step);
  bool isFarFromLimits(const CountedLoop &L) const;
  Value lastOf(const CountedLoop &L, Value End);
  Value endWithoutWrap(const CountedLoop &L, Value Begin, Value End);
  Value finalValue(const CountedLoop &L, Value Begin, Value End, Value Step);

  // Constructs.cpp
  struct ConstructData;
  void construct(const clang::OpenACCConstructStmt *S, int Part);
  void computeConstruct(const clang::OpenACCConstructStmt *S, Clauses List,
                        const Stmt *Body, bool IsCombined);
  template <typename Op>
  void computeConstruct(const clang::OpenACCConstructStmt *S, Clauses List,
                        const Stmt *Body, bool Combined);
  template <typename Op>
  void constructPrivates(
      Op Construct, Clauses List, bool Combined,
      const llvm::DenseMap<const clang::VarDecl *, Variable> &Around);
  template <typename Op>
  void constructBody(const clang::OpenACCConstructStmt *S, Op Construct,
                     Clauses List, const Stmt *Body, bool Combined,
                     const ConstructData &Data);
  template <typename Op> void launchClauses(Op Construct, Clauses List);
  void dataConstruct(Clauses List, int Part);
  void addDirectiveData(const Expr *E, const DataAction &Given,
                        DirectiveData &Data);
  template <typename Op> Op finishDirective(Clauses List, DirectiveData &Data);
  void enterData(Clauses List, bool Structured);
  void exitData(Clauses List, bool Structured);
  void update(Clauses List);
  void hostData(Clauses List);
  template <typename Op> void device(Clauses List);
  void setDevice(Clauses List);
  void waitAlone(Clauses List, Value If);
  template <typename Op> void waitClause(Op Directive, Clauses List);
  void wait(const clang::OpenACCWaitConstruct *S);
  void atomic(const clang::OpenACCAtomicConstruct *S);
  /// x = x op other.
  struct AtomicChange {
    clang::BinaryOperatorKind Op;
    Value Other;
    QualType Common;
    bool XIsLeft = true;
  };
  std::optional<AtomicChange> atomicChange(const Expr *Whole, const Expr *X);
  void atomicUpdate(const AtomicChange &C, Value X, const Expr *Of);
  void atomicRead(Value X, Value To);
  Value atomicTarget(const Expr *V, Value X);
  void deliver(const Expr *V, Value To, const Expr *Of);
  bool atomicCapture(const clang::OpenACCAtomicConstruct::StmtInfo &Info);

  mlir::func::FuncOp beginConstruct(llvm::ArrayRef<Capture> Captures,
                                    const clang::FunctionDecl *In,
                                    llvm::StringRef Symbol, unsigned Outputs,
                                    clang::SourceLocation Where);

  // Declare.cpp
  struct DeclaredGlobal {
    std::string Symbol;
    Type Memory; // null after an error
  };
  void declareGlobal(const clang::VarDecl *Var, mlir::acc::DataClause Kind,
                     clang::SourceLocation Where);
  const Variable *findGlobal(const clang::VarDecl *Var);
  bool isConstant(const clang::VarDecl *Var) const;
  bool isConstantTable(const clang::VarDecl *Var) const;
  void addTable(const clang::VarDecl *Var, clang::SourceLocation Where);
  void addHostVariable(const clang::VarDecl *Var, llvm::StringRef Symbol);

  // DataObjects.cpp
  struct DataObject {
    const clang::VarDecl *Var = nullptr; // null: a part of a variable
    Variable Of;
    Value Base; // null: there are only pointers to attach
    llvm::SmallVector<Value> Bounds;
    std::string Name;
    /// The first of the pointers, as an integer, and of each level the first
    /// element and the number of elements.
    Value Pointers;
    llvm::SmallVector<Value> Levels;
    uint64_t ElementBytes = 0;
    bool IsPart = false; // the part that is present will do
    MemberPath Path;     // of a member
  };
  struct Async {
    Value Queue;
    bool Only = false;
  };
  const Expr *peelSections(const Expr *E,
                           llvm::SmallVectorImpl<Section> &Sections);
  bool sectionBounds(const Expr *E, llvm::ArrayRef<Section> Sections,
                     DataObject &Result, bool IsPointer);
  bool pointerSections(const Expr *E, QualType T,
                       llvm::ArrayRef<Section> Sections, DataObject &Result);
  bool partObject(const Expr *E, const Expr *Root,
                  llvm::ArrayRef<Section> Sections, bool NeedsSize,
                  DataObject &Result);
  bool targetObject(const Expr *E, const Expr *Root,
                    llvm::ArrayRef<Section> Sections, DataObject &Result);
  bool wholeObject(const clang::VarDecl *Var, clang::SourceLocation Where,
                   bool NeedsSize, DataObject &Result);
  bool dataObject(const Expr *E, DataObject &Result, bool NeedsSize);
  std::string sectionName(const Expr *E);
  Value textAddress(llvm::StringRef Text);
  fir::CallOp createPointerCall(const PointerCall &Call, int64_t Flags,
                                const DataObject &Object, const Async &Queue,
                                Value If);

  // Members.cpp
  struct NamedMember {
    bool isPointer() const { return Named->getType()->isPointerType(); }
    MemberPath Path;
    const Expr *Named = nullptr;    // without sections
    const Expr *NoCreate = nullptr; // with them, of a clause no_create
  };
  void addNamedMembers(Clauses List,
                       llvm::SmallVectorImpl<NamedMember> &Members);
  void findMembers(Clauses List, const Stmt *Body, const Async &Queue,
                   ConstructData &Data);
  llvm::SmallVector<NamedMember>
  membersOf(const clang::VarDecl *Root,
            llvm::ArrayRef<NamedMember> Named) const;
  void addMemberAround(const NamedMember &M, const Async &Queue,
                       ConstructData &Data);
  const Variable *memberVariable(const clang::MemberExpr *E);

  // Clauses.cpp
  Async asyncOf(Clauses List);
  Value ifOf(Clauses List);
  std::optional<DataAction> dataAction(const clang::OpenACCClause *Clause);
  bool isReadOnly(const clang::VarDecl *Var) const;
  DataAction actionOn(const DataObject &Object, DataAction Action) const;
  DataAction unnamedAction(const clang::VarDecl *Var) const;
  mlir::Operation *dataEntry(const DataObject &Object, const DataAction &Action,
                             bool Structured, bool Implicit,
                             const Async &Queue);
  void dataExit(mlir::Operation *Entry, const DataObject &Object,
                const DataAction &Action, bool Structured, bool Implicit,
                const Async &Queue);
  /// Of a compute construct, or of what a data construct looks up.
  struct ConstructData {
    llvm::SmallVector<Value> Operands;
    llvm::SmallVector<DataObject, 2> Objects; // of the operands
    llvm::SmallVector<MemberPath> Members;    // of data constructs around
    llvm::SmallVector<std::function<void()>> Exits;
  };
  void dataClauses(Clauses List, const Async &Queue, Value If,
                   ConstructData &Data);
  void makeAssignable(const clang::VarDecl *Var, clang::SourceLocation Loop);
  void addStructures(Clauses List, const Stmt *Body, const Async &Queue,
                     ConstructData &Data);
  bool isUnnamed(const clang::VarDecl *Var, const Variable &V, Clauses List,
                 const Stmt *Body, const ConstructData &Data) const;
  bool isOneObject(const clang::VarDecl *Var, Clauses List,
                   const Stmt *Body) const;
  void addUnnamed(const clang::VarDecl *Var, const Variable &V, Clauses List,
                  const Stmt *Body, const Async &Queue, ConstructData &Data);
  DataAction copyOneObject(DataObject &Object);
  void addPresent(Clauses List, const Stmt *Body, const Async &Queue,
                  ConstructData &Data);
  void addReductionData(Clauses List, const Async &Queue, Value If,
                        ConstructData &Data);
  void warnOfElement(const Expr *E);
  bool addConstructData(const Expr *E, const DataAction &Given, bool Implicit,
                        const Async &Queue, Value If, ConstructData &Data);
  void loopClauses(mlir::acc::LoopOp Loop, Clauses List);
  Value int32(const Expr *E);

  // Privates.cpp
  mlir::acc::PrivateRecipeOp privateRecipe(Type T);
  mlir::acc::FirstprivateRecipeOp firstprivateRecipe(Type T);
  mlir::acc::ReductionRecipeOp
  reductionRecipe(Type T, mlir::acc::ReductionOperator O, bool IsUnsigned);
  mlir::acc::PrivateOp privateEntry(const Variable &Of, llvm::StringRef Name,
                                    bool Implicit);
  const clang::VarDecl *clauseVariable(const Expr *E, llvm::StringRef Clause);
  bool pointerSection(const Expr *E, const clang::VarDecl *Var, bool HasValue,
                      Variable &Result);
  const Variable *copiedVariable(const Expr *E, llvm::StringRef Clause,
                                 bool HasValue, const clang::VarDecl *&Var);
  void preparePrivates(Clauses List);
  template <typename Op>
  void addReduction(Op Construct, const Expr *E,
                    clang::OpenACCReductionOperator Sign);
  template <typename Op>
  void privateClauses(Op Construct, Clauses List, bool Firstprivate);

  mlir::ModuleOp Module;
  clang::ASTContext &AST;
  fir::FirOpBuilder B;
  mlir::Location Here;
  bool Failed = false;
  std::vector<std::string> HostFunctions;
  std::vector<MissingRoutine> MissingRoutines;
  std::vector<std::pair<std::string, std::string>> HostVariables;
  /// Variables of declare directives, and constants of device code.
  llvm::DenseMap<const clang::VarDecl *, DeclaredGlobal> Globals, Tables;

  /// Of declare directives in functions: whether it is a device pointer.
  llvm::DenseMap<const clang::VarDecl *, bool> DeclaredLocals;

  /// What data constructs around have of a variable, and the clause's name for
  /// it.
  enum class Around { Data, Section, Target, NoCreate, DevicePointer };
  struct OuterData {
    Around What;
    const Expr *Named;
  };
  const OuterData *outerData(const clang::VarDecl *Var) const;
  llvm::SmallVector<const clang::VarDecl *> declaredSections() const;
  llvm::SmallVector<llvm::DenseMap<const clang::VarDecl *, OuterData>>
      DataConstructs;
  llvm::SmallVector<llvm::SmallVector<NamedMember>> MembersAround;

  // Of the function in work.
  mlir::func::FuncOp Function;
  std::string FunctionName;
  Value Scope;
  llvm::DenseMap<const clang::VarDecl *, Variable> Variables;
  /// Members that are data of the compute construct in work, and the structures
  /// of which it uses such alone.
  llvm::SmallVector<std::pair<MemberPath, Variable>> Members;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> OnlyMembers;
  /// Of the members those that are pointers, in whose place is what they point
  /// to.
  llvm::SmallVector<MemberPath> PointerMembers;
  /// Of clauses that name sections of what pointers point to.
  llvm::DenseMap<const Expr *, Variable> PrivateSections;
  llvm::StringSet<> Names;
  int ConstructLine = 0;            // of the compute construct in work
  const Stmt *BodyInWork = nullptr; // its, or that of the routine
  bool InConstruct = false, InKernels = false, InBlocks = false;
  /// The loop or construct that local variables are private to.
  mlir::Operation *Owner = nullptr;
  /// Where the addresses of arrays in the heap are, and where that of the loop,
  /// construct or function in work begins.
  llvm::SmallVector<Value> HeapArrays;
  mlir::Block *HeapArraysBegin = nullptr;
  llvm::DenseMap<const clang::OpaqueValueExpr *, Value> OpaqueValues;
  /// With the region that they are in.
  llvm::DenseMap<const clang::LabelDecl *,
                 std::pair<mlir::Block *, mlir::Region *>>
      Labels;
  mlir::Block *BreakTo = nullptr, *ContinueTo = nullptr, *ReturnTo = nullptr;
  Value Result;

  llvm::DenseMap<const clang::FunctionDecl *, mlir::func::FuncOp> Functions;
  llvm::SetVector<const clang::FunctionDecl *> Bodies;
  unsigned RoutineCount = 0;
};

/// The clauses of the routine directives of \p F.
std::optional<llvm::SmallVector<const clang::OpenACCClause *>>
routineClauses(const clang::FunctionDecl *F, const clang::ASTContext &AST);

/// The directive that names \p F behind \p Use; null if there is none.
const clang::OpenACCRoutineDecl *routineAfter(const clang::FunctionDecl *F,
                                              clang::SourceLocation Use,
                                              const clang::ASTContext &AST);

/// The clauses of \p List that apply to the devices that code is made for.
llvm::SmallVector<const clang::OpenACCClause *> clausesThatApply(Clauses List);

/// The clause of a class that may stand once.
template <typename C> const C *findClause(Clauses List) {
  for (const clang::OpenACCClause *Clause : List)
    if (const auto *Found = llvm::dyn_cast<C>(Clause))
      return Found;
  return nullptr;
}

} // namespace warpfort::c
#endif // WARPFORT_LIB_CFRONTEND_LOWERING_H
