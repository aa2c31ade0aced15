// Stands in front of the C library's allocator and counts, for the whole process.
#include "allocation_counter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long taken, released;

long allocation_counter_taken(void) { return atomic_load(&taken); }
long allocation_counter_released(void) { return atomic_load(&released); }

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

int allocation_counter_is_active(void) { return 1; }

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static void *counted(void *block) {
  if (block) atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed);
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = counted(block);
  return 0;
}

void *realloc(void *old, size_t size) {
  if (old) atomic_fetch_add_explicit(&released, 1, memory_order_relaxed);
  return counted(__libc_realloc(old, size));
}

void free(void *block) {
  if (block) atomic_fetch_add_explicit(&released, 1, memory_order_relaxed);
  __libc_free(block);
}

#else

int allocation_counter_is_active(void) { return 0; }

#endif
