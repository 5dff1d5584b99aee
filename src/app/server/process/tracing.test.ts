import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContracts } from '#domains/contracts/api.ts'
import { makeApp } from '../app.ts'
import { insertContract, insertCustomer, insertUser } from '../testing/builders.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { startTracing, type Tracing } from './tracing.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = { name: string; spanId: string; parentSpanId?: string; traceId: string; attributes: Attribute[] }

describe('traces', () => {
  const spans: Span[] = []
  const resources: Attribute[] = []
  let receiver: Server
  let other: Server
  let portal: TestPortal
  let tracing: Tracing
  let sent = ''

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const body = await text(request)
      sent += body
      for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
        resources.push(...resource.attributes)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      response.end('{}')
    }).listen(0, '127.0.0.1')
    other = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
    await Promise.all([once(receiver, 'listening'), once(other, 'listening')])
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = addressOf(receiver)
    process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=test'
    tracing = startTracing({ isFromProxy: ({ headers }) => headers['x-proxy'] === 'ours' })
    portal = await startTestPortal()
  })
  afterAll(async () => {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
    delete process.env.OTEL_RESOURCE_ATTRIBUTES
    await portal.close()
    receiver.close()
    other.close()
  })

  test('cover a request, its statements and its outbound requests, and contain no personal data', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const contract = await insertContract(db, { customerId })
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId], login: 'somebody' }))
    const app = await makeApp(portal.context, {
      portal: { kind: 'none' },
      attachTracing(server) {
        tracing.attach(server)
        server.post('/asks', async () => (await fetch(`${addressOf(other)}/path?token=unspeakable`)).status)
      },
    })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const headers = { authorization: `Bearer ${visitor.token}`, traceparent, 'x-proxy': 'ours' }
    await app.inject({ url: `/api/v2${listContracts.path}?lang=es`, headers })
    await app.inject({ method: 'POST', url: '/asks', headers: { traceparent }, payload: { a: 1 } })
    await tracing.stop()
    await app.close()

    const list = spans.find(({ name }) => name === `GET /api/v2${listContracts.path}`)!
    expect([list.traceId, list.parentSpanId]).toEqual([traceparent.split('-')[1], traceparent.split('-')[2]])
    expect(attributeOf(list, 'http.response.status_code')).toBe(200)
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === list.spanId)
    expect(statements.length).toBeGreaterThan(1)
    expect(statements.map((span) => attributeOf(span, 'db.query.text')).join()).toContain('contract')

    const asks = spans.find(({ name }) => name === 'POST /asks')!
    expect(asks.traceId).not.toBe(list.traceId)
    const outbound = spans.find(({ parentSpanId }) => parentSpanId === asks.spanId)!
    expect(attributeOf(outbound, 'server.address')).toBe(new URL(addressOf(other)).host)

    expect(Object.fromEntries(resources.map(({ key, value }) => [key, value.stringValue]))).toMatchObject({
      'service.name': 'llum',
      'deployment.environment.name': 'test',
    })
    for (const personal of ['somebody', contract.name, contract.cups, 'unspeakable'])
      expect(sent).not.toContain(personal)
  })
})

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function attributeOf({ attributes }: Span, key: string) {
  const value = attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}
