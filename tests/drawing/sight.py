"""How colours look: CIE Lab, contrast, and what is left of them for the colour blind.

The matrices are those of Machado, Oliveira and Fernandes (2009) at full severity, on linear RGB.
"""

from __future__ import annotations

Triple = tuple[float, float, float]

BLINDNESS: dict[str, tuple[Triple, Triple, Triple]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
    "greyscale": ((0.2126, 0.7152, 0.0722),) * 3,
}


def linear(colour: str) -> Triple:
    """Linear RGB of "#rrggbb"."""
    parts = [value / 255 for value in bytes.fromhex(colour[1:])]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def seen_with(rgb: Triple, blindness: str) -> Triple:
    """Linear RGB as somebody with that blindness sees it."""
    red, green, blue = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True)))) for row in BLINDNESS[blindness]
    )
    return red, green, blue


def lab(rgb: Triple) -> Triple:
    """CIE L*a*b* (D65) of linear RGB."""
    red, green, blue = rgb
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Triple, other: Triple) -> float:
    """CIE 1976 difference of two Lab colours; about 2.3 is just visible."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


def contrast(one: str, other: str) -> float:
    """Contrast of two colours by WCAG 2, from 1 to 21."""
    bright, dark = sorted(
        (0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))), reverse=True
    )
    return (bright + 0.05) / (dark + 0.05)
