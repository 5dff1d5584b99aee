import { expect, test } from 'vitest'
import { maskAccounts } from './mask-accounts.ts'

test.each([
  ['in groups of four', { printable_iban: 'ES94 3035 3760 5759 4140 3157' }, { printable_iban: 'ES94 •••• 3157' }],
  [
    'after the word IBAN',
    { printable_iban: 'IBAN ES94 3035 3760 5759 4140 3157' },
    { printable_iban: 'ES94 •••• 3157' },
  ],
  ['that is already masked', { printable_iban: 'ES94 •••• 3157' }, { printable_iban: 'ES94 •••• 3157' }],
  [
    'nested in a list',
    { items: [{ bank_account: { id: 7, printable_iban: 'ES9430353760575941403157' } }] },
    { items: [{ bank_account: { id: 7, printable_iban: 'ES94 •••• 3157' } }] },
  ],
  [
    'none',
    { items: [{ bank_account: null, amount_debt: 1.5, name: '0048213' }] },
    { items: [{ bank_account: null, amount_debt: 1.5, name: '0048213' }] },
  ],
])('an account %s', (_, reply, masked) => {
  expect(maskAccounts(reply)).toEqual(masked)
})
