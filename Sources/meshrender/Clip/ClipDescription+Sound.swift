import AnimationFiles
import ImageFiles

extension ClipDescription {
  /// The sound of a range of frames: that of the first moving content that has one, in the order of the layers.
  ///
  /// Nil, with a warning, when the content starts again before the end, because its sound would not, and when it begins
  /// later than the clip.
  func sound(of range: Range<Int>, warn: (String) -> Void) -> SoundTrack? {
    let audible = contents.filter { $0.source.sound != nil }
    guard let content = audible.first, let sound = content.source.sound else { return nil }
    if let other = audible.first(where: { $0.source !== content.source }) {
      warn("the clip has the sound of \(sound.name), but not that of \(other.source.name)")
    }
    let (start, end) = (
      times.time(of: range.lowerBound) - content.beginTime,
      times.time(of: range.upperBound) - content.beginTime
    )
    guard start >= 0 else {
      warn("the sound of \(sound.name) is left out, because its frames begin later than the clip")
      return nil
    }
    let length = content.source.duration ?? content.source.statedDuration ?? 0
    if content.source.end == .loop, end > length + 0.1 {
      warn("the sound of \(sound.name) is omitted, because its frames loop")
      return nil
    }
    return sound.part(from: start, duration: times.mayEndEarly ? nil : end - start)
  }
}
