import { describe, expect, test } from 'vitest'
import { noAgreements } from '../../agreements.ts'
import { emptyWizardDraft, type WizardDraft, type WizardPart } from '../draft/wizard-draft.ts'
import { groupByField } from './form-fields.ts'
import {
  confirmationForm,
  contractForm,
  gasContractForm,
  installationForm,
  parseKw,
  paymentForm,
  personForm,
} from './step-forms.ts'

const empty = emptyWizardDraft({ locale: 'es' })
const file = (id: string) => ({ id, name: `${id}.pdf`, sizeBytes: 10 })
const vic = { ine: '08298', city: 'Vic', state: '08', province: 'Barcelona' }
const address = {
  input: { ...empty.installation.address.input, nv: ' Major ', pnp: '7', dp: '08500', pt: '2', pu: ' ' },
  town: vic,
}
const wireAddress = {
  ...{ tv: 'CL', nv: 'Major', pnp: '7', dp: '08500', ine: '08298', state: '08', poblacio: 'Vic' },
  ...{ bq: null, es: null, pt: '2', pu: null, aclarador: null, ref_catastral: null },
}

function typed<Part extends WizardPart>(part: Part, given: Partial<WizardDraft[Part]>, draft = empty): WizardDraft {
  return { ...draft, [part]: { ...draft[part], ...given } }
}

describe('the installation', () => {
  test('is converted to the API names', () => {
    const draft = typed('installation', {
      ...{ cups: 'ES0021990000000001ZH', address, residence: 'business', activityId: 12, isSupplied: true },
      ...{ retailerId: 3, invoices: [file('a')], permitsContact: true },
    })
    expect(installationForm(draft)).toEqual({
      ...{
        step: 1,
        cups: { name: 'ES0021990000000001ZH' },
        address: wireAddress,
        residence_type: 'business',
        cnae: 12,
      },
      ...{ active_contract: true, comer_origin: 3, accept_morosity_verification: false, lead_consent: true },
      invoice: [{ id: 'a' }],
    })
  })

  test.each<[string, Partial<WizardDraft['installation']>, object]>([
    ['gives a home the household activity', { residence: 'second', activityId: 12 }, { cnae: 986 }],
    ['gives a business no activity until one is chosen', { residence: 'business' }, { cnae: null }],
    [
      'drops the answers about a contract where there is none',
      { isSupplied: false, retailerId: 3, invoices: [file('a')] },
      { active_contract: false, comer_origin: null, invoice: [] },
    ],
    ['sends null for an unanswered question', {}, { active_contract: null }],
  ])('%s', (_, given, expected) => {
    expect(installationForm(typed('installation', given))).toMatchObject(expected)
  })
})

describe('the holder', () => {
  const person = { name: 'Anna', surname1: 'Serra', mobile: '612345678', email: 'anna@example.test' }
  const representative = { taxId: '12345678Z', name: 'Pau', surname1: 'Roca', surname2: '' }

  test.each<[string, Partial<WizardDraft['person']>, object]>([
    [
      'is a person by the tax id',
      { ...person, taxId: '12345678Z' },
      { type: 'F', fisic_vat: '12345678Z', first_name: 'Anna', surname1: 'Serra', surname2: null },
    ],
    [
      'is a company by the tax id, with its representative',
      { ...person, taxId: 'a-58818501', name: 'Taller SL', representative },
      {
        ...{ type: 'J', name: 'Taller SL', juridic_vat: 'a-58818501', rep_vat: '12345678Z', rep_name: 'Pau' },
        ...{ rep_surname1: 'Roca', rep_surname2: null },
      },
    ],
    ['is a person until the tax id is complete', { taxId: 'A588' }, { type: 'F', fisic_vat: 'A588' }],
  ])('%s', (_, given, owner) => {
    expect(personForm(typed('person', given), { asksLanguage: true }).owner).toMatchObject(owner)
  })

  test('has an address of their own only when they say so', () => {
    const at = (hasOtherAddress: boolean) =>
      personForm(typed('person', { ...person, hasOtherAddress, address }), { asksLanguage: false }).owner_address
    const reached = { mobile: '612345678', email: 'anna@example.test' }
    expect(at(false)).toEqual({ different_address: false, ...reached })
    expect(at(true)).toEqual({ different_address: true, ...reached, ...wireAddress, zip: wireAddress.dp })
  })

  test('sends company documents for a company only', () => {
    const files = { identityFront: [file('front')], identityBack: [file('back')], companyDocument: [file('cif')] }
    const sent = (taxId: string) => personForm(typed('person', { ...files, taxId }), { asksLanguage: true })
    expect(sent('12345678Z')).toMatchObject({ nif_faceup: [{ id: 'front' }], nif_facedown: [{ id: 'back' }], cif: [] })
    expect(sent('A58818501').cif).toEqual([{ id: 'cif' }])
  })

  test('changes only where there is a contract', () => {
    const supplied = typed('installation', { isSupplied: true })
    const form = (draft: WizardDraft) =>
      personForm(typed('person', { changesOwner: true }, draft), { asksLanguage: true })
    expect([form(empty).change_owner, form(supplied).change_owner]).toEqual([null, true])
  })

  test('has a correspondence language where it is requested', () => {
    expect(personForm(empty, { asksLanguage: true }).commsLanguage).toBe('es')
    expect(personForm(empty, { asksLanguage: false })).not.toHaveProperty('commsLanguage')
  })
})

