#version 310 es
// edge-tiles.frag: the mean of a pixel's premultiplied samples. With WEIGHTED: where an edge crosses the pixel, each
// side is weighted by its share of the pixel's area. With MASK: depth only.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DMS;
precision highp usampler2D;
flat in ivec2 vOffset;
layout(location = 0) out vec4 fragColor;  // premultiplied
#ifdef MASK
// No color is written. It has the inputs of the other variants, see screen.vert.
void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) + vOffset;
    fragColor = vec4(first.x == first.y ? 0.0 : 1.0);
}
#else
#if SAMPLES == 1
uniform sampler2D fragments;    // premultiplied
#else
uniform sampler2DMS fragments;  // premultiplied, SAMPLES for each fragment
#endif
uniform int supersamplingFactor;  // fragments a side of each pixel

#ifdef WEIGHTED
uniform usampler2D blocks;   // the number of the block of records of each screen tile
uniform usampler2D records;  // 16 blocks a row, 8 x 8 pixels each; see CoverageRecord
uniform vec2 origin;         // the canvas tile's first pixel on the canvas

uvec2 record() {
    ivec2 pixel = ivec2(gl_FragCoord.xy) + ivec2(origin);
    int block = int(texelFetch(blocks, pixel >> 3, 0).r);
    ivec2 place = pixel & 7;
    return texelFetch(records, ivec2((block & 15) * 64 + place.y * 8 + place.x, block >> 4), 0).rg;
}
#endif

void main() {
    ivec2 first = (ivec2(gl_FragCoord.xy) + vOffset) * supersamplingFactor;
    vec4 sum = vec4(0.0);
#ifdef WEIGHTED
    uvec2 bits = record();
    // A bit for each sample: fragment by fragment, row by row.
    uint inside = bits.x & 0xFFFFu;
    uint outside = bits.x >> 16;
    float share = float(bits.y & 0xFFFFu) / 65535.0;
    bool isUniform = bits.x == 0u;
    float equal = isUniform ? 1.0 / float(supersamplingFactor * supersamplingFactor * SAMPLES) : 0.0;
    float insideWeight = share / float(max(bitCount(inside), 1));
    float outsideWeight = (1.0 - share) / float(max(bitCount(outside), 1));
    // A side without a sample takes one of a neighboring pixel; its weight is 0 otherwise.
    float borrowed = isUniform ? 0.0 : inside == 0u ? share : outside == 0u ? 1.0 - share : 0.0;
    ivec2 offset = borrowed > 0.0 ? ivec2(bits.yy >> uvec2(16, 18) & 3u) - 1 : ivec2(0);
    int number = int(bits.y >> 20 & 15u);
    int fragment = number / SAMPLES;
    ivec2 place = ivec2(fragment % supersamplingFactor, fragment / supersamplingFactor);
    ivec2 at = first + offset * supersamplingFactor + place;
    sum += texelFetch(fragments, at, number % SAMPLES) * borrowed;
#endif
    // Loops that test their condition at the end run no extra pass, and a loop of constant length is unrolled: three
    // plain loops take twice the time.
    int y = 0;
    do {
        int x = 0;
        do {
            for (int i = 0; i < SAMPLES; i++) {
                vec4 color = texelFetch(fragments, first + ivec2(x, y), i);
#ifdef WEIGHTED
                float weight = equal + float(inside & 1u) * insideWeight + float(outside & 1u) * outsideWeight;
                sum += color * weight;
                inside >>= 1;
                outside >>= 1;
#else
                sum += color;
#endif
            }
        } while (++x < supersamplingFactor);
    } while (++y < supersamplingFactor);
#ifdef WEIGHTED
    fragColor = sum;
#else
    fragColor = sum / float(supersamplingFactor * supersamplingFactor * SAMPLES);
#endif
}
#endif
