import { expect, test } from 'vitest'
import type { ContractKind } from '../wizard.ts'
import type { Brought } from './brought.ts'
import { withBrought } from './with-brought.ts'
import { emptyWizard } from './wizard-draft.ts'

const empty = { ...emptyWizard({ locale: 'es' }), completed: ['installation' as const] }
const cups = 'ES0021990000000001ZH'
const bill = { cups: 'es0021 9900 0000 0001 zh', postcode: '28013', productId: 7, retailerId: 3 }
const noPlace = { cups: '', retailerId: null, isSupplied: null }

test.each<[string, Brought, ContractKind, object]>([
  [
    'a bill of electricity',
    { ...bill, energy: 'electricity', powers: { kw: [4.6], areWanted: false } },
    'electricity',
    {
      installation: { cups, retailerId: 3, isSupplied: true, address: { typed: { dp: '28013' } } },
      contract: { productId: 7, powers: ['4,6', '4,6', '', '', '', ''], arePowersOwn: false },
      completed: [],
    },
  ],
  [
    'a power that is wanted',
    { energy: 'electricity', cups, powers: { kw: [17.25], areWanted: true } },
    'dual',
    {
      installation: { ...noPlace, cups },
      contract: { powers: Array(6).fill('17,25'), arePowersOwn: true },
    },
  ],
  [
    'a bill of gas, for gas',
    { ...bill, energy: 'gas', tariffId: 102 },
    'gas',
    { installation: { cups, retailerId: 3 }, gas: { productId: 7, tariffId: 102, cups: '' } },
  ],
  [
    'a bill of gas, for both',
    { ...bill, energy: 'gas', tariffId: 102 },
    'dual',
    {
      installation: noPlace,
      gas: { cups, productId: 7, tariffId: 102, retailerId: 3, isSupplied: true, isIncluded: true },
    },
  ],
  [
    'a supply of electricity, where only gas is to be had',
    { energy: 'electricity', cups },
    'gas',
    { installation: noPlace },
  ],
])('%s stands in the form', (_, told, kind, expected) => {
  expect(withBrought(empty, told, { kind, locale: 'es' })).toMatchObject(expected)
})

test('what was typed of the place stays', () => {
  const { installation } = empty
  const address = { ...installation.address, typed: { ...installation.address.typed, dp: '08500' } }
  const typed = { ...empty, installation: { ...installation, address } }
  const { dp } = withBrought(typed, { ...bill, energy: 'gas' }, { kind: 'gas', locale: 'es' }).installation.address
    .typed
  expect(dp).toBe('08500')
})
