#version 310 es
// edge-pixels.comp: each pixel that an edge crosses takes the mean of the colors on both sides, weighted by their areas.
// One dispatch computes the means, and a second writes them: a pixel may take the color of another one of these. One
// program for both, since llvmpipe compiles each in every process.
precision highp float;
precision highp int;
precision highp sampler2D;
layout(local_size_x = 128) in;

struct EdgePixel {  // see BlendedPixel
    ivec2 place;
    // The offsets of the two sides, four signed bytes, and the share of the inner one in 1/65536; then the mean.
    uvec2 value;
};
layout(std430, binding = 0) buffer EdgePixels { EdgePixel pixels[]; };
uniform ivec2 origin;  // the tile's first pixel on the canvas
uniform int stage;     // 0 computes the means, 1 writes them
uniform sampler2D picture;  // premultiplied
// The same texture. Formats of as many bits are compatible, whatever their channels mean.
#if BITS == 8
layout(r32ui, binding = 0) uniform writeonly highp uimage2D target;
#else
layout(rgba16ui, binding = 0) uniform writeonly highp uimage2D target;
#endif

uvec2 mean(EdgePixel pixel) {
    int offsets = int(pixel.value.x);
    ivec4 sides = ivec4(offsets << 24, offsets << 16, offsets << 8, offsets) >> 24;
    ivec2 place = pixel.place - origin;
    float share = float(pixel.value.y) / 65536.0;
    vec4 mean = mix(texelFetch(picture, place + sides.zw, 0), texelFetch(picture, place + sides.xy, 0), share);
#if BITS == 8
    return uvec2(packUnorm4x8(mean), 0);
#elif defined(LINEAR)
    return uvec2(packHalf2x16(mean.xy), packHalf2x16(mean.zw));
#else
    return uvec2(packUnorm2x16(mean.xy), packUnorm2x16(mean.zw));
#endif
}

void main() {
    int invocations = int(gl_NumWorkGroups.x) * 128;
    for (int i = int(gl_GlobalInvocationID.x); i < pixels.length(); i += invocations) {
        if (stage == 0) {
            pixels[i].value = mean(pixels[i]);
        } else {
            uvec2 bits = pixels[i].value;
#if BITS == 8
            imageStore(target, pixels[i].place - origin, bits.xxxx);
#else
            imageStore(target, pixels[i].place - origin, bits.xxyy >> uvec4(0, 16, 0, 16) & 0xFFFFu);
#endif
        }
    }
}
