// Gives thousands of damaged files to every reader and reports what crashes, hangs or eats memory.
//
//   GuiseFuzz [--seconds 60] [--seed 1] [--only photo,video,manifest,package,models] [--keep FOLDER]
//   GuiseFuzz --replay TARGET FILE…
//
// What was found is kept in FOLDER, with the reason in a text file beside it. The same seed makes the
// same files. Exit status 1 where anything was found.

import Foundation
import GuiseCore

do {
  exit(try run(Array(CommandLine.arguments.dropFirst())))
} catch {
  print("GuiseFuzz: \(error)")
  exit(2)
}

func run(_ arguments: [String]) throws -> Int32 {
  if arguments.count == 2, arguments[0] == "--worker",
    let target = FuzzTarget(rawValue: arguments[1])
  {
    Worker.serve(target)
    return 0
  }
  if arguments.count > 2, arguments[0] == "--replay",
    let target = FuzzTarget(rawValue: arguments[1])
  {
    for path in arguments[2...] {
      print("\(path): \(target.read(URL(fileURLWithPath: path)))")
    }
    return 0
  }
  var options: [String: String] = [:]
  for index in stride(from: 0, to: arguments.count, by: 2) {
    guard arguments[index].hasPrefix("--"), index + 1 < arguments.count else {
      print("GuiseFuzz: unexpected \(arguments[index])")
      return 2
    }
    options[String(arguments[index].dropFirst(2))] = arguments[index + 1]
  }
  let targets = options["only"].map {
    $0.split(separator: ",").compactMap { FuzzTarget(rawValue: String($0)) }
  }
  let campaign = try Campaign(
    targets: targets ?? FuzzTarget.allCases, seconds: options["seconds"].flatMap(Double.init) ?? 60,
    seed: options["seed"].flatMap(UInt64.init) ?? 1,
    keep: URL(fileURLWithPath: options["keep"] ?? "out/fuzz"))
  return try campaign.run() == 0 ? 0 : 1
}
