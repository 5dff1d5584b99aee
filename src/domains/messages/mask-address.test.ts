import { expect, test } from 'vitest'
import { maskAddress } from './mask-address.ts'

test.each([
  ['an e-mail address', 'eva@example.test', 'e•••@example.test'],
  ['a phone number', '+34612345678', '••• ••• 678'],
])('masks %s', (_, address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})
