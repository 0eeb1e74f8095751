//===-- warpfort/Support/Misspellings.h - Did you mean ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which known name a wrong one may be a misspelling of: for messages of the
// driver, of both front ends and of the link.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_MISSPELLINGS_H
#define WARPFORT_SUPPORT_MISSPELLINGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warpfort {

/// Takes names one by one and keeps the one that differs least from \p Word: in
/// one of three letters at most, and in two at most. Two letters that changed
/// places are one difference, and a missing letter is likelier than one too
/// many.
class NearestName {
public:
  explicit NearestName(llvm::StringRef Word);
  /// Whether the name is the nearest so far.
  bool consider(llvm::StringRef Name);
  /// Takes a name whatever the letters are.
  void set(llvm::StringRef Name) { Found = Name.str(); }
  /// Empty if no name is near.
  const std::string &found() const { return Found; }
  /// "; did you mean 'name'?", or nothing.
  std::string hint() const;

private:
  llvm::StringRef Word;
  unsigned Best;
  std::string Found;
};

NearestName nearestOf(llvm::StringRef Word,
                      llvm::ArrayRef<llvm::StringRef> Names);

/// Whether a directive of OpenACC begins with \p Word, in small letters; END
/// does in Fortran.
bool beginsDirective(llvm::StringRef Word, bool IsFortran);

/// A word of a directive that is neither a directive nor a clause.
struct WrongWord {
  size_t Index;
  std::string Message;
};

/// What is wrong among the words of an OpenACC directive behind its sentinel.
/// Those in parentheses are left out of \p Words. \p IsFortran: there are end
/// directives.
std::vector<WrongWord> findWrongWords(llvm::ArrayRef<llvm::StringRef> Words,
                                      bool IsFortran);

} // namespace warpfort
#endif // WARPFORT_SUPPORT_MISSPELLINGS_H
