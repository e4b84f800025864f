import ImageFiles

/// An environment variable that changes what the tool does, for the manual.
struct EnvironmentVariable {
  let name: String
  /// Who reads it: the tool, or a library.
  let reader: String
  let summary: String

  static let all = [
    EnvironmentVariable(
      name: UntrustedOptions.variable, reader: "meshrender",
      summary: "1 sets --untrusted for each command that has it."),
    EnvironmentVariable(
      name: SharedFiles.variable, reader: "meshrender",
      summary:
        "The descriptors of open files, such as 100-131, that jobs and scenes may read and write as /proc/self/fd/100: for programs that share memory with the tool."
    ),
    EnvironmentVariable(
      name: "XDG_CACHE_HOME", reader: "meshrender",
      summary: "The folder in which meshrender/ keeps linked shader programs; default: .cache in HOME."),
    EnvironmentVariable(
      name: "HOME", reader: "meshrender", summary: "The home folder; without it, no shader programs are kept."
    ),
    EnvironmentVariable(
      name: "PATH", reader: "meshrender", summary: "The folders that are searched for ffmpeg, for videos."),
    EnvironmentVariable(
      name: "TMPDIR", reader: "meshrender",
      summary:
        "The folder in which a video from standard input is kept; default: /tmp, then /var/tmp and /dev/shm."),
    EnvironmentVariable(
      name: "FONTCONFIG_FILE", reader: "Fontconfig",
      summary: "The configuration of the fonts that are found by name; default: the system's."),
    EnvironmentVariable(
      name: "LP_NUM_THREADS", reader: "Mesa",
      summary:
        "The threads of the software rasterizer; default: one per core, 0 for the main thread only."
    ),
    EnvironmentVariable(
      name: "MESA_SHADER_CACHE_DIR", reader: "Mesa",
      summary: "The folder of Mesa's own cache of compiled shaders."),
    EnvironmentVariable(
      name: "MESA_SHADER_CACHE_DISABLE", reader: "Mesa",
      summary: "true switches Mesa's own cache of shaders off."),
  ]

  var json: String {
    JSONText.object([
      ("name", JSONText.string(name)), ("reader", JSONText.string(reader)),
      ("summary", JSONText.string(summary)),
    ])
  }
}
