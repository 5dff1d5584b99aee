import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readBars, writeBars } from '../bar-chart.ts'
import { drawBarsPng } from './draw-bars.ts'

const colors = { bar: '#008000', marked: '#ff8000', limit: '#000000', base: '#888888' }

/** Returns the colour of a point of a PNG with a single IDAT chunk; none where it is transparent. */
function colorAt(png: Buffer, widthPx: number, [x, y]: readonly [number, number]): string {
  const at = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const from = y * (1 + 4 * widthPx) + 1 + 4 * x
  return rows[from + 3] === 0 ? 'none' : `#${rows.subarray(from, from + 3).toString('hex')}`
}

test('draws bars by their height, marks some, and draws the limit across them', () => {
  const chart = { bars: [100, 50, null, 0], marked: [0], limits: [50, 50, 50, 50] }
  const { widthPx, heightPx, content } = drawBarsPng(readBars(writeBars(chart)), colors)
  const column = widthPx / 4
  const at = (bar: number, part: number) =>
    colorAt(content, widthPx, [bar * column + 5, Math.round(heightPx * part)] as const)
  expect([widthPx, heightPx]).toEqual([1_040, 320])
  expect([at(0, 0.1), at(1, 0.1), at(1, 0.8), at(2, 0.8), at(3, 0.8)]).toEqual([
    ...['#ff8000', 'none', '#008000', 'none', 'none'],
  ])
  const lineRow = Array.from({ length: heightPx }, (_, y) => y).find(
    (y) => colorAt(content, widthPx, [2 * column + 5, y]) === '#000000',
  )!
  expect(lineRow / heightPx).toBeCloseTo(0.5, 1)
  expect(colorAt(content, widthPx, [3 * column + 5, heightPx - 6]), 'zero is seen, unknown is not').toBe('#008000')
  expect(colorAt(content, widthPx, [2 * column + 5, heightPx - 6])).toBe('none')
})

test.each([[[]], [[null]], [[0, 0]], [Array<number>(400).fill(1)]])('draws any number of bars', (bars) => {
  expect(drawBarsPng({ bars }, colors).content.subarray(1, 4).toString()).toBe('PNG')
})
