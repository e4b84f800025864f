import MeshTransform

extension Preview {
  /// Draws a picture, or its scene at the size of the preview.
  /// - Parameter picture: nil where it has been written in bands.
  func show(_ prepared: PreparedPicture, _ picture: Image?, _ opened: OpenedRenderer) {
    guard var picture else {
      return show(prepared.scene, prepared.options, prepared.profile, opened)
    }
    picture.colorProfile = prepared.profile
    show([picture], opened)
  }
}
