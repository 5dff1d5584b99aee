import { afterAll, describe, expect, test } from 'vitest'
import { insertCustomer } from '#app/server/testing/builders.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { validateCoupon } from '../../../api.ts'
import { redeemCode } from '../../../server/coupon-store.ts'
import {
  addCampaign,
  issueCodes,
  listCampaigns,
  listCodes,
  readCampaign,
  saveCampaign,
  switchCampaign,
  switchCode,
} from '../api.ts'
import { downloadCodes } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const today = '2026-11-20'
const campaignInput = {
  ...{ names: { es: 'Vecinos', ca: 'Veïns' }, descriptions: { es: 'Para ti' }, url: null, public_code: null },
  ...{ product_id: null, from_day: '2026-01-01', to_day: null, most_redemptions: null },
}

const { portal, operator, operatorId, customer } = await deskPortal({ now: noon })

afterAll(() => portal.close())

const add = async (given: object = {}) =>
  String((await operator.send(addCampaign, { body: { ...campaignInput, ...given } })).id)
const save = (id: string, version: number, given: object = {}) =>
  operator.sendRaw(saveCampaign, { params: { id }, body: { ...campaignInput, ...given, version } })
const issue = (id: string, count: number, expires_on: string | null = null) =>
  operator.sendRaw(issueCodes, { params: { id }, body: { count, expires_on } })
const codes = async (id: string, query: object = {}) => operator.send(listCodes, { params: { id }, query })
const switchAll = (id: string, active: boolean, version: number) =>
  operator.sendRaw(switchCampaign, { params: { id }, body: { active, version } })
const switchOne = (id: number, active: boolean) =>
  operator.sendRaw(switchCode, { params: { id: String(id) }, body: { active } })
const isValid = async (coupon: string) => (await portal.anonymous.send(validateCoupon, { params: { coupon } })).valid
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]
const aLead = async () => {
  const lead = await portal.context.db
    .insertInto('lead')
    .values({
      ...{ kind: 'electricity', visitor_hash: 'visitor', locale: 'es', created_at: noon },
      ...{ updated_at: noon, expires_at: noon },
    })
    .returning('lead_id')
    .executeTakeFirstOrThrow()
  return lead.lead_id
}

test('codes are generated, redeemed for a contract, listed with its lead and exported', async () => {
  const id = await add({ names: { es: '=Vecinos' } })
  expect((await issue(id, 3, '2026-12-31')).json()).toEqual({ count: 3 })
  const { items, total } = await codes(id)
  expect(total).toBe(3)
  expect(new Set(items.map(({ code }) => code)).size).toBe(3)
  const [first, second] = items
  expect(first).toMatchObject({ state: 'open', expires_on: '2026-12-31', customer: null, lead_id: null })
  expect(await isValid(first!.code)).toBe(true)

  const leadId = await aLead()
  const use = { promocode: first!.code, productId: 1, leadId, today, now: noon }
  expect(await redeemCode(portal.context.db, use)).toBe(true)
  expect((await codes(id, { state: 'redeemed' })).items).toMatchObject([
    { code: first!.code, lead_id: leadId, redeemed_at: noon.toISOString() },
  ])
  expect(refusal(await switchOne(first!.id, false))).toEqual([409, 'code_redeemed'])

  expect((await switchOne(second!.id, false)).statusCode).toBe(204)
  expect(await isValid(second!.code)).toBe(false)
  expect((await codes(id, { state: 'off' })).items.map(({ code }) => code)).toEqual([second!.code])
  expect((await switchOne(second!.id, true)).statusCode).toBe(204)
  expect(await isValid(second!.code)).toBe(true)

  const file = await operator.sendRaw(downloadCodes, { params: { id } })
  expect(file.headers['content-disposition']).toContain(`codigos-${id}.csv`)
  const lines = file.payload.trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines.find((line) => line.startsWith(first!.code))).toContain(`Usado;`)

  expect(await operator.send(readCampaign, { params: { id } })).toMatchObject({
    issued: 3,
    redeemed: 1,
    state: 'running',
  })
  const entries = await portal.context.db
    .selectFrom('audit_entry')
    .where('subject', '=', `campaign:${id}`)
    .where('actor_user_id', '=', operatorId)
    .orderBy('audit_entry_id')
    .select(['action', 'before', 'after'])
    .execute()
  expect(entries.map(({ action }) => action)).toEqual([
    ...['campaign_added', 'codes_issued', 'code_switched', 'code_switched', 'codes_exported'],
  ])
  expect(entries[2]).toMatchObject({ before: { active: true }, after: { active: false } })
})

