import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { listRunningJobs } from '#kit/server/polling-loop.ts'
import { startTestPortal } from '../testing/test-portal.ts'
import { startDayCounts } from './day-counts.ts'
import { startJobs } from './jobs.ts'
import { startOutboundHealth } from './outbound-health.ts'

const maxStatementsPerMinute = 60
const watchedSeconds = 20

test('an idle portal sends its database at most one statement a second, and still sends mail at once', async () => {
  const portal = await startTestPortal({ environment: { DEMO: 'on' } })
  const { userId } = await createTestOperator(portal)
  const { context, app } = portal
  await app.listen({ port: 0, host: '127.0.0.1' })
  const deps = { ...context, log: app.log }
  const running = [startDayCounts(deps), startOutboundHealth(deps), await startJobs(context, app)]
  onTestFinished(async () => {
    await Promise.all(running.map((each) => each.stop()))
    await portal.close()
  })
  const isSettled = () => listRunningJobs().every(({ runningSince }) => runningSince === null)
  await vi.waitUntil(isSettled, { timeout: 30_000 })
  await pause(2_000)

  // Other tests of this process may have left portals of their own.
  const own = await context.pool.connect()
  own.release()
  const statements: string[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    if (this.host === own.host && this.database === own.database) statements.push(String(sent[0]))
    return Reflect.apply(query, this, sent)
  } as typeof query
  onTestFinished(() => {
    pg.Client.prototype.query = query
  })
  await pause(watchedSeconds * 1_000)
  const perMinute = (statements.length * 60) / watchedSeconds
  expect(perMinute, statements.join('\n')).toBeLessThanOrEqual(maxStatementsPerMinute)
  expect(perMinute).toBeGreaterThan(0)

  const message = { kind: 'session.passwordChanged', values: { instant: '' }, userId } as const
  await queueMessage(context.db, message, context.clock())
  const sentCount = () =>
    context.db.selectFrom('outbox_message').where('sent_at', 'is not', null).select('kind').execute()
  await expect.poll(sentCount).toHaveLength(1)
})
