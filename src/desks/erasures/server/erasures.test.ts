import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice } from '#app/server/testing/builders.ts'
import type { Visitor } from '#app/server/testing/portal.ts'
import { aDesk } from '#desks/operators/server/testing.ts'
import { askForErasure } from '#domains/profile/server/erasures.ts'
import { logIn, readProfile } from '#domains/session/api.ts'
import { anAccount, auditOf, password } from '#domains/session/server/testing.ts'
import { carryOutErasureRequest, listErasureRequests, readErasureRequest, refuseErasureRequest } from '../api.ts'
import { downloadErasureRecord } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const { portal, operator, operatorId, customer } = await aDesk({ now: noon })
const db = () => portal.context.db
afterAll(() => portal.close())

let eva: { userId: number; customerId: number; login: string; visitor: Visitor }
let id: string
let count = 0
beforeEach(async () => {
  const login = `eva${++count}`
  const customerId = await aCustomer(db(), { name: 'Eva García' })
  const userId = await anAccount(portal, { login, email: `${login}@example.test`, name: 'Eva García' })
  await db().insertInto('user_customer').values({ user_id: userId, customer_id: customerId }).execute()
  eva = { userId, customerId, login, visitor: await portal.as(userId) }
  id = await ask(userId)
})
async function ask(userId: number) {
  const asked = await askForErasure(db(), { userId, comment: 'Todo', locale: 'es', requestId: 'r', now: noon })
  return String(asked!.erasure_request_id)
}
const carryOut = (who = operator, body: object = { confirmed: true }) =>
  who.ask(carryOutErasureRequest, { params: { id }, body: body as never })

describe('a request of erasure', () => {
  test('is listed with who asks, and narrowed by state', async () => {
    const list = async (query: object) => (await operator.send(listErasureRequests, { query: query as never })).items
    expect(await list({ limit: 100 })).toContainEqual(expect.objectContaining({ id: Number(id), name: 'Eva García' }))
    expect((await list({ state: 'refused' })).map((each) => each.id)).not.toContain(Number(id))
    const refused = await operator.ask(listErasureRequests, { query: { state: 'lost' } as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['state']])
  })

  test('is read with what it would do to each table, why and until when', async () => {
    const contract = await aContract(db(), { customerId: eva.customerId, state: 'baixa', ends_on: '2024-03-31' })
    await anInvoice(db(), { contract, issued_on: '2024-04-05', amount_pending_cents: 0 })
    const read = await operator.send(readErasureRequest, { params: { id } })
    expect(read).toMatchObject({ name: 'Eva García', comment: 'Todo', obstacles: [], erased_at: null })
    expect(read.tables).toContainEqual({
      ...{ table: 'invoice', does: 'strip', count: 1, ground: 'books', until: '2030-12-31' },
    })
    expect(read.tables).toContainEqual(expect.objectContaining({ table: 'session', does: 'remove', ground: null }))
    expect((await operator.ask(downloadErasureRecord, { params: { id } })).statusCode).toBe(404)
  })

  test('is carried out once: nobody signs in with the account, its sessions are over, and there is a record', async () => {
    expect((await carryOut()).statusCode).toBe(204)
    expect((await eva.visitor.ask(readProfile, {})).statusCode).toBe(401)
    const again = await portal.anonymous.ask(logIn, { body: { username: eva.login, password } } as never)
    expect(again.statusCode).toBeGreaterThanOrEqual(400)
    const read = await operator.send(readErasureRequest, { params: { id } })
    expect(read).toMatchObject({ state: 'done', name: null, email: null, comment: null, erased_at: noon.toISOString() })
    expect(read.tables).toContainEqual(expect.objectContaining({ table: 'user_account', does: 'strip' }))
    const record = await operator.ask(downloadErasureRecord, { params: { id } })
    expect([record.statusCode, record.json().tables]).toEqual([200, read.tables])
    expect(record.payload).not.toMatch(/Eva|example/)
    const audit = JSON.stringify(await auditOf(portal, operatorId))
    expect(audit).toContain('erasure_carried_out')
    expect(audit).not.toMatch(/Eva|eva\d/)
    const twice = await carryOut()
    expect([twice.statusCode, twice.json().message]).toEqual([409, 'erasure_closed'])
  })

  test('is not carried out while a contract is in force, and nothing is changed', async () => {
    await aContract(db(), { customerId: eva.customerId })
    const refused = await carryOut()
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'erasure_obstacles', obstacles: ['open_contracts'] }),
    ])
    expect((await operator.send(readErasureRequest, { params: { id } })).obstacles).toEqual(['open_contracts'])
    expect((await eva.visitor.ask(readProfile, {})).statusCode).toBe(200)
  })

  test('is not carried out unconfirmed, nor by who cannot prove anew who they are', async () => {
    const unconfirmed = await carryOut(operator, { confirmed: false })
    expect([unconfirmed.statusCode, Object.keys(unconfirmed.json().errors)]).toEqual([400, ['confirmed']])
    portal.setClock(new Date(noon.getTime() + 20 * 60_000))
    const stale = await carryOut()
    portal.setClock(noon)
    expect([stale.statusCode, stale.json().message]).toEqual([403, 'fresh_authentication_required'])
  })

  test('is refused once, with a reason', async () => {
    const refuse = (note: string) => operator.ask(refuseErasureRequest, { params: { id }, body: { note } })
    const short = await refuse(' ')
    expect([short.statusCode, Object.keys(short.json().errors)]).toEqual([400, ['note']])
    expect((await refuse('No eres quien dices')).statusCode).toBe(204)
    expect(await operator.send(readErasureRequest, { params: { id } })).toMatchObject({
      ...{ state: 'refused', answer: 'No eres quien dices' },
    })
    expect([(await refuse('Otra vez')).statusCode, (await carryOut()).statusCode]).toEqual([409, 409])
  })
})

test('is carried out by administrators alone', async () => {
  const careId = await anAccount(portal, { login: 'care', email: 'care@example.test', role: 'operator' })
  await db()
    .updateTable('user_account')
    .set({ operator_roles: ['care'] })
    .where('user_id', '=', careId)
    .execute()
  const care = await portal.as(careId)
  expect((await care.ask(readErasureRequest, { params: { id } })).statusCode).toBe(200)
  expect((await carryOut(care)).statusCode).toBe(403)
})

test.each(['0', 'x', '999999999'])('there is no request %s', async (none) => {
  const params = { id: none }
  const asked = [
    operator.ask(readErasureRequest, { params }),
    operator.ask(downloadErasureRecord, { params }),
    operator.ask(carryOutErasureRequest, { params, body: { confirmed: true } }),
    operator.ask(refuseErasureRequest, { params, body: { note: 'none' } }),
  ]
  expect(new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
})

test.each<[string, () => Visitor]>([
  ['customers', () => customer],
  ['visitors', () => portal.anonymous],
])('%s do not come in', async (_, who) => {
  const params = { id }
  const asked = [
    who().ask(listErasureRequests, { query: {} }),
    who().ask(readErasureRequest, { params }),
    who().ask(downloadErasureRecord, { params }),
    who().ask(carryOutErasureRequest, { params, body: { confirmed: true } }),
    who().ask(refuseErasureRequest, { params, body: { note: 'none' } }),
  ]
  expect(new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
})
