/// Refines the rows of a grid between two rows of the control mesh along the columns, independently of all other rows:
/// they depend on only four rows of the control mesh. Reuses its memory for each pair of rows.
///
/// A row that two pairs share is equal in every bit.
struct GridRowRefiner<Value: SubdivisionValue>: ~Copyable {
  /// The control mesh's rows, already refined along themselves.
  private let wide: UnsafeBufferPointer<Value>
  private let width: Int
  private let controlRows: Int
  private let steps: Int
  /// The rows after a step, and after the next; one row. Unmanaged memory, whose bounds are known, because the loops
  /// over it dominate the time.
  private let buffers: (UnsafeMutablePointer<Value>, UnsafeMutablePointer<Value>)
  private let line: UnsafeMutablePointer<Value>

  init(_ wide: UnsafeBufferPointer<Value>, width: Int, controlRows: Int, steps: Int) {
    (self.wide, self.width, self.controlRows, self.steps) = (wide, width, controlRows, steps)
    // The rows before the last step, with one more on either side.
    let capacity = (1 << (steps - 1) + 3) * width
    buffers = (.allocate(capacity: capacity), .allocate(capacity: capacity))
    line = .allocate(capacity: width)
  }

  deinit {
    buffers.0.deallocate()
    buffers.1.deallocate()
    line.deallocate()
  }

  /// Calls `body` with each refined row and its number, from row `row` of the control mesh on. The last row of the grid
  /// belongs to the last pair.
  func forEachRow(below row: Int, _ body: (UnsafePointer<Value>, Int) -> Void) {
    guard let wide = wide.baseAddress else { return }
    var range = max(0, row - 1)...min(controlRows, row + 2)
    var count = controlRows
    var (rows, nextRows) = buffers
    rows.update(from: wide + range.lowerBound * width, count: range.count * width)
    for step in 1..<steps {
      let next = max(0, row << step - 1)...min(2 * count, (row + 1) << step + 1)
      for i in next {
        refine(
          rows, from: range.lowerBound, last: count, row: i, to: nextRows + (i - next.lowerBound) * width)
      }
      swap(&rows, &nextRows)
      (range, count) = (next, 2 * count)
    }
    let end = (row + 1) << steps + (row + 1 == controlRows ? 1 : 0)
    for i in row << steps..<end {
      refine(rows, from: range.lowerBound, last: count, row: i, to: line)
      body(line, i)
    }
  }

  /// Row `row` after one step of the uniform cubic B-spline, with fixed first and last rows.
  ///
  /// - Parameters:
  ///   - rows: the rows before the step, beginning with number `first`.
  ///   - last: the number of the grid's last row before the step.
  private func refine(
    _ rows: UnsafePointer<Value>, from first: Int, last: Int, row: Int, to line: UnsafeMutablePointer<Value>
  ) {
    let old = row / 2
    let b = rows + (old - first) * width
    if row % 2 == 1 {
      let c = b + width
      for j in 0..<width { line[j] = b[j] * 0.5 + c[j] * 0.5 }
    } else if old == 0 || old == last {
      line.update(from: b, count: width)
    } else {
      let (a, c) = (b - width, b + width)
      for j in 0..<width { line[j] = a[j] * 0.125 + b[j] * 0.75 + c[j] * 0.125 }
    }
  }
}
