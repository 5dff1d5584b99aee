import { expect, test } from 'vitest'
import { buildTransferDetails, type ImportedTransfer, type TransferSettings } from './transfer.ts'

const settings: TransferSettings = {
  account: 'ES9121000418450200051332',
  bic: 'CAIXESBBXXX',
  beneficiary: 'Demo Energia, S.L.',
  concept: 'invoice',
  accountPerInvoice: true,
}
const own: ImportedTransfer = {
  iban: 'ES8099990001450000000001',
  bic: null,
  beneficiary: null,
  concept: 'RF18 539007547034',
}
const item = { number: 'FE26/1', contractName: '0100001', amountCents: 4_718, isPayable: true, transfer: null }
const usual = {
  iban: 'ES9121000418450200051332',
  bic: 'CAIXESBBXXX',
  beneficiary: 'Demo Energia, S.L.',
  concept: 'FE26/1',
  amountCents: 4_718,
}

test.each([
  ['the account of the settings', {}, {}, usual],
  ['the name of the retailer where no beneficiary is set', {}, { beneficiary: '' }, { ...usual, beneficiary: 'Llum' }],
  [
    'the contract in the concept',
    {},
    { concept: 'invoice_and_contract' as const },
    { ...usual, concept: 'FE26/1 0100001' },
  ],
  [
    'no contract in the concept of a multipoint invoice',
    { contractName: null },
    { concept: 'invoice_and_contract' as const },
    usual,
  ],
  [
    'the account of the invoice, without the bank of another',
    { transfer: own },
    {},
    { ...usual, iban: own.iban, bic: '', beneficiary: 'Llum', concept: own.concept },
  ],
  [
    'only the concept of an invoice where accounts per invoice are disabled',
    { transfer: own },
    { accountPerInvoice: false },
    { ...usual, concept: own.concept },
  ],
  [
    'only the concept of an invoice without further details',
    { transfer: { ...own, iban: null, bic: 'XXXXESMM' } },
    {},
    { ...usual, concept: own.concept },
  ],
  ['the account of the invoice where none is set', { transfer: own }, { account: '' }, { iban: own.iban }],
])('a transfer has %s', (_, itemPart, settingsPart, expected) => {
  expect(buildTransferDetails({ ...item, ...itemPart }, { ...settings, ...settingsPart }, 'Llum')).toMatchObject(
    expected,
  )
})

test.each([
  ['is paid, refunded, collected by direct debit or paid with another', { isPayable: false }, {}],
  ['has no account', {}, { account: '' }],
  ['has an account that may not be used', { transfer: own }, { account: '', accountPerInvoice: false }],
])('an item that %s is not paid by transfer', (_, itemPart, settingsPart) => {
  expect(buildTransferDetails({ ...item, ...itemPart }, { ...settings, ...settingsPart }, 'Llum')).toBeNull()
})
