import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { askedBy } from '../asked-by.ts'
import { Typed } from '../typed.ts'
import { stepsOf } from '../wizard.ts'
import { formOf } from './send-step.ts'
import { typedOf, withTyped } from './typed-draft.ts'
import { emptyWizard, type WizardDraft } from './wizard-draft.ts'

const empty = emptyWizard({ locale: 'es' })
const asked = askedBy(defaultSettings)
const around = {
  kind: 'dual',
  asked,
  steps: stepsOf({ kind: 'dual', isCompany: false, isHaltedForCompanies: false }),
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

test('what is typed and not sent is kept whole, as the call takes it, and comes back as it was', () => {
  const kept = Typed.parse(JSON.parse(JSON.stringify(typedOf(typed, empty, around))))
  expect(withTyped(empty, kept, [file])).toEqual(typed)
})

test('nothing is kept of what is as in the empty form', () => {
  expect(typedOf(empty, empty, around)).toEqual({})
})

test('nothing is kept of what is sent as it is typed', () => {
  const sent = (['installation', 'person', 'contract', 'payment'] as const).map((step) => [
    step,
    JSON.stringify(formOf(step, typed, around)),
  ])
  const { gas, promotion, yearKwh, ...others } = typedOf({ ...typed, sent: Object.fromEntries(sent) }, empty, around)
  expect([gas?.isIncluded, promotion, yearKwh]).toEqual([
    false,
    { typed: 'SO', applied: null },
    { contract: '2900', gas: '5000' },
  ])
  expect(others).toEqual({})
})

test('what was sent and then emptied is kept as empty', () => {
  expect(typedOf({ ...empty, sent: { payment: '{}' } }, empty, around)).toEqual({
    payment: { iban: '', isOwner: false },
  })
})

test('what is agreed to is not kept', () => {
  const agreed = { ...empty.installation, permitsSolvencyCheck: true, permitsContact: true }
  const confirmation = { acceptsConditions: true, acceptsPrivacy: true, acceptsPublicity: true }
  expect(typedOf({ ...empty, installation: agreed, confirmation }, empty, around)).toEqual({})
})
