import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { createKey } from '#domains/integration/server/key-store.ts'
import { approvePending, createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { listOwnCompensations } from '../../../api.ts'
import { proposeCompensations } from '../../../server/compensation-store.ts'
import { endDuty, type NewDuty, openDuty } from '../../../server/duty-store.ts'
import { approveCompensation, listCompensations, rejectCompensation } from '../api.ts'

const noon = new Date('2026-11-27T11:00:00Z')
const { portal, operator, operatorId, customer: stranger } = await deskPortal({ now: noon })
const { db } = portal.context
const { visitor: approver } = await createTestOperator(portal)
const { visitor: care } = await createTestOperator(portal, undefined, ['care'])
const eva = await insertCustomer(db, { name: 'Eva García' })
const contract = await insertContract(db, { customerId: eva })
const owner = await portal.as(await insertUser(db, { customerIds: [eva], email: 'eva@example.test' }))
const secret = (await createKey(db, { name: 'billing', scopes: ['compensations:bill'], expiresAt: null, now: noon }))!
const otherSecret = (await createKey(db, { name: 'other', scopes: ['invoices:write'], expiresAt: null, now: noon }))!

beforeEach(async () => {
  for (const table of ['compensation', 'duty', 'outbox_message'] as const) await db.deleteFrom(table).execute()
})
afterAll(() => portal.close())

const facts = { topics: ['low_voltage'], energy: 'electricity', powerWatts: 5750 } as const
const monthAgo = new Date('2026-10-27T11:00:00Z')
const offer = (subject: NewDuty['subject'], more: Partial<NewDuty> = {}) =>
  openDuty(db, {
    ...{ kind: 'connection_offer', subject, facts, place: null, at: monthAgo },
    ...{ customerId: eva, contractId: contract.contractId },
    ...more,
  })
const list = async (state: 'proposed' | 'approved' | 'rejected' | 'billed' = 'proposed') =>
  (await operator.send(listCompensations, { query: { state } as never })).items
const own = async (who = owner) => (await who.send(listOwnCompensations, { query: { contract: contract.name } })).items
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]

async function propose(): Promise<string> {
  await offer('connection:1')
  await proposeCompensations(db, noon)
  return (await list())[0]!.id
}

async function approve(id: string) {
  await operator.send(approveCompensation, { params: { id } })
  expect(await approvePending(approver)).toEqual(['approved'])
}

const integration = (method: 'GET' | 'POST', url = '', body?: object, key: string | null = secret) =>
  portal.app.inject({
    ...{ method, url: `/integration/v1/compensations${url}` },
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })
const bill = { invoice_number: 'F-1', first_bill_cents: 50_000, amount_cents: 5000 }
const report = (id: string, body: object = {}, key?: string | null) =>
  integration('POST', `/${id}/billed`, { ...bill, ...body }, key)

test('what was missed is proposed once, with the figures of the norm', async () => {
  await offer('connection:late')
  await offer('connection:done-late')
  const late = { kind: 'connection_offer', subject: 'connection:done-late' } as const
  await endDuty(db, late, { state: 'done', now: noon })
  await offer('connection:in-time')
  const inTime = { kind: 'connection_offer', subject: 'connection:in-time' } as const
  await endDuty(db, inTime, { state: 'done', now: monthAgo })
  await offer('connection:cancelled')
  await endDuty(db, { ...inTime, subject: 'connection:cancelled' }, { state: 'cancelled', now: noon })
  await offer('connection:running', { at: noon })
  await offer('connection:nobody', { customerId: undefined, contractId: undefined })
  await openDuty(db, {
    kind: 'signature',
    subject: 'signature:1',
    facts,
    customerId: eva,
    place: null,
    at: new Date(0),
  })
  expect(await proposeCompensations(db, noon)).toBe(2)
  expect(await proposeCompensations(db, noon)).toBe(0)
  expect(await list()).toMatchObject([
    {
      ...{ customer: { id: eva, name: 'Eva García' }, contract: contract.name, kind: 'connection_offer' },
      ...{ minimum: 30.06, percent_of_first_bill: 10, amount: null, waiting_approval: null },
      source: 'RD 1955/2000 105.6 (BOE-A-2000-24019)',
    },
    {},
  ])
  expect((await list()).map(({ done_at }) => done_at).sort()).toEqual([noon.toISOString(), null].sort())
})

