import ArgumentParser

struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Tell the device that draws, the time of each stage, and what memory and GL objects a frame takes.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose contradict each other; give one.") }
  }

  func warn(_ sentence: String) {
    if !quiet { Console.warn(sentence) }
  }
}
