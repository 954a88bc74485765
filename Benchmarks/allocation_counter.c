// Counts heap allocations of a process, by who asked for them. Preload it:
//
//   cc -O2 -shared -fPIC -o liballocation_counter.so allocation_counter.c
//   LD_PRELOAD=./liballocation_counter.so PROGRAM
//
// guise_allocation_counts() gives two numbers: allocations that the program itself or Swift's
// libraries asked for, and all of them. With GUISE_ALLOCATION_TRACE=N in the environment the first N of
// the program's own after the first call of it are printed with their callers.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// glibc's own entry points, so that no look-up by name (which allocates) is needed.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic uint64_t own, all;

enum { range_limit = 64 };
static struct { uintptr_t start, end; } ranges[range_limit];
static int range_count;

static int add_ranges(struct dl_phdr_info *info, size_t size, void *first) {
  int is_program = *(int *)first;
  *(int *)first = 0;
  if (!is_program && !strstr(info->dlpi_name, "/libswift") && !strstr(info->dlpi_name, "Foundation"))
    return 0;
  for (int i = 0; i < info->dlpi_phnum && range_count < range_limit; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    ranges[range_count].start = info->dlpi_addr + header->p_vaddr;
    ranges[range_count].end = ranges[range_count].start + header->p_memsz;
    range_count++;
  }
  return 0;
}

__attribute__((constructor)) static void find_ranges(void) {
  int first = 1;
  dl_iterate_phdr(add_ranges, &first);
}

// -1 until the first call of guise_allocation_counts.
static _Atomic int traces_left = -1;

static void trace(void) {
  if (atomic_load(&traces_left) <= 0 || atomic_fetch_sub(&traces_left, 1) <= 0) return;
  void *frames[24];
  int depth = backtrace(frames, 24);
  backtrace_symbols_fd(frames + 2, depth - 2, 2);
  if (write(2, "\n", 1) < 0) return;
}

static void count(void *caller) {
  atomic_fetch_add_explicit(&all, 1, memory_order_relaxed);
  for (int i = 0; i < range_count; i++) {
    if ((uintptr_t)caller >= ranges[i].start && (uintptr_t)caller < ranges[i].end) {
      atomic_fetch_add_explicit(&own, 1, memory_order_relaxed);
      trace();
      return;
    }
  }
}

void guise_allocation_counts(uint64_t counts[2]) {
  counts[0] = atomic_load(&own);
  counts[1] = atomic_load(&all);
  const char *wanted = getenv("GUISE_ALLOCATION_TRACE");
  if (wanted && atomic_load(&traces_left) < 0) atomic_store(&traces_left, atoi(wanted));
}

#define COUNT count(__builtin_return_address(0))

void *malloc(size_t size) { COUNT; return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { COUNT; return __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { COUNT; return __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { COUNT; return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { COUNT; return __libc_memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  COUNT;
  void *block = __libc_memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}
