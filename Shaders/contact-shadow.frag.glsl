#version 310 es
// contact-shadow.frag: steps of a contact shadow, in all channels. With BAND: the part of a shape near one height. Else:
// the sum of blurred bands, each at its own place and resolution.
precision highp float;
precision highp int;
precision highp sampler2D;
flat in ivec2 vOffset;  // see screen.vert
layout(location = 0) out vec4 fragColor;

#ifdef BAND
uniform sampler2D shape;    // its alpha counts
uniform sampler2D heights;  // square roots of heights as shares of the largest one, times coverage in alpha
uniform float band;         // the number of the band, 1...BANDS

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy) + vOffset;
    vec4 height = texelFetch(heights, pixel, 0);
    float place = height.a > 0.0 ? height.r / height.a * float(BANDS) : 0.0;
    float share = max(1.0 - abs(place - band), 0.0);
    // Below the first band the shadow vanishes smoothly, so that none of it shows before the line of contact.
    if (place < 1.0) share *= share * share;
    fragColor = vec4(texelFetch(shape, pixel, 0).a * share);
}
#else
uniform sampler2D band1, band2, band3, band4;
uniform vec3 place1, place2, place3, place4;  // x and y of the band's first pixel, and its side, in pixels of the result
uniform vec2 size1, size2, size3, size4;      // of the band, in its own pixels
uniform sampler2D underside;                  // the least heights of the mesh, as those of the bands
uniform vec4 undersideArea;                   // x, y, width and height in pixels of the result
uniform float lift;                           // the height at which the shadow is drawn, as a share of the largest

float texel(sampler2D band, vec2 size, ivec2 at) {
    bool isInside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, ivec2(size)));
    return isInside ? texelFetch(band, at, 0).a : 0.0;
}

float value(sampler2D band, vec3 place, vec2 size) {
    vec2 at = (gl_FragCoord.xy + vec2(vOffset) - place.xy) / place.z - 0.5;
    ivec2 first = ivec2(floor(at));
    vec2 t = at - floor(at);
    float top = mix(texel(band, size, first), texel(band, size, first + ivec2(1, 0)), t.x);
    float bottom = mix(texel(band, size, first + ivec2(0, 1)), texel(band, size, first + ivec2(1, 1)), t.x);
    return mix(top, bottom, t.y);
}

// The share of the shadow that stays: it vanishes toward the line where the mesh rises through it, whose facets would
// cut it into steps.
float kept() {
    ivec2 at = ivec2(floor(gl_FragCoord.xy - undersideArea.xy)) + vOffset;
    bool isInside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, ivec2(undersideArea.zw)));
    vec4 height = isInside ? texelFetch(underside, at, 0) : vec4(0.0);
    if (height.a == 0.0) return 1.0;
    float root = height.r / height.a;
    float place = root * root / lift;
    return mix(1.0, place < 1.0 ? 1.0 - smoothstep(0.0, 1.0, place) : smoothstep(1.0, 4.0, place), height.a);
}

void main() {
    float sum = value(band1, place1, size1) + value(band2, place2, size2) + value(band3, place3, size3)
        + value(band4, place4, size4);
    fragColor = vec4(min(sum, 1.0) * kept());
}
#endif
