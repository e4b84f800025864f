#version 310 es
// halve.frag: the next smaller mip level of a texture. Both axes are filtered by cubic convolution over four target pixels
// (Keys 1981, a = -3/4), integrated over each source pixel: the weights and the mirrored borders of MipFilter.
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D source;  // premultiplied; its base level is the larger one
uniform ivec2 size;        // of the smaller level: that of the larger one, or from a third to half of it
flat in ivec2 vOffset;     // see screen.vert
layout(location = 0) out vec4 fragColor;  // premultiplied

// Source pixels for a target pixel: those within two target pixels on each side, of at most three source pixels each.
const int taps = 13;

// The integral of the kernel from 0 to x target pixels.
float integral(float x) {
    float t = min(abs(x), 2.0);
    float near = min(t, 1.0);
    float sum = near * (1.0 + near * near * (0.3125 * near - 0.75));
    float far = max(t, 1.0);
    sum += -0.75 * (far * (-4.0 + far * (4.0 + far * (-5.0 / 3.0 + 0.25 * far))) + 17.0 / 12.0);
    return x < 0.0 ? -sum : sum;
}

// The remainder of a negative number is undefined. Places are at least -taps, and a period is at least 2.
int mirrored(int place, int count) {
    int period = 2 * count;
    int inside = (place + taps * period) % period;
    return min(inside, period - 1 - inside);
}

// The first source pixel, and the weights from there on, for a pixel of an axis.
int weights(int pixel, int count, int target, out float shares[taps]) {
    float span = float(count) / float(target);
    float center = (float(pixel) + 0.5) * span;
    int first = int(floor(center - 2.0 * span));
    for (int i = 0; i < taps; i++) {
        float left = float(first + i) - center;
        shares[i] = integral((left + 1.0) / span) - integral(left / span);
    }
    if (count > target) return first;
    // The axis keeps its pixels.
    for (int i = 0; i < taps; i++) shares[i] = i == 0 ? 1.0 : 0.0;
    return pixel;
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy) + vOffset;
    ivec2 larger = textureSize(source, 0);
    float across[taps];
    float down[taps];
    ivec2 first = ivec2(
        weights(pixel.x, larger.x, size.x, across), weights(pixel.y, larger.y, size.y, down));
    vec4 sum = vec4(0.0);
    for (int y = 0; y < taps; y++) {
        if (down[y] == 0.0) continue;
        int row = mirrored(first.y + y, larger.y);
        for (int x = 0; x < taps; x++) {
            if (across[x] == 0.0) continue;
            sum += down[y] * across[x] * texelFetch(source, ivec2(mirrored(first.x + x, larger.x), row), 0);
        }
    }
    // Where alpha overshoots, the colors are scaled with it: clamped separately they would change their hue.
    sum = max(sum / max(sum.a, 1.0), 0.0);
    fragColor = vec4(min(sum.rgb, vec3(sum.a)), sum.a);
}
