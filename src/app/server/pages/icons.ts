import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { drawPng, type PixelShader } from '#kit/server/png.ts'

/** The steps of the logo, cut out of its square of 28: each from its left edge to its right, and down from its top. */
const steps = [
  { left: 5, right: 9.5, top: 12 },
  { left: 9.5, right: 14, top: 12 },
  { left: 14, right: 18.5, top: 7 },
  { left: 18.5, right: 23, top: 12 },
]
const gridSize = 28
const baselineY = 22
const cornerRadius = 7

export type IconKind = 'rounded' | 'maskable'

/**
 * Draws the portal's logo in the retailer's colour, as PNG. `maskable` fills its square, as phones crop it themselves.
 */
export function drawIconPng({ color, kind, sizePx }: { color: string; kind: IconKind; sizePx: number }): Buffer {
  return drawPng(logoDrawing(color, kind), sizePx)
}

function logoDrawing(color: string, kind: IconKind): PixelShader {
  const { card, onCard } = deriveDocumentBrand({ name: '', color, logo: null })
  const [ground, shape] = [parseRgba(card), parseRgba(onCard)]
  return (across, down) => {
    const [x, y] = [across * gridSize, down * gridSize]
    if (kind === 'rounded' && !isInRoundedSquare(x, y)) return [0, 0, 0, 0]
    return isInLogo(x, y) ? shape : ground
  }
}

function isInLogo(x: number, y: number): boolean {
  return y < baselineY && steps.some(({ left, right, top }) => left <= x && x < right && top <= y)
}

function isInRoundedSquare(x: number, y: number): boolean {
  const beyond = (value: number) => Math.max(cornerRadius - value, value - (gridSize - cornerRadius), 0)
  return beyond(x) ** 2 + beyond(y) ** 2 <= cornerRadius ** 2
}

function parseRgba(hex: string): [number, number, number, number] {
  const channel = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  return [channel(1), channel(3), channel(5), 255]
}
