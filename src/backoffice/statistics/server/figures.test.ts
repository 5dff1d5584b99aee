import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createChangeRequest } from '#domains/changes/server/change-requests.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { readStatistics } from '../api.ts'
import { addCounts } from './day-counts.ts'

// Half past midnight in Madrid, where it is already the 20th.
const now = new Date('2026-11-19T23:30:00Z')
let portal: TestPortal
let operator: TestVisitor
let customer: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  operator = (await createTestOperator(portal)).visitor
  const customerId = await insertCustomer(db)
  const userId = await insertUser(db, { customerIds: [customerId] })
  customer = await portal.as(userId)
  for (const at of [
    now,
    new Date('2026-11-13T10:00:00Z'),
    new Date('2026-09-01T10:00:00Z'),
    new Date('2026-01-01T10:00:00Z'),
  ]) {
    const { contractId } = await insertContract(db, { customerId })
    const requestInput = { customerId, contractId, kind: 'happy_day', details: {}, state: 'sent' as const }
    await createChangeRequest(db, { ...requestInput, userId, requestId: 'r', now: at })
  }
  await addCounts(db, [
    { day: '2026-11-20', what: 'answer', detail: '25', count: 95 },
    { day: '2026-11-20', what: 'answer', detail: '500', count: 5 },
    { day: '2026-11-19', what: 'answer', detail: '500', count: 1 },
    { day: '2026-11-20', what: 'sign_in', detail: 'person', count: 3 },
  ])
  await addCounts(db, [{ day: '2026-11-20', what: 'sign_in', detail: 'person', count: 4 }])
})
afterAll(() => portal.close())

const figures = (period: string) => operator.send(readStatistics, { query: { period } as never })

test('returns daily statistics in Madrid time, with zero for empty days', async () => {
  const { bars, requests, sign_ins, answers } = await figures('30d')
  expect([bars.length, bars.at(-1)]).toEqual([30, '2026-11-20'])
  expect(requests.slice(-8)).toEqual([1, 0, 0, 0, 0, 0, 0, 1])
  expect(sign_ins.slice(-2)).toEqual([0, 7])
  expect([answers.count.slice(-2), answers.within_ms.slice(-3)]).toEqual([
    [1, 100],
    [null, 500, 25],
  ])
})

test('returns weekly statistics with the response times of all days of the week', async () => {
  const { bars, requests, answers } = await figures('12w')
  expect([bars.length, bars.at(-1)]).toEqual([12, '2026-11-16'])
  expect([requests[0], requests.at(-2), requests.at(-1)]).toEqual([1, 1, 1])
  expect(answers.within_ms.at(-1)).toBe(500)
})

test('refuses any other period', async () => {
  const refused = await operator.sendRaw(readStatistics, { query: { period: '1y' } as never })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['period']])
})

test('customers have no access', async () => {
  expect((await customer.sendRaw(readStatistics, { query: {} as never })).statusCode).toBe(401)
})
