#version 310 es
// resolve.frag: the mean of a pixel's premultiplied samples, which is premultiplied too.
precision highp float;
precision highp int;
precision highp sampler2DMS;
uniform sampler2DMS samples;  // SAMPLES of them a pixel, premultiplied
flat in ivec2 vOffset;  // see screen.vert
layout(location = 0) out vec4 fragColor;  // premultiplied

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy) + vOffset;
    vec4 sum = vec4(0.0);
    // A loop of constant length is unrolled; a loop whose length is a uniform takes twice as long.
    for (int i = 0; i < SAMPLES; i++) sum += texelFetch(samples, pixel, i);
    fragColor = sum / float(SAMPLES);
}
