import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blanked } from '#kit/blanked.ts'
import { parseDsn } from './dsn.ts'
import { errorReports } from './error-reports.ts'

describe('where reports go', () => {
  test.each([
    ['a project', 'https://abc@o1.reports.test/42', 'https://o1.reports.test/api/42/envelope/'],
    ['one below a path', 'https://abc@reports.test/errors/42', 'https://reports.test/errors/api/42/envelope/'],
    ['nowhere', '', undefined],
    ['an address without a key', 'https://reports.test/42', undefined],
    ['one without a project', 'https://abc@reports.test/', undefined],
  ])('%s', (_, dsn, envelopeUrl) => {
    expect(parseDsn(dsn)?.envelopeUrl).toBe(envelopeUrl)
  })
})

describe('the words of an error', () => {
  test.each([
    [
      'keep what is wrong',
      "Cannot read properties of undefined (reading 'rows')",
      'Cannot read properties of undefined (reading <text>)',
    ],
    [
      'lose what is quoted',
      'invalid input syntax for type integer: "Anna Puig"',
      'invalid input syntax for type integer: <text>',
    ],
    ['lose addresses', 'GET https://portal.test/x?token=abc failed', 'GET <address> failed'],
    ['and those of mails', 'no mailbox anna@retailer.test here', 'no mailbox <mail> here'],
    ['and numbers of people and supplies', 'unknown ES0021990000000001ZH of 99100466K', 'unknown <number> of <number>'],
    ['but not small ones', 'answered 503 after 12 s', 'answered 503 after 12 s'],
  ])('%s', (_, message, told) => {
    expect(blanked(message)).toBe(told)
  })
})

describe('reports of errors', () => {
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

  const reports = (to = dsn) => errorReports({ dsn: () => to, release: '0.1.0', clock: () => new Date(), log })

  test('say what went wrong in which line, on which route, and nothing of whoever met it', async () => {
    const error = new TypeError('no such thing: "Anna Puig"')
    reports().tell({ error, where: 'GET /api/v2/contracts/:contractName/', requestId: 'r-1' })
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
    expect(stacktrace.frames.at(-1)?.filename).toBe('src/outside/error-reports/error-reports.test.ts')
    expect(JSON.stringify(received)).not.toContain('Anna')
  })

  test('do not go on for ever about what breaks again and again', async () => {
    const { tell } = reports()
    for (let times = 0; times < 80; times++) tell({ error: new Error('again'), where: 'job' })
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(30)
    expect(received.length).toBeLessThanOrEqual(60)
  })

  test('trouble nobody when they do not arrive, or are not wanted', async () => {
    status = 429
    reports().tell({ error: new Error('x'), where: 'job' })
    await expect.poll(() => warned).toEqual(['error not reported'])
    reports('').tell({ error: new Error('x'), where: 'job' })
    expect(received).toHaveLength(1)
  })
})
