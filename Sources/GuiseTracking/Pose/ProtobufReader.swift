/// Reads the fields of one protocol buffer message, with every length checked against the message.
///
///     var reader = ProtobufReader(bytes[...], of: "basis point")
///     while let field = try reader.next() { … }
struct ProtobufReader {
  /// A field's payload, by its wire type.
  enum Value {
    case varint(UInt64)
    case fixed32(UInt32)
    case fixed64(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  private var rest: ArraySlice<UInt8>
  private let name: String

  /// - Parameter name: what messages call the protocol buffer message.
  init(_ bytes: ArraySlice<UInt8>, of name: String) {
    rest = bytes
    self.name = name
  }

  /// The next field's number and payload; nil at the end of the message.
  ///
  /// - Throws: `invalidBundle` where the message ends within a field or has a wire type that is
  ///   not in use.
  mutating func next() throws(TrackingError) -> (number: Int, value: Value)? {
    guard !rest.isEmpty else { return nil }
    let key = try varint()
    guard let number = Int(exactly: key >> 3), (1...536_870_911).contains(number) else {
      throw TrackingError(.invalidBundle, "\(name): field number \(key >> 3) can't be")
    }
    switch key & 7 {
    case 0: return (number, .varint(try varint()))
    case 1: return (number, .fixed64(try littleEndian(byteCount: 8)))
    case 2:
      let length = try varint()
      guard length <= UInt64(rest.count) else {
        throw TrackingError(
          .invalidBundle, "\(name): field \(number) says \(length) bytes, \(rest.count) are left")
      }
      let bytes = rest.prefix(Int(length))
      rest = rest.dropFirst(Int(length))
      return (number, .bytes(bytes))
    case 5: return (number, .fixed32(UInt32(try littleEndian(byteCount: 4))))
    case let type:
      throw TrackingError(.invalidBundle, "\(name): field \(number) has the wire type \(type)")
    }
  }

  /// Reads floats, either one unpacked or all that are packed in `value`, to the end of `floats`.
  static func append(
    _ value: Value, to floats: inout [Float], of name: String
  ) throws(TrackingError) {
    switch value {
    case .fixed32(let bits): floats.append(Float(bitPattern: bits))
    case .bytes(let bytes):
      guard bytes.count.isMultiple(of: 4) else {
        throw TrackingError(.invalidBundle, "\(name): \(bytes.count) bytes are no whole floats")
      }
      var reader = ProtobufReader(bytes, of: name)
      while !reader.rest.isEmpty {
        floats.append(Float(bitPattern: UInt32(try reader.littleEndian(byteCount: 4))))
      }
    case .varint, .fixed64: throw TrackingError(.invalidBundle, "\(name): not a float")
    }
  }

  /// Reads integers, either one unpacked or all that are packed in `value`, to the end of `integers`.
  static func append(
    _ value: Value, to integers: inout [UInt64], of name: String
  ) throws(TrackingError) {
    switch value {
    case .varint(let integer): integers.append(integer)
    case .bytes(let bytes):
      var reader = ProtobufReader(bytes, of: name)
      while !reader.rest.isEmpty { integers.append(try reader.varint()) }
    case .fixed32, .fixed64: throw TrackingError(.invalidBundle, "\(name): not an integer")
    }
  }

  private mutating func varint() throws(TrackingError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = rest.popFirst() else { throw truncated }
      value |= UInt64(byte & 0x7f) << UInt64(shift)
      if byte < 0x80 { return value }
    }
    throw TrackingError(.invalidBundle, "\(name): an integer of more than 10 bytes")
  }

  private mutating func littleEndian(byteCount: Int) throws(TrackingError) -> UInt64 {
    guard rest.count >= byteCount else { throw truncated }
    let value = rest.prefix(byteCount).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(byteCount)
    return value
  }

  private var truncated: TrackingError {
    TrackingError(.invalidBundle, "\(name): ends within a field")
  }
}
