"""Paints the masks that ship and the template for artists.

    python3 generate.py [NAME…]        all, or those named; `template` is the picture for artists

Needs NumPy and Pillow (requirements.txt) and the landmark model bundle, which setup installs.
"""

import importlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FILTERS = os.path.dirname(HERE)
MASKS = ["tiger", "calavera", "hero", "butterfly", "gold"]


def main():
    names = sys.argv[1:] or MASKS + ["template"]
    for name in names:
        if name == "template":
            import template
            folder = os.path.join(FILTERS, os.pardir, "Documentation")
            os.makedirs(folder, exist_ok=True)
            template.draw(os.path.join(folder, "face-template.png"))
            continue
        image = importlib.import_module(f"masks.{name}").paint().image()
        path = os.path.join(FILTERS, name, "paint.png")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        image.save(path, optimize=True)
        print(f"{name}: {os.path.getsize(path) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
