#if DOWNLOADS && !canImport(Darwin)
internal import CCurl
internal import Dispatch
internal import Foundation

/// An exchange by libcurl.
///
/// It goes on while somebody waits for the next event, on the thread that waits; so nothing piles up.
@safe
final class CurlExchange: HTTPExchange {
  private let curl: Curl
  private let flag: CancellationFlag
  private let url: URL
  private var events: [HTTPEvent] = []
  /// Reads the head; nil behind it.
  private var parser: HTTPHeadParser? = HTTPHeadParser()
  /// Why the answer was refused here, which libcurl does not know.
  private var refusal: String?
  private var handles: Handles?

  @safe
  private struct Handles {
    let easy: Curl.Handle
    let multi: Curl.Handle
    let fields: Curl.Handle?
  }

  /// Begins to connect with the first call of `next`.
  ///
  /// - Throws: An `NSError` where there is no libcurl.
  init(_ request: HTTPRequest, _ flag: CancellationFlag) throws {
    guard let curl = Curl.library else {
      throw NSError.mlKit(
        .unimplemented,
        "Downloads need libcurl 7.66 or later, which is not there; install the package libcurl4.")
    }
    self.curl = curl
    self.flag = flag
    url = request.url
    do {
      try prepare(request)
    } catch {
      events = [.failed(error.words)]
    }
  }

  deinit { stop() }

  func next(until deadline: DispatchTime) -> HTTPEvent? {
    while true {
      if !events.isEmpty { return events.removeFirst() }
      guard let handles else { return .end }
      let now = DispatchTime.now()
      guard !flag.isCancelled, now < deadline else { return nil }
      advance(handles)
      guard events.isEmpty else { continue }
      // In short steps, since a cancellation does not wake it.
      let rest = (deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000
      let step = Int32(min(rest, 50)) + 1
      _ = unsafe curl.poll(handles.multi, nil, 0, step, nil)
    }
  }

  func stop() {
    guard let handles else { return }
    self.handles = nil
    withoutPipeSignal {
      _ = unsafe curl.remove(handles.multi, handles.easy)
      unsafe curl.freeEasy(handles.easy)
      _ = unsafe curl.freeMulti(handles.multi)
      unsafe curl.freeList(handles.fields)
    }
  }

  private func prepare(_ request: HTTPRequest) throws(ExchangeFailure) {
    guard var address = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw ExchangeFailure(words: "its address makes no sense")
    }
    (address.fragment, address.user, address.password) = (nil, nil, nil)
    guard let text = address.string else {
      throw ExchangeFailure(words: "its address makes no sense")
    }
    var fields: Curl.Handle?
    for (name, value) in try request.fields() {
      // An empty value would remove a header.
      unsafe fields = curl.append(fields, value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    guard let easy = unsafe curl.newEasy(), let multi = unsafe curl.newMulti() else {
      throw ExchangeFailure(words: "there is no memory for it")
    }
    unsafe handles = Handles(easy: easy, multi: multi, fields: fields)
    unsafe set(text, fields, for: easy)
    _ = unsafe curl.add(multi, easy)
  }

  private func set(_ url: String, _ fields: Curl.Handle?, for easy: Curl.Handle) {
    unsafe curl.set(easy, .url, url)
    if let fields = unsafe fields { unsafe curl.set(easy, .fields, fields) }
    let (http, https, http1_1) = (1, 2, 2)
    unsafe curl.set(easy, .protocols, http | https)
    unsafe curl.set(easy, .version, http1_1)
    unsafe curl.set(easy, .hidesProxyHeads, 1)
    // Signals belong to the application; the one for broken pipes is held back below.
    unsafe curl.set(easy, .noSignal, 1)
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["SSL_CERT_FILE"] { unsafe curl.set(easy, .authorities, path) }
    if let path = environment["SSL_CERT_DIR"] { unsafe curl.set(easy, .authoritiesFolder, path) }
    // The handles never outlive the exchange, nor does anything run between its calls.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe curl.set(easy, .headContext, context)
    unsafe curl.set(easy, .bodyContext, context)
    unsafe curl.set(easy, .onHead) { unsafe CurlExchange.of($3)?.takeHead($0, $1 * $2) ?? 0 }
    unsafe curl.set(easy, .onBody) { unsafe CurlExchange.of($3)?.takeBody($0, $1 * $2) ?? 0 }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    unsafe context.map { unsafe Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Does what can be done without waiting.
  private func advance(_ handles: Handles) {
    var count: Int32 = 0
    withoutPipeSignal { _ = unsafe curl.perform(handles.multi, &count) }
    while let message = unsafe curl.message(handles.multi, &count) {
      let done: Int32 = 1
      guard unsafe message.pointee.kind == done else { continue }
      let result = unsafe message.pointee.data.result
      events.append(result == 0 ? .end : .failed(refusal ?? words(for: result)))
      stop()
      return
    }
  }

  /// Takes a line of the head; those of trailers are of no interest.
  private func takeHead(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    unsafe parser?.append([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
    do {
      guard let head = try parser?.head(url: url) else { return count }
      parser = nil
      events.append(.head(head))
      return count
    } catch {
      refusal = "its answer makes no sense"
      return 0
    }
  }

  private func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard parser == nil, let bytes = unsafe bytes else { return 0 }
    if count > 0 { unsafe events.append(.body(Data(bytes: bytes, count: count))) }
    return count
  }

  /// Why a connection failed, to follow "because".
  private func words(for result: Int32) -> String {
    switch result {
    case 5, 6: return "the server's name is not known"
    case 7: return "the server cannot be reached"
    case 18: return "the connection broke within the body"
    case 52: return "it said nothing"
    case 35, 53...60, 64, 66, 77, 80...83, 90, 91:
      return "no secure connection can be made (\(unsafe String(cString: curl.words(result))))"
    default: return "the connection broke (\(unsafe String(cString: curl.words(result))))"
    }
  }

  /// A server that has gone must not end this process by a signal.
  private func withoutPipeSignal(_ body: () -> Void) {
    var pipe = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    var pending = sigset_t()
    unsafe sigpending(&pending)
    let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
    body()
    if !wasPending {
      var none = timespec()
      while unsafe sigtimedwait(&pipe, nil, &none) == SIGPIPE {}
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
#endif
