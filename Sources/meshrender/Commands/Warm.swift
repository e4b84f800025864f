import ArgumentParser
import GLRenderer
import Glibc

/// Fills the caches of compiled shaders, so that a user's first picture waits for less compilation.
struct Warm: ParsableCommand, ThreadedCommand {
  static let configuration = CommandConfiguration(
    commandName: "warm",
    abstract: "Compile the shaders that most pictures need, and keep them for later runs.",
    discussion: """
      The driver compiles shaders when a picture first needs them, and keeps
      the code in the user's cache directory: XDG_CACHE_HOME, or .cache in
      HOME. In a new container the first picture therefore takes several times
      as long as the next. This command draws pictures of many kinds, writes
      none of them, and leaves the code in that directory. Run it when an image
      of a container is built, as the user who draws later, on a processor of
      the same kind.

      EXAMPLE
        meshrender warm
      """)

  @Option(help: .device) var device: DeviceChoice = .automatic

  func run() throws {
    guard let cache = ProgramCache.user else {
      throw Failure(
        .cannotCreate,
        "there is no directory for caches: neither XDG_CACHE_HOME nor HOME names one of this user; set one of them"
      )
    }
    try DriverStart.prepare()
    let opened = OpenedRenderer(device, programCache: cache, warn: Console.warn)
    let pictures = try WarmPictures.all()
    for (scene, samples) in pictures {
      _ = try opened.draw { renderer throws(RenderError) in
        try renderer.render(scene, options: RenderOptions(samples: samples))
      }
    }
    let count = opened.statistics.compiledPrograms
    guard access(cache.directory + "/.", W_OK) == 0 else {
      throw Failure(
        .cannotCreate,
        "\(cache.directory) cannot be written, so that nothing is kept; check its owner and the disk")
    }
    let programs = count == 1 ? "1 shader program" : "\(count) shader programs"
    try Console.report(
      "\(pictures.count) pictures drawn, \(programs) compiled; they are kept in \(cache.directory), and their code in the "
        + "driver's cache")
  }
}
