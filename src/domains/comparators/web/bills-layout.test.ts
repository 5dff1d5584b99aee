import { expect, test } from 'vitest'
import { drawingHeight, layOutBills } from './bills-layout.ts'

const part = (label: string, amount: number) => ({ label, amount, tone: 'plain' as const })

test('aligns the bills at the bottom on one scale, with stacked parts', () => {
  const [theirs, ours] = layOutBills([
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

test('gives no height to a bill of zero or less', () => {
  const [nothing] = layOutBills([[part('supply', -3)]])
  expect(nothing).toMatchObject({ top: drawingHeight, parts: [{ height: 0 }] })
})