test.each<[string, number | null]>([
  ['4,6', 4.6],
  ['4.6', 4.6],
  [' 15,001 ', 15.001],
  ['3.450', 3.45],
  ['1.250,5', 1250.5],
  ['', null],
  ['-3', null],
  ['3,4567', null],
  ['mucho', null],
])('parses %j as %j kW', (text, kw) => {
  expect(parseKw(text)).toBe(kw)
})

describe('the electricity', () => {
  const powers = ['4,6', '3.45', '9', '9', '9', '9']

  test('has two powers up to 15 kW, and drops the others', () => {
    const form = contractForm(typed('contract', { powers, tariffId: 18, productId: 7 }))
    expect(form).toMatchObject({ power: 4.6, power2: 3.45, power3: 0, power6: 0, tarifa: 7, tarifaATR: 18 })
  })

  test('has six powers above', () => {
    const form = contractForm(typed('contract', { powers: ['16', '16', '16', '16', '17', '20'] }))
    expect([form.power3, form.power6]).toEqual([16, 20])
  })

  test.each([
    [false, null, '00'],
    [true, null, '41'],
    [true, '43', '43'],
    [false, '43', '00'],
  ])(
    'with self-consumption %j and register code %j has the code %s',
    (hasSelfConsumption, selfConsumptionCode, code) => {
      const supply = { cups: 'ES', isKnown: true, isAvailable: true, tariff: null, postcode: null, powersKw: [] }
      const draft = typed('installation', { supply: { ...supply, selfConsumptionCode } })
      const papers = { hasSelfConsumption, selfConsumptionPapers: [file('cie')] }
      const form = contractForm(typed('contract', papers, draft))
      expect([form.selfconsCode, form.selfcons_attach?.length]).toEqual([code, hasSelfConsumption ? 1 : 0])
    },
  )

  test('sends the code that was applied, not one that was only typed', () => {
    expect(contractForm(typed('promotion', { typed: 'SOL', applied: null })).promotional_code).toEqual([])
    expect(contractForm(typed('promotion', { typed: '', applied: 'SOL' })).promotional_code).toEqual(['SOL'])
  })
})

describe('the gas', () => {
  const electricity = typed('promotion', { applied: 'SOL' }, typed('installation', { cups: 'ES1', isSupplied: true }))
  const draft = typed('gas', { cups: 'ES2', isSupplied: false, tariffId: 102, productId: 9 }, electricity)

  test('alone has the supply of the installation', () => {
    expect(gasContractForm(draft, 'gas')).toMatchObject({
      ...{ cups: { name: 'ES1' }, active_contract: true, tarifa: 9, tarifaATR: 102, promotional_code: ['SOL'] },
    })
  })

  test('with electricity has its own, and uses a code once', () => {
    expect(gasContractForm(draft, 'dual')).toMatchObject({
      ...{ cups: { name: 'ES2' }, active_contract: false, promotional_code: [] },
    })
  })

  test('with electricity takes the code of a gas product, which the electricity then omits', () => {
    const ofGas = typed('promotion', { energy: 'gas' }, draft)
    expect(gasContractForm(ofGas, 'dual').promotional_code).toEqual(['SOL'])
    expect(contractForm(ofGas).promotional_code).toEqual([])
  })
})

test('sends an account without its spaces', () => {
  const form = paymentForm(typed('payment', { iban: 'ES91 2100 0418 4502 0005 1332', isOwner: true }))
  expect(form).toEqual({ step: 4, bank: { iban: 'ES9121000418450200051332' }, owner_is_bank_owner: true })
})

test.each([
  [noAgreements, true, { accept_ov_conditions: true, accept_gdpr: true, activate_publicity: false }],
  [{ conditions: true, privacy: false }, false, { accept_gdpr: true }],
  [{ conditions: true, privacy: true }, true, { activate_publicity: false }],
  [{ conditions: true, privacy: true }, false, {}],
])('with earlier agreements %j and the publicity question %j sends %j', (given, askPublicity, agreed) => {
  const draft = typed('confirmation', { acceptsConditions: true, acceptsPrivacy: true })
  expect(confirmationForm(draft, { agreements: given, askPublicity })).toEqual({ step: 5, confirm: true, ...agreed })
})

test('maps API problems to form fields, in form order', () => {
  const wrong = { 'address.ine': 'b', 'cups.name': 'a', 'owner.juridic_vat': 'c', power2: 'd', other: 'e' }
  expect(Object.entries(groupByField(wrong)).map(([field]) => field)).toEqual([
    ...['other', 'cups', 'address.poblacio', 'taxId', 'power1'],
  ])
})
