//===-- runtime/fortran/OutputReplay.cpp - PRINT of kernels on the host ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OutputReplay.h. The interface of Flang's runtime is in its io-api.h and
// stop.h, which need more of Flang's headers than an installation has: declared
// here is what is used.
//
//===----------------------------------------------------------------------===//
#include "fortran/OutputReplay.h"
#include "core/Descriptor.h"
#include "warprt/DeviceOutput.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace warprt;

extern "C" {
void *_FortranAioBeginExternalListOutput(int Unit, const char *File, int Line);
void *_FortranAioBeginExternalFormattedOutput(const char *Format, size_t Length,
                                              const Descriptor *FormatArray,
                                              int Unit, const char *File,
                                              int Line);
void *_FortranAioBeginFlush(int Unit, const char *File, int Line);
int _FortranAioEndIoStatement(void *Cookie);
bool _FortranAioSetAdvance(void *Cookie, const char *Text, size_t Length);
bool _FortranAioSetDecimal(void *Cookie, const char *Text, size_t Length);
bool _FortranAioSetDelim(void *Cookie, const char *Text, size_t Length);
bool _FortranAioSetRound(void *Cookie, const char *Text, size_t Length);
bool _FortranAioSetSign(void *Cookie, const char *Text, size_t Length);
bool _FortranAioOutputDescriptor(void *Cookie, const Descriptor &D);
bool _FortranAioOutputInteger8(void *Cookie, int8_t Value);
bool _FortranAioOutputInteger16(void *Cookie, int16_t Value);
bool _FortranAioOutputInteger32(void *Cookie, int32_t Value);
bool _FortranAioOutputInteger64(void *Cookie, int64_t Value);
bool _FortranAioOutputInteger128(void *Cookie, __int128 Value);
bool _FortranAioOutputReal32(void *Cookie, float Value);
bool _FortranAioOutputReal64(void *Cookie, double Value);
bool _FortranAioOutputComplex32(void *Cookie, float Re, float Im);
bool _FortranAioOutputComplex64(void *Cookie, double Re, double Im);
bool _FortranAioOutputCharacter(void *Cookie, const char *Text, size_t Length,
                                int Kind);
bool _FortranAioOutputAscii(void *Cookie, const char *Text, size_t Length);
bool _FortranAioOutputLogical(void *Cookie, bool Value);
[[noreturn]] void _FortranAStopStatement(int Code, bool IsError, bool Quiet);
[[noreturn]] void _FortranAStopStatementText(const char *Text, size_t Length,
                                             bool IsError, bool Quiet);
[[noreturn]] void _FortranAExit(int Status);
[[noreturn]] void _FortranAAbort();
}

namespace {

constexpr int StandardOutput = 6, StandardError = 0;

/// The words of one statement, in order.
class Reader {
public:
  explicit Reader(const uint64_t *At) : At(At) {}

