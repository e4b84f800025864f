"""Pictures of desks, from random numbers: wood, cloth and stone."""

import numpy

SIZE = 768
COLORS = {"wood": ((92, 58, 34), (172, 124, 78)), "cloth": ((52, 66, 82), (104, 116, 128)), "stone": ((96, 96, 100), (190, 186, 178))}


def noise(random, columns, rows):
    """Smooth noise of -1...1 with this many random numbers in each direction."""
    values = numpy.array([[random.uniform(-1, 1) for _ in range(columns + 1)] for _ in range(rows + 1)])
    for axis, count in ((0, rows), (1, columns)):
        places = numpy.linspace(0, count, SIZE, endpoint=False)
        low = places.astype(int)
        part = places - low
        part = (part * part * (3 - 2 * part)).reshape([-1, 1] if axis == 0 else [1, -1])
        values = values.take(low, axis) * (1 - part) + values.take(low + 1, axis) * part
    return values


def desk(kind, random):
    """An array of the shape (SIZE, SIZE, 3)."""
    y, x = numpy.mgrid[0:SIZE, 0:SIZE] / SIZE
    if kind == "wood":
        rings = 7 * x + 0.5 * noise(random, 3, 1) + 0.25 * noise(random, 9, 3)
        tone = 0.5 + 0.22 * numpy.sin(6.28 * rings) + 0.2 * noise(random, 160, 5) + 0.08 * noise(random, 60, 20)
        # The gaps between boards.
        tone *= 1 - 0.6 * (numpy.abs(x * 3 % 1 - 0.5) > 0.492)
    elif kind == "cloth":
        tone = 0.5 + 0.15 * numpy.sin(x * 6.28 * 128) * numpy.sin(y * 6.28 * 128) + 0.2 * noise(random, 128, 128)
        tone += 0.2 * noise(random, 3, 3)
    else:
        tone = 0.6 + sum(0.35 / k * noise(random, 3 * k, 3 * k) for k in (1, 2, 4, 8, 16, 32))
        tone -= 0.35 * numpy.exp(-60 * numpy.abs(noise(random, 4, 4) + 0.4 * noise(random, 12, 12)))
    dark, light = (numpy.array(c) * random.uniform(0.8, 1.15) for c in COLORS[kind])
    return (dark + numpy.clip(tone, 0, 1)[..., None] * (light - dark)).clip(0, 255).round().astype(numpy.uint8)
