#version 310 es
// blend.frag: blends a source with its backdrop, by Compositing and Blending Level 1 (W3C), sections 9.1 and 10.
// MODE is the number of the blend mode, in the order of Layer.BlendMode.
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D backdrop;  // premultiplied
uniform sampler2D source;    // premultiplied
uniform vec4 sourceArea;     // x, y, width and height of the source, in whole pixels of the backdrop
uniform float opacity;       // of the source
flat in ivec2 vOffset;  // see screen.vert
layout(location = 0) out vec4 fragColor;  // premultiplied

float luminosity(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }

// The color with the luminosity l: moved to it, and drawn toward gray until it is in 0...1 (SetLum and ClipColor). The
// distances from gray are scaled, not the moved color: its luminosity would be rounded, and for a gray be 0 of 0.
vec3 withLuminosity(vec3 c, float l) {
    l = min(l, 1.0);
    vec3 d = c - luminosity(c);
    float low = min(min(d.r, d.g), d.b);
    float high = max(max(d.r, d.g), d.b);
    if (l + low < 0.0) d *= l / -low;
    if (l + high > 1.0) d *= (1.0 - l) / high;
    return l + d;
}

float saturation(vec3 c) { return max(max(c.r, c.g), c.b) - min(min(c.r, c.g), c.b); }

// The color with its smallest channel 0 and its largest channel s.
vec3 withSaturation(vec3 c, float s) {
    float low = min(min(c.r, c.g), c.b);
    float range = saturation(c);
    return range > 0.0 ? (c - low) * s / range : vec3(0.0);
}

vec3 hardLight(vec3 b, vec3 s) {
    return mix(b * 2.0 * s, b + (2.0 * s - 1.0) - b * (2.0 * s - 1.0), greaterThan(s, vec3(0.5)));
}

vec3 softLight(vec3 b, vec3 s) {
    vec3 curve = mix(((16.0 * b - 12.0) * b + 4.0) * b, sqrt(b), greaterThan(b, vec3(0.25)));
    vec3 dark = b - (1.0 - 2.0 * s) * b * (1.0 - b);
    return mix(dark, b + (2.0 * s - 1.0) * (curve - b), greaterThan(s, vec3(0.5)));
}

float colorDodge(float b, float s) { return b <= 0.0 ? 0.0 : s >= 1.0 ? 1.0 : min(1.0, b / (1.0 - s)); }

float colorBurn(float b, float s) { return b >= 1.0 ? 1.0 : s <= 0.0 ? 0.0 : 1.0 - min(1.0, (1.0 - b) / s); }

// B(cb, cs) of colors that are not premultiplied.
vec3 blend(vec3 b, vec3 s) {
#if MODE == 1
    return b * s;
#elif MODE == 2
    return b + s - b * s;
#elif MODE == 3
    return hardLight(s, b);
#elif MODE == 4
    return min(b, s);
#elif MODE == 5
    return max(b, s);
#elif MODE == 6
    return vec3(colorDodge(b.r, s.r), colorDodge(b.g, s.g), colorDodge(b.b, s.b));
#elif MODE == 7
    return vec3(colorBurn(b.r, s.r), colorBurn(b.g, s.g), colorBurn(b.b, s.b));
#elif MODE == 8
    return hardLight(b, s);
#elif MODE == 9
    return softLight(b, s);
#elif MODE == 10
    return abs(b - s);
#elif MODE == 11
    return b + s - 2.0 * b * s;
#elif MODE == 12
    return withLuminosity(withSaturation(s, saturation(b)), luminosity(b));
#elif MODE == 13
    return withLuminosity(withSaturation(b, saturation(s)), luminosity(b));
#elif MODE == 14
    return withLuminosity(s, luminosity(b));
#elif MODE == 15
    return withLuminosity(b, luminosity(s));
#else
    return s;
#endif
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy) + vOffset;
    vec4 b = texelFetch(backdrop, pixel, 0);
    ivec2 place = pixel - ivec2(sourceArea.xy);
    bool isInside = all(greaterThanEqual(place, ivec2(0))) && all(lessThan(place, ivec2(sourceArea.zw)));
    vec4 s = isInside ? opacity * texelFetch(source, place, 0) : vec4(0.0);
#if MODE == 16
    fragColor = min(b + s, vec4(1.0));
#else
    vec3 cb = b.a > 0.0 ? clamp(b.rgb / b.a, 0.0, 1.0) : vec3(0.0);
    vec3 cs = s.a > 0.0 ? clamp(s.rgb / s.a, 0.0, 1.0) : vec3(0.0);
    float both = b.a * s.a;
    fragColor = vec4(s.rgb * (1.0 - b.a) + b.rgb * (1.0 - s.a) + both * blend(cb, cs), b.a + s.a - both);
#endif
}
