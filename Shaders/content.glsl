// content.glsl: reads the content, from one texture or from the tiles of an image; appended to mesh.frag.
#ifdef TILED
// The larger mip levels of an image that exceeds the limit of textures, cut into tiles: see ImageTiling. The levels
// after them are those of `content`.
uniform highp sampler2DArray tiles;
uniform ivec2 wholeSize;  // of the image
uniform ivec2 tileSize;  // of the first level
uniform int tileColumns;
uniform int tiledLevels;

ivec2 contentSize() { return wholeSize; }

// The texel at a place of a tiled level, clamped to the edge.
vec4 texelAt(ivec2 at, int level) {
    ivec2 place = clamp(at, ivec2(0), max(wholeSize >> level, 1) - 1);
    ivec2 size = tileSize >> level;
    // A float keeps the half between whole numbers; drivers divide integers one by one.
    ivec2 tile = ivec2((vec2(place) + 0.5) / vec2(size));
    return texelFetch(tiles, ivec3(place - tile * size, tile.y * tileColumns + tile.x), level);
}

vec4 texelAt(ivec2 at) { return texelAt(at, 0); }

// The bilinear mean of four texels, which may lie in four tiles.
vec4 bilinear(vec2 point, int level) {
    vec2 size = vec2(max(wholeSize >> level, 1));
    vec2 place = clamp(point * size - 0.5, vec2(-1.0), size);
    ivec2 first = ivec2(floor(place));
    vec2 t = place - floor(place);
    vec4 above = mix(texelAt(first, level), texelAt(first + ivec2(1, 0), level), t.x);
    vec4 below = mix(texelAt(first + ivec2(0, 1), level), texelAt(first + ivec2(1, 1), level), t.x);
    return mix(above, below, t.y);
}

vec4 contentAt(vec2 point) { return bilinear(point, 0); }

vec4 contentAt(vec2 point, float level) {
    int lower = max(int(level), 0);
    if (lower >= tiledLevels) return textureLod(content, point, level - float(tiledLevels));
    vec4 upper = lower + 1 < tiledLevels ? bilinear(point, lower + 1) : textureLod(content, point, 0.0);
    return mix(bilinear(point, lower), upper, level - float(lower));
}
#else
ivec2 contentSize() { return textureSize(content, 0); }
vec4 texelAt(ivec2 at) { return texelFetch(content, clamp(at, ivec2(0), textureSize(content, 0) - 1), 0); }
vec4 contentAt(vec2 point) { return texture(content, point); }
vec4 contentAt(vec2 point, float level) { return textureLod(content, point, level); }
#endif
