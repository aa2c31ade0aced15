/// Something that is done with a tensor before or after a run.
public enum ProcessUnit: Sendable, Hashable {
  /// Nothing is said.
  case none
  /// `(x − mean) / std`, with one pair for all channels or one for each.
  case normalization(mean: [Float], std: [Float])
  /// Scores are passed through sigmoids whose parameters are in an associated file.
  case scoreCalibration(ScoreTransformation, defaultScore: Float)
  /// Results with a lower score are dropped.
  case scoreThresholding(Float)
  /// Text is cut into words of these vocabularies.
  case bertTokenizer(vocabularies: [AssociatedFile])
  /// Text is cut into pieces by these models.
  case sentencePieceTokenizer(models: [AssociatedFile], vocabularies: [AssociatedFile])
  /// Text is cut where an expression matches.
  case regexTokenizer(delimiter: String?, vocabularies: [AssociatedFile])
  /// A unit that came after this schema, by its number.
  case unknown(Int)

  /// What is done with a score before its sigmoid, numbered as in the metadata schema.
  public enum ScoreTransformation: Int, Sendable, Hashable {
    /// Nothing.
    case identity
    /// Its logarithm is taken.
    case log
    /// `log(x / (1 − x))` is taken.
    case inverseLogistic
  }

  /// The name of the unit's kind in the metadata schema.
  public var schemaName: String {
    switch self {
    case .none: "NONE"
    case .normalization: "NormalizationOptions"
    case .scoreCalibration: "ScoreCalibrationOptions"
    case .scoreThresholding: "ScoreThresholdingOptions"
    case .bertTokenizer: "BertTokenizerOptions"
    case .sentencePieceTokenizer: "SentencePieceTokenizerOptions"
    case .regexTokenizer: "RegexTokenizerOptions"
    case .unknown(let number): "\(number)"
    }
  }
}
