/// The shader variants of a picture. Each takes a driver up to a tenth of a second and two megabytes to compile.
struct VariantCount {
  /// The number up to which variants are compiled as they are; beyond it ``MeshVariant/general`` ones stand for them.
  private static let special = 48
  /// The largest number of general variants in one picture.
  static let limit = 96

  private var variants: Set<MeshVariant> = [], generalVariants: Set<MeshVariant> = []
  private var last: MeshVariant?

  /// - Throws: for more general variants than the limit.
  mutating func add(_ group: DepthGroup) throws(GraphError) {
    for command in group.commands { try add(command.variant) }
    for entry in group.aBufferItems.entries { try add(entry.command.aBufferVariant) }
  }

  /// Consecutive items mostly have one variant.
  mutating func add(_ variant: MeshVariant) throws(GraphError) {
    if variant == last { return }
    last = variant
    guard variants.insert(variant).inserted else { return }
    generalVariants.insert(variant.general)
    guard generalVariants.count <= Self.limit else { throw .variants(limit: Self.limit) }
  }

  var needsGeneralVariants: Bool { variants.count > Self.special }
}
