import { expect, test } from 'vitest'
import * as batteries from '#domains/batteries/api.ts'
import * as changes from '#domains/changes/api.ts'
import { changeCadastralReference } from '#domains/changes/cadastral-api.ts'
import * as consumption from '#domains/consumption/api.ts'
import * as contracts from '#domains/contracts/api.ts'
import * as correspondence from '#domains/correspondence/api.ts'
import * as geo from '#domains/geo/api.ts'
import * as invoices from '#domains/invoices/api.ts'
import * as payments from '#domains/payments/api.ts'
import * as retailer from '#domains/retailer/api.ts'
import { readFeatureFlags } from '#domains/retailer/settings-api.ts'
import * as session from '#domains/session/api.ts'
import * as support from '#domains/support/api.ts'
import * as tariff from '#domains/tariff-options/api.ts'
import type { Call, Schema } from '#kit/call.ts'
import * as specified from './specified-replies-testing.ts'

const waiting = { waiting_for_signature: true }
const htmlElement = {
  id: 1,
  name: 'Aviso',
  group_name: 'Login',
  html_block: '<p>Hola</p>',
  block_height: null,
  block_width: null,
  priority: 1,
  page_id: null,
}

const replies: [why: string, call: Call, reply: unknown][] = [
  ['a sign-in without password information', session.logIn, { token: 't' }],
  ['a sign-in that requires a password change', session.logIn, { token: 't', change_password: true }],
  ['a sign-in of a client program', session.logInClient, { token: 't' }],
  [
    'a sign-in through an identity provider',
    session.logInWithOpenid,
    { token: 't', openid_token: 'o', new_customer: false },
  ],
  ['a token check', session.checkToken, { token_is_valid: true }],
  ['a password change', session.changePassword, { token: 't' }],
  ['a failed password change', session.changePassword, { status: 'ERROR', status_code: 403 }],
  ['the profile in version 2', session.readProfile, specified.profile],
  ['that of version 1', session.readProfileV1, { result: specified.profile }],
  ['either', session.readAnyProfile, { result: specified.profile }],
  ['the feature flags', readFeatureFlags, { feature_flags: { 'coupons.coupon': false, 'crm.case': true } }],
  [
    'the retailer’s pages',
    retailer.listHtmlRoutes,
    [{ id: 1, route_path: 'ayuda', btn_description: 'Ayuda', btn_title: 'Ayuda' }],
  ],
  ['the blocks of a page', retailer.listHtmlOfPage, [htmlElement]],
  ['the blocks of a group', retailer.listHtmlOfGroup, [htmlElement]],
  ['a banner', retailer.readBanner, { banner: '<b>' }],
  ['contracts', contracts.listContracts, { items: [specified.contract, specified.gasContract], total: 2 }],
  ['the names of contracts', contracts.listContractInfo, { electricity: [{ id: 7, name: '0048213' }], gas: [] }],
  ['a cadastral reference', changeCadastralReference, {}],
  ['the delivery of invoices', correspondence.changeDelivery, {}],
  ['a power change', changes.changePower, waiting],
  ['an account change', changes.changeAccount, waiting],
  ['an account change for gas', changes.changeAccountOfGas, waiting],
  ['a refusal of SIPS cession', changes.requestNoSipsCession, waiting],
  ['accounts', changes.listAccounts, { items: [{ id: 7, printable_iban: 'ES94 2080' }] }],
  ['an e-mail address', correspondence.changeContact, {}],
  ['addresses', correspondence.listAddresses, { items: [specified.address] }],
  ['a new address', correspondence.addNotificationAddress, { address: specified.address }],
  ['a chosen address', correspondence.chooseNotificationAddress, { address_id: 7 }],
  ['a rejected address', correspondence.addNotificationAddress, { errors: { pnp: ['No existe.'] } }],
  ['a postcode', geo.readZipcode, { city: 'Vic', ine: '08298' }],
  ['a province', geo.readProvince, { id: '08', name: 'Barcelona' }],
  ['the street types', geo.listStreetTypes, { items: [{ id: 'CL', name: 'Calle' }] }],
  ['the chosen period of the double tariff', tariff.readDoubleTariff, period()],
  ['none', tariff.readDoubleTariff, {}],
  ['those on offer', tariff.listDoubleTariffs, { items: [period()] }],
  ['the chosen happy hours', tariff.readHappyHours, { startHour: 12, endHour: 14 }],
  ['those on offer', tariff.listHappyHours, { items: [{ startHour: 12, endHour: 14 }] }],
  ['the chosen happy day', tariff.readHappyDay, { value: 1, label: 'lunes' }],
  ['those on offer', tariff.listHappyDays, { items: [{ value: 1, label: 'lunes' }] }],
  ['the battery types', batteries.listBatteryTypes, { items: [{ name: 'aplicar', description: 'Se descuenta' }] }],
  ['the chosen discounts of a battery', batteries.chooseDiscounts, {}],
  ['the percentage of a battery', batteries.readPercentages, { bateria_id: 5, percentage: 40 }],
  ['a changed percentage', batteries.changePercentage, {}],
  ['a moved share', batteries.moveShare, {}],
  ['a chart in version 2', consumption.readChart, specified.chart],
  ['that of version 1', consumption.readChartRecords, specified.chartRecords],
  ['either', consumption.readAnyChart, specified.chartRecords],
  ['invoices', invoices.listInvoices, specified.pageOf(specified.invoice)],
  ['the multipoint invoices', invoices.listMultipointInvoices, specified.pageOf(specified.multipointInvoice)],
  ['the filter values', invoices.listFilterParams, { cups: [], addresses: [], contracts: [], vats: [] }],
  ['the payment providers', payments.listPlatforms, { platforms: ['stripe'] }],
  ['a public key', payments.readPublishableKey, { publishable_key: 'pk_1' }],
  ['a payment', payments.payItem, { error: null, requires_action: false, success: true }],
  ['a transaction summary', payments.readTransactionSummary, specified.transaction],
  ['a missing transaction', payments.readTransactionSummary, { error: 'internal_error' }],
  ['the claim types', support.listCaseTypesOffered, [['01', 'Factura']]],
  ['the claim subtypes', support.listSubtypesOffered, [{ name: '001', desc: 'Importe' }]],
  ['a claim', support.openClaim, { result: '2026-000012' }],
  ['categories', support.listCategories, { items: [{ id: 20, name: 'Lectura' }] }],
  ['a case', support.openRequest, { id: 12 }],
  ['a request without a session', support.openUnsignedRequest, { result: '2026-000012' }],
]

