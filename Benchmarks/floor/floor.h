// Pixels are RGBA of 8 bits, straight, rows from the top. Whatever fails ends the process with a sentence.
void fail(const char *what);
unsigned char *read_png(const char *path, int *width, int *height);
void write_png(const char *path, const unsigned char *pixels, int width, int height);
