import { expect, test } from 'vitest'
import { isSmallRefund } from './rules.ts'

test.each([
  ['no amount is small with a limit of 0', 1, 0, false],
  ['an amount below the limit is small', 999, 10, true],
  ['an amount at the limit is not small', 1000, 10, false],
  ['several small amounts add up', 1500, 10, false],
])('%s', (_, givenCents, limitEuros, isSmall) => {
  expect(isSmallRefund(givenCents, limitEuros)).toBe(isSmall)
})