test.each(replies)('%s: accepts a reply with only the specified members', (_, call, reply) => {
  expect(read(call, reply)).toEqual({ success: true })
})

test.each(replies)('%s: ignores additional members of a reply', (_, call, reply) => {
  expect(read(call, withMore(reply))).toEqual({ success: true })
  expect(JSON.stringify((call.reply as Schema).parse(withMore(reply)))).not.toContain('of_another_server')
})

test('an invoice of an unknown kind is treated like any other', () => {
  const { items } = invoices.listInvoices.reply.parse(specified.pageOf(specified.invoice))
  expect(items[0]).toMatchObject({ rectificative_type: 'N', documents: ['pdf', 'signed_pdf', 'curve_csv'] })
})

function read(call: Call, reply: unknown) {
  const { success, error } = (call.reply as Schema).safeParse(reply)
  return success ? { success } : { success, issues: error.issues }
}

function period() {
  return { startMonth: 11, startYear: 2026, endMonth: 1, endYear: 2027 }
}

/** Returns the reply with an additional member in every object. */
function withMore(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(withMore)
  if (typeof reply !== 'object' || reply === null) return reply
  // The members of `errors` are field names.
  const extendedMembers = Object.entries(reply).map(([member, value]) => [
    member,
    member === 'errors' ? value : withMore(value),
  ])
  return { ...Object.fromEntries(extendedMembers), of_another_server: true }
}
