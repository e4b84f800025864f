import Foundation
import MeshTransform
import SceneDocument
import TestSupport
import Testing

/// Compares the mesh file's reader with Foundation's, an independent implementation.
@Suite struct JSONFuzzTests {
  private struct Plain: Decodable {
    var vertices: [[Double]]
    var faces: [[UInt32]]
  }

  @Test func numbersAreFoundations() throws {
    var random = SplitMix64(seed: 11)
    var texts = [
      "0", "-0", "-0.0", "1e-46", "7e-46", "1.1754943508222875e-38", "3.4028235e38", "0.1", "1E+2",
    ]
    // Just below, at and above the midpoint of 1 and the next Float, where rounding twice would err.
    texts += ["1.000000059604644775390624", "1.000000059604644775390625", "1.000000059604644775390626"]
    texts += ["1.00000005960464477", "1.00000005960464478", "33554433", "33554434.99999999999999999999"]
    for _ in 0..<3000 {
      let digits = String(UInt64.random(in: 0...(.max), using: &random)).prefix(
        Int.random(in: 1...19, using: &random))
      let point = Int.random(in: 0...digits.count, using: &random)
      let whole = digits.prefix(point).drop { $0 == "0" }
      let part = digits.dropFirst(point)
      let power = Int.random(in: -50...30, using: &random)
      texts.append(
        (Bool.random(using: &random) ? "-" : "") + (whole.isEmpty ? "0" : whole)
          + (part.isEmpty ? "" : "." + part) + (Bool.random(using: &random) ? "" : "e\(power)"))
    }
    for text in texts {
      guard let expected = Float(text), expected.isFinite else { continue }
      let json = "{\"vertices\":[[\(text),0,0,0,0],[1,0,1,0,0],[1,1,1,1,0]],\"faces\":[[0,1,2,2]]}"
      let read = try MeshFile.read(Array(json.utf8), name: "m").vertices[0].fromX
      #expect(read.bitPattern == expected.bitPattern, "\(text)")
    }
  }

  @Test(arguments: 0..<4)
  func brokenFilesNeverCrash(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let text =
      "{\"vertices\":[[0,0,0,0,0],[1,0,1,0,0.5],[1,1,1,1,-2e-1],[0,1,0,1,0]],\"faces\":[[0,1,2,3],[3,2,1,0]]}"
    let original = Array(text.utf8)
    let pieces: [[UInt8]] = ["[", "]", "{", "}", ",", ":", "\"", "\\", "e", "-", ".", "9", "\u{0}", " "].map {
      Array($0.utf8)
    }
    for _ in 0..<1500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random)!, at: place)
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      // Foundation refuses the legal number 0e5.
      if String(decoding: bytes, as: UTF8.self).contains(/[^0-9.]0[eE]/) { continue }
      let foundation = try? JSONDecoder().decode(Plain.self, from: Data(bytes))
      do throws(DocumentError) {
        let contents = try MeshFile.read(bytes, name: "m")
        #expect(foundation?.faces.count == contents.faces.count, "\(String(decoding: bytes, as: UTF8.self))")
        #expect(
          foundation?.vertices.map { $0.map { Float($0) } }
            == contents.vertices.map {
              [$0.fromX, $0.fromY, $0.toX, $0.toY, $0.toZ]
            })
      } catch { #expect(!error.description.isEmpty) }
    }
  }
}
