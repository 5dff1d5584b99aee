import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { countIntervalsOf } from '#vocabulary/market-time.ts'
import { limits, lineKindNames, type Scope, scopeOf, scopes } from '../rules.ts'
import { createKey, listKeys, revokeKey } from './key-store.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const letters = 'TRWAGMYFPDXBNJZSQVHLCKE'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
afterAll(() => portal.close())

async function aKey(name: string, given: readonly Scope[] = scopes, expiresAt: Date | null = null): Promise<string> {
  return (await createKey(portal.context.db, { name, scopes: given, expiresAt, now: noon }))!
}

/** Returns a holder as sent by another system, the same one for the same number. */
function holder(number: number, more: object = {}) {
  const digits = String(20_000_000 + number)
  const taxId = digits + letters[Number(digits) % 23]
  return { taxId, name: `Holder ${number}`, fiscalAddress: 'Carrer Nou, 8 - Vic', ...more }
}

const bodyOf = (objects: readonly unknown[]) => objects.map((object) => `${JSON.stringify(object)}\n`).join('')

function post(
  kind: string,
  payload: string | Buffer | Readable,
  headers: Record<string, string> = {},
  from = '10.8.0.1',
) {
  return portal.app.inject({
    method: 'POST',
    remoteAddress: from,
    url: `/integration/v1/${kind}`,
    headers: { 'content-type': 'application/x-ndjson', ...headers },
    payload,
  })
}

const linesOf = (payload: string) =>
  payload
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const customers = () =>
  portal.context.db.selectFrom('customer').select(['name', 'email', 'version']).orderBy('name').execute()

describe('without an active key', () => {
  const ways: [reason: string, headers: () => Promise<Record<string, string>>, code: string][] = [
    ['no key', async () => ({}), 'unauthenticated'],
    ['an unknown key', async () => ({ authorization: 'Bearer llum_wrong' }), 'integration_key_wrong'],
    [
      'an expired key',
      async () => ({ authorization: `Bearer ${await aKey('expired', scopes, new Date('2026-11-20T10:59:00Z'))}` }),
      'integration_key_wrong',
    ],
    [
      'a revoked key',
      async () => {
        const secret = await aKey('revoked')
        expect(await revokeKey(portal.context.db, { name: 'revoked', now: noon })).toBe(true)
        return { authorization: `Bearer ${secret}` }
      },
      'integration_key_wrong',
    ],
    [
      "a customer's session",
      async () => ({ authorization: `Bearer ${(await portal.as(await insertUser(portal.context.db))).token}` }),
      'integration_key_wrong',
    ],
  ]
  test.each(ways)('%s: replies 401 for every kind and reads nothing', async (reason, headersOf, code) => {
    const headers = await headersOf()
    for (const kind of lineKindNames) {
      const answer = await post(kind, bodyOf([holder(1)]), headers, `10.7.0.${reason.length}`)
      expect([kind, answer.statusCode, answer.json().message]).toEqual([kind, 401, code])
      expect(answer.json().error.message).not.toBe('')
    }
    expect(await customers()).toEqual([])
  })

  test('too many from one network: replies 429, but still accepts an active key', async () => {
    const tryOne = (authorization: string) =>
      portal.app.inject({
        method: 'POST',
        url: '/integration/v1/customers',
        remoteAddress: '10.9.0.1',
        headers: { 'content-type': 'application/x-ndjson', authorization },
        payload: '',
      })
    for (let tried = 0; tried < limits.wrongKeys.most; tried++)
      expect((await tryOne('Bearer guess')).statusCode).toBe(401)
    const refused = await tryOne('Bearer guess')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect((await tryOne(`Bearer ${await aKey('neighbour')}`)).statusCode).toBe(200)
  })
})

test('a key without the scope: replies 403 and names it', async () => {
  const authorization = `Bearer ${await aKey('meters', ['curves:write'])}`
  for (const kind of lineKindNames.filter((name) => name !== 'curves')) {
    const answer = await post(kind, bodyOf([holder(1)]), { authorization })
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({ message: 'scope_missing', scope: scopeOf(kind) }),
    ])
  }
  expect((await post('curves', '', { authorization })).statusCode).toBe(200)
  expect(await customers()).toEqual([])
})

