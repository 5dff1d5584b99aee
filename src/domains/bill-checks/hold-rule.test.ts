import { expect, test } from 'vitest'
import type { BillCheck } from './bill-check.ts'
import { type HoldRule, isHeldBy } from './hold-rule.ts'

const wrong = (differenceCents: number, fault: BillCheck['faults'][number]): BillCheck => ({
  ...{ state: 'wrong', differenceCents, lines: [], faults: [fault], unknown: [], meter: null },
})
const rule: HoldRule = { holdFromEuros: 1, holdFaults: ['calculation', 'energy'] }

test.each<[string, HoldRule, BillCheck, boolean]>([
  ['a euro too much', rule, wrong(100, 'sum'), true],
  ['a euro too little', rule, wrong(-100, 'quantity'), true],
  ['less than a euro', rule, wrong(99, 'sum'), false],
  ['a fault of another group', rule, wrong(500, 'tax_rate'), false],
  ['a rule without faults', { ...rule, holdFaults: [] }, wrong(500, 'sum'), false],
  ['what cannot be told', rule, { ...wrong(500, 'sum'), state: 'unknown' }, false],
])('a bill is held for its faults from an amount on: %s', (_case, of, check, expected) => {
  expect(isHeldBy(of, check)).toBe(expected)
})
