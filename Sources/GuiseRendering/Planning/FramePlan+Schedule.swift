import GuiseCore

extension FramePlan {
  /// Orders what was added: finds the bounds, what hides what, and the passes.
  ///
  /// Draws go into one pass as long as no occluder that one of them needs would wrongly hide another;
  /// with one face, or several apart, that is a single pass.
  mutating func schedule(in picture: PixelRect) {
    var used = PixelRect.zero
    for draw in draws { used = used.union(draw.bounds) }
    let (x, y) = (used.x & ~1, used.y & ~1)
    let (width, height) = ((used.maxX + 1 & ~1) - x, (used.maxY + 1 & ~1) - y)
    bounds = PixelRect(x: x, y: y, width: width, height: height).intersection(picture)
    for occluder in occluders.indices { cull(occluder, in: picture) }
    makePasses()
  }

  // MARK: What hides what

  /// Whether the occluder may have an effect on the draw's pixels, by its bounds.
  private func reaches(_ occluder: Int, _ draw: Int) -> Bool {
    draws[draw].isHiddenByOccluders && occluders[occluder].nearest < draws[draw].farthest
      && !occluders[occluder].bounds.intersection(draws[draw].bounds).isEmpty
  }

  private func isWanted(_ occluder: Int, by draw: Int) -> Bool {
    if let owner = occluders[occluder].owner { return owner == draw }
    return occluders[occluder].order < draws[draw].order
  }

  /// Keeps only the triangles of an occluder that lie before a draw which it is to hide: most of a
  /// head hides nothing, and drawing depth is what costs most on a CPU.
  private mutating func cull(_ occluder: Int, in picture: PixelRect) {
    reached.removeAll(keepingCapacity: true)
    for draw in draws.indices where isWanted(occluder, by: draw) && reaches(occluder, draw) {
      reached.append(draw)
    }
    if occluders[occluder].owner != nil {
      for draw in reached { draws[draw].readsDepth = true }
      return
    }
    let range = occluders[occluder].indices
    var end = range.lowerBound
    var bounds = PixelRect.zero
    for triangle in stride(from: range.lowerBound, to: range.upperBound, by: 3) {
      guard !reached.isEmpty else { break }
      let corners = (
        vertices[Int(indices[triangle])].position, vertices[Int(indices[triangle + 1])].position,
        vertices[Int(indices[triangle + 2])].position
      )
      var extent = Extent()
      extent.add(corners.0)
      extent.add(corners.1)
      extent.add(corners.2)
      let triangleBounds = extent.bounds(margin: 1, in: picture)
      guard !triangleBounds.isEmpty, hides(triangleBounds, corners, nearest: extent.nearest) else {
        continue
      }
      bounds = bounds.union(triangleBounds)
      for corner in 0..<3 { indices[end + corner] = indices[triangle + corner] }
      end += 3
    }
    occluders[occluder].indices = range.lowerBound..<end
    occluders[occluder].bounds = bounds
  }

  /// Whether a triangle lies before one of the `reached` draws; notes that those read depth.
  private mutating func hides(
    _ bounds: PixelRect, _ corners: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>), nearest: Float
  ) -> Bool {
    var hides = false
    for draw in reached
    where nearest < draws[draw].farthest && !bounds.intersection(draws[draw].bounds).isEmpty
      && draws[draw].plane?.isInFront(of: corners) != true
    {
      draws[draw].readsDepth = true
      hides = true
    }
    return hides
  }

  // MARK: Passes

  private mutating func makePasses() {
    var pass = Pass(draws: 0..<0, occluders: 0..<0, depthBounds: .zero)
    for index in draws.indices {
      let isHidden = draws[index].readsDepth
      let first = passOccluders.count
      if isHidden {
        appendOccluders(of: index, except: pass.occluders)
        if isConflict(in: pass, adding: index) {
          passes.append(pass)
          passOccluders.removeSubrange(first...)
          pass = Pass(draws: index..<index, occluders: first..<first, depthBounds: .zero)
          appendOccluders(of: index, except: pass.occluders)
        }
        pass.depthBounds = pass.depthBounds.union(draws[index].bounds)
      }
      pass.draws = pass.draws.lowerBound..<index + 1
      pass.occluders = pass.occluders.lowerBound..<passOccluders.count
    }
    if !pass.draws.isEmpty { passes.append(pass) }
  }

  private mutating func appendOccluders(of draw: Int, except known: Range<Int>) {
    for occluder in occluders.indices
    where isWanted(occluder, by: draw) && reaches(occluder, draw) {
      if !passOccluders[known].contains(occluder) { passOccluders.append(occluder) }
    }
  }

  private func isConflict(in pass: Pass, adding draw: Int) -> Bool {
    for occluder in passOccluders[pass.occluders.lowerBound...] {
      if !isWanted(occluder, by: draw), reaches(occluder, draw) { return true }
      for earlier in pass.draws
      where draws[earlier].readsDepth && !isWanted(occluder, by: earlier)
        && reaches(occluder, earlier)
      {
        return true
      }
    }
    return false
  }
}
