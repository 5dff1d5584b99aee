import { describe, expect, test } from 'vitest'
import { type PriceStep, priceStepsOf, stepAt } from './price-steps.ts'

describe('the price of the day', () => {
  const steps: [reason: string, tariff: string, day: string, written: string][] = [
    ['a household’s working day has six steps', '2.0TD', '2026-11-20', '0-8:3 8-10:2 10-14:1 14-18:2 18-22:1 22-24:2'],
    ['a Saturday is cheap all day', '2.0TD', '2026-11-21', '0-24:3'],
    ['a national holiday is cheap all day', '2.0TD', '2026-12-08', '0-24:3'],
    ['a company has the periods of its season', '3.0TD', '2026-11-20', '0-8:6 8-9:3 9-14:2 14-18:3 18-22:2 22-24:3'],
    ['gas has no steps', 'RL.2', '2026-11-20', ''],
  ]
  test.each(steps)('%s', (_, tariff, day, written) => {
    expect(
      priceStepsOf({ tariff, day })
        .map(({ from, to, period }) => `${from}-${to}:${period}`)
        .join(' '),
    ).toBe(written)
  })

  const day: PriceStep[] = [
    { from: 0, to: 8, period: 3 },
    { from: 8, to: 24, period: 1 },
  ]
  test.each([
    ['the last minute of a step', 7.98, 3],
    ['the first minute of the next step', 8, 1],
    ['midnight', 0, 3],
  ] as const)('finds the step of %s', (_, hour, period) => expect(stepAt(day, hour)?.period).toBe(period))
})
