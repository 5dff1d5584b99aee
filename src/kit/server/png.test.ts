import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawBlackOnWhitePng, drawPng, drawRectanglesPng } from './png.ts'

const red = [255, 0, 0, 255] as const
const nothing = [0, 0, 0, 0] as const

/** Returns the pixels of a PNG with a single IDAT chunk, as this module writes it. */
function pixelsOf(png: Buffer, sizePx: number): number[][] {
  const at = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  return Array.from({ length: sizePx ** 2 }, (_, index) => {
    const from = Math.floor(index / sizePx) * (1 + 4 * sizePx) + 1 + 4 * (index % sizePx)
    return [...rows.subarray(from, from + 4)]
  })
}

test('draws the colours of a shader with smooth edges', () => {
  const png = drawPng((x) => (x < 0.75 ? red : nothing), 2)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBe(2)
  expect(pixelsOf(png, 2)).toEqual([
    [255, 0, 0, 255],
    [255, 0, 0, 128],
    [255, 0, 0, 255],
    [255, 0, 0, 128],
  ])
})

test('draws black and white squares with one bit per pixel and the requested width', () => {
  const png = drawBlackOnWhitePng(
    [
      [true, false],
      [false, true],
    ],
    5,
  )
  expect([png.readUInt32BE(16), ...png.subarray(24, 26)]).toEqual([10, 1, 0])
  const at = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  // Each row begins with its filter byte; white is 1, and the bits past its end are ignored.
  const [upper, lower] = [
    [0, 0b00000111, 0b11000000],
    [0, 0b11111000, 0],
  ]
  expect([...rows]).toEqual([...Array(5).fill(upper), ...Array(5).fill(lower)].flat())
})

test('draws rectangles on nothing, each over those before it', () => {
  const png = drawRectanglesPng(
    [
      { x: 0, y: 0, widthPx: 2, heightPx: 2, color: '#ff0000' },
      { x: 1, y: 1, widthPx: 1, heightPx: 1, color: '#0000ff' },
    ],
    { widthPx: 3, heightPx: 2 },
  )
  expect([png.readUInt32BE(16), png.readUInt32BE(20), ...png.subarray(24, 26)]).toEqual([3, 2, 8, 6])
  const at = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const [redPoint, bluePoint, clearPoint] = [
    [255, 0, 0, 255],
    [0, 0, 255, 255],
    [0, 0, 0, 0],
  ]
  expect([...rows]).toEqual([0, redPoint, redPoint, clearPoint, 0, redPoint, bluePoint, clearPoint].flat())
})
