import { expect, test } from 'vitest'
import { hashSecret } from './secrets.ts'

// Stored values were hashed by earlier versions and are looked up by hash.
test.each([
  [undefined, 'K7gNU3sdo-OL0wNhqoVWhr3g6s1xYv72ol_pe_Unols'],
  ['base64', 'K7gNU3sdo+OL0wNhqoVWhr3g6s1xYv72ol/pe/Unols='],
  ['hex', '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'],
] as const)('hashes a secret as before (%s)', (encoding, hash) => {
  expect(hashSecret('secret', encoding)).toBe(hash)
})
