internal import SwiftletImage

/// Decodes bytes as an image and samples it into the tensor of a model.
///
/// - Parameters:
///   - start: libFuzzer's bytes.
///   - count: How many there are.
///   - signature: The first bytes of the format, which are put in place so that no input is lost on
///     other formats.
/// - Returns: What libFuzzer expects.
public func fuzzImage(
  _ start: UnsafePointer<UInt8>?, _ count: Int, signature: [UInt8]
) -> CInt {
  fuzz(start, count, limit: 1 << 16) { bytes in
    guard bytes.count > signature.count else { return }
    let file = signature + bytes.dropFirst(signature.count)
    let picture = FilePicture(try StoredImage(decoding: file, maximumPixelCount: 1 << 16))
    var tensor = [UInt8](repeating: 0, count: 16 * 12 * 3)
    try picture.sample(into: &tensor, width: 16, height: 12, framing: Framing())
    let image = try picture.image()
    precondition(image.rgb.count == 3 * picture.width * picture.height)
  }
}
