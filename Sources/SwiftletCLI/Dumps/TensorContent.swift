internal import Foundation
internal import SwiftletTensor

/// The value of a tensor as files hold it.
enum TensorContent {
  case array(NPYArray)
  case texts([String])

  /// The value of a tensor's bytes, or nil where no file can hold the type.
  init?(_ bytes: [UInt8], of tensor: DumpedTensor) {
    if tensor.type == .string {
      guard let texts = StringTensor.texts(in: bytes) else { return nil }
      self = .texts(texts)
    } else {
      guard
        let array = TensorConversion.array(bytes, type: tensor.type, shape: tensor.shape)
      else { return nil }
      self = .array(array)
    }
  }

  /// Reads a `.npy` file, or a `.json` list of texts.
  init(contentsOf path: String) throws(CommandError) {
    let bytes = try InputFile.bytes(of: path, for: "The tensor")
    guard !path.hasSuffix(".json") else {
      do {
        self = .texts(try JSONDecoder().decode([String].self, from: Data(bytes)))
      } catch {
        throw .failure(
          .invalidArgument, "The tensor \(path) cannot be used: \(jsonReason(error)).")
      }
      return
    }
    do throws(NPYError) { self = .array(try NPYArray(file: bytes)) } catch {
      throw .failure(.invalidArgument, "The tensor \(path) \(error.reason).")
    }
  }

  /// The extents; texts are a list.
  var shape: [Int] {
    switch self {
    case .array(let array): array.shape
    case .texts(let texts): [texts.count]
    }
  }
}

extension NPYArray {
  /// The elements of a range as numbers; complex ones are two in a row.
  ///
  /// 64-bit integers beyond 2⁵³ are rounded.
  func numbers(_ range: Range<Int>) -> [Double] {
    func values<Element: BitwiseCopyable>(
      _: Element.Type, _ number: (Element) -> Double
    ) -> [Double] {
      let size = MemoryLayout<Element>.size
      return unsafe bytes.withUnsafeBytes { bytes in
        range.map { index in
          number(unsafe bytes.loadUnaligned(fromByteOffset: index * size, as: Element.self))
        }
      }
    }
    return switch type {
    case .float32, .complex64: values(Float.self) { Double($0) }
    case .float64, .complex128: values(Double.self) { $0 }
    case .float16: values(Float16.self) { Double($0) }
    case .int8: values(Int8.self) { Double($0) }
    case .int16: values(Int16.self) { Double($0) }
    case .uint16: values(UInt16.self) { Double($0) }
    case .int32: values(Int32.self) { Double($0) }
    case .uint32: values(UInt32.self) { Double($0) }
    case .int64: values(Int64.self) { Double($0) }
    case .uint64: values(UInt64.self) { Double($0) }
    default: values(UInt8.self) { Double($0) }
    }
  }

  /// How many numbers an element is.
  var numbersPerElement: Int { type == .complex64 || type == .complex128 ? 2 : 1 }
}
