//===-- PlainKernels.cpp - Kernels of plain Fortran -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With --kernel=add,
//
//     subroutine add(n, x)           attributes(global) subroutine add(n, x)
//     ...                            ...
//     call next(x(i))                call next(x(i))
//     end                        ->  end
//     subroutine next(x)             attributes(device) subroutine next(x)
//     ...                            ...
//     end                            end
//
// for external and module procedures, the internal procedures of these, and
// interface bodies of all of them. What a procedure names, it may call: the
// attribute does no harm to one that only shares its name with a variable.
// A subprogram that has an attribute keeps it.
//
//===----------------------------------------------------------------------===//
#include "PlainKernels.h"
#include "Frontend/Tree/FlangMessages.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <vector>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort {
namespace {

using Prefixes = std::list<parser::PrefixSpec>;

/// A subprogram, or the interface body of one.
struct Subprogram {
  parser::Name *Name;
  Prefixes *Prefix;
  bool IsFunction, IsInternal, IsInterface;
  std::set<std::string> Mentioned;
};

class Collector {
public:
  std::vector<Subprogram> All;

  bool Pre(parser::SubroutineSubprogram &X) {
    enter(std::get<parser::Statement<parser::SubroutineStmt>>(X.t).statement,
          /*IsFunction=*/false, /*IsInterface=*/false);
    return true;
  }
  void Post(parser::SubroutineSubprogram &) { Open.pop_back(); }
  bool Pre(parser::FunctionSubprogram &X) {
    enter(std::get<parser::Statement<parser::FunctionStmt>>(X.t).statement,
          /*IsFunction=*/true, /*IsInterface=*/false);
    return true;
  }
  void Post(parser::FunctionSubprogram &) { Open.pop_back(); }
  bool Pre(parser::InterfaceBody::Subroutine &X) {
    enter(std::get<parser::Statement<parser::SubroutineStmt>>(X.t).statement,
          /*IsFunction=*/false, /*IsInterface=*/true);
    return true;
  }
  void Post(parser::InterfaceBody::Subroutine &) { Open.pop_back(); }
  bool Pre(parser::InterfaceBody::Function &X) {
    enter(std::get<parser::Statement<parser::FunctionStmt>>(X.t).statement,
          /*IsFunction=*/true, /*IsInterface=*/true);
    return true;
  }
  void Post(parser::InterfaceBody::Function &) { Open.pop_back(); }
  void Post(parser::Name &X) {
    for (std::size_t Index : Open)
      All[Index].Mentioned.insert(X.ToString());
  }

private:
  template <typename Statement>
  void enter(Statement &Head, bool IsFunction, bool IsInterface) {
    auto &Name = std::get<parser::Name>(Head.t);
    auto &Prefix = std::get<Prefixes>(Head.t);
    // The interface body is no place of its own to call from.
    for (std::size_t Index : Open)
      All[Index].Mentioned.insert(Name.ToString());
    Open.push_back(All.size());
    All.push_back(
        {&Name, &Prefix, IsFunction, Open.size() > 1, IsInterface, {}});
  }

  std::vector<std::size_t> Open;
};

bool hasAttributes(const Prefixes &Prefix) {
  return llvm::any_of(Prefix, [](const parser::PrefixSpec &P) {
    return std::holds_alternative<parser::PrefixSpec::Attributes>(P.u);
  });
}

void addAttribute(Subprogram &P, common::CUDASubprogramAttrs Attribute) {
  if (hasAttributes(*P.Prefix))
    return;
  P.Prefix->emplace_back(parser::PrefixSpec::Attributes{
      std::list<common::CUDASubprogramAttrs>{Attribute}});
}

} // namespace

KernelsForOthers markPlainKernels(semantics::SemanticsContext &Context,
                                  parser::Program &Program,
                                  llvm::ArrayRef<std::string> Names) {
  KernelsForOthers Result;
  if (Names.empty())
    return Result;
  Collector Found;
  walk(Program, Found);
  std::multimap<std::string, Subprogram *> ByName;
  for (Subprogram &P : Found.All)
    ByName.emplace(P.Name->ToString(), &P);

  // `m::add` is the kernel of one module; which, the driver knows.
  auto IsNamed = [&](llvm::StringRef Name) {
    return llvm::any_of(Names, [&](llvm::StringRef Given) {
      return Given == Name || Given.ends_with(("::" + Name).str());
    });
  };
  std::vector<Subprogram *> Work;
  for (Subprogram &P : Found.All) {
    std::string Name = P.Name->ToString();
    if (P.IsInternal || P.IsInterface || !IsNamed(Name) ||
        hasAttributes(*P.Prefix))
      continue;
    if (P.IsFunction) {
      Context.Say(
          P.Name->source,
          "'%s' cannot be a kernel: it is a function, not a subroutine"_err_en_US,
          P.Name->source);
      continue;
    }
    addAttribute(P, common::CUDASubprogramAttrs::Global);
    Result.Kernels.insert(Name);
    Work.push_back(&P);
  }
  while (!Work.empty()) {
    Subprogram &Caller = *Work.back();
    Work.pop_back();
    for (const std::string &Name : Caller.Mentioned) {
      if (Result.isPlain(Name))
        continue;
      auto [First, Last] = ByName.equal_range(Name);
      for (auto It = First; It != Last; ++It) {
        Subprogram &Callee = *It->second;
        if (hasAttributes(*Callee.Prefix))
          continue;
        addAttribute(Callee, common::CUDASubprogramAttrs::Device);
        Result.Callees.insert(Name);
        if (!Callee.IsInterface)
          Work.push_back(&Callee);
      }
    }
  }
  return Result;
}

void dropPlainCallWarnings(semantics::SemanticsContext &Context,
                           const KernelsForOthers &Kernels) {
  if (Kernels.Callees.empty())
    return;
  Context.messages().messages().remove_if([](const parser::Message &Message) {
    return !Message.IsFatal() && is(Message, FlangMessage::ImplicitReference);
  });
}

} // namespace warpfort
