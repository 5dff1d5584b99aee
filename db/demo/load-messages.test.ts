import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDemo } from './create-demo.ts'
import { type DemoEnvironment, openDemoEnvironment, smallDemo } from './demo-testing.ts'

let ground: DemoEnvironment
beforeAll(async () => {
  ground = await openDemoEnvironment()
  await createDemo({ ...ground, ...smallDemo })
})
afterAll(() => ground.close())

test('has a sent mail, linked to the contract, for each payment by card', async () => {
  const messages = await ground.db.selectFrom('outbox_message').orderBy('created_at').selectAll().execute()
  const attempts = await ground.db.selectFrom('payment_attempt').selectAll().execute()
  const ofPayments = messages.filter(({ kind }) => kind.startsWith('payments.'))
  expect(ofPayments).toHaveLength(attempts.length)
  for (const message of ofPayments)
    expect(message).toMatchObject({ sent_at: expect.any(Date), contract_id: expect.any(Number), failures: 0 })
  expect(new Set(ofPayments.map(({ kind }) => kind))).toEqual(new Set(['payments.succeeded', 'payments.failed']))
})
