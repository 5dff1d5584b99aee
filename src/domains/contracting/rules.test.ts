import { describe, expect, test } from 'vitest'
import { makeCups } from '#vocabulary/cups.ts'
import {
  type ContractAnswers,
  contractProblems,
  gasContractProblems,
  keepIfOffered,
  needsSixPowers,
  normalizePowers,
  promotionalCodeProblem,
  selfConsumptionCode,
} from './contract-rules.ts'
import type { ContractFormConfig } from './field-problems.ts'
import { activityFor, type InstallationAnswers, installationProblems } from './installation-rules.ts'
import { noDocuments } from './known-holder-rules.ts'
import { confirmationProblems, paymentProblems } from './payment-and-confirmation-rules.ts'
import { normalizePerson, type PersonAnswers, personProblems } from './person-rules.ts'

const formConfig: ContractFormConfig = {
  ...{ electricity: true, gas: true, dual: true, authenticate: false, businessHaltContractation: false },
  ...{ restrictCompanyVAT: false, requireLeadConsent: true, mustAcceptMorosityVerification: true },
  ...{ emailRequired: true, dniRequired: true, commsLanguageRequired: true, invoiceRequired: true },
  ...{ selectComerOrigin: true, askPublicity: true, languages: ['es', 'ca'] },
  selfcons: { enabled: true, requireDocumentation: true },
  cnae_default: { id: 986, code: '9820' },
}
const minimalConfig: ContractFormConfig = {
  ...formConfig,
  ...{ requireLeadConsent: false, mustAcceptMorosityVerification: false, emailRequired: false, dniRequired: false },
  ...{ commsLanguageRequired: false, invoiceRequired: false, selectComerOrigin: false },
}
const file = { id: 'a file' }

describe('the installation', () => {
  const answers: InstallationAnswers = {
    cups: { name: makeCups('0021', '990000000001') },
    address: { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'CL', nv: 'Major', pnp: '1' },
    residence_type: 'habitual',
    cnae: 986,
    active_contract: true,
    comer_origin: 3,
    accept_morosity_verification: true,
    lead_consent: true,
    invoice: [file],
  }
  const of = (given: Partial<InstallationAnswers>, retailer = formConfig, isAvailable: boolean | undefined = true) =>
    installationProblems({ ...answers, ...given }, retailer, { isAvailable })

  test.each<[string, Partial<InstallationAnswers>, Record<string, string>]>([
    ['accepts complete answers', {}, {}],
    [
      'accepts lower case, spaces and an O for a zero',
      { cups: { name: ` es oo21 9900 0000 0001 ${makeCups('0021', '990000000001').slice(-2)}` } },
      {},
    ],
    ['requires a CUPS', { cups: { name: ' ' } }, { 'cups.name': 'required' }],
    [
      'refuses a CUPS with wrong control letters',
      { cups: { name: 'ES0021990000000001AA' } },
      { 'cups.name': 'cups_not_valid' },
    ],
    ['requires a street', { address: { ...answers.address, nv: '' } }, { 'address.nv': 'required' }],
    [
      'refuses a street number of ten digits',
      { address: { ...answers.address, pnp: '1234567890' } },
      { 'address.pnp': 'too_long:9' },
    ],
    [
      'refuses a postcode of four digits',
      { address: { ...answers.address, dp: '8500' } },
      { 'address.dp': 'postcode_invalid' },
    ],
    [
      'accepts a plot reference of 14 characters',
      { address: { ...answers.address, ref_catastral: '9872023VH5797S' } },
      {},
    ],
    [
      'accepts a dwelling reference of 20 characters',
      { address: { ...answers.address, ref_catastral: '9872023 VH5797S 0001 WX' } },
      {},
    ],
    [
      'checks the control letters of a reference',
      { address: { ...answers.address, ref_catastral: '9872023VH5797S0001AA' } },
      {},
    ],
    [
      'refuses a reference of 15 characters',
      { address: { ...answers.address, ref_catastral: '9872023VH5797S0' } },
      { 'address.ref_catastral': 'cadastral_reference_invalid' },
    ],
    ['requires the activity of a business', { residence_type: 'business', cnae: null }, { cnae: 'required' }],
    ['accepts a business with an activity', { residence_type: 'business', cnae: 3 }, {}],
    ['refuses the activity of a business for a home', { cnae: 3 }, { cnae: 'activity_not_household' }],
    ['requires whether there is a supply contract', { active_contract: null }, { active_contract: 'required' }],
    [
      'requires the current retailer where there is a supply contract',
      { comer_origin: null },
      { comer_origin: 'required' },
    ],
    [
      'requires no retailer and no invoice without a supply contract',
      { active_contract: false, comer_origin: null, invoice: [] },
      {},
    ],
    ['requires the consent', { lead_consent: false }, { lead_consent: 'lead_consent_required' }],
    [
      'requires the solvency check',
      { accept_morosity_verification: false },
      { accept_morosity_verification: 'solvency_check_required' },
    ],
    ['requires an invoice', { invoice: [] }, { invoice: 'invoice_required' }],
    ['refuses four invoices', { invoice: [file, file, file, file] }, { invoice: 'too_many_files:3' }],
  ])('%s', (_, given, expected) => {
    expect(of(given)).toEqual(expected)
  })

  test('stops at a supply that may not be contracted, but not at one that has not been looked up yet', () => {
    expect(of({}, formConfig, false)).toEqual({ 'cups.name': 'cups_not_available' })
    expect(of({}, formConfig, undefined)).toEqual({})
  })

  test('accepts missing answers that the retailer does not require', () => {
    const none = { lead_consent: false, accept_morosity_verification: false, invoice: [], comer_origin: null }
    expect(of(none, minimalConfig)).toEqual({})
  })

  test.each([
    ['habitual', 3, 986],
    ['second', null, 986],
    ['business', 3, 3],
    ['business', 986, null],
  ] as const)('gives a %s residence with activity %j the activity %j', (residence, chosen, expected) => {
    expect(activityFor(residence, chosen)).toBe(expected)
  })
})

