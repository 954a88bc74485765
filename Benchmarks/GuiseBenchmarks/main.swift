// Measures Guise's own parts, each alone, and prints one JSON object. `Benchmarks/run` calls it beside
// the peers; see there for what the figures mean.
//
//   GuiseBenchmarks track FRAMES [--threads N] [--faces N] [--points FILE]
//   GuiseBenchmarks overlay FRAMES FILTER
//   GuiseBenchmarks decode CLIP
//   GuiseBenchmarks encode CLIP
//   GuiseBenchmarks frame FRAMES FILTER

import Foundation

do {
  let arguments = Arguments(CommandLine.arguments.dropFirst())
  let report: any Encodable
  switch try arguments.operand(0, "what to measure") {
  case "track": report = try Benchmark.track(arguments)
  case "overlay": report = try Benchmark.overlay(arguments)
  case "frame": report = try Benchmark.frame(arguments)
  case "decode": report = try Benchmark.decode(arguments)
  case "encode": report = try Benchmark.encode(arguments)
  case let other: throw Arguments.Problem(message: "unknown benchmark \(other)")
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  FileHandle.standardOutput.write(try encoder.encode(report) + Data("\n".utf8))
} catch {
  FileHandle.standardError.write(Data("GuiseBenchmarks: \(error)\n".utf8))
  exit(1)
}
