import { expect, test } from 'vitest'
import { secretHash } from './random-secret.ts'

// What is kept was hashed by an earlier version of the program, and is looked for by its hash.
test.each([
  [undefined, 'K7gNU3sdo-OL0wNhqoVWhr3g6s1xYv72ol_pe_Unols'],
  ['base64', 'K7gNU3sdo+OL0wNhqoVWhr3g6s1xYv72ol/pe/Unols='],
  ['hex', '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'],
] as const)('a secret keeps its hash (%s)', (encoding, hash) => {
  expect(secretHash('secret', encoding)).toBe(hash)
})
