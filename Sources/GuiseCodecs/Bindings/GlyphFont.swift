private import CFreeType
import Foundation
import GuiseCore

/// A font file: shapes text with HarfBuzz and draws its colour glyphs with FreeType.
///
/// Used by one thread at a time.
@safe final class GlyphFont {
  @unsafe private let library: FT_Library
  @unsafe private let face: FT_Face
  @unsafe private let font: OpaquePointer
  @unsafe private let buffer: OpaquePointer

  /// - Throws: `.unavailable` with the file's name.
  init(contentsOf url: URL) throws(CodecError) {
    let failure = CodecError(.unavailable, "\(url.path): the font cannot be loaded")
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else {
      throw failure
    }
    var face: FT_Face?
    guard unsafe FT_New_Face(library, url.path, 0, &face) == 0, let face = unsafe face else {
      unsafe FT_Done_FreeType(library)
      throw failure
    }
    unsafe self.library = library
    unsafe self.face = face
    // HarfBuzz reads the glyphs' names from the file's own tables; FreeType's size is not used.
    let blob = unsafe hb_blob_create_from_file(url.path)
    let shapingFace = unsafe hb_face_create(blob, 0)
    unsafe font = hb_font_create(shapingFace)
    unsafe hb_face_destroy(shapingFace)
    unsafe hb_blob_destroy(blob)
    unsafe buffer = hb_buffer_create()
  }

  deinit {
    unsafe hb_buffer_destroy(buffer)
    unsafe hb_font_destroy(font)
    unsafe FT_Done_Face(face)
    unsafe FT_Done_FreeType(library)
  }

  /// The glyph that draws all of `text`; nil where the font has none or needs several.
  func glyph(for text: String) -> UInt32? {
    unsafe hb_buffer_clear_contents(buffer)
    let scalars = text.unicodeScalars.map(\.value)
    unsafe hb_buffer_add_codepoints(buffer, scalars, Int32(scalars.count), 0, Int32(scalars.count))
    unsafe hb_buffer_guess_segment_properties(buffer)
    unsafe hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES)
    unsafe hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    let glyphs = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    guard count == 1, let glyph = unsafe glyphs?[0].codepoint, glyph != 0 else { return nil }
    return glyph
  }

  /// Draws `glyph` so that the longer side of its ink has `inkSize` pixels, centred in a square of
  /// `pixelSize`; premultiplied.
  ///
  /// - Returns: nil where the glyph has no ink.
  func draw(glyph: UInt32, pixelSize: Int, inkSize: Int) -> Image? {
    drawLayers(glyph: glyph, pixelSize: pixelSize, inkSize: inkSize)
      ?? drawBitmap(glyph: glyph, pixelSize: pixelSize, inkSize: inkSize)
  }
}

// MARK: - Layered outlines (OpenType COLR version 0)

extension GlyphFont {
  private struct Layer {
    let glyph: UInt32
    let color: FT_Color
  }

  private func layers(of glyph: UInt32) -> [Layer] {
    var palette: UnsafeMutablePointer<FT_Color>?
    guard unsafe FT_Palette_Select(face, 0, &palette) == 0, let palette = unsafe palette else {
      return []
    }
    var data = unsafe FT_Palette_Data()
    guard unsafe FT_Palette_Data_Get(face, &data) == 0 else { return [] }
    var layers: [Layer] = []
    var layerGlyph: UInt32 = 0
    var colorIndex: UInt32 = 0
    var iterator = unsafe FT_LayerIterator()
    while unsafe FT_Get_Color_Glyph_Layer(face, glyph, &layerGlyph, &colorIndex, &iterator) != 0 {
      // 0xFFFF is the text's own colour: black.
      let color =
        unsafe colorIndex < data.num_palette_entries
        ? palette[Int(colorIndex)] : FT_Color(blue: 0, green: 0, red: 0, alpha: 255)
      layers.append(Layer(glyph: layerGlyph, color: color))
    }
    return layers
  }

  /// The outline of `glyph` in font units; valid until the next one is loaded.
  private func outline(of glyph: UInt32) -> UnsafeMutablePointer<FT_Outline>? {
    guard unsafe FT_Load_Glyph(face, glyph, Int32(FT_LOAD_NO_SCALE)) == 0,
      unsafe face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE,
      unsafe face.pointee.glyph.pointee.outline.n_points > 0
    else { return nil }
    return unsafe withUnsafeMutablePointer(to: &face.pointee.glyph.pointee.outline) { unsafe $0 }
  }