describe('the person', () => {
  const answers: PersonAnswers = {
    owner: { type: 'F', fisic_vat: '12345678Z', first_name: 'Anna', surname1: 'Serra' },
    owner_address: { different_address: false, mobile: '600 000 101', email: 'anna@example.test' },
    change_owner: false,
    commsLanguage: 'ca',
    nif_faceup: [file],
  }
  const company = {
    ...{ type: 'J' as const, name: 'Taller SL', juridic_vat: 'A58818501' },
    ...{ rep_vat: '12345678Z', rep_name: 'Anna', rep_surname1: 'Serra' },
  }
  const of = (given: Partial<PersonAnswers>, retailer = formConfig, hasActiveContract = true) =>
    personProblems({ ...answers, ...given }, retailer, { hasActiveContract, documents: noDocuments })
  const reachedBy = (given: object) => ({ owner_address: { ...answers.owner_address, ...given } })

  test.each<[string, Partial<PersonAnswers>, Record<string, string>]>([
    ['accepts complete answers', {}, {}],
    ['accepts a NIF with an ES prefix', { owner: { ...answers.owner, fisic_vat: 'ES-12345678-Z' } as never }, {}],
    [
      'refuses a NIF with a wrong letter',
      { owner: { ...answers.owner, fisic_vat: '12345678A' } as never },
      { 'owner.fisic_vat': 'vat_invalid' },
    ],
    ['requires a surname', { owner: { ...answers.owner, surname1: '' } as never }, { 'owner.surname1': 'required' }],
    ['refuses an invalid phone', reachedBy({ mobile: '123' }), { 'owner_address.mobile': 'mobile_not_valid' }],
    ['accepts a phone with prefix and spaces', reachedBy({ mobile: '+34 600 00 01 01' }), {}],
    ['refuses a foreign phone', reachedBy({ mobile: '+33612345678' }), { 'owner_address.mobile': 'mobile_not_valid' }],
    ['requires a phone', reachedBy({ mobile: '' }), { 'owner_address.mobile': 'required' }],
    ['requires an e-mail', reachedBy({ email: '' }), { 'owner_address.email': 'required' }],
    ['refuses an invalid e-mail address', reachedBy({ email: 'anna@' }), { 'owner_address.email': 'email_not_valid' }],
    ['requires whether the holder changes', { change_owner: null }, { change_owner: 'required' }],
    ['requires a language', { commsLanguage: undefined as never }, { commsLanguage: 'required' }],
    ['requires an image of the identity document', { nif_faceup: [] }, { nif_faceup: 'identity_image_required' }],
    [
      'refuses three images of the identity document',
      { nif_faceup: [file, file], nif_facedown: [file] },
      { nif_faceup: 'too_many_files:2' },
    ],
    ['accepts a company with its document', { owner: company, cif: [file] }, {}],
    ['requires the document of a company', { owner: company }, { cif: 'company_document_required' }],
    [
      'requires the representative of a company',
      { owner: { ...company, rep_vat: '', rep_name: '' }, cif: [file] },
      { 'owner.rep_vat': 'required', 'owner.rep_name': 'required' },
    ],
    [
      'refuses a company as the representative of a company',
      { owner: { ...company, rep_vat: 'A58818501' }, cif: [file] },
      { 'owner.rep_vat': 'vat_invalid' },
    ],
    [
      'requires the postcode of a different address',
      reachedBy({
        different_address: true,
        ine: '08298',
        state: '08',
        poblacio: 'Vic',
        tv: 'CL',
        nv: 'Major',
        pnp: '1',
      }),
      { 'owner_address.dp': 'required' },
    ],
  ])('%s', (_, given, expected) => {
    expect(of(given)).toEqual(expected)
  })

  test.each<[string, Partial<PersonAnswers>, object]>([
    ['a NIF', { owner: { ...answers.owner, fisic_vat: 'es 12.345.678-z' } as never }, { owner: answers.owner }],
    [
      'the tax ids of a company',
      { owner: { ...company, juridic_vat: 'a-58818501', rep_vat: '12345678 z' } },
      { owner: company },
    ],
    [
      'an invalid tax id',
      { owner: { ...answers.owner, fisic_vat: '1234' } as never },
      { owner: { fisic_vat: '1234' } },
    ],
    ['a phone without prefix', {}, { owner_address: { mobile: '+34600000101' } }],
    ['a phone with prefix', reachedBy({ mobile: '0034 600-000-101' }), { owner_address: { mobile: '+34600000101' } }],
    ['an invalid phone', reachedBy({ mobile: '12' }), { owner_address: { mobile: '12' } }],
    [
      'a postcode under its other name',
      reachedBy({ different_address: true, zip: ' 08500 ' }),
      { owner_address: { dp: '08500', zip: '08500' } },
    ],
    [
      'a postcode under both names',
      reachedBy({ different_address: true, dp: '08500', zip: '28013' }),
      { owner_address: { dp: '08500', zip: '08500' } },
    ],
  ])('is normalised for storage: %s', (_, given, expected) => {
    expect(normalizePerson({ ...answers, ...given })).toMatchObject(expected)
  })

  test('has no postcode without an address of their own', () => {
    const { owner_address } = normalizePerson({ ...answers, ...reachedBy({ zip: '08500' }) })
    expect(owner_address).not.toHaveProperty('dp')
  })

  test('can be restricted to private persons by the retailer', () => {
    expect(of({ owner: company, cif: [file] }, { ...formConfig, restrictCompanyVAT: true })).toEqual({
      'owner.juridic_vat': 'company_vat_not_allowed',
    })
  })

  test('needs no previous holder for a supply without a contract, nor answers that are not required', () => {
    expect(of({ change_owner: null }, formConfig, false)).toEqual({})
    const none = { ...reachedBy({ email: '' }), nif_faceup: [], commsLanguage: undefined as never }
    expect(of(none, minimalConfig)).toEqual({})
  })
})

