import { afterAll, beforeAll, expect, test } from 'vitest'
import { aContract, aCustomer, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { anOperator } from '#desks/operators/server/testing.ts'
import { requestChange } from '#domains/changes/server/change-requests.ts'
import { readFigures } from '../api.ts'
import { addCounts } from './day-counts.ts'

// Half past midnight in Madrid, where it is already the 20th.
const now = new Date('2026-11-19T23:30:00Z')
let portal: TestPortal
let operator: Visitor
let customer: Visitor

beforeAll(async () => {
  portal = await testPortal({ now })
  const { db } = portal.context
  operator = (await anOperator(portal)).visitor
  const customerId = await aCustomer(db)
  const userId = await aUser(db, { customerIds: [customerId] })
  customer = await portal.as(userId)
  for (const at of [
    now,
    new Date('2026-11-13T10:00:00Z'),
    new Date('2026-09-01T10:00:00Z'),
    new Date('2026-01-01T10:00:00Z'),
  ]) {
    const { contractId } = await aContract(db, { customerId })
    const asked = { customerId, contractId, kind: 'happy_day', details: {}, state: 'sent' as const }
    await requestChange(db, { ...asked, userId, requestId: 'r', now: at })
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

const figures = (period: string) => operator.send(readFigures, { query: { period } as never })

test('figures are those of days in Madrid, with those without anything', async () => {
  const { bars, requests, sign_ins, answers } = await figures('30d')
  expect([bars.length, bars.at(-1)]).toEqual([30, '2026-11-20'])
  expect(requests.slice(-8)).toEqual([1, 0, 0, 0, 0, 0, 0, 1])
  expect(sign_ins.slice(-2)).toEqual([0, 7])
  expect([answers.count.slice(-2), answers.within_ms.slice(-3)]).toEqual([
    [1, 100],
    [null, 500, 25],
  ])
})

test('or of weeks, whose answers are those of all their days', async () => {
  const { bars, requests, answers } = await figures('12w')
  expect([bars.length, bars.at(-1)]).toEqual([12, '2026-11-16'])
  expect([requests[0], requests.at(-2), requests.at(-1)]).toEqual([1, 1, 1])
  expect(answers.within_ms.at(-1)).toBe(500)
})

test('any other period is none', async () => {
  const refused = await operator.ask(readFigures, { query: { period: '1y' } as never })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['period']])
})

test('customers see none of it', async () => {
  expect((await customer.ask(readFigures, { query: {} as never })).statusCode).toBe(401)
})
