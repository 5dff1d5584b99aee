import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { logIn, readProfile } from '#domains/session/api.ts'
import { anAccount, auditOf, password } from '#domains/session/server/session-testing.ts'
import { createErasureRequest } from '../../server/erasure-requests.ts'
import { carryOutErasureRequest, listErasureRequests, readErasureRequest, refuseErasureRequest } from '../api.ts'
import { downloadErasureRecord } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const { portal, operator, operatorId, customer } = await deskPortal({ now: noon })
const db = () => portal.context.db
afterAll(() => portal.close())

let eva: { userId: number; customerId: number; login: string; visitor: TestVisitor }
let id: string
let count = 0
beforeEach(async () => {
  const login = `eva${++count}`
  const customerId = await insertCustomer(db(), { name: 'Eva García' })
  const userId = await anAccount(portal, { login, email: `${login}@example.test`, name: 'Eva García' })
  await db().insertInto('user_customer').values({ user_id: userId, customer_id: customerId }).execute()
  eva = { userId, customerId, login, visitor: await portal.as(userId) }
  id = await ask(userId)
})
async function ask(userId: number) {
  const erasureRequest = await createErasureRequest(db(), {
    userId,
    comment: 'Todo',
    locale: 'es',
    requestId: 'r',
    now: noon,
  })
  return String(erasureRequest!.erasure_request_id)
}
const carryOut = (who = operator, body: object = { confirmed: true }) =>
  who.sendRaw(carryOutErasureRequest, { params: { id }, body: body as never })

describe('an erasure request', () => {
  test('is listed with its requester and filtered by state', async () => {
    const list = async (query: object) => (await operator.send(listErasureRequests, { query: query as never })).items
    expect(await list({ limit: 100 })).toContainEqual(expect.objectContaining({ id: Number(id), name: 'Eva García' }))
    expect((await list({ state: 'refused' })).map((each) => each.id)).not.toContain(Number(id))
    const refused = await operator.sendRaw(listErasureRequests, { query: { state: 'lost' } as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['state']])
  })

  test('shows the effect on each table, the retention ground and its end', async () => {
    const contract = await insertContract(db(), { customerId: eva.customerId, state: 'baixa', ends_on: '2024-03-31' })
    await insertInvoice(db(), { contract, issued_on: '2024-04-05', amount_pending_cents: 0 })
    const read = await operator.send(readErasureRequest, { params: { id } })
    expect(read).toMatchObject({ name: 'Eva García', comment: 'Todo', obstacles: [], erased_at: null })
    expect(read.tables).toContainEqual({
      ...{ table: 'invoice', does: 'strip', count: 1, ground: 'books', until: '2030-12-31' },
    })
    expect(read.tables).toContainEqual(expect.objectContaining({ table: 'session', does: 'remove', ground: null }))
    expect((await operator.sendRaw(downloadErasureRecord, { params: { id } })).statusCode).toBe(404)
  })

  test('is carried out once: sign-in fails, sessions end and a record is stored', async () => {
    expect((await carryOut()).statusCode).toBe(204)
    expect((await eva.visitor.sendRaw(readProfile, {})).statusCode).toBe(401)
    const again = await portal.anonymous.sendRaw(logIn, { body: { username: eva.login, password } } as never)
    expect(again.statusCode).toBeGreaterThanOrEqual(400)
    const read = await operator.send(readErasureRequest, { params: { id } })
    expect(read).toMatchObject({ state: 'done', name: null, email: null, comment: null, erased_at: noon.toISOString() })
    expect(read.tables).toContainEqual(expect.objectContaining({ table: 'user_account', does: 'strip' }))
    const record = await operator.sendRaw(downloadErasureRecord, { params: { id } })
    expect([record.statusCode, record.json().tables]).toEqual([200, read.tables])
    expect(record.payload).not.toMatch(/Eva|example/)
    const audit = JSON.stringify(await auditOf(portal, operatorId))
    expect(audit).toContain('erasure_carried_out')
    expect(audit).not.toMatch(/Eva|eva\d/)
    const twice = await carryOut()
    expect([twice.statusCode, twice.json().message]).toEqual([409, 'erasure_closed'])
  })

  test('is not carried out while a contract is in force, and changes nothing', async () => {
    await insertContract(db(), { customerId: eva.customerId })
    const refused = await carryOut()
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'erasure_obstacles', obstacles: ['open_contracts'] }),
    ])
    expect((await operator.send(readErasureRequest, { params: { id } })).obstacles).toEqual(['open_contracts'])
    expect((await eva.visitor.sendRaw(readProfile, {})).statusCode).toBe(200)
  })

  test('is not carried out without confirmation or recent authentication', async () => {
    const unconfirmed = await carryOut(operator, { confirmed: false })
    expect([unconfirmed.statusCode, Object.keys(unconfirmed.json().errors)]).toEqual([400, ['confirmed']])
    portal.setClock(new Date(noon.getTime() + 20 * 60_000))
    const stale = await carryOut()
    portal.setClock(noon)
    expect([stale.statusCode, stale.json().message]).toEqual([403, 'fresh_authentication_required'])
  })

  test('is refused once, with a reason', async () => {
    const refuse = (note: string) => operator.sendRaw(refuseErasureRequest, { params: { id }, body: { note } })
    const short = await refuse(' ')
    expect([short.statusCode, Object.keys(short.json().errors)]).toEqual([400, ['note']])
    expect((await refuse('No eres quien dices')).statusCode).toBe(204)
    expect(await operator.send(readErasureRequest, { params: { id } })).toMatchObject({
      ...{ state: 'refused', answer: 'No eres quien dices' },
    })
    expect([(await refuse('Otra vez')).statusCode, (await carryOut()).statusCode]).toEqual([409, 409])
  })
})

test('is carried out only by administrators', async () => {
  const careId = await anAccount(portal, { login: 'care', email: 'care@example.test', role: 'operator' })
  await db()
    .updateTable('user_account')
    .set({ operator_roles: ['care'] })
    .where('user_id', '=', careId)
    .execute()
  const care = await portal.as(careId)
  expect((await care.sendRaw(readErasureRequest, { params: { id } })).statusCode).toBe(200)
  expect((await carryOut(care)).statusCode).toBe(403)
})

test.each(['0', 'x', '999999999'])('returns 404 for request %s', async (none) => {
  const params = { id: none }
  const replies = [
    operator.sendRaw(readErasureRequest, { params }),
    operator.sendRaw(downloadErasureRecord, { params }),
    operator.sendRaw(carryOutErasureRequest, { params, body: { confirmed: true } }),
    operator.sendRaw(refuseErasureRequest, { params, body: { note: 'none' } }),
  ]
  expect(new Set((await Promise.all(replies)).map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
})

test.each<[string, () => TestVisitor]>([
  ['customers', () => customer],
  ['visitors', () => portal.anonymous],
])('%s have no access', async (_, who) => {
  const params = { id }
  const replies = [
    who().sendRaw(listErasureRequests, { query: {} }),
    who().sendRaw(readErasureRequest, { params }),
    who().sendRaw(downloadErasureRecord, { params }),
    who().sendRaw(carryOutErasureRequest, { params, body: { confirmed: true } }),
    who().sendRaw(refuseErasureRequest, { params, body: { note: 'none' } }),
  ]
  expect(new Set((await Promise.all(replies)).map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
})
