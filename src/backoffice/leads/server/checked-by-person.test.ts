import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readContracting, readIdentityCheck, readScoring, sendElectricityStep } from '#domains/contracting/api.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { decideLead, listLeads, readLead } from '../api.ts'

const now = new Date('2026-10-15T10:00:00Z')
const { portal, operator, operatorId, customer } = await deskPortal({ now })
const { db } = portal.context
let productId: number
let supplies = 0

beforeAll(async () => {
  await importTowns(db, 'postcode,ine,municipality\n08500,08298,Vic\n')
  const product = db.insertInto('product').values({ energy: 'electricity', name: 'CLARA' }).returning('product_id')
  productId = (await product.executeTakeFirstOrThrow()).product_id
  const prices = JSON.stringify({
    powerPerKw: ['30', '1.4'].map((eur) => ({ per: 'year', eur })),
    energyEurPerKwh: ['0.21', '0.15', '0.11'],
    surplusEurPerKwh: null,
    discounts: {},
  })
  await db
    .insertInto('product_price')
    .values({ product_id: productId, tariff: '2.0TD', valid_from: '2026-01-01', prices })
    .execute()
  await db.insertInto('offer').values({ product_id: productId, descriptions: '{}', from_day: '2026-01-01' }).execute()
  await portal.set('contractation.electricity.enabled', true)
  for (const path of ['dniRequired', 'invoiceRequired', 'selectComerOrigin', 'requireLeadConsent'])
    await portal.set(`contractation.${path}`, false)
})
beforeEach(() => db.deleteFrom('visitor_throttle').execute())
afterAll(() => portal.close())

/** Completes the form as a new applicant. @returns the lead, and the replies of the last step and the checks. */
async function apply(taxId: string, { morosity = true, withPhoto = true } = {}) {
  let cookie = ''
  const send = async (step: object) => {
    const body = { FormConfirm: step } as never
    const answer = await portal.anonymous.sendRaw(sendElectricityStep, { body }, { headers: { cookie } })
    const set = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    cookie ||= set
    expect(answer.statusCode, answer.payload).toBe(200)
    return answer.json()
  }
  const cups = { name: makeCups('0021', String(990000002000 + ++supplies)) }
  const address = { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'CL', nv: 'Major', pnp: '7' }
  const uses = { residence_type: 'habitual', cnae: 986, active_contract: false, lead_consent: true }
  const { lead_id } = await send({ step: 1, cups, address, ...uses, accept_morosity_verification: morosity })
  await send({
    ...{ step: 2, lead_id, commsLanguage: 'ca' },
    owner: { type: 'F', fisic_vat: taxId, first_name: 'Anna', surname1: 'Serra' },
    owner_address: { different_address: false, mobile: '600000101', email: `${taxId.toLowerCase()}@example.test` },
    ...(withPhoto && { nif_faceup: [{ filename: 'dni.jpg', content: aPhoto.toString('base64') }] }),
  })
  await send({ step: 3, lead_id, cups, power: 4.6, power2: 4.6, tarifa: productId, tarifaATR: 18 })
  await send({ step: 4, lead_id, bank: { iban: 'ES9121000418450200051332' }, owner_is_bank_owner: true })
  const params = { leadId: String(lead_id) }
  const scoring = (await portal.anonymous.sendRaw(readScoring, { params }, { headers: { cookie } })).json()
  const identity = (await portal.anonymous.sendRaw(readIdentityCheck, { params }, { headers: { cookie } })).json()
  const done = await send({ step: 5, lead_id, accept_gdpr: true, accept_ov_conditions: true, confirm: true })
  return { leadId: lead_id as number, scoring, identity, body: done.result.render.body as string }
}

const kindsTo = async (email: string) =>
  (await db.selectFrom('outbox_message').where('to_address', '=', email).orderBy('created_at').select('kind').execute())
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('contracting.'))
const contractsOf = (taxId: string) => db.selectFrom('contract').where('payer_tax_id', '=', taxId).selectAll().execute()
const decide = (leadId: number, body: { outcome: 'accepted' | 'refused'; reason: string }) =>
  operator.sendRaw(decideLead, { params: { id: String(leadId) }, body })

/**
 * A decision that waits more than a second for a concurrent one is refused with 503, which can happen on a busy
 * machine; it is then retried.
 */
async function decideAtLast(...given: Parameters<typeof decide>) {
  let answer = await decide(...given)
  while (answer.statusCode === 503) answer = await decide(...given)
  return answer
}

