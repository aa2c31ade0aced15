import SwiftletFormat

/// One line of a shapes file: a layer of a network.
struct LayerShape {
  /// What the layer computes.
  enum Kind: String {
    case conv
    case depthwise
    case dense
    case transposed
    case add
    case multiply
    case averagePool = "average_pool"
    case maxPool = "max_pool"
    case mean
    case softmax
    case logistic
    case tanh
    case hardSwish = "hard_swish"
    case resize
    case argMax = "arg_max"
  }

  /// The type of activations and weights.
  enum Numbers: String {
    case float32 = "f32"
    /// Signed bytes, weights with a scale for each channel.
    case int8 = "q8"
    /// Unsigned bytes, weights with a zero point.
    case uint8 = "u8"
  }

  let network: String
  let kind: Kind
  let numbers: Numbers
  let height: Int
  let width: Int
  let channels: Int
  let outputs: Int
  let kernel: Int
  let stride: Int

  /// Reads `network;kind;type;height×width×channels;outputs;kernel;stride`.
  ///
  /// - Throws: `ShapeError` with the line.
  init(line: String) throws {
    let fields = line.split(separator: ";", omittingEmptySubsequences: false).map {
      String($0).trimmingSpaces
    }
    guard fields.count == 7, let kind = Kind(rawValue: fields[1]),
      let numbers = Numbers(rawValue: fields[2]), let outputs = Int(fields[4]),
      let kernel = Int(fields[5]), let stride = Int(fields[6])
    else { throw ShapeError(line: line) }
    let extents = fields[3].split(separator: "x").compactMap { Int($0) }
    guard extents.count == 3, (extents + [outputs, kernel, stride]).allSatisfy({ $0 > 0 }) else {
      throw ShapeError(line: line)
    }
    network = fields[0]
    self.kind = kind
    self.numbers = numbers
    (height, width, channels) = (extents[0], extents[1], extents[2])
    self.outputs = outputs
    self.kernel = kernel
    self.stride = stride
  }

  /// The output's height and width, with padding `same`.
  var outputSize: (height: Int, width: Int) {
    switch kind {
    case .dense, .mean: (1, 1)
    case .transposed, .resize: (height * stride, width * stride)
    default: ((height + stride - 1) / stride, (width + stride - 1) / stride)
    }
  }

  /// The layer in words: `112×112×16 → 112×112×96, conv 1×1`.
  var name: String {
    let (outputHeight, outputWidth) = outputSize
    let window = kernel > 1 || kind == .conv ? " \(kernel)×\(kernel)" : ""
    let step = stride > 1 ? " /\(stride)" : ""
    return "\(height)×\(width)×\(channels) → \(outputHeight)×\(outputWidth)×\(outputs), "
      + "\(kind.rawValue)\(window)\(step)"
  }

  /// The bytes that are read and written at least: input, output and weights.
  var bytes: Int {
    let size = numbers == .float32 ? 4 : 1
    let (outputHeight, outputWidth) = outputSize
    let operands = kind == .add || kind == .multiply ? 2 : 1
    let weights =
      switch kind {
      case .conv, .transposed: kernel * kernel * channels * outputs
      case .depthwise: kernel * kernel * outputs
      case .dense: height * width * channels * outputs
      default: 0
      }
    return size
      * (operands * height * width * channels + outputHeight * outputWidth * outputs + weights)
  }
}

/// A line that describes no layer.
struct ShapeError: Error, CustomStringConvertible {
  let line: String

  var description: String {
    "The line '\(line)' is no layer; write network;kind;type;height×width×channels with an x "
      + "between them;outputs;kernel;stride."
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
