#version 310 es
// contact-shadow.frag: steps of a contact shadow. With BAND: the part of a shape near one height, as means of squares of
// pixels. With BLUR: a band, blurred along one axis by a Gaussian. With SUM: the sum of blurred bands, each at its own
// place and resolution, in all channels. A texel of a band holds four rows of a column in its channels, so
// that a blur reads few texels.
precision highp float;
precision highp int;
precision highp sampler2D;
flat in ivec2 vOffset;  // see screen.vert
layout(location = 0) out vec4 fragColor;

#ifdef BAND
uniform sampler2D shape;    // its alpha counts
uniform sampler2D heights;  // square roots of heights as shares of the largest one, times coverage in alpha
uniform ivec2 shapeSize;    // in pixels
uniform float band;         // the number of the band, 1...BANDS
uniform int factor;         // pixels a side of the square

float value(ivec2 pixel) {
    if (any(greaterThanEqual(pixel, shapeSize))) return 0.0;
    vec4 height = texelFetch(heights, pixel, 0);
    float place = height.a > 0.0 ? height.r / height.a * float(BANDS) : 0.0;
    float share = max(1.0 - abs(place - band), 0.0);
    // Below the first band the shadow vanishes smoothly, so that none of it shows before the line of contact.
    if (place < 1.0) share *= share * share;
    return texelFetch(shape, pixel, 0).a * share;
}

void main() {
    ivec2 first = (ivec2(gl_FragCoord.xy) + vOffset) * ivec2(1, 4) * factor;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < factor; y++) {
        for (int x = 0; x < factor; x++) {
            ivec2 pixel = first + ivec2(x, y);
            sum += vec4(value(pixel), value(pixel + ivec2(0, factor)), value(pixel + ivec2(0, 2 * factor)),
                value(pixel + ivec2(0, 3 * factor)));
        }
    }
    fragColor = sum / float(factor * factor);
}
#elif defined(BLUR)
uniform sampler2D source;
uniform ivec2 sourceSize;  // in texels, beyond which nothing is
uniform bool isDown;       // whether the blur is along y
uniform float sigma;       // standard deviation, pixels; above 0
uniform int margin;        // texels before the source along the axis

vec4 gaussian(vec4 x) { return exp(-0.5 * x * x / (sigma * sigma)); }

// The integrals of the Gaussian over pixels at those distances, by Simpson's rule, as in blur.frag.
vec4 weight(vec4 x) { return (gaussian(x - 0.5) + 4.0 * gaussian(x) + gaussian(x + 0.5)) / 6.0; }

vec4 texel(ivec2 place) {
    bool isInside = all(greaterThanEqual(place, ivec2(0))) && all(lessThan(place, sourceSize));
    return isInside ? texelFetch(source, place, 0) : vec4(0.0);
}

void main() {
    ivec2 place = ivec2(gl_FragCoord.xy) + vOffset - (isDown ? ivec2(0, margin) : ivec2(margin, 0));
    int reach = int(ceil(3.0 * sigma));
    vec4 sum = vec4(0.0);
    float whole = 0.0;
    if (isDown) {
        // The weights of rows at distances from the first row of the texel, and of the four rows before them.
        vec4 before = vec4(0.0);
        int texels = (reach + 3) / 4;
        for (int i = -texels; i <= texels; i++) {
            vec4 distances = vec4(4 * i) + vec4(0.0, 1.0, 2.0, 3.0);
            vec4 weights = weight(distances) * step(abs(distances), vec4(float(reach)));
            vec4 rows = texel(place + ivec2(0, i));
            sum += vec4(dot(rows, weights), dot(rows, vec4(before.w, weights.xyz)),
                dot(rows, vec4(before.zw, weights.xy)), dot(rows, vec4(before.yzw, weights.x)));
            whole += dot(weights, vec4(1.0));
            before = weights;
        }
    } else {
        whole = weight(vec4(0.0)).x;
        sum = whole * texel(place);
        for (int i = 1; i <= reach; i++) {
            float share = weight(vec4(float(i))).x;
            ivec2 away = ivec2(i, 0);
            sum += share * (texel(place + away) + texel(place - away));
            whole += 2.0 * share;
        }
    }
    fragColor = sum / whole;
}
#elif defined(SUM)
uniform sampler2D band1, band2, band3, band4;
uniform vec3 place1, place2, place3, place4;  // x and y of the band's first pixel, and its side, in pixels of the result
uniform vec2 size1, size2, size3, size4;      // of the band, in its own pixels: four a texel
uniform sampler2D underside;                  // the least heights of the mesh, as those of the bands
uniform vec4 undersideArea;                   // x, y, width and height in pixels of the result
uniform float lift;                           // the height at which the shadow is drawn, as a share of the largest

// A blurred band is 0 along its border, as it is beyond.
float value(sampler2D band, vec3 place, vec2 size) {
    vec2 at = clamp((gl_FragCoord.xy + vec2(vOffset) - place.xy) / place.z - 0.5, vec2(0.0), size - 1.01);
    ivec2 first = ivec2(at);
    vec2 t = at - vec2(first);
    int next = first.y + 1;
    vec4 top = mix(texelFetch(band, ivec2(first.x, first.y >> 2), 0),
        texelFetch(band, ivec2(first.x + 1, first.y >> 2), 0), t.x);
    vec4 bottom = mix(texelFetch(band, ivec2(first.x, next >> 2), 0),
        texelFetch(band, ivec2(first.x + 1, next >> 2), 0), t.x);
    return mix(top[first.y & 3], bottom[next & 3], t.y);
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
