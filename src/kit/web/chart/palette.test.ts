import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { seriesPaint } from './palette.ts'

vi.mock('./palette.css', () => ({}))

const sheet = readFileSync(new URL('./palette.css', import.meta.url), 'utf8')

test('defines distinct colours for nineteen series, in light and dark mode', () => {
  const paints = Array.from({ length: 19 }, (_, place) => seriesPaint(place))
  expect(new Set(paints.map(({ fill }) => fill)).size).toBe(19)
  for (const { fill, mark } of paints) {
    expect(sheet).toContain(`${fill}: light-dark(`)
    expect(sheet).toContain(`${mark}: light-dark(`)
  }
})

test('makes neighbouring series distinguishable without colour', () => {
  const patterns = Array.from({ length: 8 }, (_, place) => seriesPaint(place).pattern)
  expect(patterns.every((pattern, place) => pattern !== patterns[place - 1])).toBe(true)
})

test('does not use the red that means unpaid for the first ten', () => {
  const hues = Array.from({ length: 10 }, (_, place) =>
    Number(new RegExp(`${seriesPaint(place).fill}: light-dark\\(oklch\\([\\d.]+ [\\d.]+ (\\d+)\\)`).exec(sheet)![1]),
  )
  expect(hues.filter((hue) => hue > 5 && hue < 45)).toEqual([])
})

test('repeats the first colour with another pattern for a twentieth series', () => {
  expect(seriesPaint(19)).toMatchObject({ fill: '--series-1', pattern: 'rising' })
  expect(seriesPaint(0)).toMatchObject({ fill: '--series-1', pattern: 'plain' })
})
