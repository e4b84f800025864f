import CEGL
import MeshTransform
import RenderGraph

/// Draws the translucent items of a depth group that overlap or intersect: stores all of their fragments in a linked
/// list for each pixel, then sorts and blends the fragments of each pixel. The order is exact everywhere.
///
/// Memory is bounded: a region with too many fragments is drawn strip by strip.
final class ABufferPass {
  private let gl: GLContext
  private var blending: [ABufferBlending.Variant: ABufferBlending] = [:]
  /// Two counters, of fragments and of pixels whose samples differ, and the list head of each pixel.
  private var heads = ShaderBuffer()
  private var fragments = ShaderBuffer()
  /// The pixels whose samples differ, listed while they are few.
  private var mixedPixels = ShaderBuffer()

  /// Size of a fragment in bytes, as the shaders declare it.
  static let fragmentSize = 32
  /// Size in bytes of the two counters before the list heads.
  private static let headerSize = 8
  /// Reciprocal of the share of a region's pixels whose samples may differ; beyond it all pixels are drawn sample by
  /// sample.
  private static let mixedShare = 16

  init(_ gl: GLContext) { self.gl = gl }

  /// Blends the items over the content of the target.
  /// - Throws: ``GLError/transparencyMemory(fragments:limit:)`` when the fragments of a single pixel do not fit.
  func draw(_ input: Input, in target: borrowing Framebuffer, _ passes: PassCache) throws(GLError) {
    let limit = max(1, min(input.memory, gl.capabilities.maxShaderBuffer) / Self.fragmentSize)
    // Too many strips cost less than a strip that is drawn in vain. The last strip is drawn next.
    var strips =
      input.estimatedFragments > limit
      ? input.region.divided(into: input.estimatedFragments / limit + 1) : [input.region]
    while let region = strips.popLast() {
      try reserve(fragments: min(limit, 2 * region.size.area))
      let strip = Strip(region: region, capacity: min(limit, fragments.size / Self.fragmentSize))
      let count = try store(input, strip, in: target, passes)
      if count <= strip.capacity {
        try blend(input, strip, in: target)
      } else if count <= limit {
        try reserve(fragments: min(limit, count + count / 8))
        strips.append(region)
      } else if region.size.area > 1 {
        strips += region.divided(into: count / limit + 1).reversed()
      } else {
        throw .transparencyMemory(fragments: count, limit: limit * Self.fragmentSize)
      }
    }
  }

  private func reserve(fragments count: Int) throws(GLError) {
    try fragments.reserve(gl, bytes: count * Self.fragmentSize)
  }

  /// Stores the fragments of a strip.
  /// - Returns: the number of fragments, including those beyond the capacity.
  private func store(
    _ input: Input, _ strip: Strip, in target: borrowing Framebuffer, _ passes: PassCache
  ) throws(GLError) -> Int {
    let size = Self.headerSize + 4 * strip.region.size.area
    try heads.reserve(gl, bytes: size)
    try heads.zero(gl, bytes: size, onDevice: gl.capabilities.deviceClass.keepsABufferOnDevice)
    heads.bind(0)
    fragments.bind(1)
    let drawTarget = target.drawTarget
    gl.state.drawMeshes { input.drawItems(into: strip, in: drawTarget, passes) }
    glMemoryBarrier(GLbitfield(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT))
    return try heads.word(gl, 0)
  }

  /// Sorts and blends the fragments of a strip.
  private func blend(_ input: Input, _ strip: Strip, in target: borrowing Framebuffer) throws(GLError) {
    let samples = target.samples
    let mixedCapacity = strip.region.size.area / Self.mixedShare
    if samples == 1 {
      try prepare(.singleSampled)
    } else {
      for variant in [ABufferBlending.Variant.perPixel, .perSample, .perSampleOfPoints] {
        try prepare(variant)
      }
      try mixedPixels.reserve(gl, bytes: 4 * max(1, mixedCapacity))
      mixedPixels.bind(2)
    }
    try target.withReadableDepths { depths throws(GLError) in
      let blended = ABufferBlending.Input(
        strip: strip, viewport: input.tile.fragmentSize, samples: samples,
        depths: input.group.hasOpaqueDepths ? depths : 0, mixedCapacity: mixedCapacity)
      if samples == 1 {
        blending[.singleSampled]?.draw(blended)
      } else {
        blending[.perPixel]?.draw(blended)
        try blendMixedPixels(blended)
      }
    }
  }

