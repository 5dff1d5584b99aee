import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { cancelCallBack, listCallHours, openRequest, openUnsignedRequest, readRequest } from '../api.ts'
import { listCases } from '../desk/cases/api.ts'

// A Tuesday, noon in Madrid.
const { portal, operator } = await deskPortal({ now: new Date('2026-11-24T11:00:00Z') })
const { db } = portal.context
let anna: TestVisitor
let reader: TestVisitor
let stranger: TestVisitor
let visitor: TestVisitor
let contract: CreatedContract

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  const annaId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(annaId)
  reader = await portal.as(annaId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
  visitor = portal.anonymous
})
beforeEach(async () => {
  await portal.set('care.callBackCapacity', 1)
  await db
    .updateTable('support_case')
    .set({ call_back_state: 'cancelled' })
    .where('call_back_state', '=', 'asked')
    .execute()
})
afterAll(() => portal.close())

const hours = async () => (await visitor.send(listCallHours, {})).hours
const bodyOf = (at: string, phone = '600 111 222') => ({
  ...{ polissa_id: contract.contractId, polissa_type: 'electricity' as const, categ_id: 11, attachments: [] },
  ...{ title: 'La factura', message: 'Llámame.', call_back: { at, phone } },
})
async function openWithCall(at: string): Promise<string> {
  return String((await anna.send(openRequest, { body: bodyOf(at) })).id)
}
const callDutyOf = async (id: string) =>
  (await findDutiesOf(db, `case:${Number(id)}`)).find(({ kind }) => kind === 'call_back')

test('offers the hours of the retailer on working days', async () => {
  const offered = await hours()
  expect(offered[0]).toBe('2026-11-24T12:00:00.000Z')
  expect(offered).toHaveLength(5 + 4 * 9)
})

test('books the call for the hour, with a duty to make it within that hour', async () => {
  const [at] = await hours()
  const id = await openWithCall(at!)
  expect((await anna.send(readRequest, { params: { id } })).call_back).toEqual({
    ...{ at: '2026-11-24T12:00:00Z', phone: '+34600111222', state: 'asked', tries: 0 },
  })
  expect(await callDutyOf(id)).toMatchObject({ state: 'open', due_at: new Date('2026-11-24T13:00:00Z') })
  expect(await hours()).not.toContain(at)
})

test('gives the last place of an hour to one of those who ask for it at once', async () => {
  const [at] = await hours()
  const answers = await Promise.all([1, 2, 3].map(() => anna.sendRaw(openRequest, { body: bodyOf(at!) })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  const refused = answers.find(({ statusCode }) => statusCode === 400)!
  expect(refused.json().errors).toMatchObject({ 'call_back.at': [expect.any(String)] })
})

test.each([
  ['at night', '2026-11-24T02:00:00.000Z', '600111222', 'call_back.at'],
  ['on a Saturday', '2026-11-28T09:00:00.000Z', '600111222', 'call_back.at'],
  ['on a phone that does not exist', '2026-11-25T09:00:00.000Z', '12', 'call_back.phone'],
])('books no call %s', async (_when, at, phone, field) => {
  const answer = await anna.sendRaw(openRequest, { body: bodyOf(at, phone) })
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().errors)).toEqual([field])
})

test('a visitor asks for a call with a message', async () => {
  const [at] = await hours()
  const body = {
    email: 'bea@example.test',
    mobile: '600111333',
    category: 11,
    subject: 'Alta',
    description: 'Hola.',
    attachment: [],
  }
  await visitor.send(openUnsignedRequest, { body: { ...body, call_back: { at: at!, phone: '600111333' } } })
  const { items } = await operator.send(listCases, { query: { state: 'calls' } })
  expect(items.map(({ email, call_at }) => [email, call_at])).toEqual([['bea@example.test', at]])
})

test('its customer calls it off once, and nobody else does', async () => {
  const [at] = await hours()
  const params = { id: await openWithCall(at!) }
  expect((await visitor.sendRaw(cancelCallBack, { params })).statusCode).toBe(401)
  expect((await stranger.sendRaw(cancelCallBack, { params })).statusCode).toBe(404)
  expect((await reader.sendRaw(cancelCallBack, { params })).statusCode).toBe(403)
  expect((await anna.sendRaw(cancelCallBack, { params })).statusCode).toBe(204)
  expect(await callDutyOf(params.id)).toMatchObject({ state: 'cancelled' })
  expect((await anna.sendRaw(cancelCallBack, { params })).json().message).toBe('no_call')
  expect(await hours()).toContain(at)
})
