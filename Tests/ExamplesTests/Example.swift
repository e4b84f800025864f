import Foundation
import ImageFiles
import MeshTransform
import Testing

/// A program of `Examples/`, as a reader sees it: a folder with one source file.
struct Example: Sendable, CustomTestStringConvertible {
  /// The folder's name and the program's, such as `02-wavy-label`.
  let name: String
  var testDescription: String { name }

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let images = package.appendingPathComponent("Examples/images")
  static let tests = package.appendingPathComponent("Tests/ExamplesTests")

  /// Every folder whose name starts with a digit, in order: a new example is tested without being listed here.
  static let all: [Example] = {
    let folder = package.appendingPathComponent("Examples").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.first?.isNumber == true }.sorted().map(Example.init)
  }()

  func source() throws -> String {
    try String(
      contentsOf: Self.package.appendingPathComponent("Examples/\(name)/main.swift"), encoding: .utf8)
  }

  /// The picture that it must draw. The identity's is its own input; the others were looked at and recorded.
  var reference: URL {
    name == "01-identity"
      ? Self.images.appendingPathComponent("photo.png")
      : Self.tests.appendingPathComponent("Golden/\(name).png")
  }
}

/// What a program said when it ended badly.
struct ExampleFailure: Error, CustomStringConvertible {
  let description: String
}

extension Example {
  /// Runs the built program in `folder` and waits for its end.
  ///
  /// - Parameter environment: changes to this process's own.
  /// - Returns: what it printed.
  /// - Throws: ``ExampleFailure`` with the program's own words when it is missing, fails or takes over a minute.
  @discardableResult
  func run(
    _ arguments: [String] = [], in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> String {
    // The tests run from the folder that the programs are built into.
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name)
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw ExampleFailure(description: "there is no \(program.path); run `swift build` first")
    }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }) { $1 }
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()

    let id = process.processIdentifier
    let alarm = DispatchWorkItem { kill(id, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: alarm)
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    alarm.cancel()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw ExampleFailure(
        description: "\(name) ended with \(process.terminationReason == .exit ? "status" : "signal") "
          + "\(process.terminationStatus) and said: \(said)")
    }
    return said
  }
}

/// An empty folder that goes away with its owner.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("ExamplesTests.\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> String { url.appendingPathComponent(name).path }
}
