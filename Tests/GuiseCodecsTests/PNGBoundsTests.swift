import Foundation
import Testing

@testable import GuiseCodecs

/// Files that ask a PNG decoder for more than their picture needs.
struct PNGBoundsTests {
  private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    bigEndian(data.count) + Array(type.utf8) + data + [0, 0, 0, 0]
  }

  private func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private func png(width: Int, height: Int, _ chunks: [UInt8] = []) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunks
  }

  private func code(_ file: [UInt8]) -> CodecError.Code? {
    do throws(CodecError) {
      try PNGBounds.check(file.span, name: "a.png")
      return nil
    } catch {
      #expect(error.message.hasPrefix("a.png: "))
      return error.code
    }
  }

  @Test func sizesThatAreNone() {
    #expect(code(png(width: 0, height: 5)) == .damaged)
    #expect(code(png(width: 5, height: 0)) == .damaged)
    #expect(code(png(width: 0x7FFF_FFFF, height: 1)) == .tooLarge)
    #expect(code(png(width: 1, height: 0xFFFF_FFFF)) == .tooLarge)
    #expect(code(png(width: 30_000, height: 30_000)) == nil)
  }

  @Test(arguments: ["zTXt", "iTXt", "iCCP"]) func packedTexts(type: String) {
    let text = chunk(type, [UInt8](repeating: 1, count: 1 << 19))
    #expect(code(png(width: 9, height: 9, text + text)) == nil)
    #expect(code(png(width: 9, height: 9, text + text + text + text + text)) == .tooLarge)
  }

  @Test func rowsThatNobodyNeeds() {
    let rows = chunk("IDAT", [UInt8](repeating: 1, count: 200_000))
    #expect(code(png(width: 300, height: 300, rows)) == nil)
    #expect(code(png(width: 30, height: 30, rows)) == .damaged)
  }

  /// Each length, and sizes of chunks that point anywhere.
  @Test func survivesDamage() {
    let good = png(width: 9, height: 9, chunk("IDAT", [1, 2, 3]) + chunk("IEND", []))
    for length in 0...good.count { _ = code(Array(good[..<length])) }
    for index in 33..<37 {
      var bytes = good
      bytes[index] = 0xFF
      _ = code(bytes)
    }
  }
}
