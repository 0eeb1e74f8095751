//===-- SymbolFacts.cpp - Questions about symbols -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of variables and procedures, and the tables of procedures that
// device code may call.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace Fortran;

namespace warpfort::checker {

/// The data attribute that the name of an ASSOCIATE construct has from a
/// component: `associate (b => x%b)`.
static std::optional<CUDADataAttr> componentAttrOf(const Symbol &Name) {
  const auto *Details = Name.detailsIf<semantics::AssocEntityDetails>();
  if (!Details || !Details->expr() || !evaluate::IsVariable(*Details->expr()))
    return std::nullopt;
  auto Path = evaluate::GetSymbolVector(*Details->expr());
  for (std::size_t I = Path.size(); I > 1; --I) {
    const Symbol &Component = Path[I - 1]->GetUltimate();
    if (auto Attr = semantics::GetCUDADataAttr(&Component))
      return Attr;
    if (semantics::IsAllocatableOrPointer(Component))
      return std::nullopt;
  }
  return std::nullopt;
}

const Symbol &rootOf(const Symbol &Sym) {
  // The variable that has the component may lie elsewhere.
  const Symbol &Name = semantics::ResolveAssociations(Sym);
  if (componentAttrOf(Name))
    return Name;
  return semantics::GetAssociationRoot(Sym).GetUltimate();
}

bool isVariable(const Symbol &Root) {
  if (Root.owner().IsDerivedType() || semantics::IsNamedConstant(Root))
    return false;
  if (Root.has<semantics::ObjectEntityDetails>())
    return true;
  return Root.has<semantics::EntityDetails>() || componentAttrOf(Root);
}

std::optional<CUDADataAttr> dataAttrOf(const Symbol &Root) {
  if (auto Attr = componentAttrOf(Root))
    return Attr;
  return semantics::GetCUDADataAttr(&Root);
}

bool isDeviceOnly(const Symbol &Root) {
  auto Attr = dataAttrOf(Root);
  return Attr &&
         (*Attr == CUDADataAttr::Device || *Attr == CUDADataAttr::Constant ||
          *Attr == CUDADataAttr::Shared);
}

bool isOnDevice(const Symbol &Root) {
  auto Attr = dataAttrOf(Root);
  return isDeviceOnly(Root) || (Attr && (*Attr == CUDADataAttr::Managed ||
                                         *Attr == CUDADataAttr::Unified));
}

static llvm::StringRef moduleOf(const Symbol &Sym) {
  const Scope &Owner = Sym.owner();
  if (!Owner.IsModule() || !Owner.symbol())
    return {};
  auto Name = Owner.symbol()->name();
  return {Name.begin(), Name.size()};
}

bool isPredefinedDeviceVariable(const Symbol &Root) {
  auto Name = Root.name().ToString();
  return moduleOf(Root) == "__fortran_builtins" &&
         (Name == "__builtin_threadidx" || Name == "__builtin_blockidx" ||
          Name == "__builtin_blockdim" || Name == "__builtin_griddim" ||
          Name == "__builtin_warpsize");
}

std::optional<CUDASubprogramAttrs> subprogramAttrsOf(const Symbol &Proc) {
  const Symbol &Ultimate = Proc.GetUltimate();
  const auto *Details = Ultimate.detailsIf<semantics::SubprogramDetails>();
  if (Details && Details->moduleInterface())
    Details = Details->moduleInterface()
                  ->GetUltimate()
                  .detailsIf<semantics::SubprogramDetails>();
  return Details ? Details->cudaSubprogramAttrs() : std::nullopt;
}

size_t valueArgumentBytes(const semantics::SubprogramDetails &Kernel,
                          size_t Most) {
  size_t Bytes = 0;
  for (const Symbol *Dummy : Kernel.dummyArgs())
    if (Dummy && Dummy->attrs().test(semantics::Attr::VALUE))
      Bytes += std::min(Dummy->size(), Most + 1);
  return Bytes;
}

bool isDeviceSubprogram(const Symbol &Proc) {
  return subprogramAttrsOf(Proc).value_or(CUDASubprogramAttrs::Host) !=
         CUDASubprogramAttrs::Host;
}

bool isFromDeviceModule(const Symbol &Proc) {
  llvm::StringRef Module = moduleOf(Proc.GetUltimate());
  return Module == "cudadevice" || Module == "__cuda_device" ||
         Module == "cudafor" || Module == "cooperative_groups" ||
         Module == "wmma" || Module == "curand_device";
}

bool isFromIntrinsicModule(const Symbol &Proc) {
  return Proc.owner().IsModule() && Proc.owner().parent().IsIntrinsicModules();
}

const Symbol *dummyOf(const ProcedureRef &Ref, std::size_t Index) {
  const Symbol *Proc = Ref.proc().GetSymbol();
  const auto *Details =
      Proc ? Proc->GetUltimate().detailsIf<semantics::SubprogramDetails>()
           : nullptr;
  return Details && Index < Details->dummyArgs().size()
             ? Details->dummyArgs()[Index]
             : nullptr;
}

bool mayDefine(const Symbol &Dummy) {
  return !Dummy.attrs().test(semantics::Attr::VALUE) &&
         !Dummy.attrs().test(semantics::Attr::INTENT_IN);
}

bool isCollective(llvm::StringRef Name) {
  for (llvm::StringRef Prefix :
       {"syncthreads", "__syncthreads", "syncwarp",   "__syncwarp", "barrier_",
        "__shfl",      "shfl",          "allthreads", "anythread",  "ballot",
        "__ballot",    "__all",         "__any",      "all_sync",   "any_sync",
        "activemask",  "__activemask",  "match_a",    "__match_a",  "this_",
        "cluster_",    "fence_proxy",   "tma_",       "grid_",      "reduce_",
        "__reduce_"})
    if (Name.starts_with(Prefix))
      return true;
  return false;
}

static llvm::StringSet<> wordsOf(llvm::StringRef Text) {
  llvm::StringSet<> Words;
  for (llvm::StringRef Word : llvm::split(Text, ' '))
    Words.insert(Word);
  return Words;
}

bool isDeviceIntrinsic(llvm::StringRef Name) {
  // Those that lowering expands, that the device library supplies, or that
  // only ask for properties. What handles files, clocks, random numbers,
  // images or the command line is not here.
  static const llvm::StringSet<> Names = wordsOf(
      "abort abs achar acos acosd acosh adjustl adjustr aimag aint all "
      "allocated anint any asin asind asinh associated atan atan2 atan2d "
      "atand atanh bessel_j0 bessel_j1 bessel_jn bessel_y0 bessel_y1 "
      "bessel_yn bge bgt bit_size ble blt btest ceiling char cmplx conjg "
      "cos cosd cosh count cshift dble digits dim dot_product dprod dshiftl "
      "dshiftr eoshift epsilon erf erfc erfc_scaled exit exp exponent "
      "extends_type_of findloc floor fraction gamma huge hypot iachar iall "
      "iand iany ibclr ibits ibset ichar ieor index int ior iparity "
      "is_contiguous ishft ishftc isnan izext jzext kind lbound leadz len "
      "len_trim lge lgt lle llt log log10 log_gamma logical maskl maskr "
      "matmul max maxexponent maxloc maxval merge merge_bits min "
      "minexponent minloc minval mod modulo move_alloc mvbits nearest "
      "new_line nint norm2 not null pack parity popcnt poppar precision "
      "present product radix range rank real reduce repeat reshape "
      "rrspacing same_type_as scale scan set_exponent shape shifta shiftl "
      "shiftr sign sin sind sinh size sizeof spacing spread sqrt "
      "storage_size sum tan tand tanh tiny trailz transfer transpose trim "
      "ubound unpack verify zext __builtin_fma __builtin_ieee_int "
      "__builtin_ieee_is_nan __builtin_ieee_is_negative "
      "__builtin_ieee_is_normal __builtin_ieee_next_after "
      "__builtin_ieee_next_down __builtin_ieee_next_up __builtin_ieee_real "
      "__builtin_c_loc __builtin_c_devloc ieee_is_nan ieee_is_finite "
      "ieee_is_normal ieee_is_negative ieee_copy_sign");
  return Names.contains(Name);
}

bool hasDeviceType(const evaluate::DynamicType &Type) {
  return evaluate::IsCUDAIntrinsicType(Type) ||
         (Type.category() == common::TypeCategory::Integer &&
          Type.kind() == 16);
}

std::string capitalised(std::string Text) {
  if (!Text.empty())
    Text[0] = static_cast<char>(llvm::toUpper(Text[0]));
  return Text;
}

std::string attrName(CUDADataAttr Attr) {
  return llvm::StringRef(common::EnumToString(Attr)).lower();
}

} // namespace warpfort::checker