test('lists each use of a public code', async () => {
  const id = await add({ public_code: 'todos26', most_redemptions: 2 })
  expect(await isValid('TODOS26')).toBe(true)
  await redeemCode(portal.context.db, { promocode: 'Todos26', productId: 1, leadId: await aLead(), today, now: noon })
  expect((await codes(id)).items).toMatchObject([{ is_public: true, state: 'redeemed' }])
  const { items } = await operator.send(listCampaigns, { query: { q: 'todos' } as never })
  expect(items).toMatchObject([
    { id: Number(id), public_code: 'TODOS26', issued: 0, redeemed: 1, most_redemptions: 2, name: 'Vecinos' },
  ])
})

test('a campaign is edited, and deactivated with all of its codes', async () => {
  const id = await add()
  await issue(id, 1)
  const [code] = (await codes(id)).items
  expect((await save(id, 1, { names: { es: 'Amigos' } })).json()).toEqual({ version: 2 })
  expect(refusal(await save(id, 1))).toEqual([409, 'campaign_changed'])
  expect(refusal(await switchAll(id, false, 1))).toEqual([409, 'campaign_changed'])
  expect((await switchAll(id, false, 2)).json()).toEqual({ version: 3 })
  expect(await isValid(code!.code)).toBe(false)
  expect(refusal(await issue(id, 1))).toEqual([409, 'campaign_over'])
  await switchAll(id, true, 3)
  expect(await isValid(code!.code)).toBe(true)
  await add({ public_code: 'UNICO' })
  expect(refusal(await operator.sendRaw(addCampaign, { body: { ...campaignInput, public_code: 'unico' } }))).toEqual([
    ...[409, 'code_taken'],
  ])
  expect(refusal(await save(id, 4, { public_code: code!.code }))).toEqual([409, 'code_taken'])
})

test('lists a customer’s own code with its owner', async () => {
  const id = await add()
  const customerId = await insertCustomer(portal.context.db, { name: 'Eva García' })
  const row = {
    campaign_id: Number(id),
    customer_id: customerId,
    code: 'EVA-1',
    issued_at: noon,
    expires_on: '2026-11-19',
  }
  await portal.context.db.insertInto('coupon').values(row).execute()
  expect((await codes(id, { q: 'eva', state: 'over' })).items).toMatchObject([
    { code: 'EVA-1', state: 'over', customer: { id: customerId, name: 'Eva García' } },
  ])
  expect((await codes(id, { state: 'open' })).total).toBe(0)
})

describe('refuses with a field error', () => {
  test.each<[string, object, string]>([
    ['no name', { names: { es: '' } }, 'names.es'],
    ['an end before its start', { to_day: '2026-01-01' }, 'to_day'],
    ['an unknown product', { product_id: 999_999 }, 'product_id'],
    ['a code with invalid characters', { public_code: 'A B' }, 'public_code'],
    ['a limit of zero redemptions', { most_redemptions: 0 }, 'most_redemptions'],
  ])('a campaign with %s', async (_, given, field) => {
    const answer = await operator.sendRaw(addCampaign, { body: { ...campaignInput, ...given } })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]])
    const saved = await save(await add(), 1, given)
    expect([saved.statusCode, Object.keys(saved.json().errors)]).toEqual([400, [field]])
  })

  test.each([
    ['too many', 1001, null, 'count'],
    ['none', 0, null, 'count'],
    ['an expiry date in the past', 1, '2026-11-19', 'expires_on'],
  ])('codes: %s', async (_, count, day, field) => {
    const answer = await issue(await add(), count, day)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]])
  })
})

test.each(['0', 'x', '99999999999999999999'])('returns 404 for campaign and code %s', async (id) => {
  expect((await operator.sendRaw(readCampaign, { params: { id } })).statusCode).toBe(404)
  expect((await operator.sendRaw(downloadCodes, { params: { id } })).statusCode).toBe(404)
  expect((await operator.sendRaw(switchCode, { params: { id }, body: { active: false } })).statusCode).toBe(404)
})

test('customers have no access', async () => {
  const params = { id: '1' }
  const replies = [
    customer.sendRaw(listCampaigns, { query: {} }),
    customer.sendRaw(readCampaign, { params }),
    customer.sendRaw(addCampaign, { body: campaignInput }),
    customer.sendRaw(saveCampaign, { params, body: { ...campaignInput, version: 1 } }),
    customer.sendRaw(switchCampaign, { params, body: { active: false, version: 1 } }),
    customer.sendRaw(issueCodes, { params, body: { count: 1, expires_on: null } }),
    customer.sendRaw(listCodes, { params, query: {} }),
    customer.sendRaw(downloadCodes, { params }),
    customer.sendRaw(switchCode, { params, body: { active: false } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 401))
})
