import { expect, test } from 'vitest'
import { transferCode } from './transfer-code.ts'

const transfer = {
  beneficiary: 'Demo Energía, S.L.',
  iban: 'ES9121000418450200051332',
  bic: 'CAIXESBBXXX',
  amountCents: 4_718,
  concept: 'FE26/161291',
}
const head = 'BCD\n002\n1\nSCT\nCAIXESBBXXX\nDemo Energía, S.L.\nES9121000418450200051332\n'

test.each([
  ['names bank, beneficiary, account, amount and concept', {}, `${head}EUR47.18\n\n\nFE26/161291`],
  [
    'leaves the line of the bank empty where it is not known',
    { bic: '' },
    `${head.replace('CAIXESBBXXX', '')}EUR47.18\n\n\nFE26/161291`,
  ],
  ['ends with the amount where there is no concept', { concept: '' }, `${head}EUR47.18`],
  ['writes whole euros with their cents', { amountCents: 10_000 }, `${head}EUR100.00\n\n\nFE26/161291`],
  ['takes one cent', { amountCents: 1 }, `${head}EUR0.01\n\n\nFE26/161291`],
  ['takes the most that there is', { amountCents: 99_999_999_999 }, `${head}EUR999999999.99\n\n\nFE26/161291`],
  ['keeps a concept of two lines on one', { concept: 'FE26/1\n EUR1' }, `${head}EUR47.18\n\n\nFE26/1 EUR1`],
  ['takes 140 characters of concept', { concept: 'a'.repeat(140) }, `${head}EUR47.18\n\n\n${'a'.repeat(140)}`],
])('a code %s', (_, part, code) => {
  expect(transferCode({ ...transfer, ...part })).toBe(code)
})

test.each([
  ['nothing to be paid', { amountCents: 0 }],
  ['something to be given back', { amountCents: -1 }],
  ['more than the guidelines allow', { amountCents: 100_000_000_000 }],
  ['no account', { iban: '' }],
  ['no beneficiary', { beneficiary: ' ' }],
  ['a beneficiary of 71 characters', { beneficiary: 'a'.repeat(71) }],
  ['a concept of 141 characters', { concept: 'a'.repeat(141) }],
  [
    'more than 331 bytes, since letters with accents take two',
    { beneficiary: 'ñ'.repeat(70), concept: 'ñ'.repeat(140) },
  ],
])('there is no code for %s', (_, part) => {
  expect(transferCode({ ...transfer, ...part })).toBeNull()
})
