import { expect, test } from 'vitest'
import { contractForm, gasContractForm, installationForm, paymentForm, personForm } from '../steps/step-forms.ts'
import { draftFromSteps } from './draft-from-steps.ts'
import { emptyWizardDraft } from './wizard-draft.ts'

const empty = emptyWizardDraft({ locale: 'es' })
const leads = { main: 41, gas: 42 }
const id = '7d9f4a1e-53a1-4c39-9d38-2f9a3d3f6f00'
const place = { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'CL', nv: 'Major', pnp: '7', bq: null }
const rest = { es: null, pt: '2', pu: null, aclarador: null, ref_catastral: null }

const installation = {
  ...{ step: 1, cups: { name: 'ES0021990000000001ZH' }, address: { ...place, ...rest }, residence_type: 'business' },
  ...{ cnae: 12, active_contract: true, comer_origin: 3, accept_morosity_verification: true, lead_consent: true },
  invoice: [{ id }],
} as const
const company = {
  step: 2,
  owner: {
    ...{ type: 'J', name: 'Taller SL', juridic_vat: 'A58818501', rep_vat: '12345678Z', rep_name: 'Pau' },
    ...{ rep_surname1: 'Roca', rep_surname2: null },
  },
  owner_address: {
    different_address: true,
    mobile: '612345678',
    email: 'a@example.test',
    ...place,
    ...rest,
    zip: place.dp,
  },
  ...{ change_owner: false, commsLanguage: 'ca', nif_faceup: [{ id }], nif_facedown: [], cif: [{ id }] },
} as const
const contract = {
  ...{ step: 3, cups: { name: 'ES0021990000000001ZH' }, power: 3.45, power2: 3.45, power3: 0, power4: 0, power5: 0 },
  ...{ power6: 0, promotional_code: ['SOL'], tarifa: 7, tarifaATR: 19, selfconsCode: '41', selfcons_attach: [{ id }] },
} as const
const gas = {
  ...{
    step: 3,
    cups: { name: 'ES0217990000100001WD' },
    active_contract: false,
    change_owner: null,
    comer_origin: null,
  },
  ...{ tarifa: 9, tarifaATR: 102, promotional_code: [], invoice: [] },
} as const
const files = [{ id, name: 'cif.pdf', sizeBytes: 12_000 }]
const around = { kind: 'dual', locale: 'es', leads, storedFiles: files } as const
const payment = { step: 4, bank: { iban: 'ES9121000418450200051332' }, owner_is_bank_owner: true } as const

test('restores what was sent as it was typed, so that it would be sent the same', () => {
  const steps = { 1: installation, 2: company, 3: contract, 4: payment }
  const draft = draftFromSteps(empty, { ...around, steps, gasSteps: { 3: gas } } as never)
  expect(installationForm(draft)).toEqual(installation)
  expect(personForm(draft, { asksLanguage: true })).toEqual(company)
  expect(contractForm(draft)).toEqual(contract)
  expect(gasContractForm(draft, 'dual')).toEqual(gas)
  expect(paymentForm(draft)).toEqual(payment)
  expect(draft.leads).toEqual(leads)
  expect(draft.person.companyDocument).toEqual(files)
  expect(draft.contract.powers).toEqual(['3,45', '3,45', '', '', '', ''])
})

test('restores the consent to a price that follows the market, which was sent with its product', () => {
  const sent = { ...contract, accept_dynamic: true }
  const draft = draftFromSteps(empty, { ...around, steps: { 1: installation, 3: sent }, gasSteps: {} } as never)
  expect(contractForm(draft)).toEqual(sent)
})

test.each([
  ['nothing is known of it yet', {}, true],
  ['it was skipped on the way to the payment', { 4: payment }, false],
])('the gas of a dual contract: %s', (_, steps, isIncluded) => {
  expect(draftFromSteps(empty, { ...around, steps, gasSteps: {} } as never).gas.isIncluded).toBe(isIncluded)
})

test('continues at the tariff at the latest, since prices may have changed', () => {
  const at = (steps: object) => draftFromSteps(empty, { ...around, steps, gasSteps: {} } as never).completed
  expect(at({ 1: installation })).toEqual(['installation'])
  expect(at({ 1: installation, 2: company, 3: contract, 4: payment })).toEqual(['installation', 'person'])
})
