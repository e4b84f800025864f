#version 310 es
// encode.frag: a pixel of linear light, sRGB-encoded (IEC 61966-2-1). Alpha is coverage and stays unchanged.
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D picture;  // linear, premultiplied
flat in ivec2 vOffset;  // see screen.vert
layout(location = 0) out vec4 fragColor;  // encoded, premultiplied

void main() {
    vec4 pixel = texelFetch(picture, ivec2(gl_FragCoord.xy) + vOffset, 0);
    vec3 linear = pixel.a > 0.0 ? clamp(pixel.rgb / pixel.a, 0.0, 1.0) : vec3(0.0);
    vec3 curve = 1.055 * pow(max(linear, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
    fragColor = vec4(mix(curve, linear * 12.92, lessThanEqual(linear, vec3(0.0031308))) * pixel.a, pixel.a);
}
