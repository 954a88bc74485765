import Foundation
import GuiseCore
import GuiseScene

extension ModelReader {
  private struct Sampler {
    let path: GLTFPath
    let input: Int
    let output: Int
    let interpolation: Model.Channel.Interpolation
  }

  private enum Target {
    case translation, rotation, scale, weights, pointer
  }

  mutating func readAnimations() throws(GLTFError) {
    for object in try root.objects("animations") {
      var samplers: [Sampler] = []
      for sampler in try object.objects("samplers") {
        samplers.append(
          Sampler(
            path: sampler.path,
            input: try sampler.requiredReference(
              "input", count: counts.accessors, to: "accessors"),
            output: try sampler.requiredReference(
              "output", count: counts.accessors, to: "accessors"),
            interpolation: try sampler.word(
              "interpolation",
              ["LINEAR": .linear, "STEP": .step, "CUBICSPLINE": .cubicSpline]) ?? .linear))
      }
      guard !samplers.isEmpty else { throw object.missing("samplers") }
      let objects = try object.objects("channels")
      guard !objects.isEmpty else { throw object.missing("channels") }
      var channels: [Model.Channel] = []
      var seen: Set<[Int]> = []
      for object in objects {
        let sampler = samplers[
          try object.requiredReference("sampler", count: samplers.count, to: "samplers")]
        guard let target = try object.object("target") else { throw object.missing("target") }
        guard let (channel, property) = try readChannel(target, sampler: sampler) else { continue }
        guard seen.insert([channel.node.rawValue, property]).inserted else {
          throw target.path.error(
            .invalidField, "the same property of the same node is animated twice")
        }
        channels.append(channel)
      }
      contents.animations.append(
        Model.Animation(name: try name(of: object), channels: channels))
    }
  }

  /// Nil where the target is none that is known: such channels are to be ignored.
  private mutating func readChannel(
    _ target: GLTFObject, sampler: Sampler
  ) throws(GLTFError) -> (Model.Channel, property: Int)? {
    guard
      let property = try target.word(
        "path",
        [
          "translation": Target.translation, "rotation": .rotation, "scale": .scale,
          "weights": .weights, "pointer": .pointer,
        ])
    else { throw target.missing("path") }
    guard property != .pointer else {
      warnings.add(
        "animations of pointers are not supported; the channel is left out", at: target.path)
      return nil
    }
    guard let node = try target.reference("node", count: counts.nodes, to: "nodes") else {
      warnings.add("the channel has no node and is left out", at: target.path)
      return nil
    }
    if property != .weights, case .matrix = contents.nodes[node].transform {
      throw target.path.key("node").error(
        .invalidField,
        "expected a node with translation, rotation and scale, found nodes[\(node)] with a matrix")
    }
    let times = try readTimes(sampler)
    let keys = times.count * sampler.interpolation.valuesPerKey
    let path = sampler.path.key("output")
    let track: Model.Channel.Track
    switch property {
    case .translation:
      try require(sampler.output, .vector3, count: keys, isRotation: false, at: path)
      track = .translation(try accessors.floats(sampler.output, as: SIMD3<Float>.self, at: path))
    case .scale:
      try require(sampler.output, .vector3, count: keys, isRotation: false, at: path)
      track = .scale(try accessors.floats(sampler.output, as: SIMD3<Float>.self, at: path))
    case .rotation:
      try require(sampler.output, .vector4, count: keys, isRotation: true, at: path)
      track = .rotation(try readRotations(sampler, at: path))
    case .weights, .pointer:
      guard let mesh = contents.nodes[node].mesh,
        !contents.meshes[mesh.rawValue].morphWeights.isEmpty
      else {
        throw target.path.error(
          .invalidReference, "expected a node whose mesh has morph targets, found nodes[\(node)]")
      }
      let count = contents.meshes[mesh.rawValue].morphWeights.count
      try require(sampler.output, .scalar, count: keys * count, isRotation: true, at: path)
      track = .weights(
        try accessors.floats(sampler.output, as: Float.self, at: path), targetCount: count)
    }
    var channel = Model.Channel(
      node: ModelIndex(node), times: times, interpolation: sampler.interpolation, track: track)
    dropRepeatedKeys(&channel, at: sampler.path.key("input"))
    let number =
      switch property {
      case .translation: 0
      case .rotation: 1
      case .scale: 2
      case .weights, .pointer: 3
      }
    return (channel, number)
  }

  private mutating func readTimes(_ sampler: Sampler) throws(GLTFError) -> [Float] {
    let path = sampler.path.key("input")
    let accessor = accessors.accessors[sampler.input]
    guard accessor.format == AccessorFormat(shape: .scalar, component: .float) else {
      throw path.error(
        .invalidAccessor, "expected SCALAR of float, found \(accessor.format.description)")
    }
    let times = try accessors.floats(sampler.input, as: Float.self, at: path)
    try accessors.budget.charge(times.count, of: 4, at: path)
    var last: Float = 0
    for (index, time) in times.enumerated() {
      guard time >= last else {
        throw path.error(
          .invalidData, "expected times from 0 that grow, found \(time) as number \(index)")
      }
      last = time
    }
    return times
  }

  /// Of keys at one time, only the last is kept: some writers repeat a key.
  private mutating func dropRepeatedKeys(_ channel: inout Model.Channel, at path: GLTFPath) {
    let times = channel.times
    let kept = times.indices.filter { $0 + 1 == times.count || times[$0] != times[$0 + 1] }
    guard kept.count < times.count else { return }
    warnings.add("of keys at the same time only the last is kept", at: path)
    let size = channel.interpolation.valuesPerKey
    func pick<Value>(_ values: [Value], _ size: Int) -> [Value] {
      kept.flatMap { values[$0 * size..<($0 + 1) * size] }
    }
    channel.times = pick(times, 1)
    switch channel.track {
    case .translation(let values): channel.track = .translation(pick(values, size))
    case .rotation(let values): channel.track = .rotation(pick(values, size))
    case .scale(let values): channel.track = .scale(pick(values, size))
    case .weights(let values, let targetCount):
      channel.track = .weights(pick(values, size * targetCount), targetCount: targetCount)
    }
  }

  private func require(
    _ index: Int, _ shape: AccessorFormat.Shape, count: Int, isRotation: Bool, at path: GLTFPath
  ) throws(GLTFError) {
    let accessor = accessors.accessors[index]
    // Rotations and weights may be normalised integers.
    let isKnown =
      accessor.format.component == .float
      || isRotation && accessor.format.isNormalized
    guard accessor.format.shape == shape, isKnown else {
      throw path.error(
        .invalidAccessor,
        "expected \(shape.rawValue) of float, found \(accessor.format.description)")
    }
    guard accessor.count == count else {
      throw path.error(
        .invalidAccessor, "expected \(count) elements for the input's keys, found \(accessor.count)"
      )
    }
  }

  /// Made unit length, but for the tangents of splines.
  private mutating func readRotations(
    _ sampler: Sampler, at path: GLTFPath
  ) throws(GLTFError) -> [SIMD4<Float>] {
    var rotations = try accessors.floats(sampler.output, as: SIMD4<Float>.self, at: path)
    try accessors.budget.charge(rotations.count, of: 16, at: path)
    let step = sampler.interpolation.valuesPerKey
    for index in stride(from: step / 2, to: rotations.count, by: step) {
      let length = (rotations[index] * rotations[index]).sum().squareRoot()
      guard (0.9...1.1).contains(length) else {
        throw path.error(
          .invalidData,
          "expected unit quaternions, found one of length \(length) as number \(index)")
      }
      rotations[index] /= length
    }
    return rotations
  }
}
