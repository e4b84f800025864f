import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Pictures in memory of the caller.
struct PictureMemoryTests {
  private static let filler: UInt8 = 0xa7

  private func scene(_ background: Color = .clear, blending: Canvas.Blending = .encoded) throws -> Scene {
    var scene = Scene.oneLayer(
      .translucentNoise(50, 34), mesh: try .ripple { ($0.rows, $0.columns) = (8, 8) },
      transform: .rotation(.degrees(35), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 90),
      background: background)
    scene.canvas.blending = blending
    return scene
  }

  /// Memory with the padded rows of an image, and a few bytes behind the last pixel.
  private func padded(_ image: Image, bytesPerRow: Int, tail: Int) -> [UInt8] {
    let (width, height) = (4 * image.size.width, image.size.height)
    var bytes = [UInt8](repeating: Self.filler, count: bytesPerRow * (height - 1) + width + tail)
    for row in 0..<height {
      bytes.replaceSubrange(
        bytesPerRow * row..<bytesPerRow * row + width, with: image.bytes[width * row..<width * (row + 1)])
    }
    return bytes
  }

  private func expectEqual(
    _ scene: Scene, _ options: RenderOptions = RenderOptions(),
    adjust: (inout Capabilities) -> Void = { _ in }
  ) throws {
    let renderer = try Renderer.any(tuning: Tuning(edgeShare: 1), adjust: adjust)
    let image = try renderer.render(scene, options: options)
    for (padding, tail) in [(0, 0), (12, 0), (64, 7)] {
      let bytesPerRow = 4 * image.size.width + padding
      let expected = padded(image, bytesPerRow: bytesPerRow, tail: tail)
      var bytes = [UInt8](repeating: Self.filler, count: expected.count)
      let before = renderer.statistics
      try bytes.withUnsafeMutableBytes {
        try renderer.render(scene, options: options, into: $0, bytesPerRow: bytesPerRow)
      }
      #expect(bytes == expected)
      let change = renderer.statistics - before
      #expect(change.pictures == 1 && change.readBytes == image.bytes.count)

      let frame = try renderer.begin(scene, options: options)
      bytes = [UInt8](repeating: Self.filler, count: expected.count)
      try bytes.withUnsafeMutableBytes { try frame.read(into: $0, bytesPerRow: bytesPerRow) }
      #expect(bytes == expected)
    }
  }

