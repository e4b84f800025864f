/// The lifetimes of transient textures, which every picture draws anew: isolated layers, backdrops and shadows.
extension RenderGraph {
  /// For each texture pass, the transient textures that no later pass reads. Later passes may draw into these textures.
  package var released: [[OffscreenTexture.ID]] {
    var released = [[OffscreenTexture.ID]](repeating: [], count: texturePasses.count)
    // A scene without transient textures may have many commands.
    if transients.isEmpty { return released }
    var last: [OffscreenTexture.ID: Int] = [:]
    for (number, pass) in texturePasses.enumerated() {
      for texture in pass.sources + [pass.texture] where transients.contains(texture.id) {
        last[texture.id] = number
      }
    }
    for texture in canvas.sources { last[texture.id] = nil }
    // In the order of the passes, so that every picture draws into the same textures.
    for texture in texturePasses.map(\.texture) {
      guard let number = last.removeValue(forKey: texture.id) else { continue }
      released[number].append(texture.id)
    }
    return released
  }
}

extension TexturePass {
  /// The texture that the pass makes.
  package var texture: OffscreenTexture {
    switch self {
    case .offscreen(let pass): pass.texture
    case .filter(let pass): pass.texture
    }
  }

  /// The textures that the pass reads.
  fileprivate var sources: [OffscreenTexture] {
    switch self {
    case .offscreen(let pass): pass.pass.sources
    case .filter(let pass): pass.operation.sources
    }
  }
}

extension RenderPass {
  fileprivate var sources: [OffscreenTexture] {
    groups.flatMap { group in
      (group.aBufferItems.entries.map(\.command) + group.commands).compactMap { command in
        switch command.item.content {
        case .offscreen(let texture), .oversampled(let texture), .canvasPixels(let texture, _, _): texture
        case .white, .image, .gradient: nil
        }
      }
    }
  }
}

extension FilterPass.Operation {
  fileprivate var sources: [OffscreenTexture] {
    switch self {
    case .blend(_, let source, _, _, _, let backdrop): [source, backdrop]
    case .reduce(let source, _), .blur(let source, _, _, _), .blurBand(let source, _, _, _): [source]
    case .band(_, let shape, let heights, _): [shape, heights]
    case .sum(let bands, let underside, _): bands.map(\.texture) + [underside.texture]
    }
  }
}
