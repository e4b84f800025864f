import MeshTransform

/// How a scene is compiled into a render graph.
package struct GraphOptions: Hashable {
  package var limits: Limits
  package var wireframe: Wireframe?
  /// Whether every face is drawn as it is given and every pixel is lit.
  package var isExact = false
  package var antialiasing: Antialiasing
  /// Whether triangles outside of the canvas are left out.
  package var cullsViewport = true
  /// Whether invisible backs of opaque meshes are left out.
  package var cullsBackFaces = true
  /// Share of the picture that may contain edges before all of it gets several samples.
  package var edgeShare = EdgeAnalysis.largestShare

  package struct Limits: Hashable {
    /// Largest side of an offscreen texture in pixels.
    package var textureSide: Int
    /// Pixels of offscreen textures and gradients in total.
    package var pictureArea: Int
    /// Bytes for the fragments of the A-buffer.
    package var transparencyMemory: Int

    package init(textureSide: Int, pictureArea: Int, transparencyMemory: Int) {
      (self.textureSide, self.pictureArea) = (textureSide, pictureArea)
      self.transparencyMemory = transparencyMemory
    }
  }

  package init(
    limits: Limits, wireframe: Wireframe? = nil, isExact: Bool = false, antialiasing: Antialiasing,
    cullsViewport: Bool = true, cullsBackFaces: Bool = true, edgeShare: Double = EdgeAnalysis.largestShare
  ) {
    (self.limits, self.wireframe, self.isExact) = (limits, wireframe, isExact)
    (self.antialiasing, self.edgeShare) = (antialiasing, edgeShare)
    (self.cullsViewport, self.cullsBackFaces) = (cullsViewport, cullsBackFaces)
  }
}
