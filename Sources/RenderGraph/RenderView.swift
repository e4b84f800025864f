import MeshTransform

/// The options, the device and the color space for which all items of a picture are compiled.
package struct RenderView {
  package let options: GraphOptions
  package let device: DeviceProfile
  package let blending: Canvas.Blending
}
