import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { seriesPaint } from './palette.ts'

vi.mock('./palette.css', () => ({}))

const sheet = readFileSync(new URL('./palette.css', import.meta.url), 'utf8')

test('each of nineteen series has colours of its own, which are defined for light and dark', () => {
  const paints = Array.from({ length: 19 }, (_, place) => seriesPaint(place))
  expect(new Set(paints.map(({ fill }) => fill)).size).toBe(19)
  for (const { fill, mark } of paints) {
    expect(sheet).toContain(`${fill}: light-dark(`)
    expect(sheet).toContain(`${mark}: light-dark(`)
  }
})

test('series side by side differ without their colours too', () => {
  const patterns = Array.from({ length: 8 }, (_, place) => seriesPaint(place).pattern)
  expect(patterns.every((pattern, place) => pattern !== patterns[place - 1])).toBe(true)
})

test('none of the first ten is the red that means unpaid', () => {
  const hues = Array.from({ length: 10 }, (_, place) =>
    Number(new RegExp(`${seriesPaint(place).fill}: light-dark\\(oklch\\([\\d.]+ [\\d.]+ (\\d+)\\)`).exec(sheet)![1]),
  )
  expect(hues.filter((hue) => hue > 5 && hue < 45)).toEqual([])
})

test('a twentieth series has the colour of the first in another pattern', () => {
  expect(seriesPaint(19)).toMatchObject({ fill: '--series-1', pattern: 'rising' })
  expect(seriesPaint(0)).toMatchObject({ fill: '--series-1', pattern: 'plain' })
})