describe('the electricity contract', () => {
  const answers: ContractAnswers = { power: 4.6, power2: 4.6, tarifa: 7, tarifaATR: 18 }
  const six = { power: 15.001, power2: 15.001, power3: 15.001, power4: 16, power5: 16, power6: 20 }

  test.each<[string, Partial<ContractAnswers>, Record<string, string>]>([
    ['accepts complete answers', {}, {}],
    ['accepts the minimum of one kW', { power: 1, power2: 1 }, {}],
    ['refuses less than one kW', { power: 0.999 }, { power: 'power_too_low' }],
    ['requires a power', { power: null, power2: 0 }, { power: 'power_required', power2: 'power_required' }],
    ['requires no further powers at 15 kW', { power: 15, power2: 15 }, {}],
    [
      'requires four more powers from one watt above',
      { power2: 15.001 },
      { power3: 'power_required', power4: 'power_required', power5: 'power_required', power6: 'power_required' },
    ],
    ['accepts six rising powers', six, {}],
    ['refuses a second power below the first of six', { ...six, power: 15.5 }, { power2: 'power_lower_than_previous' }],
    ['refuses a fourth power below the third of six', { ...six, power4: 15 }, { power4: 'power_lower_than_previous' }],
    [
      'requires a tariff and a product',
      { tarifa: -1, tarifaATR: null },
      { tarifa: 'product_required', tarifaATR: 'required' },
    ],
    [
      'requires the documents of self-consumption',
      { selfconsCode: '41' },
      { selfcons_attach: 'self_consumption_papers_required' },
    ],
    ['accepts self-consumption with documents', { selfconsCode: '41', selfcons_attach: [file] }, {}],
  ])('%s', (_, given, expected) => {
    expect(contractProblems({ ...answers, ...given }, formConfig)).toEqual(expected)
  })

  test('requires panels and their documents only where the retailer offers and requires them', () => {
    const panels = { ...answers, selfconsCode: '41' }
    expect(contractProblems(panels, { selfcons: { enabled: false, requireDocumentation: true } })).toEqual({
      selfconsCode: 'self_consumption_off',
    })
    expect(contractProblems(panels, { selfcons: { enabled: true, requireDocumentation: false } })).toEqual({})
  })

  test('resets powers that are no longer needed to zero', () => {
    expect(normalizePowers(six)).toEqual(six)
    expect(normalizePowers({ ...six, power: 15, power2: 15 })).toEqual({
      power: 15,
      power2: 15,
      power3: 0,
      power4: 0,
      power5: 0,
      power6: 0,
    })
    expect(needsSixPowers({ power: 15, power2: 15.001 })).toBe(true)
  })

  test.each([
    [true, null, '41'],
    [true, '43', '43'],
    [true, '00', '41'],
    [false, '43', '00'],
  ])('maps self-consumption %s with %j in the register to the code %s', (isOn, registered, code) => {
    expect(selfConsumptionCode(isOn, registered)).toBe(code)
  })

  test('clears a choice that is no longer offered', () => {
    const offered = [{ id: 7 }]
    expect(keepIfOffered(7, offered, -1)).toBe(7)
    expect(keepIfOffered(8, offered, -1)).toBe(-1)
    expect(keepIfOffered(18, [], null)).toBeNull()
  })

  test('does not apply the same code twice', () => {
    expect(promotionalCodeProblem(' soci4 ', 'SOCI4')).toBe('promocode_already_applied')
    expect(promotionalCodeProblem('SOCI5', 'SOCI4')).toBeNull()
    expect(promotionalCodeProblem('', null)).toBeNull()
  })
})

