// fragments.glsl: keeps a pixel's translucent fragments in a list, unsorted; joined to mesh.frag.
#ifdef LIST
layout(early_fragment_tests) in;

struct Fragment {
    uvec2 color;  // premultiplied, 16 bits a channel
    float depth;  // at the pixel's middle; larger is nearer
    uint next;    // its number in the buffer, from 1 on; 0 ends the list
    vec2 slope;   // change of depth from pixel to pixel: the triangle is a plane, so this holds at every sample
    uint order;   // in which things are painted that lie in one plane
    uint samples; // those that the triangle covers, a bit each
};
layout(binding = 0, std430) coherent buffer Lists {
    uint fragmentCount;  // wanted, which may be more than there is room for
    uint mixedCount;     // pixels whose samples differ
    uint heads[];        // of each pixel of the region
};
layout(binding = 1, std430) writeonly buffer Fragments { Fragment fragments[]; };
uniform ivec4 region;  // left, top, width and height in pixels of the framebuffer
uniform uint capacity;
uniform uint firstOrder;
// Of what lies in one plane: its depth at pixel (x, y) is plane.x * x + plane.y * y + plane.z, the same bits for all its
// triangles. Else w is 0, and every triangle has its own.
uniform vec4 plane;

// - slope: change of depth from pixel to pixel.
void append(vec4 color, vec2 slope) {
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
        // The count must not begin anew at 2^32, or fragments would be lost without anyone noticing.
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
