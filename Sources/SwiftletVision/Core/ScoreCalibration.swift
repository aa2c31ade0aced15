internal import Foundation
internal import SwiftletFormat

/// Sigmoids that turn a model's scores into calibrated ones, one for each class.
struct ScoreCalibration: Sendable {
  private struct Sigmoid: Sendable {
    let scale: Float
    let slope: Float
    let offset: Float
    let minimum: Float?
  }

  private let transformation: ProcessUnit.ScoreTransformation
  private let defaultScore: Float
  /// Nil for classes whose line is empty: they always get the default score.
  private let sigmoids: [Sigmoid?]

  /// The calibration that an output's metadata asks for, or nil.
  init?(_ resources: ModelResources, _ metadata: TensorMetadata?) throws {
    let unit = try metadata?.processUnit("ScoreCalibrationOptions") { unit in
      if case .scoreCalibration(let kind, let score) = unit { (kind, score) } else { nil }
    }
    guard let metadata, let unit else { return nil }
    (transformation, defaultScore) = unit
    guard let file = metadata.associatedFile(.tensorAxisScoreCalibration) else {
      throw NSError.engine(
        .notFoundError,
        "Found ScoreCalibrationOptions but missing required associated parameters file with type "
          + "TENSOR_AXIS_SCORE_CALIBRATION.")
    }
    sigmoids = try Self.sigmoids(try resources.text(of: file))
  }

  /// One line for each class: `scale,slope,offset` and perhaps `,minimum`, or nothing.
  private static func sigmoids(_ text: String) throws -> [Sigmoid?] {
    guard !text.isEmpty else {
      throw NSError.invalidModel("Expected non-empty score calibration file.")
    }
    return try text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      if line.isEmpty { return nil }
      let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
      guard fields.count == 3 || fields.count == 4 else {
        throw NSError.invalidModel(
          "Expected 3 or 4 parameters per line in score calibration file, got \(fields.count).")
      }
      let numbers = try fields.map(number)
      guard !(numbers[0] < 0) else {
        throw NSError.invalidModel(
          "The scale parameter of the sigmoids must be positive, found "
            + String(format: "%f", Double(numbers[0])) + ".")
      }
      return Sigmoid(
        scale: numbers[0], slope: numbers[1], offset: numbers[2],
        minimum: numbers.count == 4 ? numbers[3] : nil)
    }
  }

  private static func number(_ text: String) throws -> Float {
    guard let value = Float(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw NSError.invalidModel(
        "Could not parse score calibration parameter as float: \(text).")
    }
    return value
  }

  /// Calibrates a score for each class.
  ///
  /// A line break after the last line makes one more, empty line, which is allowed for.
  func apply(to scores: inout [Float]) throws {
    let hasEmptyEnd = sigmoids.count == scores.count + 1 && sigmoids[scores.count] == nil
    guard sigmoids.count == scores.count || hasEmptyEnd else {
      throw NSError.engine(
        .invalidArgumentError,
        "Mismatch between number of sigmoids (\(sigmoids.count)) and number of elements in the "
          + "input scores tensor (\(scores.count)).")
    }
    for index in scores.indices { scores[index] = calibrated(scores[index], class: index) }
  }

  /// The calibrated score of one class.
  func calibrated(_ score: Float, class index: Int) -> Float {
    guard sigmoids.indices.contains(index), let sigmoid = sigmoids[index] else {
      return defaultScore
    }
    if let minimum = sigmoid.minimum, score < minimum { return defaultScore }
    let argument = transformed(score) * sigmoid.slope + sigmoid.offset
    let value: Float
    if argument >= 0 {
      value = Float(Double(sigmoid.scale) / (1 + exp(Double(-argument))))
    } else {
      let power = Float(exp(Double(argument)))
      value = Float(Double(sigmoid.scale * power) / (1 + Double(power)))
    }
    return max(min(value, sigmoid.scale), 0)
  }

  private func transformed(_ score: Float) -> Float {
    switch transformation {
    case .identity: score
    case .log: Self.clampedLog(score)
    case .inverseLogistic: Self.clampedLog(score) - Self.clampedLog(1 - score)
    }
  }

  /// The logarithm, mirrored below 1e−16 so that it stays finite.
  private static func clampedLog(_ value: Float) -> Float {
    let threshold: Float = 1e-16
    if value < threshold {
      return Float(2 * log(Double(threshold)) - log(2 * Double(threshold) - Double(value)))
    }
    return Float(log(Double(value)))
  }
}
