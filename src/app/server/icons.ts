import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { type Drawing, drawPng } from '#kit/server/png.ts'

/** The steps of the mark, cut out of its square of 28: each from its left edge to its right, and down from its top. */
const steps = [
  { left: 5, right: 9.5, top: 12 },
  { left: 9.5, right: 14, top: 12 },
  { left: 14, right: 18.5, top: 7 },
  { left: 18.5, right: 23, top: 12 },
]
const side = 28
const foot = 22
const corner = 7

export type IconKind = 'rounded' | 'maskable'

/** The mark of the portal in the retailer's colour, as PNG. `maskable` fills its square, as telephones cut it themselves. */
export function iconPng({ color, kind, sizePx }: { color: string; kind: IconKind; sizePx: number }): Buffer {
  return drawPng(mark(color, kind), sizePx)
}

function mark(color: string, kind: IconKind): Drawing {
  const { plate, onPlate } = brandOnPaper({ name: '', color, logo: null })
  const [ground, shape] = [rgba(plate), rgba(onPlate)]
  return (across, down) => {
    const [x, y] = [across * side, down * side]
    if (kind === 'rounded' && !isInRoundedSquare(x, y)) return [0, 0, 0, 0]
    return isInSteps(x, y) ? shape : ground
  }
}

function isInSteps(x: number, y: number): boolean {
  return y < foot && steps.some(({ left, right, top }) => left <= x && x < right && top <= y)
}

function isInRoundedSquare(x: number, y: number): boolean {
  const beyond = (value: number) => Math.max(corner - value, value - (side - corner), 0)
  return beyond(x) ** 2 + beyond(y) ** 2 <= corner ** 2
}

function rgba(hex: string): [number, number, number, number] {
  const channel = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  return [channel(1), channel(3), channel(5), 255]
}
