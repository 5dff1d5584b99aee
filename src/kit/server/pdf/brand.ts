import type { PaperBrand } from './paper.ts'

/**
 * The retailer's look on paper, derived from its one colour (`#rrggbb`) as the portal's tokens derive theirs: a brand that
 * is nearly white or black is pulled off the pole, text on it is white or black, whichever can be read.
 */
export function brandOnPaper({ name, color, logo }: { name: string; color: string; logo: Buffer | null }): PaperBrand {
  const { lightness, chroma, hue } = colorOf(color)
  const plate = { lightness: Math.min(Math.max(lightness, 0.3), 0.92), chroma, hue }
  return {
    name,
    logo,
    plate: hexOf(plate),
    onPlate: luminanceOf(plate) < 0.18 ? '#ffffff' : '#000000',
    plateShape: hexOf(towards(plate, poleOf(luminanceOf(plate)), 0.15)),
    brandEdge: hexOf({ lightness: Math.min(lightness, 0.6), chroma, hue }),
    brandText: hexOf({ lightness: Math.min(lightness, 0.47), chroma: Math.min(chroma, 0.19), hue }),
    brandTint: hexOf({ lightness: 0.957, chroma: Math.min(chroma * 0.3, 0.05), hue }),
  }
}

/**
 * How well the texts can be read that the portal's tokens make of a colour (`#rrggbb`), in light and in dark, as the
 * contrast ratios of WCAG 2.2: text on the fill of buttons, on the plate, and text in the brand on a surface and on its tint.
 */
export function brandContrasts(
  color: string,
): Record<'button' | 'plate' | 'text' | 'tint', { light: number; dark: number }> {
  const { lightness, chroma, hue } = colorOf(color)
  const plate = { lightness: between(0.3, lightness, 0.92), chroma, hue }
  const text = { lightness: Math.min(lightness, 0.47), chroma: Math.min(chroma, 0.19), hue }
  const tint = { lightness: 0.957, chroma: Math.min(chroma * 0.3, 0.05), hue }
  const onPlate = gray(luminanceOf(plate) < 0.18 ? 1 : 0)
  const dark = {
    fill: { lightness: between(0.74, lightness, 0.9), chroma: Math.min(chroma, 0.16), hue },
    plate: { lightness: between(0.27, lightness * 0.75, 0.33), chroma: Math.min(chroma * 0.8, 0.09), hue },
    text: { lightness: Math.max(lightness, 0.82), chroma: Math.min(chroma, 0.13), hue },
    tint: { lightness: 0.3, chroma: Math.min(chroma * 0.5, 0.05), hue },
  }
  return {
    button: { light: contrast(onPlate, plate), dark: contrast(gray(0.16), dark.fill) },
    plate: { light: contrast(onPlate, plate), dark: contrast(gray(0.97), dark.plate) },
    text: { light: contrast(text, gray(1)), dark: contrast(dark.text, gray(0.265)) },
    tint: { light: contrast(text, tint), dark: contrast(dark.text, dark.tint) },
  }
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most)
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

/** White or black: the one that shapes on the plate can move to without losing the labels that stand on them. */
function poleOf(luminance: number): 0 | 1 {
  return luminance < 0.08 || (luminance > 0.18 && luminance < 0.5) ? 1 : 0
}

/** Mixes with white or black in OKLab. */
function towards({ lightness, chroma, hue }: Color, pole: 0 | 1, part: number): Color {
  return { lightness: lightness + (pole - lightness) * part, chroma: chroma * (1 - part), hue }
}

function colorOf(hex: string): Color {
  const [r, g, b] = [1, 3, 5].map((start) => linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255))
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

/** The colour in linear light, each part cut to what a screen can show. */
function lightOf({ lightness, chroma, hue }: Color): [number, number, number] {
  const greenRed = chroma * Math.cos(hue)
  const blueYellow = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3
  const m = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3
  const s = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function luminanceOf(color: Color): number {
  const [r, g, b] = lightOf(color)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function hexOf(color: Color): string {
  const bytes = lightOf(color).map((light) => Math.round(255 * encoded(light)))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function cut(part: number): number {
  return Math.min(Math.max(part, 0), 1)
}

/** From the value of a channel to its light, and back (IEC 61966-2-1). */
function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function encoded(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}
