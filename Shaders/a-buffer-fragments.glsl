// a-buffer-fragments.glsl: stores translucent fragments in the linked list of their pixel, unsorted; appended to
// mesh.frag.
#ifdef A_BUFFER
layout(early_fragment_tests) in;

struct Fragment {
    uvec2 color;  // premultiplied, 16 bits a channel
    float depth;  // at the pixel's center; larger is nearer
    uint next;    // 1 + the index of the next fragment; 0 ends the list
    vec2 slope;   // change of depth from pixel to pixel; constant over the triangle
    uint order;   // painter's order, for fragments of equal depth
    uint samples; // bit mask of the samples that the triangle covers
};
layout(binding = 0, std430) coherent buffer Heads {
    uint fragmentCount;  // includes fragments beyond the capacity
    uint mixedCount;     // pixels whose samples differ
    uint heads[];        // 1 + the index of the first fragment of each pixel of the region, row by row; 0 for none
};
layout(binding = 1, std430) writeonly buffer Fragments { Fragment fragments[]; };
uniform ivec4 region;  // left, top, width and height in pixels of the framebuffer
uniform uint capacity;    // fragments
uniform uint firstOrder;  // the painter's order of the item's first triangle
// The depth of a flat item at pixel (x, y) is plane.x * x + plane.y * y + plane.z, with equal bits for all its
// triangles. Where w is 0, every triangle has its own depths.
uniform vec4 plane;

// - slope: change of depth from pixel to pixel.
void store(vec4 color, vec2 slope) {
    float depth = gl_FragCoord.z;
    if (plane.w > 0.0) {
        depth = plane.x * gl_FragCoord.x + plane.y * gl_FragCoord.y + plane.z;
        slope = plane.xy;
    }
    uvec2 bits = uvec2(packUnorm2x16(color.rg), packUnorm2x16(color.ba));
    ivec2 pixel = ivec2(gl_FragCoord.xy) - region.xy;
    if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, region.zw))) return;
    if (bits.y < 0x10000u) return;
    uint at = atomicAdd(fragmentCount, 1u);
    if (at >= capacity) {
        // The count must not wrap at 2^32, or missing fragments would go undetected.
        if (at > 0x40000000u) atomicAdd(fragmentCount, 0xFFFFFFFFu);
        return;
    }
    fragments[at].color = bits;
    fragments[at].depth = depth;
    fragments[at].slope = slope;
    fragments[at].order = firstOrder + uint(gl_PrimitiveID);
    fragments[at].samples = uint(gl_SampleMaskIn[0]);
    fragments[at].next = atomicExchange(heads[pixel.y * region.z + pixel.x], at + 1u);
}
#endif
