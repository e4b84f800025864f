import MeshTransform
import RenderGraph
import SoftwareRaster

/// A scene that has been compiled for the device, and whose GL calls are not yet issued.
struct CompiledFrame {
  let graph: RenderGraph
  let canvas: Canvas
  /// The objects on the device with which it is drawn.
  let resources: FrameResources
  /// The textures of earlier frames that are still kept after this one.
  let keptTextures: [OffscreenTexture.ID]

  /// Whether other frames may be compiled before this one is drawn, and whether this saves time: it draws no textures on
  /// which they could depend, and its triangles take longer than its pixels. A frame whose pixels take longer is drawn
  /// at once, while the caller stores the frame before.
  var mayWait: Bool {
    graph.texturePasses.isEmpty && graph.textures.isEmpty && graph.canvas.wireframes.isEmpty
      && graph.canvas.tiling.tiles.count == 1 && graph.canvas.isTriangleBound
  }
}

@available(*, unavailable) extension CompiledFrame: Sendable {}
