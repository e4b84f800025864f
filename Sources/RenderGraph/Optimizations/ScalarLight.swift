import MeshTransform

extension Optimization {
  /// Shades with one vector where one gray directional light without highlights and gray ambient light are all light
  /// there is, as by default: on llvmpipe each of the two vectors that it saves costs 48 bytes for every triangle, or a
  /// lookup for every pixel. Changes no pixel by more than 1 of 255.
  ///
  /// W2 and W4 of `Benchmarks/frames.sh` take 0.95 of the time, W3 and W2aa 0.97.
  static let scalarLight = Optimization(
    "scalarLight",
    .item { compiled, _ in
      compiled.lighting.variant.hasScalarLight = compiled.lighting.scalarLight != nil
    })
}
