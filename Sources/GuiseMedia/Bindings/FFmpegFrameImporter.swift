internal import CFFmpeg
internal import CKernels
import Foundation
import GuiseCore

/// Makes upright frames of a pool from pictures that FFmpeg decoded.
@safe final class FFmpegFrameImporter {
  /// Format of the frames. A turned 4:2:2 picture would be 4:4:0, which frames can't be: its chroma
  /// is interpolated to 4:4:4.
  let format: PixelFormat
  /// Upright, in pixels.
  let width: Int
  /// Upright, in pixels.
  let height: Int
  let color: ColorDescription
  let orientation: PictureOrientation

  private let pool: FramePool
  private let picture: FFmpegPicture
  private let inputFormat: AVPixelFormat
  private let inputWidth: Int
  private let inputHeight: Int
  private let codec: AVCodecID
  private let scaler: FFmpegScaler?

  /// - Parameter frame: the first picture, after which all frames are made.
  init(
    like frame: FFmpegFrame, codec: AVCodecID, orientation: PictureOrientation, pool: FramePool
  ) {
    self.orientation = orientation
    self.pool = pool
    self.codec = codec
    inputFormat = unsafe AVPixelFormat(frame.pointer.pointee.format)
    inputWidth = unsafe Int(frame.pointer.pointee.width)
    inputHeight = unsafe Int(frame.pointer.pointee.height)
    picture = FFmpegPicture(inputFormat)
    var color = ColorDescription(frame, codec: codec)
    var format = picture.format
    if orientation.swapsAxes, format.layout == .yuv422 { format.layout = .yuv444 }
    self.format = format
    width = orientation.swapsAxes ? inputHeight : inputWidth
    height = orientation.swapsAxes ? inputWidth : inputHeight
    if case .converted(let format) = picture, let target = format.ffmpeg {
      scaler = FFmpegScaler(format: target, width: inputWidth, height: inputHeight, color: color)
    } else {
      scaler = nil
    }
    color.chromaSiting = orientation.turned(color.chromaSiting)
    self.color = color
  }

  /// An upright frame with a picture's pixels; its time is left at zero.
  func frame(from input: FFmpegFrame) throws(MediaError) -> Frame {
    var source = input
    if let scaler {
      var inputColor = ColorDescription(input, codec: codec)
      if FFmpegPicture.isRGB(inputFormat) {
        let isVideoRange = unsafe input.pointer.pointee.color_range == AVCOL_RANGE_MPEG
        inputColor.range = isVideoRange ? .video : .full
      }
      source = try scaler.convert(input, color: inputColor)
    }
    var frame = pool.frame(format: format, width: width, height: height)
    frame.color = color
    copy(source, into: &frame)
    return frame
  }

  private func copy(_ source: FFmpegFrame, into frame: inout Frame) {
    let stored = picture.format
    for plane in 0..<format.planeCount {
      if case .gray(let format) = picture, plane > 0 {
        fillNeutral(&frame, plane: plane, bitDepth: format.bitDepth)
        continue
      }
      let pointers = unsafe source.pointer.pointee.data
      let strides = unsafe source.pointer.pointee.linesize
      let (data, stride): (UnsafeMutablePointer<UInt8>?, Int32) =
        switch plane {
        case 0: unsafe (pointers.0, strides.0)
        case 1: unsafe (pointers.1, strides.1)
        default: unsafe (pointers.2, strides.2)
        }
      guard let data = unsafe data else { continue }
      let size = stored.planeSize(plane, width: inputWidth, height: inputHeight)
      let input = unsafe PlanePixels(
        base: data, rowBytes: Int(stride), width: size.width, height: size.height,
        elementBytes: stored.bytesPerSample * stored.samplesPerPixel(plane: plane))
      let doublesRows = plane > 0 && orientation.swapsAxes && stored.layout == .yuv422
      unsafe frame.withUnsafeMutablePlane(plane) { base, layout in
        let output = unsafe base.assumingMemoryBound(to: UInt8.self)
        if doublesRows {
          unsafe input.copyTurnedDoublingRows(
            to: output, rowBytes: layout.rowBytes, height: layout.height, orientation)
        } else {
          unsafe input.copy(to: output, rowBytes: layout.rowBytes, orientation)
        }
      }
    }
  }

