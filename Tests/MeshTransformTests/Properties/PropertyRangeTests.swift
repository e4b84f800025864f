import Testing

@testable import MeshTransform

/// Each number of each property is checked, by itself.
struct PropertyRangeTests {
  @Test func layers() { check(Layer.properties, Layer(bounds: Rect(1, 2, 3, 4), position: Point(5, 6))) }

  @Test func lightsAndSurfaces() {
    check(Light.properties, Light())
    check(Surface.properties, Surface())
  }

  /// Whether the range of every number of every property ends where the check ends, and no other number is read.
  private func check<Owner>(_ properties: [Property<Owner>], _ valid: Owner) {
    #expect(properties.fault(in: valid) == nil)
    var count = 0
    for property in properties {
      guard let range = property.value.range else {
        #expect(property.isInRange(valid))
        continue
      }
      for (index, write) in writers(property.value).enumerated() {
        for number in [range.upperBound, range.clamp(range.lowerBound)] {
          var owner = valid
          write(&owner, number)
          #expect(property.isInRange(owner), "\(property.name), number \(index): \(number)")
        }
        for number in [2 * abs(range.upperBound) + 1, -2 * abs(range.lowerBound) - 1, .nan] {
          if number == range.exception { continue }
          var owner = valid
          write(&owner, number)
          #expect(!property.isInRange(owner), "\(property.name), number \(index): \(number)")
          #expect(properties.fault(in: owner)?.name == property.name, "\(property.name), number \(index)")
          count += 1
        }
      }
    }
    #expect(count >= 3 * properties.count { $0.value.range != nil })
  }

  /// Sets the numbers of a value one by one.
  private func writers<Owner>(_ value: Property<Owner>.Value) -> [(inout Owner, Double) -> Void] {
    switch value {
    case .number(let path, _): [{ $0[keyPath: path] = $1 }]
    case .optionalNumber(let path, _, _): [{ $0[keyPath: path] = $1 }]
    case .angle(let path, _): [{ $0[keyPath: path] = .degrees($1) }]
    case .point(let path, _): [{ $0[keyPath: path].x = $1 }, { $0[keyPath: path].y = $1 }]
    case .point3D(let path, _), .direction(let path, _):
      [{ $0[keyPath: path].x = $1 }, { $0[keyPath: path].y = $1 }, { $0[keyPath: path].z = $1 }]
    case .rect(let path, _):
      (0..<4).map { place in
        { owner, number in
          let rect = owner[keyPath: path]
          var numbers = [rect.minX, rect.minY, rect.size.width, rect.size.height]
          numbers[place] = number
          owner[keyPath: path] = Rect(numbers[0], numbers[1], numbers[2], numbers[3])
        }
      }
    case .color(let path):
      [
        { $0[keyPath: path].red = $1 }, { $0[keyPath: path].green = $1 }, { $0[keyPath: path].blue = $1 },
        { $0[keyPath: path].alpha = $1 },
      ]
    case .optionalColor(let path):
      [{ $0[keyPath: path] = Color(red: $1, green: 0, blue: 0, alpha: 0) }]
    case .flag, .choice: []
    }
  }
}
