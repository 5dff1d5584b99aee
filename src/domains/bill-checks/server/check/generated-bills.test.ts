import { describe, expect, test } from 'vitest'
import { isExhaustive } from '#app/server/testing/exhaustive.ts'
import { billKinds } from './generated-bills-testing.ts'
import { judgeFaultyBills, judgeRightBills, leastShareNamed, mayStayUntold } from './measure-checks-testing.ts'
import { faultNames } from './seeded-faults-testing.ts'

/**
 * Kinds of which something cannot be told: a figure that the law sets is not confirmed (the rates of the Canary Islands, the
 * funding of 2024 and 2025), or only the retailer knows it (services).
 */
const unconfirmedKinds = ['canaries', 'leap_year', 'spring_hours', 'autumn_hours', 'gas', 'services']

describe('generated bills', () => {
  test('that are right raise no alarm, and are called right where every figure is confirmed', () => {
    for (const { name, bills, wrong, right } of judgeRightBills(isExhaustive ? 60 : 8)) {
      expect([name, wrong]).toEqual([name, 0])
      if (!unconfirmedKinds.includes(name)) expect([name, right]).toEqual([name, bills])
    }
  })

  test('with one fault are named with the line and its amount, and never called right', () => {
    const judged = judgeFaultyBills(isExhaustive ? 12 : 2)
    for (const { name, bills, right, named, unknown } of judged) {
      expect([name, right]).toEqual([name, 0])
      expect([name, named + (mayStayUntold(name) ? unknown : 0)]).toEqual([name, bills])
    }
    const count = (of: 'bills' | 'named') => judged.reduce((sum, each) => sum + each[of], 0)
    expect(count('named') / count('bills')).toBeGreaterThanOrEqual(leastShareNamed)
  })

  test('cover the kinds of the demo and more than thirty faults', () => {
    expect(billKinds.length).toBeGreaterThanOrEqual(15)
    expect(faultNames.length).toBeGreaterThanOrEqual(30)
  })
})
