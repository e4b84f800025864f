import MeshTransform
import RenderGraph

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Renderer {
  /// Gives the renderer memory for the next picture that ``PendingFrame/image()`` or ``render(_:options:)`` returns.
  ///
  /// ```swift
  /// for frame in 0..<count {
  ///   var picture: Image? = try renderer.render(scene(frame))
  ///   save(picture)
  ///   // Nothing else holds the bytes then.
  ///   if let bytes = picture.take()?.bytes { renderer.reuse(bytes) }
  /// }
  /// ```
  ///
  /// New memory for each picture would lie elsewhere in the heap, between what else was allocated since, and each of its
  /// pages would be requested from the system.
  ///
  /// - Parameter memory: the bytes of a picture that is no longer used. They are used once, by a picture of as many bytes,
  ///   and freed by any other. Where another value shares them, the picture is drawn into a copy.
  public func reuse(_ memory: consuming [UInt8]) { spareMemory = memory }

  /// Keeps up to 1 GiB of freed memory in the process for the next picture, instead of returning it to the system and
  /// requesting it again page by page.
  ///
  /// All threads then share one heap, so that memory that one thread allocates and another frees, as with scenes and
  /// pictures, is available to both. With a heap for each thread, large frames touch many new pages
  /// each.
  ///
  /// For programs that draw many pictures, called before they start threads; the setting applies to the whole process.
  /// Does nothing where the C library has no `mallopt`; GNU's has it.
  public static func keepFreedMemory() {
    // Swift's module of the C library does not export it.
    guard let symbol = dlsym(nil, "mallopt") else { return }
    typealias Option = @convention(c) (CInt, CInt) -> CInt
    let mallopt = unsafeBitCast(symbol, to: Option.self)
    let (trimThreshold, mapThreshold, mostHeaps): (CInt, CInt, CInt) = (-1, -3, -8)
    _ = mallopt(trimThreshold, 1 << 30)
    // Versions before 2.35 accept at most 32 MiB.
    if mallopt(mapThreshold, 1 << 30) == 0 { _ = mallopt(mapThreshold, 1 << 25) }
    _ = mallopt(mostHeaps, 1)
  }
}

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
    resources.keepTextures(&cache, limit: limit)
  }
}

extension FrameResources {
  /// - `cache`: describes the textures of offscreen passes, and has the images that only textures show.
  /// - `limit`: bytes.
  fileprivate func keepTextures(_ cache: inout FrameCache, limit: Int) {
    let bytesPerPixel = format.bytesPerPixel
    let ages = textures.ages + cache.offscreen.ages(bytesPerPixel: bytesPerPixel)
    let excess = ages.excess(over: limit) ?? .max
    // If the last picture alone exceeds the limit, the next one frees what it does not show.
    if excess > 1 {
      textures.keep()
      cache.keepProducts()
      cache.offscreen.keep(bytesPerPixel: bytesPerPixel) { offscreen.move($0, to: $1) }
    }
    let frames = max(excess, 2)
    textures.discard(unusedFor: frames)
    cache.discardProducts(unusedFor: frames)
    for texture in cache.offscreen.discard(unusedFor: frames) { offscreen.remove(texture) }
  }
}
