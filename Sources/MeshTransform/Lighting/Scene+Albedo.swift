extension Scene {
  /// The scene without light: its colors as they are. Without lights, shadows, shading masks (``Layer/MaskMode/shade``) and
  /// the brightness of meshes.
  public var albedo: Scene {
    var scene = self
    scene.lights = []
    scene.layers.changeEach { layer in
      layer.lights = []
      layer.sublayers.removeAll { $0.maskMode == .shade }
      layer.mesh?.brightness = []
      (layer.shadowOpacity, layer.contactShadowOpacity) = (0, 0)
    }
    return scene
  }

  /// The scene with white in place of every color, as transparent as before: what it shows is its light, with its shadows
  /// and highlights. Masks and lights keep their colors.
  public var whitened: Scene {
    var scene = self
    scene.canvas.background = scene.canvas.background.whitened
    scene.layers.changeEach { layer in
      layer.contents = layer.contents.whitened
      layer.backgroundColor = layer.backgroundColor?.whitened
      layer.borderColor = layer.borderColor.whitened
    }
    return scene
  }

  /// The layers alone: the scene without light and without a background, whose alpha is the part of each pixel that layers
  /// cover.
  public var uncovered: Scene {
    var scene = albedo
    scene.canvas.background = .clear
    return scene
  }
}

extension [Layer] {
  /// Changes all layers of the trees but masks and what is in them.
  fileprivate mutating func changeEach(_ change: (inout Layer) -> Void) {
    for index in indices where self[index].maskMode == .none {
      change(&self[index])
      self[index].sublayers.changeEach(change)
    }
  }
}

extension Layer.Contents {
  fileprivate var whitened: Layer.Contents {
    switch self {
    case .none: return .none
    case .image(let image): return .image(image.whitened)
    case .color(let color): return .color(color.whitened)
    case .gradient(var gradient):
      for index in gradient.stops.indices {
        gradient.stops[index].color = gradient.stops[index].color.whitened
      }
      return .gradient(gradient)
    }
  }
}

extension Color {
  /// White of the same alpha.
  fileprivate var whitened: Color { Color(red: 1, green: 1, blue: 1, alpha: alpha) }
}

extension Image {
  /// White of the same alpha.
  fileprivate var whitened: Image {
    let step = depth.bytesPerPixel / 4
    let pixels = bytes.count / (4 * step)
    var bytes = bytes
    bytes.withUnsafeMutableBytes { bytes in
      for pixel in 0..<pixels {
        let first = 4 * step * pixel
        for channel in 0..<3 {
          for byte in 0..<step {
            let alpha = alpha == .premultiplied ? bytes[first + 3 * step + byte] : 0xFF
            bytes[first + channel * step + byte] = alpha
          }
        }
      }
    }
    return Image(
      size: size, alpha: alpha, depth: depth, bytes: bytes, colorProfile: colorProfile,
      pixelDensity: pixelDensity)
  }
}
