import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { listCallHours, openRequest } from '../../../api.ts'
import { listCases, readCase, recordCall } from '../api.ts'

// A Tuesday, noon in Madrid.
const { portal, operator, operatorId } = await deskPortal({ now: new Date('2026-11-24T11:00:00Z') })
const { db } = portal.context
let anna: TestVisitor
let contractId: number

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
  const customerId = await insertCustomer(db)
  contractId = (await insertContract(db, { customerId })).contractId
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())

async function openWithCall(): Promise<{ id: string }> {
  const { hours } = await anna.send(listCallHours, {})
  const { id } = await anna.send(openRequest, {
    body: {
      ...{ polissa_id: contractId, polissa_type: 'electricity', categ_id: 11, attachments: [] },
      ...{ title: 'La factura', message: 'Llámame.', call_back: { at: hours[0]!, phone: '600111222' } },
    },
  })
  return { id: String(id) }
}
const record = (params: { id: string }, outcome: string, who = operator) =>
  who.sendRaw(recordCall, { params, body: { outcome } as never })
const callOf = async (params: { id: string }) => (await operator.send(readCase, { params })).call_back
const dutyStateOf = async ({ id }: { id: string }) =>
  (await findDutiesOf(db, `case:${id}`)).find(({ kind }) => kind === 'call_back')?.state

test('a call that nobody answered is tried again at a free hour, and noted as made once somebody does', async () => {
  const params = await openWithCall()
  expect((await record(params, 'done', portal.anonymous)).statusCode).toBe(401)
  expect((await record(params, 'lost')).statusCode).toBe(400)
  expect((await record(params, 'retry')).statusCode).toBe(204)
  expect(await callOf(params)).toMatchObject({ state: 'asked', tries: 1 })
  expect(await dutyStateOf(params)).toBe('open')
  expect((await operator.send(listCases, { query: { state: 'calls' } })).items.map(({ id }) => String(id))).toEqual([
    params.id,
  ])
  expect((await record(params, 'done')).statusCode).toBe(204)
  expect(await callOf(params)).toMatchObject({ state: 'done', tries: 2 })
  expect(await dutyStateOf(params)).toBe('done')
  expect((await record(params, 'not_reached')).json().message).toBe('no_call')
  expect(await auditOf(portal, operatorId)).toContainEqual(['case_call_recorded', { outcome: 'done' }])
})

test('a call stays as it is while no hour is free to try again', async () => {
  const params = await openWithCall()
  await portal.set('care.callBackFrom', 18)
  expect((await record(params, 'retry')).json().message).toBe('no_hour')
  expect(await callOf(params)).toMatchObject({ state: 'asked', tries: 0 })
  await portal.set('care.callBackFrom', 9)
  expect((await record(params, 'not_reached')).statusCode).toBe(204)
  expect(await callOf(params)).toMatchObject({ state: 'not_reached', tries: 1 })
})
