import SwiftletFormat
import Testing

@Suite struct BuiltinOperatorTests {
  @Test func numbersAreThoseOfTheSchema() {
    #expect(BuiltinOperator.allCases.map { Int($0.rawValue) } == Array(0...209))
    let known: [(BuiltinOperator, Int, String)] = [
      (.add, 0, "ADD"), (.averagePool2D, 1, "AVERAGE_POOL_2D"), (.conv2D, 3, "CONV_2D"),
      (.fullyConnected, 9, "FULLY_CONNECTED"), (.softmax, 25, "SOFTMAX"),
      (.custom, 32, "CUSTOM"), (.transpose, 39, "TRANSPOSE"), (.topKV2, 48, "TOPK_V2"),
      (.transposeConv, 67, "TRANSPOSE_CONV"), (.reduceProd, 81, "REDUCE_PROD"),
      (.resizeNearestNeighbor, 97, "RESIZE_NEAREST_NEIGHBOR"), (.quantize, 114, "QUANTIZE"),
      (.hardSwish, 117, "HARD_SWISH"), (.while, 119, "WHILE"), (.densify, 124, "DENSIFY"),
      (.batchMatMul, 126, "BATCH_MATMUL"), (.callOnce, 129, "CALL_ONCE"),
      (.varHandle, 142, "VAR_HANDLE"), (.gelu, 150, "GELU"), (.rightShift, 161, "RIGHT_SHIFT"),
      (.stablehloLogistic, 162, "STABLEHLO_LOGISTIC"), (.dilate, 203, "DILATE"),
      (.stablehloCase, 209, "STABLEHLO_CASE"),
    ]
    for (code, number, name) in known {
      #expect(Int(code.rawValue) == number)
      #expect(code.schemaName == name)
    }
  }

  @Test(arguments: BuiltinOperator.allCases)
  func namesMatchCases(_ code: BuiltinOperator) {
    #expect(BuiltinOperator(schemaName: code.schemaName) == code)
    #expect(
      code.schemaName.filter { $0 != "_" }.lowercased() == "\(code)".lowercased())
  }

  @Test func versionsAreKnownForOperatorsWithKernels() {
    #expect(BuiltinOperator.conv2D.newestVersion == 8)
    #expect(BuiltinOperator.stablehloCbrt.newestVersion == nil)
    #expect(BuiltinOperator.custom.newestVersion == nil)
    #expect(BuiltinOperator(schemaName: "CONV_5D") == nil)
  }
}
