#version 310 es
// average.frag: the mean of a pixel's premultiplied fragments, which is premultiplied too.
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D fragments;  // premultiplied
uniform int supersamplingFactor;  // fragments a side of each pixel
flat in ivec2 vOffset;  // see screen.vert
layout(location = 0) out vec4 fragColor;  // premultiplied

void main() {
    ivec2 first = (ivec2(gl_FragCoord.xy) + vOffset) * supersamplingFactor;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < supersamplingFactor; y++) {
        for (int x = 0; x < supersamplingFactor; x++) sum += texelFetch(fragments, first + ivec2(x, y), 0);
    }
    fragColor = sum / float(supersamplingFactor * supersamplingFactor);
}
