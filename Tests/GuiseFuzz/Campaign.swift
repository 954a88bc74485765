import Foundation
import GuiseCore

/// One run over all targets, each for its share of the time.
struct Campaign {
  private let targets: [FuzzTarget]
  private let seconds: Double
  private let seed: UInt64
  private let keep: URL
  private let work: URL
  private let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  init(targets: [FuzzTarget], seconds: Double, seed: UInt64, keep: URL) throws {
    self.targets = targets
    self.seconds = seconds
    self.seed = seed
    self.keep = keep
    work = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
  }

  /// - Returns: how much was found.
  func run() throws -> Int {
    defer { try? FileManager.default.removeItem(at: work) }
    let found = try targets.map(run).reduce(0, +)
    print(found == 0 ? "Nothing found." : "\(found) found; see \(keep.path)")
    return found
  }

  private func run(_ target: FuzzTarget) throws -> Int {
    let seeds = try Seeds(folder: work, root: root).files(for: target)
    guard !seeds.isEmpty else {
      print("\(target): no file to damage")
      return 0
    }
    let mutator = Mutator(donors: seeds.map(\.bytes), dictionary: target.dictionary)
    let tokens = TokenMutator(values: target.dictionary)
    let worker = Worker(target)
    defer { worker.close() }
    let end = ContinuousClock.now + .seconds(seconds / Double(targets.count))
    var (count, accepted, found) = (0, 0, 0)
    var messages: Set<String> = []
    while ContinuousClock.now < end {
      // Each case by itself, so that one can be made again without those before it.
      var random = SplitMix64(seed: seed &* 0x1_0000_0001 &+ UInt64(count))
      let file = seeds[count < seeds.count ? count : Int.random(in: seeds.indices, using: &random)]
      // Whole files first: they must be taken or refused in peace too.
      let bytes: [UInt8] =
        if count < seeds.count {
          file.bytes
        } else if target == .manifest, !random.one(in: 4) {
          tokens.mutate(file.bytes, using: &random)
        } else {
          mutator.mutate(file.bytes, using: &random)
        }
      let url = try place(bytes, as: file.name, for: target)
      switch try worker.read(url.read) {
      case .answered(let message):
        if message == "ok" { accepted += 1 }
        messages.insert(message)
      case .failed(let reason):
        found += 1
        try keepFinding(bytes, name: file.name, target: target, count: count, reason: reason)
      }
      count += 1
    }
    print(
      "\(target): \(count) files from \(seeds.count), \(accepted) read, \(messages.count) messages, "
        + "\(found) found")
    return found
  }

  /// Writes a case where its reader looks for it.
  private func place(
    _ bytes: [UInt8], as name: String, for target: FuzzTarget
  ) throws -> (file: URL, read: URL) {
    let folder = work.appendingPathComponent(target.rawValue)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    guard target == .manifest else { return (file, file) }
    try placePictures(in: folder)
    return (file, folder)
  }

  /// All pictures of the filters that ship, so that a manifest finds what it names.
  private func placePictures(in folder: URL) throws {
    let paint = folder.appendingPathComponent("paint.png")
    guard !FileManager.default.fileExists(atPath: paint.path) else { return }
    try Data(Seeds.png).write(to: paint)
    let filters = root.appendingPathComponent("Filters")
    for path in try FileManager.default.subpathsOfDirectory(atPath: filters.path)
    where path.hasSuffix(".png") {
      let source = filters.appendingPathComponent(path)
      try? FileManager.default.copyItem(
        at: source, to: folder.appendingPathComponent(source.lastPathComponent))
    }
  }

  private func keepFinding(
    _ bytes: [UInt8], name: String, target: FuzzTarget, count: Int, reason: String
  ) throws {
    try FileManager.default.createDirectory(at: keep, withIntermediateDirectories: true)
    let file = keep.appendingPathComponent("\(target)-\(seed)-\(count)-\(name)")
    try Data(bytes).write(to: file)
    try Data("\(reason)\n".utf8).write(to: file.appendingPathExtension("txt"))
    print("\(target): \(reason): \(file.lastPathComponent)")
  }
}
