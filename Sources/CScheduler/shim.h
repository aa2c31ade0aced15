// Linux's calls on the processors of a thread; the headers of the C library hide them without _GNU_SOURCE.
#ifndef SWIFTLET_CSCHEDULER_H
#define SWIFTLET_CSCHEDULER_H

#if defined(__linux__)
int sched_getcpu(void);
int sched_getaffinity(int thread, unsigned long byte_count, void *mask);
int sched_setaffinity(int thread, unsigned long byte_count, const void *mask);
#endif

#endif
