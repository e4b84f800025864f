#version 310 es
// blur.frag: the alpha of a picture in all channels: blurred along one axis by a Gaussian or, with REDUCE, the mean of a
// square of pixels for each one. Beyond the picture alpha is 0.
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D source;
uniform vec4 sourceArea;  // 0, 0, width and height of the picture in the texture, in pixels
#ifdef REDUCE
uniform int factor;       // pixels a side of the square
#else
uniform vec2 axis;        // (1, 0) or (0, 1)
uniform float sigma;      // standard deviation, pixels; 0 for none
uniform int margin;       // pixels before the picture along the axis
#endif
flat in ivec2 vOffset;  // see screen.vert
layout(location = 0) out vec4 fragColor;

#ifndef REDUCE
float gaussian(float x) { return exp(-0.5 * x * x / (sigma * sigma)); }

// The integral of the Gaussian over a pixel at that distance, by Simpson's rule: a pixel is a square, not a point.
float weight(float x) { return (gaussian(x - 0.5) + 4.0 * gaussian(x) + gaussian(x + 0.5)) / 6.0; }
#endif

float alpha(ivec2 place) {
    bool isInside = all(greaterThanEqual(place, ivec2(0))) && all(lessThan(place, ivec2(sourceArea.zw)));
    return isInside ? texelFetch(source, place, 0).a : 0.0;
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy) + vOffset;
#ifdef REDUCE
    float sum = 0.0;
    for (int y = 0; y < factor; y++) {
        for (int x = 0; x < factor; x++) sum += alpha(pixel * factor + ivec2(x, y));
    }
    fragColor = vec4(sum / float(factor * factor));
#else
    pixel -= ivec2(axis) * margin;
    int reach = int(ceil(3.0 * sigma));
    float whole = sigma > 0.0 ? weight(0.0) : 1.0;
    float sum = whole * alpha(pixel);
    for (int i = 1; i <= reach; i++) {
        float share = weight(float(i));
        ivec2 away = ivec2(axis) * i;
        sum += share * (alpha(pixel + away) + alpha(pixel - away));
        whole += 2.0 * share;
    }
    fragColor = vec4(sum / whole);
#endif
}
