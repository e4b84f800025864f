import MeshTransform

/// The graph as text, one line for each pass, depth group and item, for analysis of its cost.
extension RenderGraph: CustomStringConvertible {
  package var description: String {
    var lines: [String] = []
    for pass in texturePasses {
      switch pass {
      case .offscreen(let pass):
        lines.append("offscreen \(pass.texture.name), \(pass.purpose): \(pass.pass.summary)")
        lines += pass.pass.lines
      case .filter(let pass):
        lines.append("filter \(pass.texture.name): \(pass.summary)")
      }
    }
    lines.append("canvas: \(canvas.summary)")
    lines += canvas.lines
    return lines.joined(separator: "\n")
  }
}

extension RenderPass {
  /// Size, canvas tiles, samples and edges.
  fileprivate var summary: String {
    var parts = ["\(size) px"]
    let count = tiling.tiles.count
    if count > 1 { parts.append("\(count) tiles of up to \(tiling.tileSize) px") }
    let samples =
      sampling.deviceSamples * sampling.supersamplingFactor * sampling.supersamplingFactor
    parts.append(samples == 1 ? "1 sample per pixel" : "\(samples) samples per pixel")
    let blended = edges?.tiles.count(of: ScreenTiles.Mark.blended...ScreenTiles.Mark.blended) ?? 0
    if blended > 0 { parts.append("edges blended in \(blended.of("screen tile"))") }
    for level in edges?.levels ?? [] {
      let count = edges?.tiles.count(of: level.marks) ?? 0
      let samples = edgeSamples * level.supersamplingFactor * level.supersamplingFactor
      if count > 0 { parts.append("\(count.of("screen tile")) again with \(samples)") }
    }
    if !wireframes.isEmpty { parts.append(wireframes.count.of("wireframe")) }
    return parts.joined(separator: "; ")
  }

  fileprivate var lines: [String] {
    groups.enumerated().flatMap { number, group -> [String] in
      let commands: [DrawCommand] = group.commands + group.aBufferItems.entries.map(\.command)
      return ["  group \(number): \(group.summary)"] + commands.map { "    \($0.summary)" }
    }
  }
}

extension DepthGroup {
  fileprivate var summary: String {
    var parts = [(surfaceCount + aBufferItems.entries.count).of("item")]
    let calls = unbatched.reduce(batches.count) { $0 + commands[$1].calls.count }
    parts.append(calls.of("draw call"))
    if !self.parts.isEmpty {
      parts.append("\(commands.count - wholeCount) of the items divided into \(self.parts.count) parts")
    }
    for batch in batches { parts.append("\(batch.squares.count) items in one") }
    if !aBufferItems.isEmpty {
      parts.append("\(aBufferItems.entries.count) of the items through the A-buffer")
    }
    return parts.joined(separator: ", ")
  }
}

extension DrawCommand {
  fileprivate var summary: String {
    var parts = [item.content.name]
    if let imageTiling { parts[0] += " in \(imageTiling.count) tiles" }
    var faces = (item.surfaceCount * triangles.indices.count / 3).of("triangle")
    if let mesh = item.mesh, 2 * mesh.faceCount != triangles.indices.count / 3 {
      faces += " of \(2 * mesh.faceCount)"
    }
    parts.append(faces)
    parts.append(isOpaque ? "opaque" : "translucent")
    switch visibleSides {
    case .both: break
    case .front: parts.append("backs culled")
    case .back: parts.append("fronts culled")
    }
    switch lighting.lights.count {
    case 0: if look.isLit { parts.append("ambient light") }
    case let count: parts.append(look.hasScalarLight ? "1 gray light" : count.of("light"))
    }
    if look.isLit, look.hasTinyTriangles { parts.append("uniform light") }
    if copiedPixels != nil { parts.append("copied where nothing is behind") }
    for call in calls where calls.count > 1 || call.key.filter != .oneTap {
      parts.append("\(call.indices.count / 3) \(call.key.filter.name)")
    }
    return parts.joined(separator: "; ")
  }
}

extension FilterPass {
  fileprivate var summary: String {
    switch operation {
    case .blend(let mode, let source, let x, let y, _, let backdrop):
      "\(mode.rawValue) of \(source.name), \(source.size) px at (\(x), \(y)), with \(backdrop.name), \(backdrop.size) px"
    case .reduce(let source, let factor): "alpha of \(source.name), \(source.size) px, reduced by \(factor)"
    case .blur(let source, let sigma, let isDown, _), .blurBand(let source, let sigma, let isDown, _):
      "\(source.name), \(source.size) px, blurred by \(sigma) px along \(isDown ? "y" : "x")"
    case .band(let number, let shape, _, let factor):
      "band \(number) of \(shape.name), \(shape.size) px, by height, reduced by \(factor)"
    case .sum(let bands, _, _): "sum of \(bands.count.of("blurred band"))"
    }
  }
}

extension OffscreenPass {
  fileprivate var purpose: String {
    var parts: [String] = []
    if let quadrant { parts.append("quadrant \(quadrant.index + 1) of 4") }
    if needsMipmaps, drawsTexture { parts.append("with mipmaps") }
    return parts.isEmpty ? "as it is" : parts.joined(separator: ", ")
  }
}

extension OffscreenTexture {
  /// The layer's place in the tree, counted from zero, outermost first; then what the texture is for.
  fileprivate var name: String {
    let place = key.filter { $0 >= 0 }.map(String.init).joined(separator: ".")
    let roles = key.compactMap { TextureRole(rawValue: $0)?.name }
    return ([place].filter { !$0.isEmpty } + roles).joined(separator: " ")
  }
}

extension RenderItem.Content {
  fileprivate var name: String {
    switch self {
    case .white: "color"
    case .image(let image): "image \(image.size) px"
    case .gradient(_, let size): "gradient \(size) px"
    case .offscreen(let texture), .canvasPixels(let texture, _, _): "offscreen \(texture.name)"
    case .oversampled(let texture): "offscreen \(texture.name), oversampled"
    }
  }
}

extension TextureFilter {
  fileprivate var name: String {
    switch self {
    case .oneTap: "with one tap"
    case .twoTaps: "with two taps"
    case .anisotropic: "with anisotropic taps"
    case .mipmapped: "with mipmaps"
    }
  }
}

extension Int {
  /// "1 item", "2 items".
  fileprivate func of(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