  const uint64_t *position() const { return At; }
  uint64_t word() { return *At++; }
  int integer() { return static_cast<int>(static_cast<uint32_t>(word())); }
  bool flag() { return word() != 0; }
  template <typename T> T value() {
    uint64_t Word = word();
    T Result;
    std::memcpy(&Result, &Word, sizeof Result);
    return Result;
  }
  /// Terminated, since file names are C strings.
  std::string text() {
    uint64_t Length = word();
    std::string Result(reinterpret_cast<const char *>(At), Length);
    At += (Length + 7) / 8;
    return Result;
  }
  const char *bytes(uint64_t Count) {
    auto *Result = reinterpret_cast<const char *>(At);
    At += (Count + 7) / 8;
    return Result;
  }

private:
  const uint64_t *At;
};

void replaySet(Reader &R, void *Cookie) {
  uint64_t Which = R.word();
  std::string Text = R.text();
  switch (Which) {
  case WARPRT_OUTPUT_SET_ADVANCE:
    _FortranAioSetAdvance(Cookie, Text.data(), Text.size());
    break;
  case WARPRT_OUTPUT_SET_DECIMAL:
    _FortranAioSetDecimal(Cookie, Text.data(), Text.size());
    break;
  case WARPRT_OUTPUT_SET_DELIM:
    _FortranAioSetDelim(Cookie, Text.data(), Text.size());
    break;
  case WARPRT_OUTPUT_SET_ROUND:
    _FortranAioSetRound(Cookie, Text.data(), Text.size());
    break;
  case WARPRT_OUTPUT_SET_SIGN:
    _FortranAioSetSign(Cookie, Text.data(), Text.size());
    break;
  }
}

void replayArray(Reader &R, void *Cookie) {
  DescriptorStorage Storage;
  std::memset(&Storage, 0, sizeof Storage);
  auto &D = *reinterpret_cast<Descriptor *>(&Storage);
  D.version = CFI_VERSION;
  D.type = static_cast<CFI_type_t>(static_cast<int8_t>(R.word()));
  D.elem_len = R.word();
  D.rank = static_cast<CFI_rank_t>(R.word());
  D.attribute = CFI_attribute_other;
  for (int I = 0; I < D.rank; ++I) {
    D.dim[I].lower_bound = 1;
    D.dim[I].extent = static_cast<CFI_index_t>(R.word());
  }
  setContiguous(D);
  size_t Count = elementCount(D);
  std::vector<char> Elements(Count * D.elem_len + 1);
  for (size_t I = 0; I < Count; ++I)
    std::memcpy(Elements.data() + I * D.elem_len, R.bytes(D.elem_len),
                D.elem_len);
  D.base_addr = Elements.data();
  _FortranAioOutputDescriptor(Cookie, D);
}

__int128 readInteger128(Reader &R) {
  unsigned __int128 Low = R.word();
  unsigned __int128 High = R.word();
  return static_cast<__int128>(High << 64 | Low);
}

void replayItem(Reader &R, void *Cookie) {
  switch (R.word()) {
  case WARPRT_OUTPUT_SET:
    return replaySet(R, Cookie);
  case WARPRT_OUTPUT_INTEGER8:
    _FortranAioOutputInteger8(Cookie, R.value<int8_t>());
    return;
  case WARPRT_OUTPUT_INTEGER16:
    _FortranAioOutputInteger16(Cookie, R.value<int16_t>());
    return;
  case WARPRT_OUTPUT_INTEGER32:
    _FortranAioOutputInteger32(Cookie, R.value<int32_t>());
    return;
  case WARPRT_OUTPUT_INTEGER64:
    _FortranAioOutputInteger64(Cookie, R.value<int64_t>());
    return;
  case WARPRT_OUTPUT_INTEGER128:
    _FortranAioOutputInteger128(Cookie, readInteger128(R));
    return;
  case WARPRT_OUTPUT_REAL32:
    _FortranAioOutputReal32(Cookie, R.value<float>());
    return;
  case WARPRT_OUTPUT_REAL64:
    _FortranAioOutputReal64(Cookie, R.value<double>());
    return;
  case WARPRT_OUTPUT_COMPLEX32: {
    auto Re = R.value<float>();
    _FortranAioOutputComplex32(Cookie, Re, R.value<float>());
    return;
  }
  case WARPRT_OUTPUT_COMPLEX64: {
    auto Re = R.value<double>();
    _FortranAioOutputComplex64(Cookie, Re, R.value<double>());
    return;
  }
  case WARPRT_OUTPUT_LOGICAL:
    _FortranAioOutputLogical(Cookie, R.flag());
    return;
  case WARPRT_OUTPUT_ASCII: {
    std::string Text = R.text();
    _FortranAioOutputAscii(Cookie, Text.data(), Text.size());
    return;
  }
  case WARPRT_OUTPUT_CHARACTER: {
    int Kind = R.integer();
    std::string Text = R.text();
    _FortranAioOutputCharacter(Cookie, Text.data(),
                               Text.size() / static_cast<size_t>(Kind), Kind);
    return;
  }
  case WARPRT_OUTPUT_ARRAY:
    return replayArray(R, Cookie);
  }
  // Damaged by a kernel that writes where it should not.
  std::fputs("warprt: error: what device code printed is damaged\n", stderr);
  std::abort();
}

} // namespace

void warprt::fortran::replayStatement(const uint64_t *Words, uint64_t Count) {
  Reader R(Words);
  bool IsList = R.word() == WARPRT_OUTPUT_LIST;
  int Unit = R.integer(), Line = R.integer();
  std::string File = R.text();
  // Used until the statement ends.
  std::string Format = IsList ? std::string() : R.text();
  void *Cookie =
      IsList
          ? _FortranAioBeginExternalListOutput(Unit, File.c_str(), Line)
          : _FortranAioBeginExternalFormattedOutput(Format.data(),
                                                    Format.size(), nullptr,
                                                    Unit, File.c_str(), Line);
  while (R.position() < Words + Count)
    replayItem(R, Cookie);
  _FortranAioEndIoStatement(Cookie);
}

void warprt::fortran::replayStop(const uint64_t *Words) {
  Reader R(Words);
  switch (R.word()) {
  case WARPRT_OUTPUT_STOP: {
    int Code = R.integer();
    bool IsError = R.flag(), Quiet = R.flag();
    _FortranAStopStatement(Code, IsError, Quiet);
  }
  case WARPRT_OUTPUT_STOP_TEXT: {
    bool IsError = R.flag(), Quiet = R.flag();
    std::string Text = R.text();
    _FortranAStopStatementText(Text.data(), Text.size(), IsError, Quiet);
  }
  case WARPRT_OUTPUT_EXIT:
    _FortranAExit(R.integer());
  case WARPRT_OUTPUT_FAIL: {
    int Line = R.integer();
    std::string Message = R.text(), File = R.text();
    flushOutput();
    if (File.empty())
      std::fprintf(stderr, "warprt: error: %s\n", Message.c_str());
    else
      std::fprintf(stderr, "warprt: %s:%d: error: %s\n", File.c_str(), Line,
                   Message.c_str());
    std::exit(1);
  }
  default:
    flushOutput();
    _FortranAAbort();
  }
}

void warprt::fortran::flushOutput() {
  for (int Unit : {StandardOutput, StandardError})
    _FortranAioEndIoStatement(_FortranAioBeginFlush(Unit, __FILE__, __LINE__));
}
