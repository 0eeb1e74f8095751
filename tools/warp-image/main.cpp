//===-- main.cpp - Shows the device code in files -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// warp-image FILE... lists the device code that objects, archives and programs
// carry; -extract writes it to files.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Target/Embed/ImageDump.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  cl::OptionCategory Category("warp-image options");
  cl::list<std::string> Files(cl::Positional, cl::OneOrMore,
                              cl::desc("<object, archive or program>..."),
                              cl::cat(Category));
  cl::opt<bool> Extract("extract", cl::desc("Write the device code to files"),
                        cl::cat(Category));
  cl::opt<std::string> Directory("directory", cl::desc("Folder for -extract"),
                                 cl::value_desc("folder"), cl::cat(Category));
  cl::opt<bool> Brief("brief", cl::desc("Do not list kernels and variables"),
                      cl::cat(Category));
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      argc, argv, "shows the device code in objects, archives and programs\n");

  warpfort::ImageDumpOptions Options;
  Options.Symbols = !Brief;
  Options.Extract = Extract;
  Options.Directory = Directory;
  bool Failed = false;
  for (const std::string &File : Files)
    if (Error E = warpfort::dumpImages(File, Options, outs())) {
      warpfort::printError(errs(), std::move(E));
      Failed = true;
    }
  return Failed;
}