  private func fillNeutral(_ frame: inout Frame, plane: Int, bitDepth: Int) {
    unsafe frame.withUnsafeMutablePlane(plane) { base, layout in
      if bitDepth == 8 {
        unsafe memset(base, 128, layout.rowBytes * layout.height)
      } else {
        let count = layout.rowBytes / 2 * layout.height
        unsafe base.assumingMemoryBound(to: UInt16.self)
          .update(repeating: 1 << UInt16(bitDepth - 1), count: count)
      }
    }
  }
}

/// A plane that lies in somebody else's memory.
@safe private struct PlanePixels {
  let base: UnsafeMutablePointer<UInt8>
  /// Negative for a plane stored from its last row up.
  let rowBytes: Int
  let width: Int
  let height: Int
  /// 1, 2 or 4.
  let elementBytes: Int

  /// The plane as it is seen from the first row that is read, and the step to the next.
  private func start(_ orientation: PictureOrientation) -> (UnsafePointer<UInt8>, Int) {
    unsafe orientation.mirrorsY
      ? (UnsafePointer(base + (height - 1) * rowBytes), -rowBytes)
      : (UnsafePointer(base), rowBytes)
  }

  func copy(
    to output: UnsafeMutablePointer<UInt8>, rowBytes outputRowBytes: Int,
    _ orientation: PictureOrientation
  ) {
    let (first, step) = unsafe start(orientation)
    if orientation.swapsAxes {
      let row = orientation.mirrorsX ? width - 1 : 0
      unsafe transpose(
        from: first, step: step, to: output + row * outputRowBytes,
        step: orientation.mirrorsX ? -outputRowBytes : outputRowBytes)
      return
    }
    for y in 0..<height {
      let row = unsafe output + y * outputRowBytes
      if orientation.mirrorsX {
        unsafe guise_reverse_row(first + y * step, row, Int32(width), Int32(elementBytes))
      } else {
        unsafe memcpy(row, first + y * step, width * elementBytes)
      }
    }
  }

  /// Turns chroma of 4:2:2 to chroma of 4:4:4: stored columns become every other row, those
  /// between are interpolated.
  ///
  /// - Parameter outputHeight: rows of the output.
  func copyTurnedDoublingRows(
    to output: UnsafeMutablePointer<UInt8>, rowBytes outputRowBytes: Int, height outputHeight: Int,
    _ orientation: PictureOrientation
  ) {
    let (first, step) = unsafe start(orientation)
    let row = orientation.mirrorsX ? outputHeight - 1 : 0
    unsafe transpose(
      from: first, step: step, to: output + row * outputRowBytes,
      step: orientation.mirrorsX ? -2 * outputRowBytes : 2 * outputRowBytes)
    for y in stride(from: (row + 1) & 1, to: outputHeight, by: 2) {
      let above = y > 0 ? y - 1 : y + 1
      let below = y + 1 < outputHeight ? y + 1 : y - 1
      guard above < outputHeight, below >= 0 else { continue }
      unsafe guise_average_rows(
        output + above * outputRowBytes, output + below * outputRowBytes,
        output + y * outputRowBytes, Int32(height), Int32(elementBytes))
    }
  }

  private func transpose(
    from input: UnsafePointer<UInt8>, step: Int, to output: UnsafeMutablePointer<UInt8>,
    step outputStep: Int
  ) {
    // The output is as wide as the plane is high.
    switch elementBytes {
    case 1: unsafe guise_transpose_8(input, step, output, outputStep, Int32(height), Int32(width))
    case 2: unsafe guise_transpose_16(input, step, output, outputStep, Int32(height), Int32(width))
    default:
      unsafe guise_transpose_32(input, step, output, outputStep, Int32(height), Int32(width))
    }
  }
}
