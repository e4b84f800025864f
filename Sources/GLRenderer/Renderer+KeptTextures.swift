import MeshTransform
import RenderGraph

extension Renderer {
  /// Keeps the textures of images, gradients and flattened layers that the last picture has shown, for later pictures
  /// that show the same content again. Without this call they are freed after the first picture that does not.
  ///
  /// An error, or other options, frees the kept layers; another pixel format frees all kept textures.
  ///
  /// - Parameter limit: the bytes of all kept textures with the pixels of their images. Beyond it, those that were used
  ///   longest ago are freed.
  package func keepTextures(limit: Int) {
    guard let resources else { return }
    gl.enter()
    defer { gl.leave() }
    // A lost context is an error of the next picture.
    guard (try? gl.makeCurrent()) != nil else { return }
    resources.keepTextures(&cache.offscreen, limit: limit)
  }
}

extension FrameResources {
  /// - `cache`: describes the textures of offscreen passes.
  /// - `limit`: bytes.
  fileprivate func keepTextures(_ cache: inout OffscreenCache, limit: Int) {
    let bytesPerPixel = format.bytesPerPixel
    let excess = (textures.ages + cache.ages(bytesPerPixel: bytesPerPixel)).excess(over: limit) ?? .max
    // If the last picture alone exceeds the limit, the next one frees what it does not show.
    if excess > 1 {
      textures.keep()
      cache.keep(bytesPerPixel: bytesPerPixel) { offscreen.move($0, to: $1) }
    }
    let frames = max(excess, 2)
    textures.discard(unusedFor: frames)
    for texture in cache.discard(unusedFor: frames) { offscreen.remove(texture) }
  }
}
