// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Every target: warnings are errors, unsafe expressions are marked, imports are explicit.
let common: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]
/// With `SWIFTLET_CHECKED` in the environment, red zones lie behind all tensors: see docs/security.md.
let isChecked = ProcessInfo.processInfo.environment["SWIFTLET_CHECKED"] != nil
let strict: [SwiftSetting] =
  common + [.strictMemorySafety()] + (isChecked ? [.define("SWIFTLET_CHECKED")] : [])

/// Kernels are optimised in every configuration.
///
/// The flags name the oldest processor that may run them. Without the unroll threshold large register tiles fall to half their speed.
/// Modules are compiled whole, since incremental builds overlook changes inside the templates of another module.
func kernels(for march: String? = nil) -> [SwiftSetting] {
  let target = march.map { ["-Xcc", "-march=\($0)"] } ?? []
  let whole = ["-wmo", "-num-threads", "1", "-disable-batch-mode"]
  return common + [.unsafeFlags(["-O", "-Xllvm", "-unroll-threshold=4000"] + whole + target)]
}

/// Conditions of a target cannot name an architecture, so the manifest asks the host;
/// `SWIFTLET_TARGET_ARCH` overrides it when cross-compiling.
#if arch(x86_64)
let hostArchitecture = "x86_64"
#else
let hostArchitecture = "other"
#endif
let architecture =
  ProcessInfo.processInfo.environment["SWIFTLET_TARGET_ARCH"] ?? hostArchitecture
let wide = architecture == "x86_64" ? ["KernelsAVX2", "KernelsAVX512"] : []

let openBLAS: SwiftSetting = .define("OPENBLAS", .when(traits: ["OpenBLAS"]))
let downloads: SwiftSetting = .define("DOWNLOADS", .when(traits: ["Downloads"]))
let imageCodecs: SwiftSetting = .define("IMAGE_CODECS", .when(traits: ["ImageCodecs"]))

/// The released command holds the runtime and Foundation: docs/decisions/0013-static-command.md.
///
/// What Foundation's libraries need of each other is named, because objects compiled for the dynamic ones do not.
let staticRuntime = LinkerSetting.unsafeFlags(
  ["-static-stdlib"]
    + [
      "Foundation", "CoreFoundation", "FoundationInternationalization", "FoundationEssentials",
      "_FoundationCShims", "_FoundationCollections", "_FoundationICU", "stdc++",
    ].map { "-l\($0)" },
  .when(platforms: [.linux], configuration: .release))

/// Targets to which the package is reduced, for builds that are made for some tests alone: see
/// Tests/check.sh.
let reduced = ProcessInfo.processInfo.environment["SWIFTLET_TESTS"].map {
  $0.split(separator: " ").map(String.init)
}

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["SwiftletTestSupport"], swiftSettings: common)
}