test('without a bureau the form announces a check by a person, and nothing is created before it', async () => {
  expect(await portal.anonymous.send(readContracting, {})).toMatchObject({ checks_by_person: true })
  const { leadId, scoring, identity, body } = await apply('00000031P')
  expect(scoring).toEqual({ scoring: true, by_person: true })
  expect(identity).toEqual({ dni_valid: true, by_person: true })
  expect(body).toContain('Una persona de nuestro equipo comprobará')
  expect(await contractsOf('00000031P')).toEqual([])
  expect(await kindsTo('00000031p@example.test')).toEqual(['contracting.beingChecked'])

  const { items } = await operator.send(listLeads, { query: { check: 'awaited' } as never })
  expect(items.map(({ id }) => id)).toEqual([leadId])
  expect(items[0]).toMatchObject({ awaited_checks: ['identity', 'solvency'], is_solvent: null, is_same_person: null })
})

test('acceptance creates one contract and sends one mail with the signing link', async () => {
  const { leadId } = await apply('00000032D')
  const both = await Promise.all([1, 2].map(() => decideAtLast(leadId, { outcome: 'accepted', reason: 'Visto' })))
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  expect(await contractsOf('00000032D')).toHaveLength(1)
  expect(await kindsTo('00000032d@example.test')).toEqual(['contracting.beingChecked', 'contracting.activateSupply'])
  expect(await operator.send(readLead, { params: { id: String(leadId) } })).toMatchObject({
    ...{ state: 'sent', is_solvent: true, is_same_person: true, awaited_checks: [], contract: expect.any(String) },
    check: { outcome: 'accepted', reason: 'Visto', at: now.toISOString() },
  })
  expect(await auditOf(portal, operatorId)).toContainEqual([
    'lead_check_decided',
    { outcome: 'accepted', checks: ['identity', 'solvency'], hasReason: true },
  ])
})

test('refusal requires a reason, and notifies the applicant without it', async () => {
  const { leadId } = await apply('00000033X')
  const unsaid = await decide(leadId, { outcome: 'refused', reason: ' ' })
  const { error, errors } = unsaid.json()
  expect([unsaid.statusCode, error.code, Object.keys(errors)]).toEqual([400, 'reason_missing', ['reason']])
  expect((await decide(leadId, { outcome: 'refused', reason: 'El DNI es de otra persona' })).statusCode).toBe(204)
  expect(await contractsOf('00000033X')).toEqual([])
  const mails = db.selectFrom('outbox_message').where('to_address', '=', '00000033x@example.test').selectAll()
  expect(JSON.stringify(await mails.execute())).not.toContain('otra persona')
  expect(await kindsTo('00000033x@example.test')).toEqual(['contracting.beingChecked', 'contracting.notAccepted'])
  expect((await operator.send(readLead, { params: { id: String(leadId) } })).state).toBe('refused')
  expect((await decide(leadId, { outcome: 'accepted', reason: '' })).json().error.code).toBe('nothing_to_decide')
})

test('an outdated offer cannot be accepted, and the lead stays undecided', async () => {
  const { leadId } = await apply('00000034B')
  const until = (day: string | null) => db.updateTable('offer').set({ to_day: day }).execute()
  await until('2026-10-14')
  expect((await decide(leadId, { outcome: 'accepted', reason: '' })).json().error.code).toBe('lead_outdated')
  await until(null)
  expect((await operator.send(readLead, { params: { id: String(leadId) } })).check).toBeNull()
  expect(await contractsOf('00000034B')).toEqual([])
})

test('creates the contract at once if nothing is to be checked, and otherwise awaits only the applicable checks', async () => {
  await portal.set('contractation.mustAcceptMorosityVerification', false)
  await apply('00000035N', { morosity: false, withPhoto: false })
  expect(await contractsOf('00000035N')).toHaveLength(1)
  const { leadId } = await apply('00000036J', { morosity: false })
  expect((await operator.send(readLead, { params: { id: String(leadId) } })).awaited_checks).toEqual(['identity'])
  await portal.set('contractation.mustAcceptMorosityVerification', true)
})

test('only operators can decide', async () => {
  const { leadId } = await apply('00000037Z')
  const decisionRequest = { params: { id: String(leadId) }, body: { outcome: 'accepted' as const, reason: '' } }
  for (const visitor of [portal.anonymous, customer])
    expect((await visitor.sendRaw(decideLead, decisionRequest)).statusCode).toBe(401)
  expect(await contractsOf('00000037Z')).toEqual([])
})
