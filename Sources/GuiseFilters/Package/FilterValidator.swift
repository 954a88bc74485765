import Foundation
import GuiseCore

/// Checks a filter package and tells everything that is wrong with it at once.
///
///     let report = FilterValidator(codecs: codecs).report(url)
///     report.errors.forEach { print($0) }
public struct FilterValidator: Sendable {
  /// What a check found.
  public struct Report: Sendable {
    /// Nil where the manifest has errors.
    public var manifest: FilterManifest?
    public var errors: [FilterError] = []
    public var warnings: [FilterWarning] = []

    /// Whether the filter can be worn.
    public var isValid: Bool { errors.isEmpty }
  }

  private let codecs: FilterCodecs
  private let limits: FilterLimits

  public init(codecs: FilterCodecs, limits: FilterLimits = .default) {
    self.codecs = codecs
    self.limits = limits
  }

  /// Reads and loads everything in the package at `url`, a folder or a zipped one.
  public func report(_ url: URL) -> Report {
    var report = Report()
    do throws(FilterError) {
      let files = try PackageFiles(at: url, archives: codecs.archives, limits: limits)
      try check(files, into: &report)
    } catch {
      report.errors.append(error)
    }
    return report
  }

  private func check(_ files: PackageFiles, into report: inout Report) throws(FilterError) {
    var reader = try ManifestReader(files, limits: limits)
    report.manifest = reader.read()
    report.errors += reader.errors
    report.warnings += reader.warnings
    guard let manifest = report.manifest else { return }
    var loader = PackageLoader(files: files, reader: reader, codecs: codecs, limits: limits)
    _ = loader.load(manifest)
    report.errors += loader.errors
    let paths = files.allPaths()
    if paths.count > limits.fileCount {
      report.errors.append(
        FilterError(
          .overLimit, at: FilterLocation(file: files.name),
          "has more than the \(limits.fileCount) files allowed"))
      return
    }
    for (path, isLink) in paths where !loader.usedPaths.contains(path) {
      let location = FilterLocation(file: "\(files.name)/\(path)")
      if isLink {
        report.errors.append(
          FilterError(.unsafePath, at: location, "is a symbolic link: copy the file itself"))
      } else if !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
        report.warnings.append(FilterWarning(at: location, "no layer uses this file"))
      }
    }
  }
}
