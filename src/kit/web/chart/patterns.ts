import type { Pattern } from './chart-data.ts'

/** Parallel vertical lines, `tilePx` between centres, rotated clockwise. */
type Hatch = { tilePx: number; widthPx: number; turnDegrees: number }

/** The lines of a pattern; the same on the canvas and in the legend. */
export const hatches: Record<Exclude<Pattern, 'plain' | 'dots'>, Hatch> = {
  rising: { tilePx: 5, widthPx: 1.8, turnDegrees: 45 },
  falling: { tilePx: 6, widthPx: 1.5, turnDegrees: -45 },
  level: { tilePx: 6, widthPx: 1.6, turnDegrees: 90 },
  upright: { tilePx: 5, widthPx: 1, turnDegrees: 0 },
}

export const dots = {
  tilePx: 7,
  radiusPx: 1.25,
  centres: [
    { x: 2, y: 2 },
    { x: 5.5, y: 5.5 },
  ],
} as const
