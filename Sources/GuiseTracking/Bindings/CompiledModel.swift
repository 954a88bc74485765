internal import CLiteRT
import Foundation

/// A model that is ready to run, with its input and output in memory of its own, bound once.
///
/// Use from one thread at a time.
///
///     let model = try CompiledModel(bytes, name: "detector", in: environment, threadCount: 1)
///     model.withInput(0) { $0[0] = 1 }
///     try model.run()
///     model.withOutput(0) { print($0[0]) }
@safe final class CompiledModel {
  /// What messages call it.
  let name: String
  /// Of each input and output, batch included; 1 where a model leaves a size open.
  let inputShapes: [[Int]]
  let outputShapes: [[Int]]

  private let environment: LiteRTEnvironment
  private let bytes: AlignedBytes
  private let handles: Handles
  private var inputs: [Tensor] = []
  private var outputs: [Tensor] = []
  private var inputHandles: [LiteRtTensorBuffer?]
  private var outputHandles: [LiteRtTensorBuffer?]

  /// Compiles a model.
  ///
  /// - Parameters:
  ///   - bytes: the model's flatbuffer; kept alive.
  ///   - inputs, outputs: the shapes that are expected.
  /// - Throws: ``TrackingError/Code/invalidBundle`` where it is no model or has other shapes.
  init(
    _ bytes: AlignedBytes, name: String, in environment: LiteRTEnvironment, threadCount: Int,
    inputs expectedInputs: [[Int]], outputs expectedOutputs: [[Int]]
  ) throws(TrackingError) {
    self.name = name
    self.bytes = bytes
    self.environment = environment
    handles = try Handles(bytes, name: name, in: environment, threadCount: threadCount)
    inputShapes = try handles.inputShapes(count: expectedInputs.count)
    outputShapes = try handles.outputShapes(count: expectedOutputs.count)
    guard inputShapes == expectedInputs, outputShapes == expectedOutputs else {
      throw TrackingError(
        .invalidBundle,
        "model \(name) has inputs \(inputShapes) and outputs \(outputShapes), "
          + "expected \(expectedInputs) and \(expectedOutputs)")
    }
    for shape in inputShapes {
      try inputs.append(Tensor(shape: shape, library: environment.library))
    }
    for shape in outputShapes {
      try outputs.append(Tensor(shape: shape, library: environment.library))
    }
    unsafe inputHandles = unsafe inputs.map { unsafe $0.handle }
    unsafe outputHandles = unsafe outputs.map { unsafe $0.handle }
  }

  /// Runs the model on what its inputs hold.
  func run() throws(TrackingError) {
    let status = unsafe environment.library.functions.run(
      handles.compiled, 0, inputHandles.count, &inputHandles, outputHandles.count, &outputHandles)
    try environment.library.check(status, "run model \(name)")
  }

  func withInput<R>(_ index: Int, _ body: (inout MutableSpan<Float>) -> R) -> R {
    // The optimiser of Swift 6.3 crashes on a span of a class's property: it gets a copy.
    let values = unsafe inputs[index].values
    var span = unsafe values.mutableSpan
    return body(&span)
  }

  func withOutput<R>(_ index: Int, _ body: (Span<Float>) -> R) -> R {
    body(unsafe UnsafeBufferPointer(outputs[index].values).span)
  }

  /// The options' payload is text that LiteRT frees with what it is given.
  fileprivate static func settings(threadCount: Int) -> UnsafeMutablePointer<CChar>? {
    unsafe strdup("num_threads = \(threadCount)\n")
  }
}

/// The model and what it was compiled to, freed in the right order.
@safe private final class Handles {
  let name: String
  let environment: LiteRTEnvironment
  private(set) var model: LiteRtModel?
  private(set) var compiled: LiteRtCompiledModel?

