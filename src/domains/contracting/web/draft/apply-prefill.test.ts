import { expect, test } from 'vitest'
import type { ContractKind } from '../../wizard.ts'
import { applyPrefill } from './apply-prefill.ts'
import type { ContractPrefill } from './prefill.ts'
import { emptyWizardDraft } from './wizard-draft.ts'

const empty = { ...emptyWizardDraft({ locale: 'es' }), completed: ['installation' as const] }
const cups = 'ES0021990000000001ZH'
const bill = { cups: 'es0021 9900 0000 0001 zh', postcode: '28013', productId: 7, retailerId: 3 }
const noPlace = { cups: '', retailerId: null, isSupplied: null }

test.each<[string, ContractPrefill, ContractKind, object]>([
  [
    'an electricity bill',
    { ...bill, energy: 'electricity', powers: { kw: [4.6], areRequested: false } },
    'electricity',
    {
      installation: { cups, retailerId: 3, isSupplied: true, address: { input: { dp: '28013' } } },
      contract: { productId: 7, powers: ['4,6', '4,6', '', '', '', ''], arePowersOwn: false },
      completed: [],
    },
  ],
  [
    'a requested power',
    { energy: 'electricity', cups, powers: { kw: [17.25], areRequested: true } },
    'dual',
    {
      installation: { ...noPlace, cups },
      contract: { powers: Array(6).fill('17,25'), arePowersOwn: true },
    },
  ],
  [
    'a gas bill, for gas',
    { ...bill, energy: 'gas', tariffId: 102 },
    'gas',
    { installation: { cups, retailerId: 3 }, gas: { productId: 7, tariffId: 102, cups: '' } },
  ],
  [
    'a gas bill, for both energies',
    { ...bill, energy: 'gas', tariffId: 102 },
    'dual',
    {
      installation: noPlace,
      gas: { cups, productId: 7, tariffId: 102, retailerId: 3, isSupplied: true, isIncluded: true },
    },
  ],
  [
    'an electricity supply, where only gas is contracted',
    { energy: 'electricity', cups },
    'gas',
    { installation: noPlace },
  ],
])('prefills the form with %s', (_, prefill, kind, expected) => {
  expect(applyPrefill(empty, prefill, { kind, locale: 'es' })).toMatchObject(expected)
})

test('keeps the typed address', () => {
  const { installation } = empty
  const address = { ...installation.address, input: { ...installation.address.input, dp: '08500' } }
  const typed = { ...empty, installation: { ...installation, address } }
  const { dp } = applyPrefill(typed, { ...bill, energy: 'gas' }, { kind: 'gas', locale: 'es' }).installation.address
    .input
  expect(dp).toBe('08500')
})
