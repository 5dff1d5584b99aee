import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { readFormConfig } from '../../form-config.ts'
import { SavedDraft } from '../../saved-draft.ts'
import { wizardStepsOf } from '../../wizard.ts'
import { formOf } from '../steps/send-steps.ts'
import { applySavedDraft, toSavedDraft } from './saved-draft-conversion.ts'
import { emptyWizardDraft, type WizardDraft } from './wizard-draft.ts'

const empty = emptyWizardDraft({ locale: 'es' })
const config = readFormConfig(defaultSettings)
const around = {
  kind: 'dual',
  config,
  steps: wizardStepsOf({ kind: 'dual', isCompany: false, isHaltedForCompanies: false }),
} as const
const file = { id: '7d9f4a1e-53a1-4c39-9d38-2f9a3d3f6f00', name: 'dni.png', sizeBytes: 10 }

const typed: WizardDraft = {
  ...empty,
  installation: { ...empty.installation, cups: 'ES0021', isSupplied: true, invoices: [file] },
  person: { ...empty.person, taxId: '123', language: 'gl', identityFront: [file] },
  contract: { ...empty.contract, powers: ['3,4', '', '', '', '', ''], yearKwh: '2900' },
  promotion: { typed: 'SO', applied: null },
  gas: { ...empty.gas, isIncluded: false, cups: 'ES02', yearKwh: '5000' },
  payment: { iban: 'ES91 21', isOwner: true },
}

test('stores the unsent input completely in the shape of the call, and restores it unchanged', () => {
  const savedDraft = SavedDraft.parse(JSON.parse(JSON.stringify(toSavedDraft(typed, empty, around))))
  expect(applySavedDraft(empty, savedDraft, [file])).toEqual(typed)
})

test('stores nothing for a part that is as in the empty form', () => {
  expect(toSavedDraft(empty, empty, around)).toEqual({})
})

test('stores nothing for a part that was sent as typed', () => {
  const sent = (['installation', 'person', 'contract', 'payment'] as const).map((step) => [
    step,
    JSON.stringify(formOf(step, typed, around)),
  ])
  const { gas, promotion, yearKwh, ...others } = toSavedDraft(
    { ...typed, sent: Object.fromEntries(sent) },
    empty,
    around,
  )
  expect([gas?.isIncluded, promotion, yearKwh]).toEqual([
    false,
    { typed: 'SO', applied: null },
    { contract: '2900', gas: '5000' },
  ])
  expect(others).toEqual({})
})

test('stores a part that was sent and then cleared as empty', () => {
  expect(toSavedDraft({ ...empty, sent: { payment: '{}' } }, empty, around)).toEqual({
    payment: { iban: '', isOwner: false },
  })
})

test('does not store agreements', () => {
  const agreed = { ...empty.installation, permitsSolvencyCheck: true, permitsContact: true }
  const confirmation = { acceptsConditions: true, acceptsPrivacy: true, acceptsPublicity: true }
  expect(toSavedDraft({ ...empty, installation: agreed, confirmation }, empty, around)).toEqual({})
})

test('does not store the consent to a price that follows the market, but the rest of its step', () => {
  const chosen = { ...empty.contract, productId: 7, acceptsDynamic: true }
  const savedDraft = SavedDraft.parse(
    JSON.parse(JSON.stringify(toSavedDraft({ ...empty, contract: chosen }, empty, around))),
  )
  expect(savedDraft.contract?.productId).toBe(7)
  expect(savedDraft.contract).not.toHaveProperty('acceptsDynamic')
})

test.each([
  ['stays with the product that it was given to', 7, true],
  ['does not go over to another product', 8, undefined],
])('the consent that was sent %s', (_, productId, expected) => {
  const sent = { ...empty, contract: { ...empty.contract, productId: 7, acceptsDynamic: true } }
  const { contract } = toSavedDraft({ ...empty, contract: { ...empty.contract, productId } }, empty, around)
  expect(applySavedDraft(sent, { contract: contract! }, []).contract.acceptsDynamic).toBe(expected)
})
