import { expect, test } from 'vitest'
import { buildTransferCode } from './transfer-code.ts'

const transfer = {
  beneficiary: 'Demo Energía, S.L.',
  iban: 'ES9121000418450200051332',
  bic: 'CAIXESBBXXX',
  amountCents: 4_718,
  concept: 'FE26/161291',
}
const head = 'BCD\n002\n1\nSCT\nCAIXESBBXXX\nDemo Energía, S.L.\nES9121000418450200051332\n'

test.each([
  ['contains bank, beneficiary, account, amount and concept', {}, `${head}EUR47.18\n\n\nFE26/161291`],
  [
    'has an empty bank line if the bank is not known',
    { bic: '' },
    `${head.replace('CAIXESBBXXX', '')}EUR47.18\n\n\nFE26/161291`,
  ],
  ['ends with the amount if there is no concept', { concept: '' }, `${head}EUR47.18`],
  ['has cents for whole euros, too', { amountCents: 10_000 }, `${head}EUR100.00\n\n\nFE26/161291`],
  ['accepts one cent', { amountCents: 1 }, `${head}EUR0.01\n\n\nFE26/161291`],
  ['accepts the maximum amount', { amountCents: 99_999_999_999 }, `${head}EUR999999999.99\n\n\nFE26/161291`],
  ['has a concept of two lines on one line', { concept: 'FE26/1\n EUR1' }, `${head}EUR47.18\n\n\nFE26/1 EUR1`],
  ['accepts a concept of 140 characters', { concept: 'a'.repeat(140) }, `${head}EUR47.18\n\n\n${'a'.repeat(140)}`],
])('a code %s', (_, part, code) => {
  expect(buildTransferCode({ ...transfer, ...part })).toBe(code)
})

test.each([
  ['an amount of zero', { amountCents: 0 }],
  ['a negative amount', { amountCents: -1 }],
  ['an amount over the limit of the guidelines', { amountCents: 100_000_000_000 }],
  ['no account', { iban: '' }],
  ['no beneficiary', { beneficiary: ' ' }],
  ['a beneficiary of 71 characters', { beneficiary: 'a'.repeat(71) }],
  ['a concept of 141 characters', { concept: 'a'.repeat(141) }],
  [
    'more than 331 bytes, because letters with accents take two',
    { beneficiary: 'ñ'.repeat(70), concept: 'ñ'.repeat(140) },
  ],
])('returns no code for %s', (_, part) => {
  expect(buildTransferCode({ ...transfer, ...part })).toBeNull()
})
