// The part of LiteRT 2.3's C API that Guise uses. The library is found at run time, so its
// functions are loaded by name into a table; types and values below are its ABI.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct LiteRtEnvironmentT *LiteRtEnvironment;
typedef struct LiteRtModelT *LiteRtModel;
typedef struct LiteRtOptionsT *LiteRtOptions;
typedef struct LiteRtOpaqueOptionsT *LiteRtOpaqueOptions;
typedef struct LiteRtCompiledModelT *LiteRtCompiledModel;
typedef struct LiteRtTensorBufferT *LiteRtTensorBuffer;

enum {
  kLiteRtElementTypeFloat32 = 1,
  kLiteRtAnyTypeInt = 2,
  kLiteRtHwAcceleratorCpu = 1,
  kLiteRtEnvOptionTagAutoRegisterAccelerators = 24,
  kLiteRtEnvOptionTagMinLoggerSeverity = 25,
  kLiteRtLogSeverityError = 3,
  kLiteRtHostMemoryAlignment = 64,
  kLiteRtMaximumRank = 8,
};

typedef struct {
  unsigned int rank : 7;
  bool has_strides : 1;
  int32_t dimensions[8];
  uint32_t strides[8];
} LiteRtLayout;

typedef struct {
  int32_t element_type;
  LiteRtLayout layout;
} LiteRtRankedTensorType;

typedef struct {
  int32_t type;
  union {
    int64_t int_value;
    double real_value;
    const void *pointer_value;
  };
} LiteRtAny;

typedef struct {
  int32_t tag;
  LiteRtAny value;
} LiteRtEnvOption;

_Static_assert(sizeof(LiteRtLayout) == 68, "ABI");
_Static_assert(sizeof(LiteRtRankedTensorType) == 72, "ABI");
_Static_assert(sizeof(LiteRtAny) == 16, "ABI");
_Static_assert(sizeof(LiteRtEnvOption) == 24, "ABI");

// X(name in the library after "LiteRt", field, result, parameters)
#define GUISE_LITERT_FUNCTIONS(X) \
  X(CreateEnvironment, createEnvironment, int, \
    (int count, const LiteRtEnvOption *options, LiteRtEnvironment *environment)) \
  X(DestroyEnvironment, destroyEnvironment, void, (LiteRtEnvironment)) \
  X(CreateOptions, createOptions, int, (LiteRtOptions *)) \
  X(DestroyOptions, destroyOptions, void, (LiteRtOptions)) \
  X(SetOptionsHardwareAccelerators, setOptionsHardwareAccelerators, int, (LiteRtOptions, int)) \
  X(CreateOpaqueOptions, createOpaqueOptions, int, \
    (const char *identifier, void *payload, void (*deleter)(void *), LiteRtOpaqueOptions *)) \
  X(AddOpaqueOptions, addOpaqueOptions, int, (LiteRtOptions, LiteRtOpaqueOptions)) \
  X(CreateModelFromBuffer, createModelFromBuffer, int, \
    (LiteRtEnvironment, const void *bytes, size_t byteCount, LiteRtModel *)) \
  X(DestroyModel, destroyModel, void, (LiteRtModel)) \
  X(CreateCompiledModel, createCompiledModel, int, \
    (LiteRtEnvironment, LiteRtModel, LiteRtOptions, LiteRtCompiledModel *)) \
  X(DestroyCompiledModel, destroyCompiledModel, void, (LiteRtCompiledModel)) \
  X(GetCompiledModelInputTensorLayout, inputLayout, int, \
    (LiteRtCompiledModel, size_t signature, size_t index, LiteRtLayout *)) \
  X(GetCompiledModelOutputTensorLayouts, outputLayouts, int, \
    (LiteRtCompiledModel, size_t signature, size_t count, LiteRtLayout *, bool update)) \
  X(CreateTensorBufferFromHostMemory, createBufferFromHostMemory, int, \
    (const LiteRtRankedTensorType *, void *bytes, size_t byteCount, void (*deallocator)(void *), \
     LiteRtTensorBuffer *)) \
  X(DestroyTensorBuffer, destroyTensorBuffer, void, (LiteRtTensorBuffer)) \
  X(RunCompiledModel, run, int, \
    (LiteRtCompiledModel, size_t signature, size_t inputCount, LiteRtTensorBuffer *inputs, \
     size_t outputCount, LiteRtTensorBuffer *outputs))

#define GUISE_LITERT_FIELD(name, field, result, parameters) result(*field) parameters;
typedef struct {
  GUISE_LITERT_FUNCTIONS(GUISE_LITERT_FIELD)
} LiteRtFunctions;
#undef GUISE_LITERT_FIELD

/// Fills the table from a library that dlopen gave; the name of the first function that it lacks,
/// or NULL. Here because Swift can't cast an object pointer to a function pointer of a named type.
const char *LiteRtLoadFunctions(void *library, LiteRtFunctions *functions);

/// LiteRtCreateCompiledModel, but quiet: its CPU delegate announces itself on the standard error
/// stream, at a severity that LiteRT gives no access to. What this thread writes to `stderr` during
/// the call is dropped; what other threads write passes.
int LiteRtCompileQuietly(
  const LiteRtFunctions *functions, LiteRtEnvironment environment, LiteRtModel model,
  LiteRtOptions options, LiteRtCompiledModel *compiled);
