import { expect, test } from 'vitest'
import { domainOfCall } from '../http/call-domains.ts'
import { callNameOf } from '../testing/registered-calls.ts'

// The calls of the specification (point 7 of both documents) except the ones that open, end and describe our own session, and
// what the retailer manages in the back office here; and the follow-ups of specified replies: the signature, and the full
// account number.
const forwardedCalls = [
  'GET /users/',

  'GET /contracts/list-info/',
  'GET /contracts',
  'GET /contracts/:contractName/pdf/',
  'PUT /contracts/:contractName/ref_catastral/',
  'POST /contracts/:contractName/',
  'POST /contracts/:contractName/power/',
  'POST /contracts/:contractName/no_cession_sips/',
  'POST /contracts/:contractName/notification/:field/',
  'PUT /contracts/:contractName/notification/:field/',
  'GET /addresses/',
  'POST /contracts/:contractName/notification/',
  'PUT /contracts/:contractName/notification/',
  'GET /ibans/',
  'POST /ibans/:accountId/reveal',
  'POST /contracts/:contractName/iban/',
  'GET /contract/:contractId/double-tariff/',
  'POST /contract/:contractId/double-tariff/',
  'GET /contract/:contractId/available-double-tariffs/',
  'GET /contract/:contractId/happy-hours/',
  'POST /contract/:contractId/happy-hours/',
  'GET /contract/:contractId/available-happy-hours/',
  'GET /contract/:contractId/happy-day/',
  'POST /contract/:contractId/happy-day/',
  'GET /contract/:contractId/available-happy-days/',
  'GET /contract/download_attachment/:attachmentID',
  'GET /geo/zipcode/:zipcode/',
  'GET /geo/provincies/:ine/',
  'GET /geo/tipovias/',

  'GET /contracts/virtual_batteries/:batteries',
  'GET /contract/bateria/types',
  'PUT /contract/:contractName/bateria/:bateriaId',
  'GET /contract/bateria_virtual_percentages/:bateriaId',
  'PUT /contract/:contractName/change_bateria_pes_percentatge/:bateriaId',
  'PUT /contract/:contractName/bateria_virtual_move_virtual_battery/:bateriaOrigenId',

  'GET /contracts/:contractId/cch/chart/:type/',
  'GET /contracts/:contractId/cch/download/:type/',

  'GET /payment_platforms_available',
  'GET /publishable_key/:platform',
  'POST /pay',
  'GET /transaction_summary/:invoiceId',
  'GET /download_transaction_receipt/:invoiceId',
  'GET /filter/params',
  'GET /invoices/',
  'GET /invoices_multipoint/',
  'GET /invoices/:id/:type/',
  'GET /invoices_multipoint/:id/:type/',

  'GET /atc/tipus',
  'GET /atc/tipus/:tipus/subtipus',
  'POST /contracts/:contractName/atc/',
  'GET /crm/cases/categories/',
  'POST /crm/cases/',
  'POST /crm/unsigned/',

  'GET /contractacio/config',
  'GET /contractacio/config/cups/:cups',
  'GET /gas/contractacio/config/cups/:cups',
  'GET /tariff',
  'GET /gas/tariff',
  'GET /pricelist',
  'GET /gas/pricelist',
  'GET /leads/comers',
  'GET /gas/leads/comers',
  'GET /misc/cnaes/',
  'GET /leads/validate-coupon/:coupon/',
  'GET /user/coupons',
  'POST /leads',
  'POST /gas/leads',
  'GET /leads/solvencia/:leadId',
  'GET /leads/dni-validation/:leadId',
  'POST /user/reset/',
  'POST /signup/confirm',
  'POST /leads/potencia',
  'POST /price-compare/',
  'POST /price-compare/confirm',
  'POST /gas/price-compare/',
  'GET /subscribers/:subscriber',
  'GET /newsletters/:subscriber',
  'POST /subscriber/set_active_newsletters',
  'POST /subscriber/set_mails',
  'GET /omip/products/',
  'GET /omip/alerts/',
  'POST /omip/alerts/',
  'POST /omip/delete/alerts/',

  'GET /signatures/:signatureId',
  'GET /signatures/:signatureId/document/',
  'POST /signatures/:signatureId/code',
  'POST /signatures/:signatureId/sign',

  'GET /user/confirm',
  'POST /user/confirm',
]

test('the upstream server answers the calls of the specification and no others', () => {
  const forwarded = [...domainOfCall.keys()].filter(({ upstream }) => upstream === 'forwarded').map(callNameOf)
  expect([...new Set(forwarded)].sort()).toEqual([...forwardedCalls].sort())
})

test('what only local accounts have is closed in front of an upstream server', () => {
  const closed = [...domainOfCall.keys()].filter(({ upstream }) => upstream === 'closed').map(callNameOf)
  expect(closed.sort()).toEqual(
    [
      'GET /data_consents/',
      'POST /data_consents/',
      'POST /data_consents/:id/renew',
      'POST /data_consents/:id/withdraw',
      'GET /own_data/',
      'GET /user/access_tokens/',
      'POST /user/access_tokens/',
      'POST /user/code_app',
      'POST /user/code_app/confirm',
      'POST /user/connect',
      'POST /user/openid',
      'POST /user/openid/link',
      'POST /user/passkey',
      'POST /user/passkey/start',
      'POST /user/passkeys/',
      'POST /user/passkeys/start',
      'POST /user/second_factor',
    ].sort(),
  )
})
