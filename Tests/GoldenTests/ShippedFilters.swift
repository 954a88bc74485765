import Foundation
import GuiseCodecs
import GuiseFilters
import TestSupport

/// The filters of the repository's `Filters` folder.
enum ShippedFilters {
  static let codecs = FilterCodecs(
    images: VipsImageDecoder(), glyphs: EmojiRasterizer(), archives: ZipArchiveReader())

  static let folder = SharedData.packageRoot.appendingPathComponent("Filters")

  static let ids: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { name in
      FileManager.default.fileExists(
        atPath: folder.appendingPathComponent(name).appendingPathComponent("filter.json").path)
    }
  }()

  static func load(_ id: String) throws -> FilterPackage {
    try FilterPackage.load(folder.appendingPathComponent(id), codecs: codecs)
  }
}
