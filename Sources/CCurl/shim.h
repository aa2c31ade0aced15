// What Swift cannot say of libcurl's interface, which is opened rather than linked: calls with
// variable arguments through a pointer, and a message with a union. Its binary interface is fixed:
// https://curl.se/libcurl/abi.html
#ifndef SWIFTLET_CCURL_H
#define SWIFTLET_CCURL_H

#include <stddef.h>

// CURLMsg.
struct swiftlet_curl_message {
  int kind;
  void *easy;
  union {
    void *pointer;
    int result;
  } data;
};

// curl_write_callback, which is that of headers as well.
typedef size_t (*swiftlet_curl_write)(char *bytes, size_t size, size_t count, void *context);

// curl_easy_setopt(easy, option, value), by its address.
static inline int swiftlet_curl_set_long(void *function, void *easy, int option, long value) {
  return ((int (*)(void *, int, ...))function)(easy, option, value);
}

static inline int swiftlet_curl_set_pointer(
    void *function, void *easy, int option, const void *value) {
  return ((int (*)(void *, int, ...))function)(easy, option, value);
}

static inline int swiftlet_curl_set_write(
    void *function, void *easy, int option, swiftlet_curl_write value) {
  return ((int (*)(void *, int, ...))function)(easy, option, value);
}

#endif
