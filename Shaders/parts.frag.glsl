#version 310 es
// parts.frag: the mean of all samples of a pixel. All are premultiplied, and so is their mean. With MASK: depth only.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DMS;
#ifdef MASK
void main() {}
#else
#if SAMPLES == 1
uniform sampler2D fragments;    // premultiplied
#else
uniform sampler2DMS fragments;  // SAMPLES of them each, premultiplied
#endif
uniform int fineness;           // fragments a side of each pixel
flat in ivec2 vOffset;
layout(location = 0) out vec4 fragColor;  // premultiplied

void main() {
    ivec2 first = (ivec2(gl_FragCoord.xy) + vOffset) * fineness;
    vec4 sum = vec4(0.0);
    // What asks at its end is not run once more than it is asked for, and what is of known length is unrolled: as three plain
    // loops this took 6 ms of W2aa's frames in Benchmarks/frames.sh instead of 3.
    int y = 0;
    do {
        int x = 0;
        do {
            for (int i = 0; i < SAMPLES; i++) sum += texelFetch(fragments, first + ivec2(x, y), i);
        } while (++x < fineness);
    } while (++y < fineness);
    fragColor = sum / float(fineness * fineness * SAMPLES);
}
#endif
