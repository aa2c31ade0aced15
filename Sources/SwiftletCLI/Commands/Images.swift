internal import Foundation

/// Does something of the task API, whose errors carry code and sentence.
func taskResult<Result>(_ work: () throws -> Result) throws(CommandError) -> Result {
  do {
    return try work()
  } catch {
    let error = error as NSError
    throw .failure(Failure(code: error.code, message: error.localizedDescription))
  }
}

/// Prints what becomes of each image; one that fails is reported and does not stop the others.
///
/// - Returns: Whether none failed.
/// - Throws: What concerns the command as a whole.
func forEachImage(
  in paths: ImagePaths, json: Bool, _ result: (String) throws(CommandError) -> String
) throws(CommandError) -> Bool {
  var allSucceeded = true
  for path in paths {
    let line: String
    do throws(CommandError) {
      line = try result(path)
    } catch {
      guard case .failure(let failure) = error else { throw error }
      allSucceeded = false
      Console.report(ModelFile.located(failure.message, at: path))
      if json {
        let value: JSON = ["image": .string(path), "error": failure.json]
        try Console.print(value)
      }
      continue
    }
    try Console.print(line)
  }
  return allSucceeded
}
