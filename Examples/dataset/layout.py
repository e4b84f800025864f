"""Pages of random text: the layers of a scene, and the boxes of their words, lines and pictures, in points of the page."""

# The widths of letters in 1/2048 of the font's size, as in the fonts' own tables: those of a space and of a...z, and of A...Z.
WIDTHS = {
    "DejaVu Sans": ([651, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995, 1298, 1253, 1300, 1300,
                     842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075],
                    [1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612, 1235, 1612,
                     1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403]),
    "DejaVu Serif": ([651, 1221, 1311, 1147, 1311, 1212, 758, 1311, 1319, 655, 635, 1241, 655, 1942, 1319, 1233, 1311, 1311,
                      979, 1051, 823, 1319, 1157, 1753, 1155, 1157, 1079],
                     [1479, 1505, 1567, 1642, 1495, 1421, 1636, 1786, 809, 821, 1530, 1360, 2097, 1792, 1679, 1378, 1679,
                      1542, 1403, 1366, 1726, 1479, 2105, 1458, 1352, 1423]),
    "DejaVu Sans Mono": ([1233] * 27, [1233] * 26),
}
WORDS = (
    "the of and to in a is that it was for on are as with they at be this from have or by one had not but what all were when we "
    "there can an your which their said if do will each about how up out them then she many some so these would other into has "
    "more her two like him see time could no make than first been its who now people my made over did down only way find use "
    "may water long little very after words called just where most know paper bends light desk window morning letter page "
    "written machine number river mountain garden winter summer bridge harbor city market engine copper silver glass stone "
    "forest island captain doctor teacher music history science question answer measure pressure surface distance").split()
# Pictures and their proportions.
PICTURES = {"photo.png": 1024 / 683, "label.png": 900 / 400}


def text_width(text, font, size):
    small, large = WIDTHS[font]
    units = sum(small[0] if c == " " else 651 if c in ",." and len(set(small)) > 1 else
                large[ord(c) - 65] if c.isupper() else small[max(0, ord(c) - 96)] for c in text)
    return units * size / 2048


class Page:
    """A page that is filled from the top. `layers` are its contents, `boxes` the places of its parts."""

    def __init__(self, width, height, random):
        self.width, self.height, self.random = width, height, random
        self.layers, self.boxes, self.line_count = [], [], 0
        self.ink = random.choice(["#161616", "#1b1b22", "#222", "#15233f", "#2b1d16"])
        font = random.choice(list(WIDTHS))
        margin = random.uniform(0.06, 0.12) * width
        columns = random.choice([1, 1, 2])
        y = margin
        if random.random() < 0.8:
            title = " ".join(random.choice(WORDS) for _ in range(random.randint(2, 4))).title()
            size = min(random.uniform(20, 30), 16 * (width - 2 * margin) / text_width(title, font, 16))
            y += self.line(title, font, size, margin, y, "title") + 4
            if random.random() < 0.5:
                self.layers.append({"frame": [margin, y, width - 2 * margin, 1], "contents": {"color": self.ink}})
                y += 8
        gap = 14
        column = (width - 2 * margin - (columns - 1) * gap) / columns
        pictured = random.randrange(columns) if random.random() < 0.6 else None
        for k in range(columns):
            self.fill(margin + k * (column + gap), y, column, height - margin, font, random.uniform(9, 12.5), k == pictured)

    def fill(self, x, y, width, bottom, font, size, is_pictured):
        if is_pictured:
            name = self.random.choice(list(PICTURES))
            box = [x, y, width, width / PICTURES[name]]
            self.layers.append({"frame": box, "contents": {"image": f"../images/{name}"}})
            self.boxes.append({"kind": "picture", "box": box, "text": name})
            y += box[3] + size
        while y + 3 * size < bottom:
            for line in self.paragraph(width, font, size):
                if y + 1.2 * size > bottom:
                    return
                y += self.line(line, font, size, x, y, "text")
            y += 0.8 * size

    def paragraph(self, width, font, size):
        lines, line = [], ""
        for _ in range(self.random.randint(2, 5)):
            words = [self.random.choice(WORDS) for _ in range(self.random.randint(5, 12))]
            for word in [words[0].capitalize(), *words[1:-1], words[-1] + "."]:
                if line and text_width(f"{line} {word}", font, size) > width:
                    lines.append(line)
                    line = ""
                line = f"{line} {word}".strip()
        return [*lines, line]

    def line(self, text, font, size, x, y, kind):
        """A line of text: a layer, a box, and a box of each word. Returns its height."""
        self.layers.append({"anchorPoint": [0, 0], "position": [x, y], "contents": {
            "text": text, "font": font, "fontSize": size, "color": self.ink}})
        self.line_count += 1
        at = x
        for word in text.split(" "):
            width = text_width(word, font, size)
            self.boxes.append({"kind": "word", "line": self.line_count, "text": word, "box": [at, y, width, 1.17 * size]})
            at += width + text_width(" ", font, size)
        self.boxes.append({"kind": "line", "line": self.line_count, "text": text, "box": [
            x, y, text_width(text, font, size), 1.17 * size]})
        return 1.3 * size
