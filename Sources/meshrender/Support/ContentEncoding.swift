import ImageFiles

/// The matrix and the range that the command line gives to the luma and color differences of moving contents.
struct ContentEncoding: Hashable, Sendable {
  /// Of y4m streams, which state them rarely.
  var stream = FrameSource.Encoding()
  /// Of videos.
  var video = FrameSource.Encoding()
}
