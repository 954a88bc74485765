import GuiseCore

/// Tables that bring overlay colours (sRGB) to a picture's own colour space.
///
/// Light is measured from graphics white: 1 is the white of the display for standard pictures and
/// 203 cd/m² for HDR ones, which is code value 0.581 in PQ and 0.75 in HLG (ITU-R BT.2408).
final class ColorTables {
  /// What the tables depend on.
  struct Key: Hashable {
    var primaries: ColorDescription.Primaries
    var transfer: ColorDescription.Transfer
  }

  let key: Key
  /// Encoded sRGB → light. A multiple of 255 steps, so that opaque colours are met exactly.
  let decode: [Float]
  /// Row by row.
  let matrix: [Float]
  /// Square root of light → encoded, and one value more.
  let encode: [Float]
  /// Display light of graphics white where an OOTF is inverted, else 0.
  let ootfWhite: Float
  /// Weights of BT.2020 luminance, which BT.2100's OOTF uses.
  let luminance: SIMD3<Float> = [0.2627, 0.6780, 0.0593]

  /// Entries without the one more.
  static let encodeCount = 4096

  /// Nil where overlay colours are the picture's as they are.
  init?(_ color: ColorDescription) {
    key = Key(primaries: color.primaries, transfer: color.transfer)
    let isSame = color.primaries == .bt709 || color.primaries == .unspecified
    if isSame, TransferFunction.isLikeSRGB(color.transfer) { return nil }
    let steps = 255 * 16
    decode = (0...steps).map { Float(TransferFunction.sRGBToLinear(Double($0) / Double(steps))) }
    let rows = ColorMatrix.fromSRGB(to: color.primaries).rows
    matrix = [rows.0, rows.1, rows.2].flatMap { [Float($0.x), Float($0.y), Float($0.z)] }
    encode = (0...Self.encodeCount).map { index in
      let root = min(Double(index) / Double(Self.encodeCount - 1), 1)
      return Float(TransferFunction.encode(root * root, color.transfer))
    }
    ootfWhite =
      color.transfer == .hlg
      ? Float(TransferFunction.graphicsWhite / TransferFunction.hlgPeak) : 0
  }
}