  /// Blends the pixels whose samples differ, sample by sample.
  private func blendMixedPixels(_ input: ABufferBlending.Input) throws(GLError) {
    glMemoryBarrier(
      GLbitfield(
        GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT))
    // Reading the count would wait for a GPU.
    let count = gl.capabilities.deviceClass.keepsABufferOnDevice ? .max : try heads.word(gl, 1)
    if count > input.mixedCapacity {
      blending[.perSample]?.draw(input)
    } else if count > 0 {
      blending[.perSampleOfPoints]?.draw(input, mixedPixels: mixedPixels, count: count)
    }
  }

  private func prepare(_ variant: ABufferBlending.Variant) throws(GLError) {
    if blending[variant] == nil { blending[variant] = try ABufferBlending(gl, variant) }
  }
}

@available(*, unavailable) extension ABufferPass: Sendable {}

extension PixelRect {
  /// Strips across the longer side: `count` of them, at least two, at most one for each pixel of that side.
  fileprivate func divided(into count: Int) -> [PixelRect] {
    let length = max(width, height)
    let count = min(max(count, 2), length)
    let cuts = (0...count).map { $0 * length / count }
    return zip(cuts, cuts.dropFirst()).map { start, end in
      height >= width
        ? PixelRect(x: x, y: y + start, width: width, height: end - start)
        : PixelRect(x: x + start, y: y, width: end - start, height: height)
    }
  }
}

extension ABufferPass {
  /// The items of the A-buffer of one depth group, in one canvas tile.
  struct Input {
    let group: DepthGroup
    /// The draw commands of the items, in painter's order.
    private let commands: [ResidentCommand]
    /// The canvas tile, which begins at the first pixel of the framebuffer.
    let tile: PixelRect
    /// The pixels of the framebuffer that the items may touch.
    let region: PixelRect
    /// The memory limit for fragments in bytes.
    var memory: Int { group.aBufferItems.memory }
    /// The largest number of fragments that the items produce if none folds over itself.
    let estimatedFragments: Int

    /// - `commands`: the draw commands of the group's ``DepthGroup/aBufferItems``.
    /// - Returns: nil where the items touch no pixel of the tile.
    init?(_ group: DepthGroup, _ commands: [ResidentCommand], in tile: PixelRect) {
      guard !commands.isEmpty, let region = group.aBufferItems.region(in: tile) else { return nil }
      (self.group, self.commands, self.tile, self.region) = (group, commands, tile, region)
      estimatedFragments = group.aBufferItems.estimatedFragments(in: tile)
    }

    /// Draws the items with shaders that store fragments.
    func drawItems(into strip: Strip, in target: DrawTarget, _ passes: PassCache) {
      for (entry, command) in zip(group.aBufferItems.entries, commands) {
        guard let pixels = entry.pixels(in: tile), pixels.overlaps(strip.region) else { continue }
        let canvasToClip = group.canvasToClip(tile, bias: entry.bias)
        let plane = entry.command.footprint?.depths(
          in: tile, canvasToClip, zeroToOne: group.hasZeroToOneDepth)
        passes[command.variant(entry.command.aBufferVariant)]?.draw(
          command, tile, in: target, canvasToClip: canvasToClip, nil,
          into: Destination(strip: strip, firstOrder: entry.firstOrder, plane: plane))
      }
    }
  }
}

extension ABufferPass {
  /// A region whose fragments are stored and blended together.
  struct Strip {
    /// The region in pixels of the framebuffer.
    let region: PixelRect
    /// Largest number of fragments.
    let capacity: Int

    /// The region and a pixel around it. The scissor only saves time: the shaders omit pixels outside the region. With
    /// several samples llvmpipe's scissor is off by a fraction of a pixel.
    var scissor: PixelRect {
      PixelRect(x: region.x - 1, y: region.y - 1, width: region.width + 2, height: region.height + 2)
    }
  }

  /// The destination of one item's fragments, and their common values.
  struct Destination {
    let strip: Strip
    /// The painter's order of the item's first triangle. It decides between fragments of equal depth.
    let firstOrder: UInt32
    /// The plane of a flat item, nil for others: its depth at pixel (x, y) of the framebuffer is x * plane.x + y *
    /// plane.y + plane.z.
    let plane: SIMD3<Float>?

    func setUniforms(_ program: borrowing ShaderProgram) {
      let region = strip.region
      glUniform4i(
        program.uniform("region"), GLint(region.x), GLint(region.y), GLint(region.width), GLint(region.height)
      )
      glUniform1ui(program.uniform("capacity"), GLuint(strip.capacity))
      glUniform1ui(program.uniform("firstOrder"), firstOrder)
      let plane = plane.map { SIMD4($0, 1) } ?? .zero
      glUniform4f(program.uniform("plane"), plane.x, plane.y, plane.z, plane.w)
    }
  }
}
