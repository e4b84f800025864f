import MeshTransform

extension Optimization {
  /// Filters no alpha where content on a mesh is opaque, and leaves it to the target to clamp lit colors to 1, which
  /// targets of linear light do not. Changes pixels by 1 of 255, where filters round alpha to less than 1.
  ///
  /// W2, W4 and W2aa of `Benchmarks/frames.sh` take 0.94 to 0.97 of the CPU time. Unbent layers are left out, so that opaque
  /// and translucent ones share a program.
  static let opaqueContent = Optimization(
    "opaqueContent",
    .item { compiled, view in
      guard case .mesh = compiled.item.shape, compiled.footprint == nil, view.blending == .encoded else {
        return
      }
      compiled.lighting.variant.isOpaque = true
    })
}
