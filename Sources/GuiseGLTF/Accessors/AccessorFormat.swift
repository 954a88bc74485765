/// What the elements of an accessor are.
struct AccessorFormat: Hashable {
  enum Component: Int {
    case int8 = 5120
    case uint8 = 5121
    case int16 = 5122
    case uint16 = 5123
    case uint32 = 5125
    case float = 5126

    var byteCount: Int {
      switch self {
      case .int8, .uint8: 1
      case .int16, .uint16: 2
      case .uint32, .float: 4
      }
    }

    static let all: [Component] = [.int8, .uint8, .int16, .uint16, .uint32, .float]
  }

  enum Shape: String, CaseIterable {
    case scalar = "SCALAR"
    case vector2 = "VEC2"
    case vector3 = "VEC3"
    case vector4 = "VEC4"
    case matrix2 = "MAT2"
    case matrix3 = "MAT3"
    case matrix4 = "MAT4"

    /// Columns of so many rows.
    var size: (columns: Int, rows: Int) {
      switch self {
      case .scalar: (1, 1)
      case .vector2: (1, 2)
      case .vector3: (1, 3)
      case .vector4: (1, 4)
      case .matrix2: (2, 2)
      case .matrix3: (3, 3)
      case .matrix4: (4, 4)
      }
    }
  }

  var shape: Shape
  var component: Component
  var isNormalized = false

  /// Of one element. Columns of a matrix begin at multiples of four bytes.
  var byteCount: Int {
    let (columns, rows) = shape.size
    let column = rows * component.byteCount
    return columns == 1 ? column : columns * ((column + 3) & ~3)
  }

  var description: String {
    let word = isNormalized ? "normalized " : ""
    return "\(shape.rawValue) of \(word)\(component)"
  }
}
