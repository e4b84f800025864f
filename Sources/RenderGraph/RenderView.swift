import MeshTransform

/// The properties that all items of a picture are compiled for: the options, the device and the space of colors.
package struct RenderView {
  package let options: GraphOptions
  package let device: DeviceProfile
  package let blending: Canvas.Blending
}
