import { AsyncLocalStorage } from 'node:async_hooks'

/** How much larger the text of a document in large letters is: its body then has 14 points. */
export const largePrintScale = 1.5
/** Titles are legible as they are; a larger one would take a page of its own. */
const maxScaledPoints = 26

const scales = new AsyncLocalStorage<number>()

/**
 * Runs a function in which every document is drawn in letters of this scale, so that no document has to know who reads
 * it.
 */
export function withTextScale<T>(scale: number, draw: () => T): T {
  return scales.run(scale, draw)
}

/** Returns the scale of the letters that are being drawn; 1 is the usual size. */
export function textScale(): number {
  return scales.getStore() ?? 1
}

/** Returns the size in points in which text of a style is drawn. */
export function scaledPoints(sizePoints: number): number {
  return Math.max(sizePoints, Math.min(sizePoints * textScale(), maxScaledPoints))
}
