import GuiseCore

/// Fields of one type each. What is wrong becomes an error, and the default is the result.
extension ManifestReader {
  /// The value of a key that must be there.
  mutating func required(_ key: String, _ fields: inout ManifestFields) -> JSONValue? {
    let value = fields.take(key)
    if value == nil {
      fail(.invalidField, fields.path(of: key), fields.offset, "is missing")
    }
    return value
  }

  mutating func string(
    _ key: String, _ fields: inout ManifestFields, lengths: ClosedRange<Int>
  ) -> String? {
    guard let value = required(key, &fields) else { return nil }
    return string(value, path: fields.path(of: key), lengths: lengths)
  }

  mutating func optionalString(
    _ key: String, _ fields: inout ManifestFields, lengths: ClosedRange<Int>
  ) -> String? {
    guard let value = fields.take(key) else { return nil }
    return string(value, path: fields.path(of: key), lengths: lengths)
  }

  private mutating func string(
    _ value: JSONValue, path: String, lengths: ClosedRange<Int>
  ) -> String? {
    guard let text = value.string else {
      fail(.invalidField, path, value.offset, "expected a string, found \(value.kindName)")
      return nil
    }
    guard lengths.contains(text.count) else {
      fail(
        .invalidField, path, value.offset,
        "expected \(lengths.lowerBound) to \(lengths.upperBound) characters, found \(text.count)")
      return nil
    }
    return text
  }

  mutating func strings(
    _ key: String, _ fields: inout ManifestFields, count: Int
  ) -> [String] {
    guard let value = fields.take(key) else { return [] }
    let path = fields.path(of: key)
    guard let values = value.array else {
      fail(
        .invalidField, path, value.offset,
        "expected an array of strings, found \(value.kindName)")
      return []
    }
    guard values.count <= count else {
      fail(
        .overLimit, path, value.offset,
        "has \(values.count) entries; at most \(count) are allowed")
      return []
    }
    return values.indices.compactMap {
      string(values[$0], path: "\(path)[\($0)]", lengths: 1...100)
    }
  }

  mutating func number(
    _ key: String, _ fields: inout ManifestFields, in range: ClosedRange<Float>, unit: String = "",
    default standard: Float
  ) -> Float {
    guard let value = fields.take(key) else { return standard }
    return number(value, path: fields.path(of: key), in: range, unit: unit) ?? standard
  }

  private mutating func number(
    _ value: JSONValue, path: String, in range: ClosedRange<Float>, unit: String
  ) -> Float? {
    let bounds = "a number from \(range.lowerBound) to \(range.upperBound)\(unit)"
    guard let number = value.number, range.contains(Float(number)) else {
      fail(.invalidField, path, value.offset, "expected \(bounds), found \(Self.shown(value))")
      return nil
    }
    return Float(number)
  }

  /// Three numbers.
  mutating func vector(
    _ key: String, _ fields: inout ManifestFields, in range: ClosedRange<Float>, unit: String
  ) -> SIMD3<Float> {
    guard let value = fields.take(key) else { return .zero }
    let path = fields.path(of: key)
    guard let values = value.array, values.count == 3 else {
      let found = value.array.map { "\($0.count) of them" } ?? value.kindName
      fail(.invalidField, path, value.offset, "expected an array of 3 numbers, found \(found)")
      return .zero
    }
    var vector = SIMD3<Float>.zero
    for index in 0..<3 {
      vector[index] =
        number(values[index], path: "\(path)[\(index)]", in: range, unit: unit) ?? 0
    }
    return vector
  }

  /// One of the words of an enumeration.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, _ fields: inout ManifestFields, default standard: Choice
  ) -> Choice where Choice.RawValue == String {
    guard let value = fields.take(key) else { return standard }
    return choice(value, path: fields.path(of: key)) ?? standard
  }

  mutating func requiredChoice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, _ fields: inout ManifestFields, of: Choice.Type = Choice.self
  ) -> Choice? where Choice.RawValue == String {
    guard let value = required(key, &fields) else { return nil }
    return choice(value, path: fields.path(of: key))
  }

  private mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: JSONValue, path: String
  ) -> Choice? where Choice.RawValue == String {
    if let text = value.string, let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    fail(
      .invalidField, path, value.offset, "expected one of \(words), found \(Self.shown(value))")
    return nil
  }

  /// A colour, `#RRGGBB` or `#RRGGBBAA`: sRGB with straight alpha.
  mutating func color(
    _ key: String, _ fields: inout ManifestFields, default standard: SIMD4<Float>
  ) -> SIMD4<Float> {
    guard let value = fields.take(key) else { return standard }
    let digits = value.string.map { Array($0.utf8.dropFirst()) } ?? []
    guard value.string?.first == "#", digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let bits = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else {
      fail(
        .invalidField, fields.path(of: key), value.offset,
        "expected a colour, \"#RRGGBB\" or \"#RRGGBBAA\", found \(Self.shown(value))")
      return standard
    }
    let rgba = digits.count == 6 ? bits << 8 | 0xFF : bits
    return SIMD4(
      Float(rgba >> 24), Float(rgba >> 16 & 0xFF), Float(rgba >> 8 & 0xFF), Float(rgba & 0xFF))
      / 255
  }

  /// A path within the package, as it is written.
  mutating func path(_ key: String, _ fields: inout ManifestFields) -> String? {
    guard let value = fields.take(key) else { return nil }
    return path(value, path: fields.path(of: key))
  }

  mutating func requiredPath(_ key: String, _ fields: inout ManifestFields) -> String? {
    guard let value = required(key, &fields) else { return nil }
    return path(value, path: fields.path(of: key))
  }

  private mutating func path(_ value: JSONValue, path: String) -> String? {
    guard let text = value.string else {
      fail(.invalidField, path, value.offset, "expected a path, found \(value.kindName)")
      return nil
    }
    do throws(PackagePath.Invalid) {
      return try PackagePath(text).text
    } catch {
      fail(.unsafePath, path, value.offset, error.detail)
      return nil
    }
  }
}
