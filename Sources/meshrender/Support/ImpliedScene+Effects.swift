import MeshTransform

extension ImpliedScene {
  /// Sentences about flags that certainly change nothing of the picture.
  ///
  /// - Parameters:
  ///   - scene: as it is drawn, with one layer.
  ///   - hasWireframe: whether the mesh's lines are drawn.
  func flagsWithoutEffect(in scene: Scene, hasWireframe: Bool) -> [String] {
    let layer = scene.layers[0]
    var sentences: [String] = []
    if !hasWireframe, [layer.mesh].areBentInDepthOnly, layer.mesh?.brightness.isEmpty ?? true,
      layer.transform.ignoresDepth, layer.sublayers.allSatisfy(\.isBackContents),
      scene.lights.allSatisfy({ $0.kind == .ambient })
    {
      let flag = mesh.mesh.map { "--mesh \($0.excerpt)" } ?? "--displace"
      sentences.append(
        "\(flag) moves the content only in depth, which is not visible here; add a --light such as directional, or a "
          + "--transform such as \"perspective(800) rotateX(-45deg)\"")
    }
    if space.surface != nil, scene.lights.isEmpty {
      sentences.append("--surface has no effect without a light; add a --light")
    }
    if self.content.back.contents != nil, layer.mesh == nil, layer.transform.showsFront {
      sentences.append(
        "--back has no effect, because the back of the content is not visible; add a --mesh such as pageCurl, or "
          + "a --transform that shows it")
    }
    if !hasWireframe, scene.passthroughImage != nil {
      for (flag, isGiven) in [
        ("--magnification-filter", self.content.magnificationFilter != nil),
        ("--minification-filter", self.content.minificationFilter != nil),
      ] where isGiven {
        sentences.append("\(flag) has no effect: every pixel of the picture is a pixel of the content")
      }
    }
    return sentences
  }
}

extension Transform3D {
  /// Whether z moves nothing in x and y.
  fileprivate var ignoresDepth: Bool { m31 == 0 && m32 == 0 && m34 == 0 }

  /// Whether the plane z = 0 certainly shows its front: it is neither mirrored nor in perspective.
  fileprivate var showsFront: Bool { m14 == 0 && m24 == 0 && m44 > 0 && m11 * m22 > m12 * m21 }
}
