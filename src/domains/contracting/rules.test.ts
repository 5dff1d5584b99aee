import { describe, expect, test } from 'vitest'
import { makeCups } from '#vocabulary/cups.ts'
import type { Asked } from './asked.ts'
import {
  type ContractAnswers,
  contractProblems,
  gasContractProblems,
  needsSixPowers,
  promotionalCodeProblem,
  selfConsumptionCode,
  settledPowers,
  stillOffered,
} from './contract-rules.ts'
import { confirmationProblems, paymentProblems } from './ending-rules.ts'
import { activityFor, type InstallationAnswers, installationProblems } from './installation-rules.ts'
import { noPapers } from './known-holder-rules.ts'
import { type PersonAnswers, personProblems, tidyPerson } from './person-rules.ts'

const asked: Asked = {
  ...{ electricity: true, gas: true, dual: true, authenticate: false, businessHaltContractation: false },
  ...{ restrictCompanyVAT: false, requireLeadConsent: true, mustAcceptMorosityVerification: true },
  ...{ emailRequired: true, dniRequired: true, commsLanguageRequired: true, invoiceRequired: true },
  ...{ selectComerOrigin: true, askPublicity: true, languages: ['es', 'ca'] },
  selfcons: { enabled: true, requireDocumentation: true },
  cnae_default: { id: 986, code: '9820' },
}
const nothingAsked: Asked = {
  ...asked,
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
  const of = (given: Partial<InstallationAnswers>, retailer = asked, isAvailable: boolean | undefined = true) =>
    installationProblems({ ...answers, ...given }, retailer, { isAvailable })

  test.each<[string, Partial<InstallationAnswers>, Record<string, string>]>([
    ['everything is there', {}, {}],
    [
      'small letters, spaces and an O for a zero',
      { cups: { name: ` es oo21 9900 0000 0001 ${makeCups('0021', '990000000001').slice(-2)}` } },
      {},
    ],
    ['no CUPS', { cups: { name: ' ' } }, { 'cups.name': 'required' }],
    ['a CUPS with wrong letters', { cups: { name: 'ES0021990000000001AA' } }, { 'cups.name': 'cups_not_valid' }],
    ['no street', { address: { ...answers.address, nv: '' } }, { 'address.nv': 'required' }],
    ['a number of ten', { address: { ...answers.address, pnp: '1234567890' } }, { 'address.pnp': 'too_long:9' }],
    ['a postcode of four', { address: { ...answers.address, dp: '8500' } }, { 'address.dp': 'postcode_invalid' }],
    ['a plot of 14', { address: { ...answers.address, ref_catastral: '9872023VH5797S' } }, {}],
    ['a dwelling of 20', { address: { ...answers.address, ref_catastral: '9872023 VH5797S 0001 WX' } }, {}],
    ['one with other control letters', { address: { ...answers.address, ref_catastral: '9872023VH5797S0001AA' } }, {}],
    [
      'a reference of 15',
      { address: { ...answers.address, ref_catastral: '9872023VH5797S0' } },
      { 'address.ref_catastral': 'cadastral_reference_invalid' },
    ],
    ['a business without activity', { residence_type: 'business', cnae: null }, { cnae: 'required' }],
    ['a business with one', { residence_type: 'business', cnae: 3 }, {}],
    ['a home with the activity of a business', { cnae: 3 }, { cnae: 'activity_not_household' }],
    ['supplied or not is not said', { active_contract: null }, { active_contract: 'required' }],
    ['supplied by nobody in particular', { comer_origin: null }, { comer_origin: 'required' }],
    ['not supplied: no retailer and no invoice', { active_contract: false, comer_origin: null, invoice: [] }, {}],
    ['no consent', { lead_consent: false }, { lead_consent: 'lead_consent_required' }],
    [
      'no solvency check',
      { accept_morosity_verification: false },
      { accept_morosity_verification: 'solvency_check_required' },
    ],
    ['no invoice', { invoice: [] }, { invoice: 'invoice_required' }],
    ['four invoices', { invoice: [file, file, file, file] }, { invoice: 'too_many_files:3' }],
  ])('%s', (_, given, expected) => {
    expect(of(given)).toEqual(expected)
  })

  test('a supply that may not be contracted stops it, one that is not looked up yet does not', () => {
    expect(of({}, asked, false)).toEqual({ 'cups.name': 'cups_not_available' })
    expect(of({}, asked, undefined)).toEqual({})
  })

  test('what the retailer does not ask for may be missing', () => {
    const none = { lead_consent: false, accept_morosity_verification: false, invoice: [], comer_origin: null }
    expect(of(none, nothingAsked)).toEqual({})
  })

  test.each([
    ['habitual', 3, 986],
    ['second', null, 986],
    ['business', 3, 3],
    ['business', 986, null],
  ] as const)('a %s residence with activity %j has %j', (residence, chosen, expected) => {
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
  const of = (given: Partial<PersonAnswers>, retailer = asked, hasActiveContract = true) =>
    personProblems({ ...answers, ...given }, retailer, { hasActiveContract, papers: noPapers })
  const reachedBy = (given: object) => ({ owner_address: { ...answers.owner_address, ...given } })

  test.each<[string, Partial<PersonAnswers>, Record<string, string>]>([
    ['everything is there', {}, {}],
    ['a NIF with ES before it', { owner: { ...answers.owner, fisic_vat: 'ES-12345678-Z' } as never }, {}],
    [
      'a wrong letter',
      { owner: { ...answers.owner, fisic_vat: '12345678A' } as never },
      { 'owner.fisic_vat': 'vat_invalid' },
    ],
    ['no surname', { owner: { ...answers.owner, surname1: '' } as never }, { 'owner.surname1': 'required' }],
    ['a phone that is none', reachedBy({ mobile: '123' }), { 'owner_address.mobile': 'mobile_not_valid' }],
    ['a phone with its prefix and spaces', reachedBy({ mobile: '+34 600 00 01 01' }), {}],
    ['a phone from abroad', reachedBy({ mobile: '+33612345678' }), { 'owner_address.mobile': 'mobile_not_valid' }],
    ['no phone', reachedBy({ mobile: '' }), { 'owner_address.mobile': 'required' }],
    ['no e-mail', reachedBy({ email: '' }), { 'owner_address.email': 'required' }],
    ['no e-mail address', reachedBy({ email: 'anna@' }), { 'owner_address.email': 'email_not_valid' }],
    ['the same holder or another is not said', { change_owner: null }, { change_owner: 'required' }],
    ['no language', { commsLanguage: undefined as never }, { commsLanguage: 'required' }],
    ['no picture', { nif_faceup: [] }, { nif_faceup: 'identity_image_required' }],
    ['three pictures', { nif_faceup: [file, file], nif_facedown: [file] }, { nif_faceup: 'too_many_files:2' }],
    ['a company with its paper', { owner: company, cif: [file] }, {}],
    ['a company without', { owner: company }, { cif: 'company_document_required' }],
    [
      'a company for which nobody signs',
      { owner: { ...company, rep_vat: '', rep_name: '' }, cif: [file] },
      { 'owner.rep_vat': 'required', 'owner.rep_name': 'required' },
    ],
    [
      'a company that a company signs for',
      { owner: { ...company, rep_vat: 'A58818501' }, cif: [file] },
      { 'owner.rep_vat': 'vat_invalid' },
    ],
    [
      'an address of their own without postcode',
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
      'what is no tax id',
      { owner: { ...answers.owner, fisic_vat: '1234' } as never },
      { owner: { fisic_vat: '1234' } },
    ],
    ['a phone without prefix', {}, { owner_address: { mobile: '+34600000101' } }],
    ['one with it', reachedBy({ mobile: '0034 600-000-101' }), { owner_address: { mobile: '+34600000101' } }],
    ['what is no phone', reachedBy({ mobile: '12' }), { owner_address: { mobile: '12' } }],
    [
      'a postcode by its other name',
      reachedBy({ different_address: true, zip: ' 08500 ' }),
      { owner_address: { dp: '08500', zip: '08500' } },
    ],
    [
      'both of them',
      reachedBy({ different_address: true, dp: '08500', zip: '28013' }),
      { owner_address: { dp: '08500', zip: '08500' } },
    ],
  ])('is kept tidied up: %s', (_, given, expected) => {
    expect(tidyPerson({ ...answers, ...given })).toMatchObject(expected)
  })

  test('no address of their own has no postcode', () => {
    const { owner_address } = tidyPerson({ ...answers, ...reachedBy({ zip: '08500' }) })
    expect(owner_address).not.toHaveProperty('dp')
  })

  test('a retailer may sell to people alone', () => {
    expect(of({ owner: company, cif: [file] }, { ...asked, restrictCompanyVAT: true })).toEqual({
      'owner.juridic_vat': 'company_vat_not_allowed',
    })
  })

  test('a supply without contract has no holder to change, and what is not asked for may be missing', () => {
    expect(of({ change_owner: null }, asked, false)).toEqual({})
    const none = { ...reachedBy({ email: '' }), nif_faceup: [], commsLanguage: undefined as never }
    expect(of(none, nothingAsked)).toEqual({})
  })
})

describe('the contract of electricity', () => {
  const answers: ContractAnswers = { power: 4.6, power2: 4.6, tarifa: 7, tarifaATR: 18 }
  const six = { power: 15.001, power2: 15.001, power3: 15.001, power4: 16, power5: 16, power6: 20 }

  test.each<[string, Partial<ContractAnswers>, Record<string, string>]>([
    ['everything is there', {}, {}],
    ['one kW is the least', { power: 1, power2: 1 }, {}],
    ['less than one kW', { power: 0.999 }, { power: 'power_too_low' }],
    ['no power', { power: null, power2: 0 }, { power: 'power_required', power2: 'power_required' }],
    ['15 kW need no more powers', { power: 15, power2: 15 }, {}],
    [
      'a watt more needs four more',
      { power2: 15.001 },
      { power3: 'power_required', power4: 'power_required', power5: 'power_required', power6: 'power_required' },
    ],
    ['six that rise', six, {}],
    ['of six the second below the first', { ...six, power: 15.5 }, { power2: 'power_lower_than_previous' }],
    ['the fourth below the third', { ...six, power4: 15 }, { power4: 'power_lower_than_previous' }],
    ['no tariff, no product', { tarifa: -1, tarifaATR: null }, { tarifa: 'product_required', tarifaATR: 'required' }],
    ['panels without papers', { selfconsCode: '41' }, { selfcons_attach: 'self_consumption_papers_required' }],
    ['panels with papers', { selfconsCode: '41', selfcons_attach: [file] }, {}],
  ])('%s', (_, given, expected) => {
    expect(contractProblems({ ...answers, ...given }, asked)).toEqual(expected)
  })

  test('panels are contracted only where the retailer does so, and papers asked for where it asks', () => {
    const panels = { ...answers, selfconsCode: '41' }
    expect(contractProblems(panels, { selfcons: { enabled: false, requireDocumentation: true } })).toEqual({
      selfconsCode: 'self_consumption_off',
    })
    expect(contractProblems(panels, { selfcons: { enabled: true, requireDocumentation: false } })).toEqual({})
  })

  test('powers that are no longer needed are put back to zero', () => {
    expect(settledPowers(six)).toEqual(six)
    expect(settledPowers({ ...six, power: 15, power2: 15 })).toEqual({
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
  ])('self-consumption %s with %j in the register has the code %s', (isOn, registered, code) => {
    expect(selfConsumptionCode(isOn, registered)).toBe(code)
  })

  test('a choice that is no longer offered is none', () => {
    const offered = [{ id: 7 }]
    expect(stillOffered(7, offered, -1)).toBe(7)
    expect(stillOffered(8, offered, -1)).toBe(-1)
    expect(stillOffered(18, [], null)).toBeNull()
  })

  test('the same code is not applied twice', () => {
    expect(promotionalCodeProblem(' soci4 ', 'SOCI4')).toBe('promocode_already_applied')
    expect(promotionalCodeProblem('SOCI5', 'SOCI4')).toBeNull()
    expect(promotionalCodeProblem('', null)).toBeNull()
  })
})

describe('the contract of gas', () => {
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
    ['everything is there', {}, {}],
    ['not said who the holder is to be', { change_owner: null }, { change_owner: 'required' }],
    ['no retailer to come from', { comer_origin: null }, { comer_origin: 'required' }],
    ['a first supply', { active_contract: false, change_owner: null, comer_origin: null, invoice: [] }, {}],
    ['no product', { tarifa: null }, { tarifa: 'product_required' }],
  ])('%s', (_, given, expected) => {
    expect(gasContractProblems({ ...answers, ...given }, asked, { isAvailable: true })).toEqual(expected)
  })
  test('the CUPS of an electricity supply', () => {
    const supply = { isAvailable: true, otherEnergy: 'electricity' as const }
    expect(gasContractProblems(answers, asked, supply)).toEqual({ 'cups.name': 'cups_of_electricity' })
  })
})

test.each([
  ['ES91 2100 0418 4502 0005 1332', true, {}],
  ['ES91 2100 0418 4502 0005 1333', true, { 'bank.iban': 'iban_not_valid' }],
  ['', false, { 'bank.iban': 'required', owner_is_bank_owner: 'owner_required' }],
])('the account %j of its owner: %s', (iban, owner_is_bank_owner, expected) => {
  expect(paymentProblems({ bank: { iban }, owner_is_bank_owner })).toEqual(expected)
})

test.each<[Parameters<typeof confirmationProblems>[1], Parameters<typeof confirmationProblems>[0], object]>([
  [{ conditions: true, privacy: true }, {}, {}],
  [{ conditions: false, privacy: false }, { accept_gdpr: true }, { accept_ov_conditions: 'conditions_required' }],
  [{ conditions: false, privacy: true }, {}, { accept_ov_conditions: 'conditions_required' }],
  [{ conditions: true, privacy: false }, { accept_gdpr: false }, { accept_gdpr: 'gdpr_required' }],
  [{ conditions: false, privacy: false }, { accept_gdpr: true, accept_ov_conditions: true }, {}],
])('to whom has agreed before to %j, agreeing now to %j lacks %j', (given, answers, expected) => {
  expect(confirmationProblems(answers, given)).toEqual(expected)
})
