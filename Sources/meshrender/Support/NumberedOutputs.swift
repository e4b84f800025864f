import AnimationFiles
import ImageFiles

/// The outputs of a batch whose names differ only in a number: a sequence such as `w-%d.png` writes `w-1.png` too.
///
/// Digits beside the number of a sequence count as a part of it: `w-1%d.png` and `w-%d.png` are one output.
struct NumberedOutputs {
  /// A place without one of the numbers in the file's name.
  private struct Gap: Hashable {
    let before: FilePath, after: FilePath
  }

  /// A gap with its number of digits: the exact one of a file, the smallest one of a sequence.
  private typealias Numbered = (gap: Gap, digits: Int)

  private var sequences: [Gap: (index: Int, digits: Int)] = [:]
  /// The numbers of digits by jobs.
  private var files: [Gap: [Int: Int]] = [:]
  private var gaps: [Int: [Gap]] = [:]

  /// The number of the job that may write files of a sequence, too; nil where there is none.
  func job(writing sequence: SequenceFileNames) -> Int? {
    let (gap, digits) = Self.numbered(sequence)
    return sequences[gap]?.index ?? files[gap]?.first { $0.value >= digits }?.key
  }

  /// The number of the job whose sequence may have this file; nil where there is none.
  func job(writing file: FilePath) -> Int? {
    guard !sequences.isEmpty else { return nil }
    for (gap, digits) in Self.numbered(file) {
      if let sequence = sequences[gap], digits >= sequence.digits { return sequence.index }
    }
    return nil
  }

  mutating func add(_ sequence: SequenceFileNames, index: Int) {
    let (gap, digits) = Self.numbered(sequence)
    sequences[gap] = (index, digits)
    gaps[index, default: []].append(gap)
  }

  mutating func add(_ file: FilePath, index: Int) {
    let found = Self.numbered(file)
    for (gap, digits) in found { files[gap, default: [:]][index] = digits }
    gaps[index, default: []] += found.map(\.gap)
  }

  mutating func remove(_ index: Int) {
    for gap in gaps.removeValue(forKey: index) ?? [] {
      if sequences[gap]?.index == index { sequences[gap] = nil }
      files[gap]?[index] = nil
      if files[gap]?.isEmpty == true { files[gap] = nil }
    }
  }

  private static func numbered(_ sequence: SequenceFileNames) -> Numbered {
    let directory = FilePath(sequence.directory)
    let (prefix, suffix) = (FilePath(sequence.prefix).bytes, FilePath(sequence.suffix).bytes)
    let before = prefix.reversed().prefix(while: isDigit).count
    let after = suffix.prefix(while: isDigit).count
    let gap = Gap(
      before: directory + FilePath(bytes: prefix.dropLast(before)),
      after: FilePath(bytes: suffix.dropFirst(after)))
    return (gap, before + sequence.digits + after)
  }

  private static func numbered(_ file: FilePath) -> [Numbered] {
    let bytes = file.bytes
    var (found, end) = ([Numbered](), file.directory.bytes.count)
    while let start = bytes[end...].firstIndex(where: isDigit) {
      end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
      let gap = Gap(before: FilePath(bytes: bytes[..<start]), after: FilePath(bytes: bytes[end...]))
      found.append((gap, end - start))
    }
    return found
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
