import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { redact } from '#kit/redact.ts'
import { parseDsn } from './dsn.ts'
import { createErrorReporter } from './error-reporter.ts'

describe('the destination of reports', () => {
  test.each([
    ['a project', 'https://abc@o1.reports.test/42', 'https://o1.reports.test/api/42/envelope/'],
    ['a project below a path', 'https://abc@reports.test/errors/42', 'https://reports.test/errors/api/42/envelope/'],
    ['nowhere', '', undefined],
    ['a URL without a key', 'https://reports.test/42', undefined],
    ['a URL without a project', 'https://abc@reports.test/', undefined],
  ])('%s', (_, dsn, envelopeUrl) => {
    expect(parseDsn(dsn)?.envelopeUrl).toBe(envelopeUrl)
  })
})

describe('the redacted message of an error', () => {
  test.each([
    [
      'keeps the problem',
      "Cannot read properties of undefined (reading 'rows')",
      'Cannot read properties of undefined (reading <text>)',
    ],
    [
      'loses quoted text',
      'invalid input syntax for type integer: "Anna Puig"',
      'invalid input syntax for type integer: <text>',
    ],
    ['loses URLs', 'GET https://portal.test/x?token=abc failed', 'GET <address> failed'],
    ['loses e-mail addresses', 'no mailbox anna@retailer.test here', 'no mailbox <mail> here'],
    [
      'loses numbers of people and supplies',
      'unknown ES0021990000000001ZH of 99100466K',
      'unknown <number> of <number>',
    ],
    ['keeps small numbers', 'answered 503 after 12 s', 'answered 503 after 12 s'],
  ])('%s', (_, message, expected) => {
    expect(redact(message)).toBe(expected)
  })
})

describe('error reports', () => {
  let receiver: Server
  let dsn: string
  let status: number
  const received: { url?: string; auth?: unknown; lines: Record<string, unknown>[] }[] = []
  const warned: string[] = []
  const log = { warn: (_: object, message: string) => warned.push(message) }

  beforeEach(async () => {
    status = 200
    received.length = 0
    warned.length = 0
    receiver = createServer(async (request, response) => {
      const lines = (await text(request)).trim().split('\n')
      received.push({
        url: request.url,
        auth: request.headers['x-sentry-auth'],
        lines: lines.map((line) => JSON.parse(line)),
      })
      response.writeHead(status).end('{}')
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    dsn = `http://key@127.0.0.1:${(receiver.address() as AddressInfo).port}/7`
  })
  afterEach(() => {
    receiver.close()
  })

  const reports = (to = dsn) => createErrorReporter({ dsn: () => to, release: '0.1.0', clock: () => new Date(), log })

  test('contain the error, its line and its route, and nothing about the user', async () => {
    const error = new TypeError('no such thing: "Anna Puig"')
    reports().report({ error, where: 'GET /api/v2/contracts/:contractName/', requestId: 'r-1' })
    await expect.poll(() => received.length).toBe(1)
    const [{ url, auth, lines }] = received as [(typeof received)[0]]
    expect(url).toBe('/api/7/envelope/')
    expect(auth).toContain('sentry_key=key')
    expect(lines[1]).toEqual({ type: 'event' })
    expect(lines[2]).toMatchObject({
      level: 'error',
      transaction: 'GET /api/v2/contracts/:contractName/',
      tags: { request_id: 'r-1' },
      exception: { values: [{ type: 'TypeError', value: 'no such thing: <text>' }] },
    })
    const [{ stacktrace }] = (
      lines[2] as { exception: { values: [{ stacktrace: { frames: { filename: string }[] } }] } }
    ).exception.values
    expect(stacktrace.frames.at(-1)?.filename).toBe('src/outside/error-reports/error-reporter.test.ts')
    expect(JSON.stringify(received)).not.toContain('Anna')
  })

  test('are limited for an error that keeps recurring', async () => {
    const { report } = reports()
    for (let times = 0; times < 80; times++) report({ error: new Error('again'), where: 'job' })
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(30)
    expect(received.length).toBeLessThanOrEqual(60)
  })

  test('are dropped without an error when they are rejected or not configured', async () => {
    status = 429
    reports().report({ error: new Error('x'), where: 'job' })
    await expect.poll(() => warned).toEqual(['error not reported'])
    reports('').report({ error: new Error('x'), where: 'job' })
    expect(received).toHaveLength(1)
  })
})
