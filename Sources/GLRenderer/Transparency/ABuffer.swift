import CEGL
import MeshTransform
import RenderGraph

/// Stores all translucent fragments of a region's pixels, then sorts and blends the fragments of each pixel: exact for
/// every overlap and intersection of surfaces.
///
/// Memory is bounded. A region with too many fragments is drawn part by part.
final class ABuffer {
  private let gl: GLContext
  private var blending: [ABufferBlending.Variant: ABufferBlending] = [:]
  private var heads = ShaderBuffer()
  private var fragments = ShaderBuffer()
  /// The list of pixels whose samples differ, used while they are few.
  private var mixed = ShaderBuffer()

  /// Size of a fragment in bytes, as the shaders declare it.
  static let fragmentSize = 32
  /// Size in bytes of the two counters before the list heads: fragments, and pixels whose samples differ.
  private static let headerSize = 8
  /// Reciprocal of the share of a region's pixels whose samples may differ; beyond it all pixels are drawn sample by
  /// sample.
  private static let mixedShare = 16

  init(_ gl: GLContext) { self.gl = gl }

  /// The memory for a region's fragments, as the shader that makes them uses it.
  struct Room {
    /// The region in pixels of the framebuffer.
    let region: PixelRect
    /// Largest number of fragments.
    let capacity: Int
    /// The region and a pixel around it. The scissor only saves time: the shaders omit pixels outside the region. With
    /// several samples llvmpipe's scissor is off by a fraction of a pixel.
    var scissor: PixelRect { region.outset(by: 1) }
  }

  /// Blends the translucent items over the content of the target.
  ///
  /// - `region`: the region in pixels of the framebuffer.
  /// - `viewport`: the part of the framebuffer that is drawn into, from its first pixel.
  /// - `memory`: the memory for fragments in bytes.
  /// - `hasDepths`: whether the target may contain opaque items.
  /// - `estimate`: the approximate number of fragments. Too many parts cost less than a part that is drawn in vain.
  /// - `drawFragments`: draws all translucent items with a shader that stores fragments.
  /// - Throws: ``GLError/transparencyMemory(fragments:limit:)`` when the fragments of a single pixel do not fit.
  func draw(
    _ region: PixelRect, in target: borrowing Framebuffer, viewport: PixelSize, memory: Int, hasDepths: Bool,
    estimate: Int,
    drawFragments: (Room) -> Void
  ) throws(GLError) {
    let limit = max(1, min(memory, gl.capabilities.maxShaderBuffer) / Self.fragmentSize)
    // The last part is drawn next.
    var parts = estimate > limit ? region.divided(into: estimate / limit + 1) : [region]
    while let part = parts.popLast() {
      try reserve(fragments: min(limit, 2 * part.width * part.height))
      let room = Room(region: part, capacity: min(limit, fragments.size / Self.fragmentSize))
      let wanted = try collect(room, drawFragments)
      if wanted <= room.capacity {
        try blend(part, target, viewport: viewport, hasDepths: hasDepths)
      } else if wanted <= limit {
        try reserve(fragments: min(limit, wanted + wanted / 8))
        parts.append(part)
      } else if part.width * part.height > 1 {
        parts += part.divided(into: wanted / limit + 1).reversed()
      } else {
        throw .transparencyMemory(fragments: wanted, limit: limit * Self.fragmentSize)
      }
    }
  }

  private func reserve(fragments count: Int) throws(GLError) {
    try fragments.reserve(gl, bytes: count * Self.fragmentSize)
  }

  /// Stores the fragments of a region.
  /// - Returns: the number of fragments, including those beyond the capacity.
  private func collect(_ room: Room, _ drawFragments: (Room) -> Void) throws(GLError) -> Int {
    let region = room.region
    let size = Self.headerSize + 4 * region.width * region.height
    try heads.reserve(gl, bytes: size)
    try heads.zero(gl, bytes: size, onDevice: gl.capabilities.deviceClass.keepsListsOnDevice)
    heads.bind(0)
    fragments.bind(1)
    drawFragments(room)
    glMemoryBarrier(GLbitfield(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT))
    return try heads.word(gl, 0)
  }

  private func blend(
    _ region: PixelRect, _ target: borrowing Framebuffer, viewport: PixelSize, hasDepths: Bool
  ) throws(GLError) {
    let samples = target.samples
    let capacity = region.width * region.height / Self.mixedShare
    if samples == 1 {
      try prepare(.single)
    } else {
      for variant in [ABufferBlending.Variant.perPixel, .perSample, .perSampleOfPoints] {
        try prepare(variant)
      }
      try mixed.reserve(gl, bytes: 4 * max(1, capacity))
      mixed.bind(2)
    }
    // A count of the remaining pixels, to draw only those, would wait for the device.
    let countsMixed = !gl.capabilities.deviceClass.keepsListsOnDevice
    try target.withReadableDepths { depths throws(GLError) in
      let job = ABufferBlending.Job(
        region: region, viewport: viewport, samples: samples, depths: hasDepths ? depths : 0,
        mixedCapacity: capacity)
      if samples == 1 {
        blending[.single]?.draw(job)
        return
      }
      blending[.perPixel]?.draw(job)
      glMemoryBarrier(
        GLbitfield(
          GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT))
      let count = countsMixed ? try heads.word(gl, 1) : .max
      if count > capacity {
        blending[.perSample]?.draw(job)
      } else if count > 0 {
        blending[.perSampleOfPoints]?.draw(job, mixed: mixed, count: count)
      }
    }
  }

  private func prepare(_ variant: ABufferBlending.Variant) throws(GLError) {
    if blending[variant] == nil { blending[variant] = try ABufferBlending(gl, variant) }
  }
}

@available(*, unavailable) extension ABuffer: Sendable {}

extension PixelRect {
  /// The rectangle with this many pixels more on each side.
  func outset(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

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
