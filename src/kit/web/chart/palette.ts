import type { Paint, Pattern, Token } from './chart-data.ts'
import './palette.css'

const colours = 19
const patterns: Pattern[] = ['plain', 'rising', 'level', 'dots', 'falling', 'upright']

/** Returns the paint of a series by its index, from 0. After nineteen the colours repeat with other patterns. */
export function seriesPaint(place: number): Paint {
  const number = (place % colours) + 1
  return {
    fill: `--series-${number}` satisfies Token,
    mark: `--series-${number}-mark` satisfies Token,
    pattern: patterns[place % patterns.length]!,
  }
}
