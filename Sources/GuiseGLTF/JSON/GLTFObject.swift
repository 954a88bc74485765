import GuiseCore
import GuiseScene

/// An object of a glTF file's JSON and where it stands; reads its properties and says what is wrong
/// with them.
struct GLTFObject {
  let path: GLTFPath
  let members: [JSONMember]

  init(_ value: JSONValue, at path: GLTFPath) throws(GLTFError) {
    guard let members = value.object else {
      throw path.error(.invalidField, "expected an object, found \(value.kindName)")
    }
    self.path = path
    self.members = members
  }

  /// Nil where the object has no such property.
  func value(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  func has(_ key: String) -> Bool { value(key) != nil }

  func missing(_ key: String) -> GLTFError {
    path.error(.missingField, "expected a property \"\(key)\", found none")
  }

  private func wrong(_ key: String, _ expected: String, _ found: JSONValue) -> GLTFError {
    path.key(key).error(.invalidField, "expected \(expected), found \(Self.describe(found))")
  }

  private static func describe(_ value: JSONValue) -> String {
    switch value.content {
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .string(let string) where string.utf8.count <= 60: "\"\(string)\""
    default: value.kindName
    }
  }

  /// Attributes are looked up by name, one after another: so many that this took long are none.
  func requireFewMembers() throws(GLTFError) {
    guard members.count <= 256 else {
      throw path.error(.overLimit, "expected at most 256 attributes, found \(members.count)")
    }
  }

  // MARK: Objects and arrays

  func object(_ key: String) throws(GLTFError) -> GLTFObject? {
    guard let value = value(key) else { return nil }
    return try GLTFObject(value, at: path.key(key))
  }

  /// Empty where the object has no such property.
  func array(_ key: String) throws(GLTFError) -> [JSONValue] {
    guard let value = value(key) else { return [] }
    guard let array = value.array else { throw wrong(key, "an array", value) }
    return array
  }

  /// Empty where the object has no such property.
  func objects(_ key: String) throws(GLTFError) -> [GLTFObject] {
    let array = try array(key)
    guard !array.isEmpty else { return [] }
    let path = path.key(key)
    var objects: [GLTFObject] = []
    objects.reserveCapacity(array.count)
    for (index, value) in array.enumerated() {
      objects.append(try GLTFObject(value, at: path.index(index)))
    }
    return objects
  }

  /// The extension of that name on this object.
  func `extension`(_ name: String) throws(GLTFError) -> GLTFObject? {
    try object("extensions")?.object(name)
  }

  /// `extras` are free to be anything; nil unless they are an object.
  var extras: GLTFObject? {
    guard let value = value("extras") else { return nil }
    return try? GLTFObject(value, at: path.key("extras"))
  }

  // MARK: Words

  func string(_ key: String) throws(GLTFError) -> String? {
    guard let value = value(key) else { return nil }
    guard let string = value.string else { throw wrong(key, "a string", value) }
    return string
  }

  func strings(_ key: String) throws(GLTFError) -> [String] {
    var strings: [String] = []
    for (index, value) in try array(key).enumerated() {
      guard let string = value.string else {
        throw path.key(key).index(index).error(
          .invalidField, "expected a string, found \(Self.describe(value))")
      }
      strings.append(string)
    }
    return strings
  }

  func bool(_ key: String) throws(GLTFError) -> Bool? {
    guard let value = value(key) else { return nil }
    guard let bool = value.bool else { throw wrong(key, "true or false", value) }
    return bool
  }

  /// One of `words`, as what it stands for.
  func word<Meaning>(
    _ key: String, _ words: KeyValuePairs<String, Meaning>
  ) throws(GLTFError) -> Meaning? {
    guard let value = value(key) else { return nil }
    guard let word = value.string, let found = words.first(where: { $0.key == word }) else {
      throw wrong(key, "one of \(words.map(\.key).joined(separator: ", "))", value)
    }
    return found.value
  }

  // MARK: Numbers

  func integer(
    _ key: String, in range: ClosedRange<Int> = 0...Int(Int32.max)
  ) throws(GLTFError) -> Int? {
    guard let value = value(key) else { return nil }
    guard let integer = value.integer, range.contains(integer) else {
      throw wrong(key, "an integer of \(range.lowerBound) to \(range.upperBound)", value)
    }
    return integer
  }

  func requiredInteger(
    _ key: String, in range: ClosedRange<Int> = 0...Int(Int32.max)
  ) throws(GLTFError) -> Int {
    guard let integer = try integer(key, in: range) else { throw missing(key) }
    return integer
  }

  private static func text(_ range: ClosedRange<Float>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (-.greatestFiniteMagnitude, .greatestFiniteMagnitude): "a number that a float holds"
    case (let low, .greatestFiniteMagnitude): "a number of at least \(low)"
    case (let low, let high): "a number of \(low) to \(high)"
    }
  }

