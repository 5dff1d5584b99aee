import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStatistics } from '#backoffice/statistics/api.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { logIn } from '#domains/session/api.ts'
import { anAccount, password } from '#domains/session/server/session-testing.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { startDayCounts } from './day-counts.ts'

let portal: TestPortal
const log = { error() {} }

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T11:00:00Z') })
})
afterAll(() => portal.close())

test('the daily counts of several programs are added together', async () => {
  const { visitor } = await createTestOperator(portal)
  await anAccount(portal, { login: 'eva', email: 'eva@example.test' })
  for (let program = 0; program < 2; program++) {
    const counting = startDayCounts({ ...portal.context, log })
    await portal.anonymous.sendRaw(logIn, { body: { user: 'eva', password } })
    await portal.app.inject({ method: 'GET', url: '/livez' })
    await counting.stop()
  }
  const { sign_ins, answers } = await visitor.send(readStatistics, { query: {} as never })
  expect([sign_ins.at(-1), answers.count.at(-1), answers.failed.at(-1)]).toEqual([2, 2, 0])
  expect(answers.within_ms.at(-1)).toBeGreaterThan(0)
})
