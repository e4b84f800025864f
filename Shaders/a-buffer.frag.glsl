#version 310 es
// a-buffer.frag: sorts the translucent fragments of a pixel, or of one of its samples, by depth and blends them.
#ifdef PER_SAMPLE
#ifdef GL_OES_sample_variables
#extension GL_OES_sample_variables : require
#endif
#endif
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DMS;

struct Fragment {  // a-buffer-fragments.glsl
    uvec2 color;
    float depth;
    uint next;
    vec2 slope;
    uint order;
    uint samples;
};
layout(binding = 0, std430) buffer Heads {
    uint fragmentCount;
    uint mixedCount;
    uint heads[];
};
layout(binding = 1, std430) readonly buffer Fragments { Fragment fragments[]; };
#if defined(MULTISAMPLED) && !defined(PER_SAMPLE)
layout(binding = 2, std430) writeonly buffer Mixed { uint mixedPlaces[]; };
uniform uint mixedCapacity;
#endif
#ifdef POINTS
flat in ivec2 vPixel;
#endif
uniform ivec4 region;  // left, top, width and height in pixels of the framebuffer
// Depths of the opaque items.
#ifdef MULTISAMPLED
uniform sampler2DMS depths;
#else
uniform sampler2D depths;
#endif
uniform bool hasDepths;
uniform int sampleCount;
uniform vec2 offsets[32];  // positions of the samples, in pixels from the pixel's center
uniform vec2 reach;        // the largest offsets in x and in y
layout(location = 0) out vec4 fragColor;  // premultiplied; blended over the opaque items

// The bit of a pixel's head that marks a pixel whose samples differ.
const uint mixed = 0x80000000u;

// The nearest fragments that are not blended yet, the nearest first. A longer list takes several passes.
const int sortCapacity = 16;
float sortedDepth[sortCapacity];
uint sortedOrder[sortCapacity];
uint sortedNumber[sortCapacity];

bool isNearer(float depth, uint order, float otherDepth, uint otherOrder) {
    return depth > otherDepth || (depth == otherDepth && order > otherOrder);
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
#ifdef POINTS
    if (pixel != vPixel) discard;
#endif
    ivec2 at = pixel - region.xy;
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, region.zw))) discard;
    int place = at.y * region.z + at.x;
    uint head = heads[place];
#ifdef PER_SAMPLE
    if ((head & mixed) == 0u) discard;
#endif
    head &= ~mixed;
    if (head == 0u) discard;

    // The range of the opaque depths in the pixel.
    float near = 0.0;
    float far = 0.0;
    if (hasDepths) {
#ifdef PER_SAMPLE
        near = texelFetch(depths, pixel, gl_SampleID).r;
#else
        near = texelFetch(depths, pixel, 0).r;
#endif
        far = near;
#if defined(MULTISAMPLED) && !defined(PER_SAMPLE)
        for (int i = 1; i < sampleCount; i++) {
            float depth = texelFetch(depths, pixel, i).r;
            near = max(near, depth);
            far = min(far, depth);
        }
#endif
    }
#ifdef PER_SAMPLE
    vec2 offset = offsets[gl_SampleID];
#elif defined(MULTISAMPLED)
    uint allSamples = 0xFFFFFFFFu >> uint(32 - sampleCount);
    bool isMixed = false;
    vec2 lastSlope = vec2(0.0);
#endif

    vec4 color = vec4(0.0);
    float lastDepth = uintBitsToFloat(0x7F800000u);
    uint lastOrder = 0u;
    int count;
    do {
        count = 0;
        for (uint number = head; number != 0u; number = fragments[number - 1u].next) {
            float depth = fragments[number - 1u].depth;
#ifdef PER_SAMPLE
            if ((fragments[number - 1u].samples >> uint(gl_SampleID) & 1u) == 0u) continue;
            depth += dot(fragments[number - 1u].slope, offset);
            if (depth < near) continue;
#elif defined(MULTISAMPLED)
            float spread = dot(abs(fragments[number - 1u].slope), reach);
            if (depth + spread < far) continue;
            isMixed = isMixed || depth - spread < near || fragments[number - 1u].samples != allSamples;
#else
            if (depth < near) continue;
#endif
            uint order = fragments[number - 1u].order;
            if (!isNearer(lastDepth, lastOrder, depth, order)) continue;
            int i = count;
            if (count == sortCapacity) {
                i--;
                if (!isNearer(depth, order, sortedDepth[i], sortedOrder[i])) continue;
            } else {
                count++;
            }
            for (; i > 0 && isNearer(depth, order, sortedDepth[i - 1], sortedOrder[i - 1]); i--) {
                sortedDepth[i] = sortedDepth[i - 1];
                sortedOrder[i] = sortedOrder[i - 1];
                sortedNumber[i] = sortedNumber[i - 1];
            }
            sortedDepth[i] = depth;
            sortedOrder[i] = order;
            sortedNumber[i] = number;
        }
        for (int i = 0; i < count; i++) {
            uint number = sortedNumber[i] - 1u;
#if defined(MULTISAMPLED) && !defined(PER_SAMPLE)
            // The order of two consecutive fragments may differ between samples. A list whose consecutive fragments are
            // all in order is sorted.
            vec2 slope = fragments[number].slope;
            float spread = dot(abs(slope - lastSlope), reach);
            isMixed = isMixed || (color.a > 0.0 && spread > 0.0 && lastDepth - sortedDepth[i] <= spread);
            lastSlope = slope;
#endif
            uvec2 bits = fragments[number].color;
            color += (1.0 - color.a) * vec4(unpackUnorm2x16(bits.x), unpackUnorm2x16(bits.y));
            lastDepth = sortedDepth[i];
            lastOrder = sortedOrder[i];
        }
    } while (count == sortCapacity && color.a < 0.99999);
#if defined(MULTISAMPLED) && !defined(PER_SAMPLE)
    if (isMixed) {
        // A pixel may be shaded twice, with a part of its samples each; it is counted once.
        if ((atomicOr(heads[place], mixed) & mixed) == 0u) {
            uint number = atomicAdd(mixedCount, 1u);
            if (number < mixedCapacity) mixedPlaces[number] = uint(place);
        }
        discard;
    }
#endif
    fragColor = color;
}