describe('a proposed compensation', () => {
  test('is approved by a second operator, and its customer is told', async () => {
    const id = await propose()
    await operator.send(approveCompensation, { params: { id } })
    expect(await list('approved')).toEqual([])
    expect(await own()).toEqual([])
    expect((await list())[0]?.waiting_approval?.requested_by).toBe('Jordi Ferrer')
    const rejected = await operator.sendRaw(rejectCompensation, { params: { id }, body: { reason: 'No procede.' } })
    expect(refusal(rejected)).toEqual([409, 'approval_open'])
    expect(await approvePending(approver)).toEqual(['approved'])
    expect(await own()).toMatchObject([{ id, amount: 30.06, is_billed: false, invoice_number: null }])
    expect(await own(stranger)).toEqual([])
    const mail = await db.selectFrom('outbox_message').where('customer_id', '=', eva).selectAll().executeTakeFirst()
    expect(mail).toMatchObject({
      ...{ kind: 'duties.compensationApproved', contract_id: contract.contractId },
      values: { minimumCents: 3006, percent: 10 },
    })
    const decided = await operator.sendRaw(approveCompensation, { params: { id } })
    expect(refusal(decided)).toEqual([409, 'compensation_decided'])
  })

  test('is rejected with a reason, once', async () => {
    const id = await propose()
    const reject = (reason: string) => operator.sendRaw(rejectCompensation, { params: { id }, body: { reason } })
    expect(Object.keys((await reject(' no ')).json().errors)).toEqual(['reason'])
    expect((await reject('El cliente no abrió.')).statusCode).toBe(204)
    expect(refusal(await reject('El cliente no abrió.'))).toEqual([409, 'compensation_decided'])
    expect(await list('rejected')).toMatchObject([{ id, reason: 'El cliente no abrió.' }])
    expect(await own()).toEqual([])
    const entry = await db
      .selectFrom('audit_entry')
      .where('action', '=', 'compensation_rejected')
      .select(['actor_user_id', 'customer_id', 'subject'])
      .executeTakeFirst()
    expect(entry).toEqual({ actor_user_id: operatorId, customer_id: eva, subject: `compensation:${id}` })
    expect(await proposeCompensations(db, noon)).toBe(0)
  })

  test('is decided by those for money only', async () => {
    const params = { id: await propose() }
    const body = { reason: 'No procede.' }
    for (const [who, status] of [
      [care, 403],
      [stranger, 401],
    ] as const) {
      const replies = [
        who.sendRaw(listCompensations, { query: {} as never }),
        who.sendRaw(approveCompensation, { params }),
        who.sendRaw(rejectCompensation, { params, body }),
      ]
      expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([status, status, status])
    }
    expect((await operator.sendRaw(approveCompensation, { params: { id: 'x' } })).statusCode).toBe(404)
    const anonymous = await portal.anonymous.sendRaw(listOwnCompensations, { query: { contract: contract.name } })
    expect(anonymous.statusCode).toBe(401)
  })
})

describe('billing', () => {
  test('reads what is approved, and reports the bill that carries it', async () => {
    const id = await propose()
    expect((await integration('GET')).json()).toEqual({ items: [] })
    expect((await report(id)).statusCode).toBe(404)
    await approve(id)
    expect((await integration('GET')).json()).toMatchObject({
      items: [
        {
          ...{ compensation_id: id, customer_id: eva, contract_id: contract.contractId },
          ...{ minimum_cents: 3006, percent_of_first_bill: 10 },
        },
      ],
    })
    const low = await report(id, { amount_cents: 4999 })
    expect([low.statusCode, Object.keys(low.json().errors)]).toEqual([400, ['amount_cents']])
    expect((await report(id)).statusCode).toBe(204)
    expect((await report(id)).statusCode).toBe(204)
    expect(refusal(await report(id, { invoice_number: 'F-2' }))).toEqual([409, 'compensation_billed'])
    expect((await integration('GET')).json()).toEqual({ items: [] })
    expect(await own()).toMatchObject([{ amount: 50, is_billed: true, invoice_number: 'F-1' }])
    expect(await list('billed')).toMatchObject([{ amount: 50, invoice_number: 'F-1' }])
  })

  test.each([
    ['no key', null, 401],
    ['a wrong key', 'llum_wrong', 401],
    ['a key without the scope', otherSecret, 403],
  ])('is refused with %s', async (_, key, status) => {
    const id = await propose()
    expect((await integration('GET', '', undefined, key)).statusCode).toBe(status)
    expect((await report(id, {}, key)).statusCode).toBe(status)
  })

  test.each([
    ['no invoice', { invoice_number: ' ' }, 'invoice_number'],
    ['no amount', { amount_cents: 0 }, 'amount_cents'],
    ['a part of a cent', { first_bill_cents: 1.5 }, 'first_bill_cents'],
  ])('is refused with %s', async (_, body, field) => {
    const id = await propose()
    await approve(id)
    const refused = await report(id, body)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})