  init(_ bytes: AlignedBytes, name: String, in environment: LiteRTEnvironment, threadCount: Int)
    throws(TrackingError)
  {
    self.name = name
    self.environment = environment
    let library = environment.library
    let functions = library.functions
    try unsafe library.check(
      functions.createModelFromBuffer(environment.handle, bytes.base, bytes.count, &model),
      "read model \(name)", code: .invalidBundle)

    var options: LiteRtOptions?
    try unsafe library.check(functions.createOptions(&options), "create options")
    defer { unsafe functions.destroyOptions(options) }
    try unsafe library.check(
      functions.setOptionsHardwareAccelerators(options, Int32(kLiteRtHwAcceleratorCpu)),
      "choose the CPU")
    var processor: LiteRtOpaqueOptions?
    try unsafe library.check(
      functions.createOpaqueOptions(
        "xnnpack", CompiledModel.settings(threadCount: threadCount), { unsafe free($0) },
        &processor),
      "create options of the CPU")
    try unsafe library.check(functions.addOpaqueOptions(options, processor), "set options")
    let status = LibraryChatter.muted {
      unsafe functions.createCompiledModel(environment.handle, model, options, &compiled)
    }
    try library.check(status, "compile model \(name)", code: .invalidBundle)
  }

  deinit {
    if let compiled = unsafe compiled {
      unsafe environment.library.functions.destroyCompiledModel(compiled)
    }
    if let model = unsafe model { unsafe environment.library.functions.destroyModel(model) }
  }

  func inputShapes(count: Int) throws(TrackingError) -> [[Int]] {
    var shapes: [[Int]] = []
    for index in 0..<count {
      var layout = LiteRtLayout()
      try unsafe environment.library.check(
        environment.library.functions.inputLayout(compiled, 0, index, &layout),
        "describe input \(index) of model \(name)", code: .invalidBundle)
      shapes.append(layout.shape)
    }
    return shapes
  }

  func outputShapes(count: Int) throws(TrackingError) -> [[Int]] {
    var layouts = [LiteRtLayout](repeating: LiteRtLayout(), count: count)
    try unsafe environment.library.check(
      environment.library.functions.outputLayouts(compiled, 0, count, &layouts, false),
      "describe the outputs of model \(name)", code: .invalidBundle)
    return layouts.map(\.shape)
  }
}

/// Memory of ours that LiteRT reads or writes as a tensor of 32-bit floats.
@safe private final class Tensor {
  private let library: LiteRTLibrary
  private let bytes: AlignedBytes
  private(set) var handle: LiteRtTensorBuffer?
  let values: UnsafeMutableBufferPointer<Float>

  init(shape: [Int], library: LiteRTLibrary) throws(TrackingError) {
    self.library = library
    let count = shape.reduce(1, *)
    bytes = AlignedBytes(count: count * MemoryLayout<Float>.stride)
    unsafe values = UnsafeMutableBufferPointer(
      start: bytes.base.bindMemory(to: Float.self, capacity: count), count: count)
    var type = LiteRtRankedTensorType(
      element_type: Int32(kLiteRtElementTypeFloat32), layout: LiteRtLayout(shape: shape))
    try unsafe library.check(
      library.functions.createBufferFromHostMemory(&type, bytes.base, bytes.count, nil, &handle),
      "bind a tensor of shape \(shape)")
  }

  deinit {
    if let handle = unsafe handle { unsafe library.functions.destroyTensorBuffer(handle) }
  }
}

extension LiteRtLayout {
  fileprivate init(shape: [Int]) {
    self.init()
    rank = UInt32(shape.count)
    unsafe withUnsafeMutableBytes(of: &dimensions) { bytes in
      let sizes = unsafe bytes.bindMemory(to: Int32.self)
      for (axis, size) in shape.enumerated() { unsafe sizes[axis] = Int32(size) }
    }
  }

  /// Its sizes; 1 for one that the model leaves open.
  fileprivate var shape: [Int] {
    unsafe withUnsafeBytes(of: dimensions) { bytes in
      let sizes = unsafe bytes.bindMemory(to: Int32.self)
      return (0..<min(Int(rank), Int(kLiteRtMaximumRank))).map { unsafe max(Int(sizes[$0]), 1) }
    }
  }
}
