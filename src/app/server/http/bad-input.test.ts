import fc, { type Arbitrary } from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { type Call, pathOf } from '#kit/call.ts'
import { almostValidInputFor, junk, junkText, validInputFor } from '../testing/arbitrary-input.ts'
import { isExhaustive } from '../testing/exhaustive.ts'
import { createOneOfEverything } from '../testing/one-of-everything.ts'
import { callNameOf, listRegisteredCalls } from '../testing/registered-calls.ts'
import { startTestPortal } from '../testing/test-portal.ts'
import { watchWrites } from '../testing/watch-writes.ts'

/**
 * Fuzzes every registered call, including future ones. A failure prints the seed and path with which fast-check
 * reproduces it.
 */

const seed = 20261121
const tries = isExhaustive ? { withBody: 25, without: 8 } : { withBody: 8, without: 3 }

const portal = await startTestPortal({ environment: { DEMO: 'on' }, now: new Date('2026-11-20T11:00:00Z') })
const anna = await createOneOfEverything(portal)
const calls = listRegisteredCalls(portal.context)
// Use of a session, and the counters that limit attempts, are written for refused calls too; those of a signing code
// are in `signature`.
const tablesWrittenByRefusals = ['session', 'login_throttle', 'visitor_throttle', 'audit_entry', 'signature']
const writtenTables = await watchWrites(portal.context, { except: tablesWrittenByRefusals })

afterAll(() => portal.close())

type Sent = { params: Record<string, string>; query: Record<string, unknown>; body?: unknown }

const query = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Generates requests where all but one part is valid, and that one almost; sometimes all parts are. */
function requestsOf(call: Call): Arbitrary<Sent> {
  const params = anna.parametersOf(call)
  const names = Object.keys(params)
  const right = {
    params: fc.constant(params),
    query: call.query ? validInputFor(call.query).map(query) : fc.constant({}),
    body: call.body ? validInputFor(call.body, anna.values) : fc.constant(undefined),
  }
  const otherQuery = call.query
    ? almostValidInputFor(call.query).map(query)
    : fc.dictionary(fc.string(), junkText, { maxKeys: 2 })
  const otherBody = call.body ? almostValidInputFor(call.body, anna.values) : junk
  return fc.oneof(
    fc.record(right),
    ...names.map((name) => fc.record({ ...right, params: junkText.map((text) => ({ ...params, [name]: text })) })),
    fc.record({ ...right, query: otherQuery }),
    ...(call.method === 'GET' ? [] : [{ weight: 3, arbitrary: fc.record({ ...right, body: otherBody }) }]),
  )
}

const manyMembers = JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, place) => [`m${place}`, 1])))

describe('a body that is', () => {
  const json = 'application/json'
  // A call that the state forbids is refused before its body is read.
  const wrong = [400, 406, 409]
  test.each([
    ['truncated', json, '{"a":', [400]],
    ['not an object', json, '[1]', wrong],
    ['null', json, 'null', wrong],
    ['a number', json, '1e400', wrong],
    ['nested too deeply', json, '['.repeat(100_000), [400]],
    ['closed but nested too deeply', json, `${'['.repeat(18_000)}${']'.repeat(18_000)}`, [400]],
    ['deeply nested in objects', json, `${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}`, [400]],
    ['an object with too many members', json, manyMembers, [400]],
    ['an object with a member called constructor', json, '{"constructor":{"a":1}}', wrong],
    ['an object with members named like built-in ones', json, '{"toString":1,"valueOf":2,"hasOwnProperty":3}', wrong],
    ['an object with another prototype', json, '{"__proto__":{"readonly":false}}', [400]],
    ['too large', json, tooLarge(1_100_000), [413]],
    ['of another media type', 'application/xml', '<a/>', [415]],
    ['of an invalid media type', 'nonsense', 'a=1', [415]],
  ])('%s is refused by every call that takes one', async (_, type, payload, statuses) => {
    const tokens = { customer: await signedIn('customer'), operator: await signedIn('operator') }
    await writtenTables()
    for (const call of calls.filter(({ body }) => body)) {
      const token = tokens[roleFor(call)]
      const url = pathOf(call, Math.max(...call.versions), anna.parametersOf(call))
      const headers = { authorization: `Bearer ${token}`, 'content-type': type }
      // Where JSON contains files, a body may be as large as a base64 file at the size limit.
      const body = statuses[0] === 413 && call.acceptsInlineFiles ? tooLarge(21_100_000) : payload
      const answer = await portal.app.inject({ method: call.method, url, headers, payload: body })
      // Anna's ids name nothing of an operator's, and a missing object is reported first.
      const expected = call.access === 'operator' && statuses === wrong ? [...wrong, 404] : statuses
      expect(expected, callNameOf(call)).toContain(answer.statusCode)
      expectRefusal(answer)
    }
    expect(await writtenTables()).toEqual([])
  })
})

function tooLarge(bytes: number): string {
  return `"${'x'.repeat(bytes)}"`
}

describe('any request to', () => {
  test.each(calls.map((call) => [`${callNameOf(call)} v${call.versions}`, call] as const))(
    '%s succeeds as its schemas allow, or is refused without changing anything',
    async (_, call) => {
      let token = await signedIn(roleFor(call))
      const property = fc.asyncProperty(requestsOf(call), async (sent) => {
        await writtenTables()
        const answer = await ask(token, call, sent)
        if (answer.statusCode < 400) {
          expect(misfit(call, sent)).toBeUndefined()
          return
        }
        expectRefusal(answer)
        expect(await writtenTables()).toEqual([])
        if (answer.statusCode === 401) token = await signedIn(roleFor(call))
      })
      await fc.assert(property, { seed, numRuns: call.body ? tries.withBody : tries.without })
    },
  )
})

/** Returns the role that a call is made with. */
function roleFor({ access }: Call): 'customer' | 'operator' {
  return access === 'operator' ? 'operator' : 'customer'
}

/** Returns the token of a new session of Anna's, or of a new operator's. */
async function signedIn(role: 'customer' | 'operator'): Promise<string> {
  const { visitor } = role === 'operator' ? await createTestOperator(portal) : { visitor: await portal.as(anna.userId) }
  return visitor.token!
}

/** Sends a request with its parameters, query and body as they go over the wire. */
function ask(token: string, call: Call, { params, query, body }: Sent): Promise<LightMyRequestResponse> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, textOf(value)]),
  )
  return portal.app.inject({
    method: call.method,
    url: `${pathOf(call, Math.max(...call.versions), params)}?${search}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Returns the schema error of a body that a successful call should not have accepted. */
function misfit({ body }: Call, sent: Sent) {
  return body?.safeParse(sent.body === undefined ? {} : JSON.parse(JSON.stringify(sent.body))).error
}

function expectRefusal({ statusCode, payload }: LightMyRequestResponse) {
  const refusal = JSON.parse(payload)
  expect([statusCode, refusal.message]).not.toEqual([500, 'unexpected'])
  expect(statusCode).toBeLessThan(500)
  expect(refusal).toMatchObject({
    error: { code: expect.any(String), message: expect.any(String) },
    message: refusal.error.code,
    request_id: expect.any(String),
  })
  for (const texts of Object.values(refusal.errors ?? {}))
    expect(texts).toEqual((texts as string[]).map(() => expect.stringMatching(/\S/)))
  expect(payload).not.toMatch(/\bat .*\.[jt]s:\d|node_modules|select .* from|Kysely|Zod/)
}