  func number(
    _ key: String, in range: ClosedRange<Float> = .finite
  ) throws(GLTFError) -> Float? {
    guard let value = value(key) else { return nil }
    guard let number = value.number, range.contains(Float(number)) else {
      throw wrong(key, Self.text(range), value)
    }
    return Float(number)
  }

  /// Exactly `count` numbers, or any number of them where it is nil.
  func numbers(
    _ key: String, count: Int? = nil, in range: ClosedRange<Float> = .finite
  ) throws(GLTFError) -> [Float]? {
    guard let value = value(key) else { return nil }
    guard let array = value.array else { throw wrong(key, "an array of numbers", value) }
    if let count, array.count != count {
      throw path.key(key).error(
        .invalidField, "expected an array of \(count) numbers, found one of \(array.count)")
    }
    return try Self.numbers(array, at: path.key(key), in: range)
  }

  private static func numbers(
    _ array: [JSONValue], at path: GLTFPath, in range: ClosedRange<Float>
  ) throws(GLTFError) -> [Float] {
    var numbers: [Float] = []
    numbers.reserveCapacity(array.count)
    for index in array.indices {
      guard let number = array[index].number, range.contains(Float(number)) else {
        throw path.index(index).error(
          .invalidField, "expected \(text(range)), found \(describe(array[index]))")
      }
      numbers.append(Float(number))
    }
    return numbers
  }

  func vector2(
    _ key: String, in range: ClosedRange<Float> = .finite
  ) throws(GLTFError) -> SIMD2<Float>? {
    try numbers(key, count: 2, in: range).map { SIMD2($0[0], $0[1]) }
  }

  func vector3(
    _ key: String, in range: ClosedRange<Float> = .finite
  ) throws(GLTFError) -> SIMD3<Float>? {
    try numbers(key, count: 3, in: range).map { SIMD3($0[0], $0[1], $0[2]) }
  }

  func vector4(
    _ key: String, in range: ClosedRange<Float> = .finite
  ) throws(GLTFError) -> SIMD4<Float>? {
    try numbers(key, count: 4, in: range).map { SIMD4($0[0], $0[1], $0[2], $0[3]) }
  }

  // MARK: References

  /// An index into an array of `count` elements.
  func reference(_ key: String, count: Int, to kind: String) throws(GLTFError) -> Int? {
    guard let value = value(key) else { return nil }
    return try Self.reference(value, at: path.key(key), count: count, to: kind)
  }

  func requiredReference(_ key: String, count: Int, to kind: String) throws(GLTFError) -> Int {
    guard let index = try reference(key, count: count, to: kind) else { throw missing(key) }
    return index
  }

  func references(_ key: String, count: Int, to kind: String) throws(GLTFError) -> [Int] {
    let array = try array(key)
    guard !array.isEmpty else { return [] }
    let path = path.key(key)
    var indices: [Int] = []
    indices.reserveCapacity(array.count)
    for (index, value) in array.enumerated() {
      indices.append(try Self.reference(value, at: path.index(index), count: count, to: kind))
    }
    return indices
  }

  /// The path is made only where it is needed.
  static func reference(
    _ value: JSONValue, at path: @autoclosure () -> GLTFPath, count: Int, to kind: String
  ) throws(GLTFError) -> Int {
    guard let index = value.integer, index >= 0 else {
      throw path().error(
        .invalidField, "expected the index of one of the \(kind), found \(describe(value))")
    }
    guard index < count else {
      throw path().error(
        .invalidReference, "expected the index of one of \(count) \(kind), found \(index)")
    }
    return index
  }
}

extension ClosedRange<Float> {
  /// All finite numbers.
  static let finite = -Float.greatestFiniteMagnitude...Float.greatestFiniteMagnitude
  static let notNegative = 0...Float.greatestFiniteMagnitude
  static let unit: ClosedRange<Float> = 0...1
}