describe('the gas contract', () => {
  const answers = {
    cups: { name: makeCups('0217', '990000000001') },
    active_contract: true,
    change_owner: true,
    comer_origin: 2,
    tarifa: 3,
    tarifaATR: 102,
    invoice: [file],
  }
  test.each([
    ['accepts complete answers', {}, {}],
    ['requires whether the holder changes', { change_owner: null }, { change_owner: 'required' }],
    ['requires the current retailer', { comer_origin: null }, { comer_origin: 'required' }],
    ['accepts a first supply', { active_contract: false, change_owner: null, comer_origin: null, invoice: [] }, {}],
    ['requires a product', { tarifa: null }, { tarifa: 'product_required' }],
  ])('%s', (_, given, expected) => {
    expect(gasContractProblems({ ...answers, ...given }, formConfig, { isAvailable: true })).toEqual(expected)
  })
  test('rejects the CUPS of an electricity supply', () => {
    const supply = { isAvailable: true, otherEnergy: 'electricity' as const }
    expect(gasContractProblems(answers, formConfig, supply)).toEqual({ 'cups.name': 'cups_of_electricity' })
  })
})

test.each([
  ['ES91 2100 0418 4502 0005 1332', true, {}],
  ['ES91 2100 0418 4502 0005 1333', true, { 'bank.iban': 'iban_not_valid' }],
  ['', false, { 'bank.iban': 'required', owner_is_bank_owner: 'owner_required' }],
])('validates the account %j with ownership %s', (iban, owner_is_bank_owner, expected) => {
  expect(paymentProblems({ bank: { iban }, owner_is_bank_owner })).toEqual(expected)
})

test.each(['card', 'transfer'] as const)('asks for no account to pay by %s', (payment_means) => {
  expect(paymentProblems({ payment_means, bank: {}, owner_is_bank_owner: false })).toEqual({})
})

test.each<[Parameters<typeof confirmationProblems>[1], Parameters<typeof confirmationProblems>[0], object]>([
  [{ conditions: true, privacy: true }, {}, {}],
  [{ conditions: false, privacy: false }, { accept_gdpr: true }, { accept_ov_conditions: 'conditions_required' }],
  [{ conditions: false, privacy: true }, {}, { accept_ov_conditions: 'conditions_required' }],
  [{ conditions: true, privacy: false }, { accept_gdpr: false }, { accept_gdpr: 'gdpr_required' }],
  [{ conditions: false, privacy: false }, { accept_gdpr: true, accept_ov_conditions: true }, {}],
])('with earlier agreements %j and answers %j reports %j', (given, answers, expected) => {
  expect(confirmationProblems(answers, given)).toEqual(expected)
})
