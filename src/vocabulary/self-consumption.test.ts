import { expect, test } from 'vitest'
import { selfConsumptionKindOf } from './self-consumption.ts'

test.each([
  ['31', 'individualWithoutSurplus', 'nothing is fed in'],
  ['33', 'sharedWithCompensationAgreement', 'who shares without surplus may still compensate among themselves'],
  ['41', 'individualCompensated', 'what most homes have'],
  ['43', 'sharedCompensatedThroughGrid', 'a community on a near roof'],
  ['51', 'individualSold', 'surplus is sold in the market'],
  ['12', 'other', 'a code of the rules before RD 244/2019'],
  ['constructor', 'other', 'no name that every object has'],
])('%s is %s: %s', (code, kind) => {
  expect(selfConsumptionKindOf(code)).toBe(kind)
})