test('a key name is unique while active; the secret is stored as a hash, and uses and batches are recorded', async () => {
  const { db } = portal.context
  const secret = await aKey('billing')
  expect(await aKey('billing')).toBeUndefined()
  expect(JSON.stringify(await db.selectFrom('integration_key').selectAll().execute())).not.toContain(secret)
  await post('customers', '', { authorization: `Bearer ${secret}` })
  const [key] = (await listKeys(db)).filter(({ name }) => name === 'billing')
  expect(key).toMatchObject({ lastUsedAt: noon, revokedAt: null })
  const audit = await db
    .selectFrom('audit_entry')
    .select(['action', 'after'])
    .where('subject', '=', `integration_key:${key!.keyId}`)
    .orderBy('audit_entry_id')
    .execute()
  expect(audit).toEqual([
    { action: 'integration_key_made', after: { name: 'billing', scopes: [...scopes], expiresAt: null } },
    { action: 'integration_batch', after: { kind: 'customers', lines: 0, accepted: 0, changed: 0, refused: 0 } },
  ])
  expect(await revokeKey(db, { name: 'billing', now: noon })).toBe(true)
  expect(await revokeKey(db, { name: 'billing', now: noon })).toBe(false)
})

describe('a batch', () => {
  let authorization: string
  beforeAll(async () => {
    authorization = `Bearer ${await aKey('erp')}`
  })

  test('gets a reply per line in order; invalid lines do not affect valid ones, and a repetition changes nothing', async () => {
    const good = Array.from({ length: 900 }, (_, number) => holder(number))
    const objects: unknown[] = [...good]
    objects.splice(450, 0, { taxId: 'nonsense' })
    const first = await post('customers', bodyOf(objects), { authorization })
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/x-ndjson'])
    const answers = linesOf(first.payload)
    expect(answers.slice(0, -1).map(({ line }) => line)).toEqual(objects.map((_, index) => index + 1))
    expect(answers[450]).toMatchObject({
      line: 451,
      key: 'nonsense',
      status: 'refused',
      code: 'invalid',
      member: 'taxId',
    })
    expect(answers.at(-1)).toEqual({ end: true, lines: 901, accepted: 900, changed: 900, refused: 1 })
    const stored = await customers()
    expect(stored).toHaveLength(900)

    const again = await post('customers', bodyOf(objects), { authorization })
    expect(linesOf(again.payload).at(-1)).toEqual({ end: true, lines: 901, accepted: 900, changed: 0, refused: 1 })
    expect(await customers()).toEqual(stored)
  })

  test('can be compressed, chunked and without a final line ending', async () => {
    const packed = gzipSync(bodyOf([holder(5_001), holder(5_002)]).trimEnd())
    const pieces = Array.from(packed, (byte) => Buffer.from([byte]))
    const answer = await post('customers', Readable.from(pieces), { authorization, 'content-encoding': 'gzip' })
    expect(linesOf(answer.payload).at(-1)).toMatchObject({ lines: 2, accepted: 2 })
  })

  test('that is truncated while compressed keeps the complete lines and reports it', async () => {
    const packed = gzipSync(bodyOf(Array.from({ length: 3_000 }, (_, number) => holder(10_000 + number))))
    const half = packed.subarray(0, packed.length / 2)
    const answer = await post('customers', half, { authorization, 'content-encoding': 'gzip' })
    const [broken, end] = linesOf(answer.payload).slice(-2)
    expect(broken).toMatchObject({ status: 'refused', code: 'body_broken' })
    expect(end.accepted).toBeGreaterThan(0)
    expect(end.refused).toBe(1)
  })

  test.each([
    [{ 'content-type': 'text/csv' }],
    [{ 'content-type': 'application/json' }],
    [{ 'content-encoding': 'br' }],
  ])('of another content type: replies 415', async (headers) => {
    const answer = await post('customers', 'x', { authorization, ...headers })
    expect([answer.statusCode, answer.json().message]).toEqual([415, 'media_type_unknown'])
  })

  test('that is aborted keeps the complete groups, and the next attempt completes it', async () => {
    const objects = Array.from({ length: 1_000 }, (_, number) => holder(50_000 + number, { email: 'cut@example.com' }))
    const stored = async () => (await customers()).filter(({ email }) => email === 'cut@example.com').length
    await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = portal.app.server.address() as AddressInfo
    const path = '/integration/v1/customers'
    const headers = { authorization, 'content-type': 'application/x-ndjson' }
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, headers })
    request.on('error', () => {})
    const body = bodyOf(objects)
    request.write(body.slice(0, body.length * 0.7))
    await expect.poll(stored).toBe(400)
    request.destroy()
    expect(await stored()).toBe(400)

    const answer = await post('customers', body, { authorization })
    expect(linesOf(answer.payload).at(-1)).toEqual({ end: true, lines: 1000, accepted: 1000, changed: 600, refused: 0 })
    expect(await stored()).toBe(1000)
  })

  test('beyond four concurrent ones of a key: replies 429', async () => {
    const bodies = Array.from({ length: limits.batchesAtOnce + 1 }, () => new Readable({ read() {} }))
    const answers = bodies.map((body) => post('customers', body, { authorization }))
    // No body has ended, so only a refused batch can have been answered.
    expect((await Promise.race(answers)).statusCode).toBe(429)
    for (const body of bodies) body.push(null)
    const statuses = (await Promise.all(answers)).map((answer) => answer.statusCode)
    expect(statuses.toSorted()).toEqual([...Array.from({ length: limits.batchesAtOnce }, () => 200), 429])
    expect((await post('customers', '', { authorization })).statusCode).toBe(200)
  })

  test('sent concurrently with the same objects gives one result', async () => {
    const objects = Array.from({ length: 500 }, (_, number) => holder(80_000 + number, { email: 'twin@example.com' }))
    const answers = await Promise.all([1, 2, 3].map(() => post('customers', bodyOf(objects), { authorization })))
    for (const answer of answers) expect(linesOf(answer.payload).at(-1)).toMatchObject({ accepted: 500, refused: 0 })
    expect((await customers()).filter(({ email }) => email === 'twin@example.com')).toHaveLength(500)
  })

  test('of a thousand curve days is stored completely', async () => {
    const contract = await insertContract(portal.context.db, { customerId: await insertCustomer(portal.context.db) })
    const lines = Array.from({ length: 1_000 }, (_, index) => ({
      cups: contract.cups,
      day: new Date(Date.UTC(2023, 0, 1 + index)).toISOString().slice(0, 10),
      source: 'F5D',
      importWh: [100],
    }))
    const whole = lines.map((line) => ({
      ...line,
      importWh: Array(countIntervalsOf(line.day, 60, 'Europe/Madrid')).fill(100),
    }))
    const answer = await post('curves', bodyOf(whole), { authorization })
    expect(linesOf(answer.payload).at(-1)).toEqual({
      end: true,
      lines: 1000,
      accepted: 1000,
      changed: 1000,
      refused: 0,
    })
    const again = await post('curves', bodyOf(whole), { authorization })
    expect(linesOf(again.payload).at(-1)).toMatchObject({ accepted: 1000, changed: 0 })
  })

  test('of curves says which days no longer have hours, and that they are kept', async () => {
    const { db } = portal.context
    const { cups } = await insertContract(db, { customerId: await insertCustomer(db) })
    const day = (version: number, importWh: (number | null)[]) =>
      bodyOf([{ cups, day: '2026-10-03', source: 'F5D', version, importWh }])
    await post('curves', day(0, Array(24).fill(100)), { authorization })
    const answer = await post('curves', day(1, [...Array(20).fill(110), ...Array(4).fill(null)]), { authorization })
    const [line, end] = linesOf(answer.payload)
    expect(line).toMatchObject({ status: 'accepted', changed: true, kept_hours: 4 })
    expect(end).toMatchObject({ accepted: 1, kept_hours: 4, kept_days: 1 })
    expect(await db.selectFrom('curve_correction').selectAll().execute()).toMatchObject([
      { before_wh: 2_400, after_wh: 2_600, origin: 'api', integration_key_id: expect.any(Number), file_name: null },
    ])
  })
})

describe('the API description', () => {
  test('is valid OpenAPI 3.1 and lists every path with its scope', async () => {
    const document = (await portal.app.inject('/integration/openapi.json')).json()
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(Object.keys(document.paths)).toEqual([
      ...lineKindNames.map((name) => `/integration/v1/${name}`),
      ...['/integration/v1/compensations', '/integration/v1/compensations/{id}/billed'],
    ])
    for (const name of lineKindNames)
      expect(document.paths[`/integration/v1/${name}`].post.description).toContain(scopeOf(name))
  })

  test('names the members of a line', async () => {
    const document = (await portal.app.inject('/integration/openapi.json')).json()
    const line = document.paths['/integration/v1/customers'].post.requestBody.content['application/x-ndjson'].schema
    expect(line).toMatchObject({ required: ['taxId', 'name', 'fiscalAddress'], additionalProperties: false })
  })
})
