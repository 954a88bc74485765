// kernel
// Elements are loaded from raw bytes, whose bounds are checked once for all.
import Foundation
import GuiseCore

/// A value of one to sixteen floats that an accessor's element can become.
protocol FloatElement {
  static var zero: Self { get }
  /// - Parameter load: gives the component of that index.
  init(load: (Int) -> Float)
  /// 0, or no number where a component is not finite.
  var finiteProbe: Float { get }
}

extension Float: FloatElement {
  @inline(__always) init(load: (Int) -> Float) { self = load(0) }
  var finiteProbe: Float { self * 0 }
}

extension SIMD2<Float>: FloatElement {
  @inline(__always) init(load: (Int) -> Float) { self.init(load(0), load(1)) }
  @inline(__always) var finiteProbe: Float { (self * 0).sum() }
}

extension SIMD3<Float>: FloatElement {
  @inline(__always) init(load: (Int) -> Float) { self.init(load(0), load(1), load(2)) }
  @inline(__always) var finiteProbe: Float { (self * 0).sum() }
}

extension SIMD4<Float>: FloatElement {
  @inline(__always) init(load: (Int) -> Float) { self.init(load(0), load(1), load(2), load(3)) }
  @inline(__always) var finiteProbe: Float { (self * 0).sum() }
}

extension Transform: FloatElement {
  static let zero = Transform(.zero, .zero, .zero, .zero)

  init(load: (Int) -> Float) {
    self.init(
      SIMD4(load(0), load(1), load(2), load(3)), SIMD4(load(4), load(5), load(6), load(7)),
      SIMD4(load(8), load(9), load(10), load(11)), SIMD4(load(12), load(13), load(14), load(15)))
  }

  var finiteProbe: Float {
    ((columns.0 + columns.1) * 0 + (columns.2 + columns.3) * 0).sum()
  }
}

/// A value of one or four integers that an accessor's element can become.
protocol IntegerElement {
  static var zero: Self { get }
  init(load: (Int) -> UInt32)
}

extension UInt32: IntegerElement {
  static var zero: UInt32 { 0 }
  @inline(__always) init(load: (Int) -> UInt32) { self = load(0) }
}

extension SIMD4<UInt16>: IntegerElement {
  @inline(__always) init(load: (Int) -> UInt32) {
    self.init(
      UInt16(truncatingIfNeeded: load(0)), UInt16(truncatingIfNeeded: load(1)),
      UInt16(truncatingIfNeeded: load(2)), UInt16(truncatingIfNeeded: load(3)))
  }
}

/// Elements of one format at even distances in some bytes.
struct ElementSource {
  let data: Data
  let offset: Int
  let stride: Int
  let count: Int
  let format: AccessorFormat

  /// - Parameters:
  ///   - offset: of the first element, from the start of `data`.
  ///   - count: all of them must lie within `data`.
  init(_ data: Data, offset: Int, stride: Int, count: Int, format: AccessorFormat) {
    precondition(offset >= 0 && stride >= 0 && count >= 0)
    precondition(count == 0 || offset + stride * (count - 1) + format.byteCount <= data.count)
    self.data = data
    self.offset = offset
    self.stride = stride
    self.count = count
    self.format = format
  }

  /// Unsigned components; others are taken for the unsigned ones of the same size.
  func integers<Element: IntegerElement>(as: Element.Type) -> [Element] {
    switch format.component {
    case .uint8, .int8: load(UInt8.self) { part in Element { UInt32(part($0)) } }
    case .uint16, .int16: load(UInt16.self) { part in Element { UInt32(part($0)) } }
    case .uint32, .float: load(UInt32.self) { part in Element { part($0) } }
    }
  }

  /// Components as floats; normalised ones as glTF 2.0, 3.11 maps them.
  func floats<Element: FloatElement>(as: Element.Type) -> [Element] {
    switch (format.component, format.isNormalized) {
    case (.float, _): load(Float.self) { part in Element { part($0) } }
    case (.uint32, _): load(UInt32.self) { part in Element { Float(part($0)) } }
    case (.int8, false): load(Int8.self) { part in Element { Float(part($0)) } }
    case (.uint8, false): load(UInt8.self) { part in Element { Float(part($0)) } }
    case (.int16, false): load(Int16.self) { part in Element { Float(part($0)) } }
    case (.uint16, false): load(UInt16.self) { part in Element { Float(part($0)) } }
    case (.int8, true): load(Int8.self) { part in Element { max(Float(part($0)) / 127, -1) } }
    case (.uint8, true): load(UInt8.self) { part in Element { Float(part($0)) / 255 } }
    case (.int16, true): load(Int16.self) { part in Element { max(Float(part($0)) / 32767, -1) } }
    case (.uint16, true): load(UInt16.self) { part in Element { Float(part($0)) / 65535 } }
    }
  }

  /// Inlined into each case above, so that every one becomes a loop of its own.
  ///
  /// - Parameter element: makes an element; what it gets gives the component of an index.
  @inline(__always)
  private func load<Component: BitwiseCopyable, Element>(
    _ component: Component.Type, element: ((Int) -> Component) -> Element
  ) -> [Element] {
    guard count > 0 else { return [] }
    let size = MemoryLayout<Component>.size
    return unsafe data.withUnsafeBytes { bytes in
      unsafe [Element](unsafeUninitializedCapacity: count) { elements, initializedCount in
        for index in 0..<count {
          let start = offset + index * stride
          unsafe elements.initializeElement(
            at: index,
            to: element {
              unsafe bytes.loadUnaligned(fromByteOffset: start + $0 * size, as: Component.self)
            })
        }
        initializedCount = count
      }
    }
  }
}
