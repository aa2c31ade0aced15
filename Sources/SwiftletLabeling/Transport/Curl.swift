#if DOWNLOADS && !canImport(Darwin)
internal import CCurl
internal import Foundation

/// The functions of libcurl that an exchange needs.
///
/// The library is opened when a connection first needs it. Linked, it and what it brings along were part of every
/// process; see `docs/decisions/0013-static-command.md`.
@safe
struct Curl: Sendable {
  typealias Handle = UnsafeMutableRawPointer
  typealias Message = UnsafeMutablePointer<swiftlet_curl_message>

  let newEasy: @convention(c) @Sendable () -> Handle?
  let freeEasy: @convention(c) @Sendable (Handle) -> Void
  let words: @convention(c) @Sendable (Int32) -> UnsafePointer<CChar>
  let append: @convention(c) @Sendable (Handle?, UnsafePointer<CChar>) -> Handle?
  let freeList: @convention(c) @Sendable (Handle?) -> Void
  let newMulti: @convention(c) @Sendable () -> Handle?
  let freeMulti: @convention(c) @Sendable (Handle) -> Int32
  let add: @convention(c) @Sendable (Handle, Handle) -> Int32
  let remove: @convention(c) @Sendable (Handle, Handle) -> Int32
  let perform: @convention(c) @Sendable (Handle, UnsafeMutablePointer<Int32>) -> Int32
  let poll:
    @convention(c) @Sendable (Handle, Handle?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> Int32
  let message: @convention(c) @Sendable (Handle, UnsafeMutablePointer<Int32>) -> Message?
  /// `curl_easy_setopt`, which the functions of `CCurl` call.
  ///
  /// An address of code, which never changes.
  private nonisolated(unsafe) let setOption: Handle

  /// The library; nil where there is none, or only one from before version 7.66.
  static let library: Curl? = Curl()

  private init?() {
    let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    guard let library = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW) }).first,
      let prepare = unsafe dlsym(library, "curl_global_init"),
      let newEasy = unsafe dlsym(library, "curl_easy_init"),
      let freeEasy = unsafe dlsym(library, "curl_easy_cleanup"),
      let words = unsafe dlsym(library, "curl_easy_strerror"),
      let setOption = unsafe dlsym(library, "curl_easy_setopt"),
      let append = unsafe dlsym(library, "curl_slist_append"),
      let freeList = unsafe dlsym(library, "curl_slist_free_all"),
      let newMulti = unsafe dlsym(library, "curl_multi_init"),
      let freeMulti = unsafe dlsym(library, "curl_multi_cleanup"),
      let add = unsafe dlsym(library, "curl_multi_add_handle"),
      let remove = unsafe dlsym(library, "curl_multi_remove_handle"),
      let perform = unsafe dlsym(library, "curl_multi_perform"),
      let poll = unsafe dlsym(library, "curl_multi_poll"),
      let message = unsafe dlsym(library, "curl_multi_info_read")
    else { return nil }
    let everything = 3
    let start = unsafe unsafeBitCast(prepare, to: (@convention(c) (Int) -> Int32).self)
    guard start(everything) == 0 else { return nil }
    unsafe self.newEasy = unsafeBitCast(newEasy, to: type(of: self.newEasy))
    unsafe self.freeEasy = unsafeBitCast(freeEasy, to: type(of: self.freeEasy))
    unsafe self.words = unsafeBitCast(words, to: type(of: self.words))
    unsafe self.append = unsafeBitCast(append, to: type(of: self.append))
    unsafe self.freeList = unsafeBitCast(freeList, to: type(of: self.freeList))
    unsafe self.newMulti = unsafeBitCast(newMulti, to: type(of: self.newMulti))
    unsafe self.freeMulti = unsafeBitCast(freeMulti, to: type(of: self.freeMulti))
    unsafe self.add = unsafeBitCast(add, to: type(of: self.add))
    unsafe self.remove = unsafeBitCast(remove, to: type(of: self.remove))
    unsafe self.perform = unsafeBitCast(perform, to: type(of: self.perform))
    unsafe self.poll = unsafeBitCast(poll, to: type(of: self.poll))
    unsafe self.message = unsafeBitCast(message, to: type(of: self.message))
    unsafe self.setOption = setOption
  }

  /// Sets an option that is a number.
  func set(_ easy: Handle, _ option: Option, _ value: Int) {
    _ = unsafe swiftlet_curl_set_long(setOption, easy, option.rawValue, value)
  }

  /// Sets an option that is text, of which the library keeps a copy, or a pointer.
  func set(_ easy: Handle, _ option: Option, _ value: UnsafeRawPointer) {
    _ = unsafe swiftlet_curl_set_pointer(setOption, easy, option.rawValue, value)
  }

  /// Sets what takes the head or the body.
  func set(_ easy: Handle, _ option: Option, _ value: @escaping swiftlet_curl_write) {
    _ = unsafe swiftlet_curl_set_write(setOption, easy, option.rawValue, value)
  }

  /// The options used here, with the numbers of `curl.h`.
  enum Option: Int32 {
    case version = 84
    case noSignal = 99
    case protocols = 181
    case hidesProxyHeads = 265
    case bodyContext = 10_001
    case url = 10_002
    case fields = 10_023
    case headContext = 10_029
    case authorities = 10_065
    case authoritiesFolder = 10_097
    case onBody = 20_011
    case onHead = 20_079
  }
}
#endif
