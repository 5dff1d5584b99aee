import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertInvoice } from '#app/server/testing/builders.ts'
import { findDutiesOf, openDuty } from '#domains/duties/server/duty-store.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { markUnderbilling } from '../api.ts'

const { portal, operator, operatorId } = await deskPortal({ now: new Date('2026-11-27T11:00:00Z') })
const { db } = portal.context
let contract: CreatedContract

beforeAll(async () => {
  contract = await insertContract(db, { customerId: await insertCustomer(db) })
})
afterAll(() => portal.close())

const insert = (number: string, more: object = {}) =>
  insertInvoice(db, {
    contract,
    ...{ number, issued_on: '2026-11-20', starts_on: '2026-06-01', ends_on: '2026-11-19', rectificative_type: 'C' },
    ...more,
  })
const body = { error_on: '2026-06-01', amount: 40.5, distributor_on: null }
const mark = (number: string, own: object = {}, who = operator) =>
  who.sendRaw(markUnderbilling, { body: { number, ...body, ...own } })

test('an operator notes what an invoice corrects, which is audited', async () => {
  const id = await insert('M1')
  expect((await mark('M1', { distributor_on: '2026-11-02' })).statusCode).toBe(200)
  const row = await db.selectFrom('invoice').where('invoice_id', '=', id).select('correction').executeTakeFirstOrThrow()
  expect(row.correction).toEqual({
    ...{ kind: 'underbilled', amountCents: 4_050, errorOn: '2026-06-01', distributorOn: '2026-11-02' },
  })
  expect((await auditOf(portal, operatorId)).map(([action]) => action)).toContain('correction_noted')
})

test('an invoice that is noted as a correction ends the duty to bill what was too little', async () => {
  const { contractId } = contract
  const { customer_id: customerId } = await db
    .selectFrom('contract')
    .where('contract_id', '=', contractId)
    .select('customer_id')
    .executeTakeFirstOrThrow()
  const duty = { kind: 'underbilling_correction', subject: 'recorded:mark' } as const
  const facts = { topics: [], energy: 'electricity', powerWatts: null } as const
  await openDuty(db, { ...duty, facts, customerId, contractId, place: null, at: new Date('2026-11-10T10:00:00Z') })
  await insert('M7')
  await mark('M7')
  expect((await findDutiesOf(db, duty.subject)).map(({ state }) => state)).toEqual(['done'])
})

test.each<[string, object, object, number, string]>([
  ['M2', { rectificative_type: 'N' }, {}, 409, 'no_charging_type'],
  ['M3', {}, { amount: 45.7 }, 409, 'above_total'],
  ['M4', {}, { error_on: '2026-11-21' }, 409, 'after_issue'],
  ['M5', { starts_on: '2025-11-19' }, {}, 409, 'too_old'],
  ['M6', { starts_on: '2026-01-01' }, { distributor_on: '2026-11-02' }, 409, 'distributor_too_old'],
])('%s is refused: %j with %j', async (number, invoice, own, status, code) => {
  await insert(number, invoice)
  const answer = await mark(number, own)
  expect([answer.statusCode, answer.json().message]).toEqual([status, code])
})

test('an unknown number, a wrong field and another role are refused', async () => {
  expect((await mark('none')).json()).toMatchObject({ message: 'invoice_unknown' })
  expect((await mark('M1', { amount: 0 })).statusCode).toBe(400)
  const { visitor } = await createTestOperator(portal, undefined, ['care'])
  expect((await mark('M1', {}, visitor)).statusCode).toBe(403)
  expect((await mark('M1', {}, portal.anonymous)).statusCode).toBe(401)
})
