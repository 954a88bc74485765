/// What an option's value or an operand looks like: how it is shown, checked and completed.
struct ValueKind<Value>: Sendable {
  /// How help calls it: `FILTER`.
  var placeholder: String
  var completion: Completion
  /// - Throws: a message that says what was expected and what was found.
  var parse: @Sendable (String) throws(UsageError) -> Value
}

/// What a shell offers for a value.
enum Completion: Hashable, Sendable {
  case nothing
  case files
  case choices([String])
  /// Ids of the installed filters, else files.
  case filters
}

extension ValueKind<String> {
  static func text(_ placeholder: String, completion: Completion = .nothing) -> Self {
    Self(placeholder: placeholder, completion: completion) { text throws(UsageError) in
      if text.isEmpty { throw UsageError("expected \(placeholder), found nothing") }
      return text
    }
  }

  /// A path of a file or folder.
  static func path(_ placeholder: String) -> Self { text(placeholder, completion: .files) }

  /// An id of the catalog or a path.
  static let filter = text("FILTER", completion: .filters)

  /// One of a few words.
  static func choice(_ placeholder: String, of choices: [String]) -> Self {
    Self(placeholder: placeholder, completion: .choices(choices)) { text throws(UsageError) in
      guard choices.contains(text) else {
        throw UsageError("expected \(choices.joined(separator: ", ")), found “\(text)”")
      }
      return text
    }
  }
}

extension ValueKind<Int> {
  static func integer(_ placeholder: String, in range: ClosedRange<Int>) -> Self {
    Self(placeholder: placeholder, completion: .nothing) { text throws(UsageError) in
      guard let number = Int(text), range.contains(number) else {
        throw UsageError(
          "expected a whole number from \(range.lowerBound) to \(range.upperBound), found “\(text)”"
        )
      }
      return number
    }
  }
}

extension ValueKind<Double> {
  static func number(_ placeholder: String, in range: ClosedRange<Double>) -> Self {
    Self(placeholder: placeholder, completion: .nothing) { text throws(UsageError) in
      guard let number = Double(text), range.contains(number) else {
        throw UsageError(
          "expected a number from \(range.lowerBound.short) to \(range.upperBound.short), "
            + "found “\(text)”")
      }
      return number
    }
  }
}

extension Double {
  /// Without a needless `.0`.
  fileprivate var short: String {
    self == rounded() && magnitude < 1e15 ? String(Int(self)) : String(self)
  }
}
