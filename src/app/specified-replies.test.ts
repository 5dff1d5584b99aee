import { expect, test } from 'vitest'
import * as batteries from '#domains/batteries/api.ts'
import * as changes from '#domains/changes/api.ts'
import { changeCadastralReference } from '#domains/changes/cadastral-api.ts'
import * as consumption from '#domains/consumption/api.ts'
import * as contracts from '#domains/contracts/api.ts'
import * as correspondence from '#domains/correspondence/api.ts'
import * as geo from '#domains/geo/api.ts'
import * as invoices from '#domains/invoices/api.ts'
import * as operator from '#domains/operator/api.ts'
import { readFeatureFlags } from '#domains/operator/settings-api.ts'
import * as payments from '#domains/payments/api.ts'
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
  ['a log-in that says nothing of the password', session.logIn, { token: 't' }],
  ['one whose password must be changed', session.logIn, { token: 't', change_password: true }],
  ['a client program', session.logInClient, { token: 't' }],
  ['an identity provider', session.enterWithOpenid, { token: 't', openid_token: 'o', new_customer: false }],
  ['a token', session.checkToken, { token_is_valid: true }],
  ['a changed password', session.changePassword, { token: 't' }],
  ['one that was not changed', session.changePassword, { status: 'ERROR', status_code: 403 }],
  ['the profile of version 2', session.readProfile, specified.profile],
  ['that of version 1', session.readProfileV1, { result: specified.profile }],
  ['either', session.readAnyProfile, { result: specified.profile }],
  ['the flags', readFeatureFlags, { feature_flags: { 'coupons.coupon': false, 'crm.case': true } }],
  [
    'own pages',
    operator.listHtmlRoutes,
    [{ id: 1, route_path: 'ayuda', btn_description: 'Ayuda', btn_title: 'Ayuda' }],
  ],
  ['the blocks of a page', operator.listHtmlOfPage, [htmlElement]],
  ['those of a place', operator.listHtmlOfGroup, [htmlElement]],
  ['a banner', operator.readBanner, { banner: '<b>' }],
  ['contracts', contracts.listContracts, { items: [specified.contract, specified.gasContract], total: 2 }],
  ['their names', contracts.listContractInfo, { electricity: [{ id: 7, name: '0048213' }], gas: [] }],
  ['a cadastral reference', changeCadastralReference, {}],
  ['the delivery of invoices', correspondence.changeDelivery, {}],
  ['a change of power', changes.changePower, waiting],
  ['a change of account', changes.changeAccount, waiting],
  ['that of gas', changes.changeAccountOfGas, waiting],
  ['no cession', changes.requestNoSipsCession, waiting],
  ['accounts', changes.listAccounts, { items: [{ id: 7, printable_iban: 'ES94 2080' }] }],
  ['an e-mail', correspondence.changeContact, {}],
  ['addresses', correspondence.listAddresses, { items: [specified.address] }],
  ['a new address', correspondence.addNotificationAddress, { address: specified.address }],
  ['a known one', correspondence.chooseNotificationAddress, { address_id: 7 }],
  ['one that was not taken', correspondence.addNotificationAddress, { errors: { pnp: ['No existe.'] } }],
  ['a postcode', geo.readZipcode, { city: 'Vic', ine: '08298' }],
  ['a province', geo.readProvince, { id: '08', name: 'Barcelona' }],
  ['kinds of streets', geo.listStreetTypes, { items: [{ id: 'CL', name: 'Calle' }] }],
  ['a chosen period of double tariff', tariff.readDoubleTariff, period()],
  ['none', tariff.readDoubleTariff, {}],
  ['those on offer', tariff.listDoubleTariffs, { items: [period()] }],
  ['chosen happy hours', tariff.readHappyHours, { startHour: 12, endHour: 14 }],
  ['those on offer', tariff.listHappyHours, { items: [{ startHour: 12, endHour: 14 }] }],
  ['a chosen happy day', tariff.readHappyDay, { value: 1, label: 'lunes' }],
  ['those on offer', tariff.listHappyDays, { items: [{ value: 1, label: 'lunes' }] }],
  ['types of batteries', batteries.listBatteryTypes, { items: [{ name: 'aplicar', description: 'Se descuenta' }] }],
  ['what is done with a battery', batteries.chooseDiscounts, {}],
  ['its percentage', batteries.readPercentages, { bateria_id: 5, percentage: 40 }],
  ['a changed one', batteries.changePercentage, {}],
  ['a moved share', batteries.moveShare, {}],
  ['a chart of version 2', consumption.readChart, specified.chart],
  ['that of version 1', consumption.readChartRecords, specified.chartRecords],
  ['either', consumption.readAnyChart, specified.chartRecords],
  ['invoices', invoices.listInvoices, specified.pageOf(specified.invoice)],
  ['multipoint ones', invoices.listMultipointInvoices, specified.pageOf(specified.multipointInvoice)],
  ['the values of filters', invoices.listFilterParams, { cups: [], addresses: [], contracts: [], vats: [] }],
  ['payment providers', payments.listPlatforms, { platforms: ['stripe'] }],
  ['a public key', payments.readPublishableKey, { publishable_key: 'pk_1' }],
  ['a payment', payments.payItem, { error: null, requires_action: false, success: true }],
  ['what was paid', payments.readTransactionSummary, specified.transaction],
  ['what is not in the books', payments.readTransactionSummary, { error: 'internal_error' }],
  ['types of care', support.listTypes, [['01', 'Factura']]],
  ['their subtypes', support.listSubtypes, [{ name: '001', desc: 'Importe' }]],
  ['a care case', support.openClaim, { result: '2026-000012' }],
  ['categories', support.listCategories, { items: [{ id: 20, name: 'Lectura' }] }],
  ['a case', support.openRequest, { id: 12 }],
  ['an unsigned one', support.openUnsigned, { result: '2026-000012' }],
]

test.each(replies)('%s: a reply with the specified members alone is understood', (_, call, reply) => {
  expect(read(call, reply)).toEqual({ success: true })
})

test.each(replies)('%s: what else a reply says is ignored', (_, call, reply) => {
  expect(read(call, withMore(reply))).toEqual({ success: true })
  expect(JSON.stringify((call.reply as Schema).parse(withMore(reply)))).not.toContain('of_another_server')
})

test('an invoice of a kind that is not known is one like any other', () => {
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

/** The same with a member more in every object of it. */
function withMore(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(withMore)
  if (typeof reply !== 'object' || reply === null) return reply
  // Those of `errors` are the names of fields.
  const told = Object.entries(reply).map(([member, value]) => [member, member === 'errors' ? value : withMore(value)])
  return { ...Object.fromEntries(told), of_another_server: true }
}
