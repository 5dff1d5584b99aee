import { expect, test } from 'vitest'
import { isSmallRefund } from './rules.ts'

test.each([
  ['nothing is small where the limit is 0', 1, 0, false],
  ['what stays under the limit is', 999, 10, true],
  ['what reaches it is not', 1000, 10, false],
  ['several small ones count together', 1500, 10, false],
])('%s', (_, givenCents, limitEuros, isSmall) => {
  expect(isSmallRefund(givenCents, limitEuros)).toBe(isSmall)
})
