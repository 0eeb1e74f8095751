//===-- warpfort/Support/TempFiles.h - Files that must not stay behind -- -*-
// C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Temporary files and folders, and output files that appear only when they are
// complete. They are removed when a signal ends the program.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_TEMPFILES_H
#define WARPFORT_SUPPORT_TEMPFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warpfort {

/// Temporary files that are removed with this object.
class TempFiles {
public:
  TempFiles() = default;
  TempFiles(const TempFiles &) = delete;
  TempFiles &operator=(const TempFiles &) = delete;
  ~TempFiles();

  /// Makes an empty file `<Stem>-xxxxxx.<Suffix>` in the system's folder for
  /// temporary files.
  llvm::Expected<std::string> create(llvm::StringRef Stem,
                                     llvm::StringRef Suffix);

private:
  std::vector<std::string> Paths;
};

/// A folder for files, removed with them and with this object. A signal removes
/// the one that was made last.
class TempFolder {
public:
  TempFolder() = default;
  TempFolder(const TempFolder &) = delete;
  TempFolder &operator=(const TempFolder &) = delete;
  ~TempFolder();

  /// Makes the folder `<Stem>-xxxxxx`.
  llvm::Error create(llvm::StringRef Stem);
  llvm::StringRef path() const { return Path; }

private:
  std::string Path;
};

/// For a signal handler that ends the program itself.
void removeFolderOnSignal();

/// An output file: written under another name beside it, renamed by keep().
/// Without keep() nothing is left, and an older file of that name stays as it
/// was. What is not a regular file (/dev/null, a pipe) is written directly.
class OutputFile {
public:
  static llvm::Expected<OutputFile> create(llvm::StringRef Path);
  OutputFile(OutputFile &&) noexcept;
  OutputFile &operator=(OutputFile &&) = delete;
  ~OutputFile();

  /// Name to write to.
  const std::string &path() const { return Temporary; }
  llvm::Error keep();

private:
  OutputFile(std::string Final, std::string Temporary)
      : Final(std::move(Final)), Temporary(std::move(Temporary)) {}
  std::string Final, Temporary;
  bool Done = false;
};

/// Writes a whole file, completely or not at all.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Contents);

} // namespace warpfort
#endif // WARPFORT_SUPPORT_TEMPFILES_H
