import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { listNorms, replaceNorm } from '#domains/duties/desk/norms/api.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { openRequest, readRequest, writeMessage } from '../api.ts'
import { answerCustomer } from '../desk/cases/api.ts'

const { portal, operatorId } = await deskPortal({ now: new Date('2026-11-27T11:00:00Z') })
const { db } = portal.context
let annaId: number
let contractId: number

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
  const customerId = await insertCustomer(db)
  contractId = (await insertContract(db, { customerId })).contractId
  annaId = await insertUser(db, { customerIds: [customerId] })
})
afterAll(() => portal.close())

/** Moves the clock, and signs everybody in again. */
async function on(day: string) {
  portal.setClock(new Date(`${day}T11:00:00Z`))
  return { anna: await portal.as(annaId), operator: await portal.as(operatorId) }
}
type Anna = Awaited<ReturnType<typeof on>>['anna']

async function complain(anna: Anna) {
  const body = { polissa_id: contractId, polissa_type: 'electricity' as const, categ_id: 11, attachments: [] }
  const { id, due_on } = await anna.send(openRequest, { body: { ...body, title: 'La factura', message: 'Muy alta.' } })
  return { params: { id: String(id) }, due_on }
}
const termOf = async (anna: Anna, params: { id: string }) => (await anna.send(readRequest, { params })).term

test('a norm that changes on a day counts for what is opened from then on, without a release', async () => {
  const before = await on('2026-11-27')
  const running = await complain(before.anna)
  const paused = await complain(before.anna)
  expect([running.due_on, paused.due_on]).toEqual(['2026-12-02', '2026-12-02'])

  await before.operator.send(replaceNorm, {
    params: { code: 'care.billing' },
    body: {
      ...{ law: 'Ley 1/2027', article: '3', source: 'BOE-A-2027-1', state: 'in_force', note: null },
      ...{ topic: 'billing', energy: null, max_power_watts: null, count: 3, unit: 'days' },
      ...{ recourse: 'consumer_bodies', compensation: null, valid_from: '2026-12-01', valid_to: null },
    },
  })
  const lastDay = await on('2026-11-30')
  expect((await complain(lastDay.anna)).due_on).toBe('2026-12-05')
  await lastDay.operator.send(answerCustomer, {
    params: paused.params,
    body: { message: 'Falta la factura.', state: 'additional_information_required' } as never,
  })

  const after = await on('2026-12-01')
  const opened = await complain(after.anna)
  expect(opened.due_on).toBe('2026-12-04')
  expect(await termOf(after.anna, opened.params)).toMatchObject({ count: 3, norm: 'Ley 1/2027, art. 3' })
  expect(await termOf(after.anna, running.params)).toMatchObject({
    ...{ due_on: '2026-12-02', count: 5, norm: 'Ley 10/2025, art. 17.3' },
  })
  // A clock that stood still starts anew with the term that was promised, not with the new one.
  await after.anna.send(writeMessage, { params: paused.params, body: { message: 'Aquí está.' } })
  expect(await termOf(after.anna, paused.params)).toMatchObject({ due_on: '2026-12-06', count: 5 })
  const norm = (await after.operator.send(listNorms, {})).items.find(({ code }) => code === 'care.billing')
  expect(norm?.rows.map(({ count, time }) => [count, time])).toEqual([
    [3, 'present'],
    [5, 'past'],
  ])
})