var targets: [Target] = [
  library("SwiftletFlatBuffers"),
  library("SwiftletTensor"),
  library("SwiftletFormat", ["SwiftletFlatBuffers", "SwiftletTensor"]),
  library("SwiftletSIMD", settings: kernels()),
  library("KernelsPortable", ["SwiftletSIMD"], settings: kernels()),
  library(
    "SwiftletKernels",
    ["SwiftletSIMD", "KernelsPortable"] + wide.map { .byName(name: $0) },
    settings: strict + [openBLAS]),
  library(
    "SwiftletOperators",
    ["SwiftletFormat", "SwiftletFlatBuffers", "SwiftletTensor", "SwiftletKernels"]),
  library(
    "SwiftletRuntime",
    [
      "SwiftletOperators", "SwiftletFormat", "SwiftletTensor",
      .target(name: "CScheduler", condition: .when(platforms: [.linux])),
    ]),
  library(
    "SwiftletImage",
    [
      "SwiftletKernels", "SwiftletSIMD", "SwiftletTensor",
      .target(name: "CTurboJPEG", condition: .when(traits: ["ImageCodecs"])),
      .target(name: "CPNG", condition: .when(traits: ["ImageCodecs"])),
    ], settings: strict + [imageCodecs]),
  library("SwiftletAppleStandIns", ["SwiftletImage", "SwiftletTensor"]),
  library(
    "SwiftletVision",
    [
      "SwiftletAppleStandIns", "SwiftletImage", "SwiftletRuntime", "SwiftletFormat",
      "SwiftletFlatBuffers",
      "SwiftletTensor",
    ]),
  library(
    "SwiftletLabeling",
    [
      "SwiftletVision", "SwiftletAppleStandIns", "SwiftletImage", "SwiftletRuntime",
      "SwiftletFormat", "SwiftletTensor",
      .target(name: "CCurl", condition: .when(platforms: [.linux], traits: ["Downloads"])),
    ], settings: strict + [downloads]),
  library(
    "Swiftlet",
    [
      "SwiftletLabeling", "SwiftletVision", "SwiftletImage", "SwiftletRuntime",
      "SwiftletOperators", "SwiftletFormat", "SwiftletFlatBuffers", "SwiftletTensor",
    ]),
  library("MediaPipeTasksVision", ["SwiftletVision", "SwiftletAppleStandIns", "SwiftletImage"]),
  library("MediaPipeTasksCommon", ["MediaPipeTasksVision"]),
  library(
    "MLKitImageLabeling", ["SwiftletLabeling", "SwiftletAppleStandIns", "SwiftletImage"]),
  library("SwiftletMeasurement", ["SwiftletKernels", "SwiftletSIMD", "SwiftletTensor"]),
  library(
    "SwiftletCLI",
    [
      "Swiftlet", "SwiftletLabeling", "SwiftletVision", "SwiftletImage", "SwiftletRuntime",
      "SwiftletOperators", "SwiftletKernels", "SwiftletSIMD", "SwiftletFormat",
      "SwiftletFlatBuffers", "SwiftletTensor", "SwiftletMeasurement",
    ], settings: strict + [imageCodecs, openBLAS, downloads]),
  // A target of its own, as tests would be linked like it if they depended on it.
  .executableTarget(
    name: "SwiftletCommand", dependencies: ["SwiftletCLI"], swiftSettings: strict,
    // Sanitizers are linked as for the tests beside it.
    linkerSettings: reduced == nil ? [staticRuntime] : []),
  .systemLibrary(name: "CScheduler"),
  .systemLibrary(name: "CCurl"),
  .systemLibrary(
    name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
  .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
  .target(
    name: "SwiftletTestSupport", dependencies: ["SwiftletTensor", "SwiftletFormat"],
    path: "Tests/Support", swiftSettings: common),
  .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
  .executableTarget(
    name: "AllocationProbe",
    dependencies: ["AllocationCounter", "SwiftletRuntime", "SwiftletFormat", "SwiftletTensor"],
    path: "Tests/AllocationProbe", swiftSettings: common),
  .executableTarget(
    name: "LiveStreamSoak", dependencies: ["Swiftlet"], path: "Benchmarks/LiveStreamSoak",
    swiftSettings: common),
  .executableTarget(
    name: "Endurance", dependencies: ["Swiftlet"], path: "Benchmarks/Endurance",
    swiftSettings: common),
  .executableTarget(
    name: "Preprocessing", dependencies: ["SwiftletImage"], path: "Benchmarks/Preprocessing",
    swiftSettings: common),
  .executableTarget(name: "ModelServer", path: "Tests/ModelServer", swiftSettings: common),
  .executableTarget(
    name: "KernelBenchmarks",
    dependencies: [
      "SwiftletRuntime", "SwiftletOperators", "SwiftletKernels", "SwiftletSIMD", "SwiftletFormat",
      "SwiftletTensor", "SwiftletMeasurement", "SwiftletTestSupport",
    ], path: "Benchmarks/kernels", exclude: ["shapes.txt"], swiftSettings: common),
  tests("SwiftletFlatBuffersTests", ["SwiftletFlatBuffers"]),
  tests("SwiftletFormatTests", ["SwiftletFormat", "SwiftletFlatBuffers", "SwiftletTensor"]),
  tests("KernelTests", ["SwiftletKernels", "SwiftletSIMD"]),
  tests(
    "SwiftletOperatorsTests",
    [
      "Swiftlet", "SwiftletOperators", "SwiftletRuntime", "SwiftletFormat", "SwiftletTensor",
      "SwiftletKernels",
    ]),
  tests(
    "SwiftletRuntimeTests",
    ["SwiftletRuntime", "SwiftletOperators", "SwiftletFormat", "SwiftletTensor", "SwiftletKernels"]),
  tests("SwiftletImageTests", ["SwiftletImage", "SwiftletMeasurement"]),
  tests(
    "SwiftletVisionTests",
    [
      "SwiftletVision", "SwiftletAppleStandIns", "SwiftletImage", "SwiftletRuntime",
      "SwiftletFormat", "SwiftletTensor",
    ]),
  // Compiled like the source files that it stands for: older language mode, no added features.
  .testTarget(
    name: "MediaPipeTasksVisionTests",
    dependencies: [
      "MediaPipeTasksVision", "MediaPipeTasksCommon", "SwiftletAppleStandIns",
      "SwiftletTestSupport",
    ],
    swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
  .testTarget(
    name: "MLKitImageLabelingTests",
    dependencies: [
      "MLKitImageLabeling", "SwiftletFormat", "SwiftletTensor", "SwiftletTestSupport",
    ],
    swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
  tests(
    "SwiftletLabelingTests",
    [
      "SwiftletLabeling", "SwiftletVision", "SwiftletAppleStandIns", "SwiftletImage",
      "SwiftletFormat", "SwiftletTensor", "SwiftletCLI", "ModelServer",
    ]),
  tests("GuideTests", ["Swiftlet", "SwiftletFormat", "SwiftletRuntime", "SwiftletTensor"]),
  tests(
    "CommandLineTests",
    [
      "SwiftletCLI", "AllocationProbe", "KernelBenchmarks", "ModelServer", "SwiftletLabeling",
      "SwiftletImage", "SwiftletOperators", "SwiftletFormat", "SwiftletTensor",
      "SwiftletMeasurement", "SwiftletSIMD",
    ]),
]
if architecture == "x86_64" {
  targets += [
    library("KernelsAVX2", ["SwiftletSIMD"], settings: kernels(for: "x86-64-v3")),
    library("KernelsAVX512", ["SwiftletSIMD"], settings: kernels(for: "cascadelake")),
  ]
}

let package = Package(
  name: "Swiftlet",
  products: [
    .library(name: "Swiftlet", targets: ["Swiftlet"]),
    .library(name: "MediaPipeTasksVision", targets: ["MediaPipeTasksVision"]),
    .library(name: "MLKitImageLabeling", targets: ["MLKitImageLabeling"]),
    .library(name: "MediaPipeTasksCommon", targets: ["MediaPipeTasksCommon"]),
    .executable(name: "swiftlet", targets: ["SwiftletCommand"]),
  ],
  traits: [
    .trait(name: "OpenBLAS", description: "Matrix products by OpenBLAS, selectable at run time."),
    .trait(name: "ImageCodecs", description: "JPEG and PNG by libjpeg-turbo and libpng."),
    .trait(name: "Downloads", description: "Models of the labeler from a server."),
    .default(enabledTraits: ["OpenBLAS", "ImageCodecs", "Downloads"]),
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)

/// Reduces the package to some targets and what they need.
@MainActor func keep(_ names: [String]) {
  var needed: Set<String> = []
  var open = names
  while let name = open.popLast() {
    guard needed.insert(name).inserted else { continue }
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}

if let reduced { keep(reduced) }

/// Fuzz targets take the place of all other executables, as their `main` is libFuzzer's: see
/// Tests/Fuzz/run.sh.
if ProcessInfo.processInfo.environment["SWIFTLET_FUZZ"] != nil {
  func fuzz(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
      name: "Fuzz" + name, dependencies: dependencies + ["FuzzSupport"], path: "Tests/Fuzz/" + name,
      swiftSettings: common + [.unsafeFlags(["-parse-as-library"])])
  }
  let targets = [
    fuzz("FlatBuffers", ["SwiftletFlatBuffers"]),
    fuzz("FlexBuffers", ["SwiftletFlatBuffers"]),
    fuzz("Metadata", ["SwiftletFormat", "SwiftletTensor", "SwiftletTestSupport"]),
    fuzz("Labels", ["SwiftletVision"]),
    fuzz("Manifests", ["SwiftletLabeling"]),
    fuzz("NPY", ["SwiftletTensor"]),
    fuzz("Y4M", ["SwiftletImage"]),
    fuzz("JPEG"), fuzz("PNG"), fuzz("BMP"), fuzz("PNM"),
    fuzz(
      "ModelLoading",
      ["SwiftletFlatBuffers", "SwiftletFormat", "SwiftletRuntime", "SwiftletOperators"]),
    fuzz(
      "DetectionPostProcess",
      [
        "SwiftletRuntime", "SwiftletOperators", "SwiftletFormat", "SwiftletTensor",
        "SwiftletTestSupport",
      ]),
    fuzz(
      "ModelMutation",
      [
        "SwiftletRuntime", "SwiftletOperators", "SwiftletKernels", "SwiftletSIMD", "SwiftletFormat",
        "SwiftletTensor", "SwiftletTestSupport",
      ]),
  ]
  package.targets += targets
  package.targets.append(
    .target(
      name: "FuzzSupport", dependencies: ["SwiftletRuntime", "SwiftletOperators", "SwiftletImage"],
      path: "Tests/Fuzz/Support", swiftSettings: common))
  keep(targets.map(\.name))
}
