import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFigures } from '#desks/figures/api.ts'
import { anOperator } from '#desks/operators/server/testing.ts'
import { logIn } from '#domains/session/api.ts'
import { anAccount, password } from '#domains/session/server/testing.ts'
import { startCounting } from './day-counting.ts'
import { type TestPortal, testPortal } from './testing/portal.ts'

let portal: TestPortal
const log = { error() {} }

beforeAll(async () => {
  portal = await testPortal({ now: new Date('2026-11-20T11:00:00Z') })
})
afterAll(() => portal.close())

test('what several programs count of a day is added together', async () => {
  const { visitor } = await anOperator(portal)
  await anAccount(portal, { login: 'eva', email: 'eva@example.test' })
  for (let program = 0; program < 2; program++) {
    const counting = startCounting({ ...portal.context, log })
    await portal.anonymous.ask(logIn, { body: { user: 'eva', password } })
    await portal.app.inject({ method: 'GET', url: '/livez' })
    await counting.stop()
  }
  const { sign_ins, answers } = await visitor.send(readFigures, { query: {} as never })
  expect([sign_ins.at(-1), answers.count.at(-1), answers.failed.at(-1)]).toEqual([2, 2, 0])
  expect(answers.within_ms.at(-1)).toBeGreaterThan(0)
})
