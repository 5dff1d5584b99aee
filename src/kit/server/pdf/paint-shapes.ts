import type { PdfImage } from './list-pdf-images.ts'
import type { PdfShape } from './list-pdf-shapes.ts'

/** Where a row of pixels crosses an outline, and in which direction the outline goes. */
type Crossing = { x: number; winding: 1 | -1 }

/** Paints shapes one over the other on white, a bit for each pixel. */
export function paintShapes(
  shapes: readonly PdfShape[],
  { width, height }: { width: number; height: number },
): PdfImage {
  const rowBytes = Math.ceil(width / 8)
  const data = new Uint8Array(rowBytes * height).fill(0xff)
  const paint = (row: number, from: number, to: number, isDark: boolean) => {
    for (let x = from; x < to; x++) {
      const byte = row * rowBytes + (x >> 3)
      if (isDark) data[byte]! &= ~(0x80 >> (x & 7))
      else data[byte]! |= 0x80 >> (x & 7)
    }
  }
  for (const shape of shapes)
    for (const [row, crossings] of crossingsByRow(shape, height))
      for (const [from, to] of listSpans(crossings, shape.isEvenOdd))
        paint(row, pixelFrom(from, width), pixelFrom(to, width), shape.isDark)
  return { width, height, data, bitsPerPixel: 1 }
}

/** A pixel belongs to what covers its centre. */
function pixelFrom(x: number, width: number): number {
  return Math.min(width, Math.max(0, Math.ceil(x - 0.5)))
}

function crossingsByRow({ polygons }: PdfShape, height: number): Map<number, Crossing[]> {
  const rows = new Map<number, Crossing[]>()
  for (const polygon of polygons)
    for (const [index, [x1, y1]] of polygon.entries()) {
      const [x2, y2] = polygon[(index + 1) % polygon.length]!
      const [low, high] = y1 < y2 ? [y1, y2] : [y2, y1]
      for (let row = Math.max(0, Math.ceil(low - 0.5)); row < Math.min(height, Math.ceil(high - 0.5)); row++) {
        const crossing: Crossing = {
          x: x1 + ((row + 0.5 - y1) / (y2 - y1)) * (x2 - x1),
          winding: y1 < y2 ? 1 : -1,
        }
        const own = rows.get(row)
        if (own) own.push(crossing)
        else rows.set(row, [crossing])
      }
    }
  return rows
}

function listSpans(crossings: Crossing[], isEvenOdd: boolean): [from: number, to: number][] {
  const spans: [number, number][] = []
  let winding = 0
  let from = 0
  for (const crossing of crossings.sort((one, other) => one.x - other.x)) {
    const wasInside = isEvenOdd ? winding % 2 !== 0 : winding !== 0
    winding += crossing.winding
    const isInside = isEvenOdd ? winding % 2 !== 0 : winding !== 0
    if (!wasInside && isInside) from = crossing.x
    if (wasInside && !isInside) spans.push([from, crossing.x])
  }
  return spans
}
