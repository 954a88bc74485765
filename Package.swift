// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target of this package is held to the same rules.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: strict)
}

/// An executable that is no product.
func program(_ name: String, _ dependencies: [Target.Dependency], in folder: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["GuiseCore"] + dependencies, path: "\(folder)/\(name)",
    swiftSettings: strict)
}

let package = Package(
  name: "guise",
  platforms: [.macOS(.v26)],
  products: [
    .library(
      name: "Guise",
      targets: [
        "GuiseCore", "GuiseScene", "GuiseGLTF", "GuiseTracking", "GuiseFilters", "GuiseRendering",
        "GuiseCodecs", "GuiseMedia", "GuisePipeline", "GuiseCatalog",
      ]),
    .executable(name: "guise", targets: ["guise"]),
  ],
  targets: [
    // C libraries.
    .target(name: "CKernels"),
    .target(name: "CLiteRT"),
    .systemLibrary(
      name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavformat",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libavutil-dev", "libswscale-dev",
          "libswresample-dev",
        ])
      ]),
    .systemLibrary(
      name: "CEGL", pkgConfig: "egl", providers: [.apt(["libegl-dev", "libgles-dev"])]),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "harfbuzz",
      providers: [.apt(["libharfbuzz-dev", "libfreetype-dev"])]),
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CMeshopt", providers: [.apt(["libmeshoptimizer-dev"])]),
    // A C face for Draco, which is C++ (libdraco-dev).
    .target(name: "CDraco", linkerSettings: [.linkedLibrary("draco")]),
    .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // Modules.
    library("GuiseCore", []),
    library("GuiseScene", ["GuiseCore"]),
    library("GuiseGLTF", ["GuiseCore", "GuiseScene"]),
    library("GuiseTracking", ["GuiseCore", "CLiteRT", "CKernels"]),
    library("GuiseFilters", ["GuiseCore", "GuiseScene"]),
    library("GuiseRendering", ["GuiseCore", "GuiseScene", "CEGL", "CKernels"]),
    library(
      "GuiseCodecs",
      [
        "GuiseCore", "CVips", "CLittleCMS", "CFreeType", "CZip", "CKernels", "CDraco", "CMeshopt",
      ]),
    library("GuiseMedia", ["GuiseCore", "GuiseCodecs", "CFFmpeg", "CKernels"]),
    library(
      "GuisePipeline",
      [
        "GuiseCore", "GuiseScene", "GuiseTracking", "GuiseFilters", "GuiseRendering",
        "GuiseCodecs", "GuiseMedia",
      ]),
    library("GuiseCatalog", ["GuiseCore", "GuiseFilters"]),
    .executableTarget(
      name: "guise",
      dependencies: ["GuisePipeline", "GuiseCatalog", "GuiseMedia", "GuiseFilters"],
      swiftSettings: strict),

    // Examples, benchmarks and the fuzzer: built by every build, so that they can't rot.
    program(
      "ApplyFilter", ["GuisePipeline", "GuiseCatalog", "GuiseFilters", "GuiseMedia"],
      in: "Examples"),
    program("PrintBlendShapes", ["GuiseTracking", "GuiseMedia"], in: "Examples"),
    program("SampleClip", ["GuiseMedia"], in: "Examples"),
    program(
      "GuiseBenchmarks",
      ["GuiseTracking", "GuiseFilters", "GuiseRendering", "GuiseCodecs", "GuiseMedia"],
      in: "Benchmarks"),
    program(
      "GuiseFuzz", ["GuiseTracking", "GuiseFilters", "GuiseCodecs", "GuiseMedia"], in: "Tests"),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["GuiseCore", "CZlib"], path: "Tests/TestSupport",
      swiftSettings: strict),
    tests("GuiseCoreTests", ["GuiseCore"]),
    tests("GuiseTrackingTests", ["GuiseTracking"]),
    tests("GuiseGLTFTests", ["GuiseGLTF", "GuiseScene"]),
    tests("GLTFConformanceTests", ["GuiseGLTF", "GuiseScene", "GuiseCodecs"]),
    tests("GuiseFiltersTests", ["GuiseFilters", "GuiseScene", "GuiseTracking"]),
    tests("GuiseRenderingTests", ["GuiseRendering", "GuiseScene", "CKernels"]),
    tests("GuiseCodecsTests", ["GuiseCodecs", "CKernels"]),
    tests("GuiseMediaTests", ["GuiseMedia", "GuiseCodecs", "CKernels"]),
    tests("GuisePipelineTests", ["GuisePipeline"]),
    tests("CommandTests", ["guise"]),
    tests(
      "ConformanceTests",
      [
        "GuiseTracking", "GuiseMedia", "GuiseCodecs", "GuiseScene", "GuiseFilters", "GuisePipeline",
      ]),
    tests(
      "GoldenTests",
      ["GuiseRendering", "GuiseScene", "GuiseFilters", "GuiseCodecs", "GuiseTracking"],
      exclude: ["Goldens"]),
  ]
)