  /// A picture in the memory of an earlier one is the same, and memory of another size, or that another value shares, is
  /// left alone.
  @Test func spareMemoryIsUsed() throws {
    let (renderer, scene) = (try Renderer.any(), try scene())
    let image = try renderer.render(scene)
    func address(_ bytes: [UInt8]) -> UnsafeRawPointer? { bytes.withUnsafeBytes { $0.baseAddress } }
    func draw(_ options: RenderOptions = RenderOptions(), in spare: consuming [UInt8]) throws -> Image {
      renderer.reuse(consume spare)
      defer { #expect(renderer.spareMemory == nil) }
      return try renderer.render(scene, options: options)
    }
    for options in [RenderOptions(), RenderOptions(samples: 1), RenderOptions(samples: 16)] {
      let spare = [UInt8](repeating: Self.filler, count: image.bytes.count)
      let place = address(spare)
      let picture = try draw(options, in: consume spare)
      #expect(address(picture.bytes) == place)
      #expect(try picture == Renderer.any().render(scene, options: options))
    }
    let shared = [UInt8](repeating: Self.filler, count: image.bytes.count)
    #expect(try draw(in: shared) == image)
    #expect(shared.allSatisfy { $0 == Self.filler })
    for count in [0, 4, image.bytes.count - 4, image.bytes.count + 4] {
      #expect(try draw(in: [UInt8](repeating: Self.filler, count: count)) == image)
    }
  }

  @Test func equalsTheImage() throws {
    try expectEqual(scene())
    try expectEqual(scene(.white))
    try expectEqual(scene(blending: .linear))
  }

  @Test(arguments: [1, 4, 16]) func samples(_ count: Int) throws {
    try expectEqual(scene(), RenderOptions(samples: count, wireframe: Wireframe()))
  }

  @Test func severalTiles() throws { try expectEqual(scene()) { $0.maxViewportSize = 16 } }

  /// Through a pixel buffer, as on a GPU; with one tile and with several.
  @Test(arguments: [16, 8192]) func pixelBuffers(_ side: Int) throws {
    try expectEqual(scene()) { ($0.deviceClass, $0.maxViewportSize) = (.hardware, side) }
  }

  /// A frame that was read does not keep its pixels, unless an image of it was made before.
  @Test func isReadOnce() throws {
    let (scene, renderer) = (try scene(), try Renderer.any())
    let expected = try renderer.render(scene)
    var bytes = [UInt8](repeating: 0, count: expected.bytes.count)
    let bytesPerRow = 4 * expected.size.width
    let frame = try renderer.begin(scene)
    try bytes.withUnsafeMutableBytes { try frame.read(into: $0, bytesPerRow: bytesPerRow) }
    #expect(throws: RenderError.frameRead) { try frame.image() }
    #expect(throws: RenderError.frameRead) {
      try bytes.withUnsafeMutableBytes { try frame.read(into: $0, bytesPerRow: bytesPerRow) }
    }
    #expect(bytes == expected.bytes)

    let kept = try renderer.begin(scene)
    let image = try kept.image()
    for _ in 0..<2 {
      bytes = [UInt8](repeating: 0, count: bytes.count)
      try bytes.withUnsafeMutableBytes { try kept.read(into: $0, bytesPerRow: bytesPerRow) }
      #expect(bytes == image.bytes)
    }
    // The next picture takes the target of one that was begun before it.
    let earlier = try renderer.begin(scene)
    _ = try renderer.begin(.oneLayer(.noise(50, 34)))
    bytes = [UInt8](repeating: 0, count: bytes.count)
    try bytes.withUnsafeMutableBytes { try earlier.read(into: $0, bytesPerRow: bytesPerRow) }
    #expect(bytes == expected.bytes)
  }

  /// Memory that does not suit the picture is refused in a sentence, and stays as it is.
  @Test func refusesUnsuitableMemory() throws {
    let (scene, renderer) = (try scene(), try Renderer.any())
    let expected = try renderer.render(scene)
    let (rowLength, height) = (4 * expected.size.width, expected.size.height)
    let frame = try renderer.begin(scene)
    func expectRefusal(_ count: Int, bytesPerRow: Int, _ error: RenderError) throws {
      var bytes = [UInt8](repeating: Self.filler, count: count)
      for draw in [false, true] {
        #expect(throws: error) {
          try bytes.withUnsafeMutableBytes {
            if draw {
              try renderer.render(scene, into: $0, bytesPerRow: bytesPerRow)
            } else {
              try frame.read(into: $0, bytesPerRow: bytesPerRow)
            }
          }
        }
      }
      #expect(bytes.allSatisfy { $0 == Self.filler })
    }
    let needed = rowLength * height
    for count in [0, 1, needed - 1] {
      try expectRefusal(count, bytesPerRow: rowLength, .pictureMemory(bytes: count, needed: needed))
    }
    let padded = (rowLength + 8) * (height - 1) + rowLength
    try expectRefusal(
      padded - 1, bytesPerRow: rowLength + 8, .pictureMemory(bytes: padded - 1, needed: padded))
    try expectRefusal(
      needed, bytesPerRow: Int.max - 3, .pictureMemory(bytes: needed, needed: .max))
    for bytesPerRow in [0, -rowLength, rowLength - 4, rowLength + 2, .min] {
      try expectRefusal(
        2 * needed, bytesPerRow: bytesPerRow,
        .bytesPerRow(bytesPerRow, width: expected.size.width, bytesPerPixel: 4))
    }
    #expect(
      RenderError.pictureMemory(bytes: 3, needed: 4).description
        == "the memory for the picture has 3 bytes; provide at least 4")
    // The refusals have no effect on the frame.
    #expect(try frame.image() == expected)
  }

  @Test func optionsHaveDefaults() {
    #expect(
      RenderOptions() == RenderOptions(samples: nil, wireframe: nil, isExact: false, limits: RenderLimits()))
    var options = RenderOptions(isExact: true)
    #expect(options.isExact && options.samples == nil)
    options.isExact = false
    #expect(options == RenderOptions())
  }
}
