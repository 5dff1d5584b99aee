import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContracts } from '#domains/contracts/api.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { paymentHeldBack } from '#domains/payments/server/limit-payment-attempt.ts'
import { paymentDeclined } from '#domains/payments/server/record-outcome.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { insertContract, insertCustomer, insertUser } from '../testing/builders.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { serveOperations } from './operations.ts'

describe('monitoring', () => {
  let portal: TestPortal
  const jobs: PollingLoop[] = []
  let operations: Awaited<ReturnType<typeof serveOperations>>

  beforeAll(async () => {
    portal = await startTestPortal()
    operations = await serveOperations(portal.context, { port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await operations.close()
    await portal.close()
  })

  const read = async (path: string) => {
    const answer = await fetch(operations.origin + path)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  test('reads metrics that contain no personal data', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const userId = await insertUser(db, { customerIds: [customerId], login: 'somebody' })
    // Letters, as a name of digits alone could appear within a measured duration.
    const contract = await insertContract(db, { customerId, name: 'C-PERSONAL' })
    await queueMessage(db, { kind: 'accounts.reset', values: {}, userId }, new Date())
    const visitor = await portal.as(userId)
    await visitor.send(listContracts, { query: {} })
    await portal.app.inject(`/api/v2/contracts/${contract.name}/power/?token=secret`)
    await new Promise<void>((done) => {
      const look = async () => {
        done()
        return false
      }
      jobs.push(startPollingLoop(look, { everySeconds: 60, name: 'look around', log: { error() {} } }))
    })
    for (const job of jobs) await job.stop()

    paymentDeclined.publish({ platform: 'stripe' })
    paymentHeldBack.publish({ per: 'card' })
    const { type, text } = await read('/metrics')
    expect(type).toContain('text/plain')
    expect(text).toMatch(
      /llum_http_request_duration_seconds_count\{route="\/api\/v2\/contracts",method="GET",status="200"\} 1/,
    )
    expect(text).toContain('route="/api/v2/contracts/:contractName/power/",method="GET",status="401"')
    expect(text).toContain('llum_job_turn_duration_seconds_count{job="look around",outcome="idle"} 1')
    expect(text).toContain('llum_outbox_messages{state="due"} 1')
    expect(text).toContain('llum_payments_declined_total{platform="stripe"} 1')
    expect(text).toContain('llum_payments_held_back_total{per="card"} 1')
    expect(text).toMatch(/llum_database_connections\{state="idle"\} \d/)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).toContain('llum_curve_rows{state="kept"} 0')
    for (const personal of [contract.name, contract.cups, 'somebody', 'secret', '127.0.0.1'])
      expect(text).not.toContain(personal)
  })

  test('learns that requests should go elsewhere as soon as shutdown starts', async () => {
    expect([(await read('/livez')).status, (await read('/readyz')).status]).toEqual([200, 200])
    portal.context.readiness.beginDraining()
    expect([(await read('/livez')).status, (await read('/readyz')).status]).toEqual([200, 503])
    const visitors = await portal.app.inject('/readyz')
    expect([visitors.statusCode, visitors.headers.connection]).toEqual([503, 'close'])
  })
})
