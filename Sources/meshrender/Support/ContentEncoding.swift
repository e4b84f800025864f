import ImageFiles

/// The matrix and the range that the command line gives to the luma and color differences of moving contents.
struct ContentEncoding: Hashable, Sendable {
  /// The encoding of y4m streams.
  var stream = FrameSource.Encoding()
  /// The encoding of videos; a member that is nil is what the file states.
  var video = FrameSource.Encoding()
}
