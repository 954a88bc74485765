#define _GNU_SOURCE
#include "CLiteRT.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

const char *LiteRtLoadFunctions(void *library, LiteRtFunctions *functions) {
#define GUISE_LITERT_LOAD(name, field, result, parameters) \
  *(void **)&functions->field = dlsym(library, "LiteRt" #name); \
  if (!functions->field) return "LiteRt" #name;
  GUISE_LITERT_FUNCTIONS(GUISE_LITERT_LOAD)
#undef GUISE_LITERT_LOAD
  return NULL;
}

#ifdef __GLIBC__

// While models are compiled, `stderr` is a stream that drops what the compiling threads write. It is
// unbuffered and never closed: whoever fetched it meanwhile may go on using it.

static _Thread_local bool is_muted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int mute_count;
static FILE *actual;
static FILE *filtered;

static ssize_t write_unless_muted(void *cookie, const char *bytes, size_t count) {
  (void)cookie;
  if (is_muted) return (ssize_t)count;
  return (ssize_t)fwrite(bytes, 1, count, actual);
}

static void mute(void) {
  pthread_mutex_lock(&lock);
  if (!filtered) {
    cookie_io_functions_t functions = {.write = write_unless_muted};
    filtered = fopencookie(NULL, "w", functions);
    if (filtered) setvbuf(filtered, NULL, _IONBF, 0);
  }
  if (filtered && mute_count++ == 0) {
    actual = stderr;
    stderr = filtered;
  }
  is_muted = true;
  pthread_mutex_unlock(&lock);
}

static void unmute(void) {
  pthread_mutex_lock(&lock);
  is_muted = false;
  if (filtered && --mute_count == 0) stderr = actual;
  pthread_mutex_unlock(&lock);
}

#else

static void mute(void) {}
static void unmute(void) {}

#endif

int LiteRtCompileQuietly(
  const LiteRtFunctions *functions, LiteRtEnvironment environment, LiteRtModel model,
  LiteRtOptions options, LiteRtCompiledModel *compiled) {
  mute();
  int status = functions->createCompiledModel(environment, model, options, compiled);
  unmute();
  return status;
}
