import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { startPollingLoop } from '#kit/server/polling-loop.ts'
import { makeApp } from '../app.ts'
import { startTestPortal } from '../testing/test-portal.ts'
import { startFailureReports } from './failure-reports.ts'

test('failures of requests and jobs are reported to the configured URL, refusals are not', async () => {
  const received: string[] = []
  const receiver = createServer(async (request, response) => {
    received.push(await text(request))
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://key@127.0.0.1:${(receiver.address() as AddressInfo).port}/7`
  const portal = await startTestPortal()
  const { settings, clock } = portal.context
  const log = { warn() {}, error() {} }
  const endReports = startFailureReports({
    settings: {
      ...settings,
      now: () => ({ ...settings.now(), errorReporting: { ...settings.now().errorReporting, url } }),
    },
    ...{ config: portal.context.config, clock, release: '0.1.0', log },
  })
  const app = await makeApp(portal.context, {
    portal: { kind: 'none' },
    attachTracing(server) {
      server.get('/broken/:name', () => Promise.reject(new Error('no "Anna Puig" here')))
      server.get('/closed', () => Promise.reject(new Refused('unavailable', 503)))
    },
  })

  await app.inject('/closed')
  const { request_id } = (await app.inject('/broken/anna?token=unspeakable')).json()
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]).toContain('"transaction":"GET /broken/:name"')
  expect(received[0]).toContain(request_id)
  const job = startPollingLoop(() => Promise.reject(new Error('mail is down')), { everySeconds: 60, name: 'send', log })
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]).toContain('"transaction":"job: send"')
  for (const personal of ['Anna', 'anna', 'unspeakable']) expect(received.join()).not.toContain(personal)

  await job.stop()
  endReports()
  await app.close()
  await portal.close()
  receiver.close()
})