  private func drawLayers(glyph: UInt32, pixelSize: Int, inkSize: Int) -> Image? {
    let layers = layers(of: glyph)
    var ink: FT_BBox?
    for layer in layers {
      var box = FT_BBox()
      guard let outline = unsafe outline(of: layer.glyph),
        unsafe FT_Outline_Get_BBox(outline, &box) == 0
      else { continue }
      ink =
        ink.map {
          FT_BBox(
            xMin: min($0.xMin, box.xMin), yMin: min($0.yMin, box.yMin),
            xMax: max($0.xMax, box.xMax), yMax: max($0.yMax, box.yMax))
        } ?? box
    }
    guard let ink, ink.xMax > ink.xMin, ink.yMax > ink.yMin else { return nil }

    // From font units to 1/64 pixel, the middle of the ink to the middle of the square.
    let longer = Double(max(ink.xMax - ink.xMin, ink.yMax - ink.yMin))
    let scale = Double(inkSize * 64) / longer
    let center = Double(pixelSize * 32)
    let offsetX = center - Double(ink.xMin + ink.xMax) / 2 * scale
    let offsetY = center - Double(ink.yMin + ink.yMax) / 2 * scale

    var image = Image(width: pixelSize, height: pixelSize)
    var coverage = [UInt8](repeating: 0, count: pixelSize * pixelSize)
    for layer in layers {
      guard let outline = unsafe outline(of: layer.glyph) else { continue }
      for index in 0..<Int(unsafe outline.pointee.n_points) {
        let point = unsafe outline.pointee.points[index]
        unsafe outline.pointee.points[index] = FT_Vector(
          x: Int((Double(point.x) * scale + offsetX).rounded()),
          y: Int((Double(point.y) * scale + offsetY).rounded()))
      }
      var box = FT_BBox()
      unsafe FT_Outline_Get_CBox(outline, &box)
      // Rows from the top, as the picture has them; the font's y points up.
      let top = min(max(pixelSize - (box.yMax + 63) >> 6, 0), pixelSize)
      let bottom = min(max(pixelSize - box.yMin >> 6, top), pixelSize)
      unsafe fill(outline, rows: top..<bottom, coverage: &coverage, width: pixelSize)
      image.blend(
        layer.color, coverage: coverage, rows: top..<bottom,
        columns: min(
          max(box.xMin >> 6, 0), pixelSize)..<min(max((box.xMax + 63) >> 6, 0), pixelSize))
    }
    return image
  }

  /// Rasterises the outline, in 1/64 pixel, into 8-bit coverage.
  private func fill(
    _ outline: UnsafeMutablePointer<FT_Outline>, rows: Range<Int>, coverage: inout [UInt8],
    width: Int
  ) {
    unsafe coverage.withUnsafeMutableBufferPointer { buffer in
      unsafe UnsafeMutableBufferPointer(
        rebasing: buffer[rows.lowerBound * width..<rows.upperBound * width]
      ).update(repeating: 0)
      var bitmap = unsafe FT_Bitmap()
      unsafe bitmap.rows = UInt32(width)
      unsafe bitmap.width = UInt32(width)
      unsafe bitmap.pitch = Int32(width)
      unsafe bitmap.buffer = buffer.baseAddress
      unsafe bitmap.num_grays = 256
      unsafe bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
      unsafe FT_Outline_Get_Bitmap(library, outline, &bitmap)
    }
  }
}

extension Image {
  /// Lays a colour with straight alpha over the picture, where `coverage` says.
  fileprivate mutating func blend(
    _ color: FT_Color, coverage: [UInt8], rows: Range<Int>, columns: Range<Int>
  ) {
    let alpha = UInt32(color.alpha)
    let source: (UInt32, UInt32, UInt32) = (
      UInt32(color.red), UInt32(color.green), UInt32(color.blue)
    )
    unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      unsafe coverage.withUnsafeBufferPointer { coverage in
        for y in rows {
          for x in columns {
            let covered = UInt32(unsafe coverage[y * width + x])
            guard covered > 0 else { continue }
            // Over: c' = a·s + (1 − a)·c, in 1/255, rounded.
            let a = (covered * alpha + 127) / 255
            let rest = 255 - a
            let base = (y * width + x) * 4
            unsafe pixels[base] = UInt8((a * source.0 + rest * UInt32(pixels[base]) + 127) / 255)
            unsafe pixels[base + 1] = UInt8(
              (a * source.1 + rest * UInt32(pixels[base + 1]) + 127) / 255)
            unsafe pixels[base + 2] = UInt8(
              (a * source.2 + rest * UInt32(pixels[base + 2]) + 127) / 255)
            unsafe pixels[base + 3] = UInt8((a * 255 + rest * UInt32(pixels[base + 3]) + 127) / 255)
          }
        }
      }
    }
  }
}

// MARK: - Bitmaps (OpenType CBDT)

extension GlyphFont {
  private func drawBitmap(glyph: UInt32, pixelSize: Int, inkSize: Int) -> Image? {
    guard unsafe face.pointee.num_fixed_sizes > 0, unsafe FT_Select_Size(face, 0) == 0,
      unsafe FT_Load_Glyph(face, glyph, Int32(FT_LOAD_COLOR)) == 0
    else { return nil }
    let bitmap = unsafe face.pointee.glyph.pointee.bitmap
    guard unsafe Int32(bitmap.pixel_mode) == Int32(FT_PIXEL_MODE_BGRA.rawValue),
      unsafe bitmap.width > 0, unsafe bitmap.rows > 0, let base = unsafe bitmap.buffer
    else { return nil }
    let width = unsafe Int(bitmap.width)
    let height = unsafe Int(bitmap.rows)
    let rowBytes = unsafe Int(bitmap.pitch)
    var strike = Image(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = unsafe base + y * rowBytes + x * 4
        let to = (y * width + x) * 4
        unsafe strike.pixels[to] = pixel[2]
        unsafe strike.pixels[to + 1] = pixel[1]
        unsafe strike.pixels[to + 2] = pixel[0]
        unsafe strike.pixels[to + 3] = pixel[3]
      }
    }
    return strike.inkCentered(pixelSize: pixelSize, inkSize: inkSize)
  }
}
