import MeshTransform

/// The ffmpeg arguments of each video format.
struct Codec {
  /// The container's name, the encoder with its settings, and the pixel format.
  let arguments: [String]

  /// - Parameter quality: 0...100; nil is the format's default.
  init(_ kind: ClipKind, hasAlpha: Bool, quality: Int?) {
    // H.264 and VP9 count from 0 (best) to 51 and 63.
    func rate(best: Int, worst: Int, standard: Int) -> String {
      guard let quality else { return String(standard) }
      return String(worst - (worst - best) * quality / 100)
    }
    // RGB is converted to Y'CbCr by the matrix that the file names, in the range that players expect.
    func pixels(_ format: String) -> [String] {
      let flags = "accurate_rnd+full_chroma_int+full_chroma_inp"
      let matrix = "scale=out_color_matrix=bt709:out_range=tv:flags=\(flags)"
      let names = "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709"
      return [
        "-vf", "\(matrix),format=\(format),\(names)", "-colorspace", "bt709", "-color_primaries", "bt709",
        "-color_trc", "bt709", "-color_range", "tv",
      ]
    }
    switch kind {
    case .mp4:
      arguments =
        pixels("yuv420p")
        + ["-c:v", "libx264", "-crf", rate(best: 0, worst: 51, standard: 18), "-preset", "medium"]
        + ["-movflags", "+faststart", "-f", "mp4"]
    case .webm:
      arguments =
        pixels(hasAlpha ? "yuva420p" : "yuv420p")
        + ["-c:v", "libvpx-vp9", "-crf", rate(best: 4, worst: 63, standard: 20), "-b:v", "0", "-row-mt", "1"]
        // VP9's alternate reference frames lose the alpha.
        + (hasAlpha ? ["-auto-alt-ref", "0"] : []) + ["-deadline", "good", "-cpu-used", "4", "-f", "webm"]
    case .mov:
      arguments =
        pixels(hasAlpha ? "yuva444p10le" : "yuv444p10le")
        + [
          "-c:v", "prores_ks", "-profile:v", "4444", "-vendor", "apl0", "-alpha_bits", hasAlpha ? "16" : "0",
        ]
        + ["-f", "mov"]
    default:
      arguments =
        ["-c:v", "ffv1", "-level", "3", "-g", "1", "-pix_fmt", hasAlpha ? "bgra" : "bgr0", "-f", "matroska"]
    }
  }
}

extension Codec {
  /// The ffmpeg options of the sound: the codec of the source where the container takes it, else the container's usual
  /// one, or a lossless one beside lossless video.
  static func sound(_ kind: ClipKind, source: String) -> [String] {
    let (taken, other): (Set<String>, [String]) =
      switch kind {
      case .mp4: (["aac", "mp3", "ac3", "eac3", "alac", "opus", "flac"], ["aac", "-b:a", "192k"])
      case .webm: (["opus", "vorbis"], ["libopus", "-b:a", "160k"])
      case .mov: (["aac", "mp3", "ac3", "alac", "pcm_s16le", "pcm_s24le"], ["pcm_s16le"])
      default:
        (
          ["aac", "mp3", "ac3", "eac3", "dts", "alac", "opus", "vorbis", "flac", "pcm_s16le", "pcm_s24le"],
          ["flac"]
        )
      }
    return ["-map", "0:v:0", "-map", "1:a:0", "-c:a"] + (taken.contains(source) ? ["copy"] : other)
  }
}
