import CEGL
import RenderGraph

/// A batch of unbent items whose vertices and texture are on the device.
struct ResidentBatch {
  let batch: SquareBatch
  let buffers: BatchBuffers
  let texture: SharedTexture
}
