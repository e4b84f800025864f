#version 310 es
// parts.frag: the mean of all samples of a pixel. All are premultiplied, and so is their mean. With MASK: depth only.
precision highp float;
precision highp int;
precision highp sampler2DMS;
#ifdef MASK
void main() {}
#else
uniform sampler2DMS fragments;  // premultiplied
uniform int fineness;           // fragments a side of each pixel
uniform int sampleCount;        // of a fragment
flat in ivec2 vOffset;
layout(location = 0) out vec4 fragColor;  // premultiplied

void main() {
    ivec2 first = (ivec2(gl_FragCoord.xy) + vOffset) * fineness;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < fineness; y++) {
        for (int x = 0; x < fineness; x++) {
            for (int i = 0; i < sampleCount; i++) sum += texelFetch(fragments, first + ivec2(x, y), i);
        }
    }
    fragColor = sum / float(fineness * fineness * sampleCount);
}
#endif
