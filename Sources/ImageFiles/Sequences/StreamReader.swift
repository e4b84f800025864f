import MeshTransform

/// A stream of frames of equal size in bytes, read forward into one buffer.
final class StreamReader: FrameReader {
  let size: PixelSize
  private let stream: ByteStream
  /// Decodes a frame's bytes.
  private let picture: (UnsafeRawBufferPointer) -> Image
  /// The header before each frame; nil when frames have none.
  private let header: FrameHeader?
  private let frame: UnsafeMutableRawBufferPointer
  /// The number of the frame in the buffer.
  private var position = -1
  private(set) var frameCount: Int?

  typealias FrameHeader = (ByteStream, _ frame: Int) throws(FrameSourceError) -> Bool

  /// - `byteCount`: the size of a frame.
  /// - `header`: reads the header of a frame; false at the end of the stream.
  init(
    _ stream: ByteStream, size: PixelSize, byteCount: Int, header: FrameHeader? = nil,
    picture: @escaping (UnsafeRawBufferPointer) -> Image
  ) {
    (self.stream, self.size, self.header, self.picture) = (stream, size, header, picture)
    // The buffer is not touched before bytes arrive, so a wrong header reserves addresses but no memory.
    frame = .allocate(byteCount: byteCount, alignment: 16)
  }

  deinit { frame.deallocate() }

  var name: String { stream.name }
  var hasRandomAccess: Bool { false }

  func image(at index: Int) throws(FrameSourceError) -> Image? {
    guard index >= position else { throw .behind(name: name, frame: index, position: position) }
    while position < index {
      guard frameCount == nil, try readNext() else { return nil }
    }
    return picture(UnsafeRawBufferPointer(frame))
  }

  /// The last frame stays in the buffer when the stream ends after it.
  private func readNext() throws(FrameSourceError) -> Bool {
    let next = position + 1
    if let header, try !header(stream, next) { return ends() }
    let count: Int
    do { count = try stream.read(into: frame) } catch { throw .input(error) }
    if count == 0, header == nil { return ends() }
    guard count == frame.count else {
      throw .truncated(name: name, frame: next, got: count, expected: frame.count)
    }
    position = next
    return true
  }

  private func ends() -> Bool {
    frameCount = position + 1
    return false
  }
}
