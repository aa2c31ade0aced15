#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

// Whether this build counts: it needs glibc, and no sanitizer that has an allocator of its own.
int allocation_counter_is_active(void);
// Blocks taken by any thread of this process so far.
long allocation_counter_taken(void);
// Blocks given back so far.
long allocation_counter_released(void);

#endif
