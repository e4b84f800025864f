import MeshTransform

extension Scene {
  /// Why a picture of the scene has only transparent pixels, and what helps; nil where the background is visible.
  ///
  /// - Parameter fits: whether the canvas is that of `--fit`.
  func reasonForBlankness(fits: Bool) -> String? {
    guard canvas.background.alpha == 0 else { return nil }
    let outline: Rect
    switch extent() {
    case .empty: return "every layer is hidden, transparent or without a size"
    case .unbounded: return "nothing is visible on the canvas, and something is behind the eye"
    case .bounded(let rect): outline = rect
    }
    if outline.size.width < 1e-9 || outline.size.height < 1e-9 {
      return "everything visible is scaled to 0 or turned edge-on; change its transform"
    }
    let seen = outline.intersection(canvas.frame)
    guard let seen, seen.size.width > 0, seen.size.height > 0 else {
      return "nothing is on the canvas" + (fits ? "" : "; try --fit")
    }
    let reason = "everything on the canvas is transparent"
    return fits || seen == outline ? reason : "\(reason); --fit shows what is outside"
  }
}
