import { expect, test } from 'vitest'
import { drawingHeight, drawnBills } from './bills-shape.ts'

const part = (label: string, amount: number) => ({ label, amount, tone: 'plain' as const })

test('bills stand on one foot and on one scale, part upon part', () => {
  const [theirs, ours] = drawnBills([
    [part('supply', 60), part('taxes', 20)],
    [part('supply', 30), part('taxes', 10)],
  ])
  for (const { parts } of [theirs!, ours!]) {
    expect(parts[0]!.y + parts[0]!.height).toBe(drawingHeight)
    expect(parts[1]!.y + parts[1]!.height).toBeCloseTo(parts[0]!.y, 9)
  }
  expect(ours!.parts[0]!.height).toBeCloseTo(theirs!.parts[0]!.height / 2, 9)
  expect(theirs!.top).toBeGreaterThan(40)
})

test('a bill of nothing, or less, has no height', () => {
  const [nothing] = drawnBills([[part('supply', -3)]])
  expect(nothing).toMatchObject({ top: drawingHeight, parts: [{ height: 0 }] })
})
