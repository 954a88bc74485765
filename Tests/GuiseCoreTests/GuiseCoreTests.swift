import GuiseCore
import Testing

@Suite struct TransformTests {
  @Test func inverseUndoesRotationScaleAndTranslation() throws {
    let transform =
      Transform(translation: [1, 2, 3]) * Transform(rotation: 0.7, axis: [1, 2, -1])
      * Transform(scale: [2, 3, 4])
    let inverse = try #require(transform.affineInverse)
    let point = inverse.point(transform.point([0.3, -0.2, 0.9]))
    #expect((point - [0.3, -0.2, 0.9]).length < 1e-5)
  }

  @Test func rotationIsCounterClockwiseSeenFromTheAxisTip() {
    let turned = Transform(rotation: .pi / 2, axis: [0, 0, 1]).point([1, 0, 0])
    #expect((turned - [0, 1, 0]).length < 1e-6)
  }

  @Test func singularMatrixHasNoInverse() {
    #expect(Transform(scale: [1, 0, 1]).affineInverse == nil)
  }
}

@Suite struct CameraIntrinsicsTests {
  @Test(arguments: [(1280, 720), (720, 1280), (4000, 64)])
  func unprojectUndoesProject(width: Int, height: Int) throws {
    let camera = CameraIntrinsics(width: width, height: height)
    let point = camera.unproject([12.5, 40.25], depth: 0.6)
    let pixel = try #require(camera.project(point))
    #expect((pixel - [12.5, 40.25]).length < 1e-2)
  }

  @Test func upIsUpAndTheFacesLeftIsThePicturesRight() throws {
    let camera = CameraIntrinsics(width: 100, height: 100)
    let pixel = try #require(camera.project([0.1, 0.1, -1]))
    #expect(pixel.x > 50)
    #expect(pixel.y < 50)
  }

  @Test func nothingBehindTheCameraIsProjected() {
    #expect(CameraIntrinsics(width: 100, height: 100).project([0, 0, 0.1]) == nil)
  }
}

@Suite struct BlendShapeTests {
  @Test func thereAre52() {
    #expect(BlendShapeLocation.allCases.count == 52)
    #expect(Set(BlendShapeLocation.allCases.map(\.name)).count == 52)
  }

  @Test func everyLeftHasARightAndMirroringTwiceChangesNothing() {
    for location in BlendShapeLocation.allCases {
      #expect(location.mirrored.mirrored == location)
      let hasSide = location.name.hasSuffix("Left") || location.name.hasSuffix("Right")
      #expect((location.mirrored != location) == hasSide, "\(location)")
    }
  }

  @Test func mirrorExchangesSides() {
    var shapes = BlendShapes()
    shapes[.jawLeft] = 0.25
    shapes[.jawOpen] = 0.5
    #expect(shapes.mirrored[.jawRight] == 0.25)
    #expect(shapes.mirrored[.jawLeft] == 0)
    #expect(shapes.mirrored[.jawOpen] == 0.5)
  }
}

@Suite struct FrameTests {
  @Test func oddSizesRoundChromaUp() {
    let frame = Frame(format: .i420, width: 5, height: 3)
    #expect(frame.layout(plane: 1).width == 3)
    #expect(frame.layout(plane: 1).height == 2)
    #expect(frame.layout(plane: 2).offset == 64 * 3 + 64 * 2)
  }

  @Test func writingToACopyLeavesTheOriginal() {
    var original = Frame(format: .rgb8, width: 2, height: 2)
    original.withMutablePlane(0) { span, _ in
      span.storeBytes(of: 7, toByteOffset: 0, as: UInt8.self)
    }
    var copy = original
    copy.withMutablePlane(0) { span, _ in
      span.storeBytes(of: 9, toByteOffset: 0, as: UInt8.self)
    }
    let first = original.withPlane(0) { span, _ in
      unsafe span.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
    }
    #expect(first == 7)
  }
}

@Suite struct FramePoolTests {
  @Test func memoryIsReusedOnlyWhenNobodyHoldsIt() {
    let pool = FramePool()
    let held = pool.frame(format: .i420, width: 64, height: 64)
    let first = ObjectIdentifier(held.storage)
    pool.recycle(held)
    let second = pool.frame(format: .i420, width: 64, height: 64)
    #expect(first != ObjectIdentifier(second.storage), "still held")
    withExtendedLifetime(held) {}

    let id = ObjectIdentifier(second.storage)
    pool.recycle(consume second)
    #expect(id == ObjectIdentifier(pool.frame(format: .i420, width: 64, height: 64).storage))
  }

  @Test func writingToAFrameOfAPoolCopiesNothing() {
    let pool = FramePool()
    pool.recycle(pool.frame(format: .i420, width: 64, height: 64))
    var frame = pool.frame(format: .i420, width: 64, height: 64)
    let before = ObjectIdentifier(frame.storage)
    frame.withMutablePlane(0) { span, _ in
      span.storeBytes(of: 1, toByteOffset: 0, as: UInt8.self)
    }
    #expect(ObjectIdentifier(frame.storage) == before)
  }

  @Test func anotherSizeGetsItsOwnMemory() {
    let pool = FramePool(limit: 1)
    pool.recycle(pool.frame(format: .i420, width: 64, height: 64))
    let large = pool.frame(format: .i420, width: 128, height: 64)
    #expect(large.storage.byteCount >= Frame.byteCount(format: .i420, width: 128, height: 64))
  }
}

@Suite struct ImageTests {
  @Test func premultiplyingRoundsToNearest() {
    let image = Image(width: 1, height: 1, alpha: .straight, pixels: [255, 100, 1, 128])
    #expect(image.premultiplied().pixels == [128, 50, 1, 128])
  }
}

@Suite struct PixelRectTests {
  @Test func emptyRectanglesAddNothing() {
    let rect = PixelRect(x: 3, y: 4, width: 5, height: 6)
    #expect(rect.union(.zero) == rect)
    #expect(rect.intersection(PixelRect(x: 8, y: 4, width: 1, height: 1)) == .zero)
  }
}
