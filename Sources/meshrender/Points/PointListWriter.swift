import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// Writes records with their places, in order. A file appears whole or not at all; standard output receives each batch at
/// once, so that a list of any length takes little memory.
struct PointListWriter {
  private let file: FileWriter?
  private let form: PointListForm
  private let isInverse: Bool
  private let listsAll: Bool
  private var hasHeader = false

  /// - Parameters:
  ///   - output: "-" is standard output.
  ///   - isInverse: whether places lie on the layer.
  ///   - listsAll: whether points have all of their places.
  init(_ output: String, _ form: PointListForm, isInverse: Bool, listsAll: Bool) throws(Failure) {
    (self.form, self.isInverse, self.listsAll) = (form, isInverse, listsAll)
    do { file = output == "-" ? nil : try FileWriter(OutputFile(argument: output)) } catch {
      throw Failure(error)
    }
  }

  /// Writes records in the order of their blocks, which are formatted by several threads.
  /// - Parameters:
  ///   - table: the columns of the list; nil for JSON Lines.
  ///   - frame: counted from 1; nil for a picture.
  ///   - projector: the projector of a layer.
  mutating func write(
    _ blocks: [[PointRecord]], of table: PointTable?, frame: Int?,
    by projector: (_ layer: String?) -> LayerPointProjector
  ) throws(Failure) {
    if form == .table, let table, let header = table.header, !hasHeader {
      let key = isInverse ? "content" : "canvas"
      let kept = table.kept.map { header[$0] }
      let results = (frame == nil ? [] : ["frame"]) + ["\(key)_x", "\(key)_y", "side", "visible", "inside"]
      try write(Array((table.line(kept + results) + "\n").utf8))
      hasHeader = true
    }
    let texts = mapBlocks(blocks.count, of: 1) { index in
      let records = blocks[index.lowerBound]
      var bytes: [UInt8] = []
      bytes.reserveCapacity(160 * records.count)
      for record in records {
        let projector = projector(record.layer)
        let place = projector.place(of: record)
        if form == .table, let table {
          bytes += table.line(fields(of: record, place, frame)).utf8
        } else {
          appendJSON(of: record, table, place, frame, projector, to: &bytes)
        }
        bytes.append(0x0A)
      }
      return bytes
    }
    for text in texts { try write(text) }
  }

  /// Publishes a file.
  func commit() throws(Failure) {
    do { try file?.commit() } catch { throw Failure(error) }
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    guard let file else {
      if bytes.write(to: STDOUT_FILENO) { return }
      // The reader has read enough.
      guard errno != EPIPE else { Interrupts.end(SIGPIPE) }
      throw Failure(
        .inputOutput, "standard output cannot be written: \(String(cString: strerror(errno)))")
    }
    do throws(OutputFileError) {
      try bytes.withUnsafeBufferPointer { bytes throws(OutputFileError) in
        try file.write(UnsafeRawBufferPointer(bytes))
      }
    } catch { throw Failure(error) }
  }

  // MARK: Forms

  private func fields(of record: PointRecord, _ place: ProjectedPlace, _ frame: Int?) -> [String] {
    var fields = record.fields
    if let frame { fields.append("\(frame)") }
    if case .point(let point) = place.shape {
      fields += [point.x.coordinateText, point.y.coordinateText]
    } else {
      fields += ["", ""]
    }
    return fields + [place.side?.rawValue ?? "", "\(place.isVisible)", "\(place.isInside)"]
  }

  private func appendJSON(
    of record: PointRecord, _ table: PointTable?, _ place: ProjectedPlace, _ frame: Int?,
    _ projector: LayerPointProjector, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "{"))
    if let frame { bytes += "\"frame\": \(frame), ".utf8 }
    if let table {
      for (name, field) in zip(table.keptNames, record.fields) {
        bytes += "\(name.quotedAsJSON): \(field.fieldAsJSON), ".utf8
      }
    } else {
      bytes += record.members
      bytes += ", ".utf8
    }
    bytes += json(of: place).utf8
    if listsAll, case .point = record.shape {
      let all = projector.allPlaces(of: record).map { "{\(json(of: $0))}" }
      bytes += ", \"all\": \(JSONText.array(all))".utf8
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private func json(of place: ProjectedPlace) -> String {
    let side = place.side.map { "\"\($0.rawValue)\"" } ?? "null"
    return "\"\(isInverse ? "content" : "canvas")\": \(place.shape?.json ?? "null"), \"side\": \(side), "
      + "\"visible\": \(place.isVisible), \"inside\": \(place.isInside)"
  }
}

extension PointRecord.Shape {
  fileprivate var json: String {
    switch self {
    case .point(let point): point.json
    case .box(let box):
      "["
        + [box.minX, box.minY, box.size.width, box.size.height].map(\.coordinateText).joined(separator: ", ")
        + "]"
    case .polygon(let corners): "[" + corners.map(\.json).joined(separator: ", ") + "]"
    }
  }
}

extension Point {
  fileprivate var json: String { "[\(x.coordinateText), \(y.coordinateText)]" }
}

extension Double {
  /// The number rounded to a millionth.
  fileprivate var coordinateText: String {
    let rounded = (self * 1e6).rounded() / 1e6
    return rounded.isFinite ? (rounded + 0).shortText : shortText
  }
}

extension String {
  /// The field of a table as a value of JSON: a number as it is, other text as a string.
  fileprivate var fieldAsJSON: String {
    var text = self
    let isNumber = text.withUTF8 { JSONNumber($0, at: 0)?.end == $0.count }
    return isNumber ? self : quotedAsJSON
  }
}
