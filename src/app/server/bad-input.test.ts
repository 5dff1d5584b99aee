import fc, { type Arbitrary } from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { anOperator } from '#desks/operators/server/testing.ts'
import { type Call, pathOf } from '#kit/call.ts'
import { fitting, junk, junkText, nearlyFitting } from './testing/arbitrary-input.ts'
import { oneOfEverything } from './testing/one-of-everything.ts'
import { testPortal } from './testing/portal.ts'
import { nameOf, registeredCalls } from './testing/registered-calls.ts'
import { watchWrites } from './testing/watch-writes.ts'

/** What anybody may send to each call that is mounted, one added tomorrow too. A failure prints the seed and path by which fast-check makes it again. */

const seed = 20261121
const tries = { withBody: 25, without: 8 }

const portal = await testPortal({ environment: { DEMO: 'on' }, now: new Date('2026-11-20T11:00:00Z') })
const anna = await oneOfEverything(portal)
const calls = registeredCalls(portal.context)
// Use of a session, and tries that are counted so that there cannot be many, are kept of what is refused too: those of a
// code to sign with stand in `signature`.
const keptOfRefused = ['session', 'login_throttle', 'visitor_throttle', 'audit_entry', 'signature']
const writtenTables = await watchWrites(portal.context, { except: keptOfRefused })

afterAll(() => portal.close())

type Sent = { params: Record<string, string>; query: Record<string, unknown>; body?: unknown }

const query = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** All that is right but one part, which is nearly; now and then all of it is. */
function requestsOf(call: Call): Arbitrary<Sent> {
  const params = anna.parametersOf(call)
  const names = Object.keys(params)
  const right = {
    params: fc.constant(params),
    query: call.query ? fitting(call.query).map(query) : fc.constant({}),
    body: call.body ? fitting(call.body, anna.values) : fc.constant(undefined),
  }
  const otherQuery = call.query
    ? nearlyFitting(call.query).map(query)
    : fc.dictionary(fc.string(), junkText, { maxKeys: 2 })
  const otherBody = call.body ? nearlyFitting(call.body, anna.values) : junk
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
  // What its state forbids is refused before a body is read.
  const wrong = [400, 406, 409]
  test.each([
    ['half of one', json, '{"a":', [400]],
    ['no object', json, '[1]', wrong],
    ['null', json, 'null', wrong],
    ['a number', json, '1e400', wrong],
    ['deeper than anybody reads', json, '['.repeat(100_000), [400]],
    ['closed, and deeper than anybody reads', json, `${'['.repeat(18_000)}${']'.repeat(18_000)}`, [400]],
    ['deep in objects', json, `${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}`, [400]],
    ['of more members than anybody has', json, manyMembers, [400]],
    ['with a member called constructor', json, '{"constructor":{"a":1}}', wrong],
    ['with members that every object has', json, '{"toString":1,"valueOf":2,"hasOwnProperty":3}', wrong],
    ['of another prototype', json, '{"__proto__":{"readonly":false}}', [400]],
    ['too large', json, tooLarge(1_100_000), [413]],
    ['of another kind', 'application/xml', '<a/>', [415]],
    ['of no kind', 'nonsense', 'a=1', [415]],
  ])('%s is refused by every call that takes one', async (_, type, payload, statuses) => {
    const tokens = { customer: await signedIn('customer'), operator: await signedIn('operator') }
    await writtenTables()
    for (const call of calls.filter(({ body }) => body)) {
      const token = tokens[roleFor(call)]
      const url = pathOf(call, Math.max(...call.versions), anna.parametersOf(call))
      const headers = { authorization: `Bearer ${token}`, 'content-type': type }
      // Where files come in the JSON, a body may be as large as one of the limit is in base64.
      const body = statuses[0] === 413 && call.takesInlineFiles ? tooLarge(21_100_000) : payload
      const answer = await portal.app.inject({ method: call.method, url, headers, payload: body })
      // Nothing of an operator's is named by Anna's numbers, and what is not there is told of first.
      const expected = call.access === 'operator' && statuses === wrong ? [...wrong, 404] : statuses
      expect(expected, nameOf(call)).toContain(answer.statusCode)
      expectRefusal(answer)
    }
    expect(await writtenTables()).toEqual([])
  })
})

function tooLarge(bytes: number): string {
  return `"${'x'.repeat(bytes)}"`
}

describe('whatever is sent to', () => {
  test.each(calls.map((call) => [`${nameOf(call)} v${call.versions}`, call] as const))(
    '%s is done as its schemas say, or refused, and then changes nothing',
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

/** At whose door a call is made. */
function roleFor({ access }: Call): 'customer' | 'operator' {
  return access === 'operator' ? 'operator' : 'customer'
}

/** The token of a new session of Anna's, or of a new operator's. */
async function signedIn(role: 'customer' | 'operator'): Promise<string> {
  const { visitor } = role === 'operator' ? await anOperator(portal) : { visitor: await portal.as(anna.userId) }
  return visitor.token!
}

/** What is asked in the address and in the body, as it goes over the wire. */
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

/** What a call that was done should not have taken. */
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
