import type { DocumentBrand } from './page-layout.ts'

/**
 * Derives the retailer's colours on paper from its brand colour (`#rrggbb`), as the portal's design tokens derive
 * theirs. A brand that is nearly white or black is moved away from that extreme, and text on it is white or black,
 * whichever is readable.
 */
export function deriveDocumentBrand({
  name,
  color,
  logo,
}: {
  name: string
  color: string
  logo: Buffer | null
}): DocumentBrand {
  const { lightness, chroma, hue } = colorOf(color)
  const cardColor = { lightness: Math.min(Math.max(lightness, 0.3), 0.92), chroma, hue }
  return {
    name,
    logo,
    card: hexOf(cardColor),
    onCard: luminanceOf(cardColor) < 0.18 ? '#ffffff' : '#000000',
    cardShape: hexOf(mixTowards(cardColor, poleOf(luminanceOf(cardColor)), 0.15)),
    brandEdge: hexOf({ lightness: Math.min(lightness, 0.6), chroma, hue }),
    brandMiddle: hexOf({ lightness: 0.6, chroma: Math.min(chroma, 0.19), hue }),
    brandText: hexOf({ lightness: Math.min(lightness, 0.47), chroma: Math.min(chroma, 0.19), hue }),
    brandTint: hexOf({ lightness: 0.957, chroma: Math.min(chroma * 0.3, 0.05), hue }),
  }
}

/**
 * Computes the readability of the texts that the portal's tokens derive from a colour (`#rrggbb`), in light and dark
 * mode, as WCAG 2.2 contrast ratios: text on buttons, text on the summary card, and brand-coloured text on a surface
 * and on its tint.
 */
export function computeBrandContrasts(
  color: string,
): Record<'button' | 'card' | 'text' | 'tint', { light: number; dark: number }> {
  const { lightness, chroma, hue } = colorOf(color)
  const cardColor = { lightness: clamp(0.3, lightness, 0.92), chroma, hue }
  const text = { lightness: Math.min(lightness, 0.47), chroma: Math.min(chroma, 0.19), hue }
  const tint = { lightness: 0.957, chroma: Math.min(chroma * 0.3, 0.05), hue }
  const onCard = gray(luminanceOf(cardColor) < 0.18 ? 1 : 0)
  const dark = {
    fill: { lightness: clamp(0.74, lightness, 0.9), chroma: Math.min(chroma, 0.16), hue },
    card: { lightness: clamp(0.27, lightness * 0.75, 0.33), chroma: Math.min(chroma * 0.8, 0.09), hue },
    text: { lightness: Math.max(lightness, 0.82), chroma: Math.min(chroma, 0.13), hue },
    tint: { lightness: 0.3, chroma: Math.min(chroma * 0.5, 0.05), hue },
  }
  return {
    button: { light: contrast(onCard, cardColor), dark: contrast(gray(0.16), dark.fill) },
    card: { light: contrast(onCard, cardColor), dark: contrast(gray(0.97), dark.card) },
    text: { light: contrast(text, gray(1)), dark: contrast(dark.text, gray(0.265)) },
    tint: { light: contrast(text, tint), dark: contrast(dark.text, dark.tint) },
  }
}

function clamp(min: number, value: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

function gray(lightness: number): Color {
  return { lightness, chroma: 0, hue: 0 }
}

function contrast(a: Color, b: Color): number {
  const [lighter, darker] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => y - x)
  return (lighter! + 0.05) / (darker! + 0.05)
}

/** A colour in OKLCH, its hue in radians. */
type Color = { lightness: number; chroma: number; hue: number }

/**
 * Returns white (1) or black (0): the direction in which shapes on the summary card can be shifted while the labels on
 * them stay readable.
 */
function poleOf(luminance: number): 0 | 1 {
  return luminance < 0.08 || (luminance > 0.18 && luminance < 0.5) ? 1 : 0
}

/** Mixes with white or black in OKLab. */
function mixTowards({ lightness, chroma, hue }: Color, pole: 0 | 1, part: number): Color {
  return { lightness: lightness + (pole - lightness) * part, chroma: chroma * (1 - part), hue }
}

function colorOf(hex: string): Color {
  const [r, g, b] = [1, 3, 5].map((start) => toLinearLight(Number.parseInt(hex.slice(start, start + 2), 16) / 255))
  // sRGB to OKLab: Björn Ottosson, https://bottosson.github.io/posts/oklab/
  const l = Math.cbrt(0.4122214708 * r! + 0.5363325363 * g! + 0.0514459929 * b!)
  const m = Math.cbrt(0.2119034982 * r! + 0.6806995451 * g! + 0.1073969566 * b!)
  const s = Math.cbrt(0.0883024619 * r! + 0.2817188376 * g! + 0.6299787005 * b!)
  const greenRed = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(greenRed, blueYellow),
    hue: Math.atan2(blueYellow, greenRed),
  }
}

/** Returns the colour in linear light, each channel clipped to the sRGB range. */
function linearRgbOf({ lightness, chroma, hue }: Color): [number, number, number] {
  const greenRed = chroma * Math.cos(hue)
  const blueYellow = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3
  const m = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3
  const s = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3
  return [
    clampToUnit(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clampToUnit(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clampToUnit(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function luminanceOf(color: Color): number {
  const [r, g, b] = linearRgbOf(color)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function hexOf(color: Color): string {
  const bytes = linearRgbOf(color).map((light) => Math.round(255 * toChannelValue(light)))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function clampToUnit(part: number): number {
  return Math.min(Math.max(part, 0), 1)
}

/** Converts a channel value to linear light; the inverse follows (IEC 61966-2-1). */
function toLinearLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function toChannelValue(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}
