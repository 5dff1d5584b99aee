import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDemo } from './create-demo.ts'
import { type DemoGround, demoGround, smallDemo } from './testing.ts'

let ground: DemoGround
beforeAll(async () => {
  ground = await demoGround()
  await createDemo({ ...ground, ...smallDemo })
})
afterAll(() => ground.close())

test('each payment by card was told by a mail, which is sent and stands with its contract', async () => {
  const messages = await ground.db.selectFrom('outbox_message').orderBy('created_at').selectAll().execute()
  const attempts = await ground.db.selectFrom('payment_attempt').selectAll().execute()
  const ofPayments = messages.filter(({ kind }) => kind.startsWith('payments.'))
  expect(ofPayments).toHaveLength(attempts.length)
  for (const message of ofPayments)
    expect(message).toMatchObject({ sent_at: expect.any(Date), contract_id: expect.any(Number), failures: 0 })
  expect(new Set(ofPayments.map(({ kind }) => kind))).toEqual(new Set(['payments.succeeded', 'payments.failed']))
})
