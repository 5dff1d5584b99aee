import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Call, isSafeRead, type Schema } from '#kit/call.ts'
import { validInputFor } from '../testing/arbitrary-input.ts'
import { insertCustomer, insertUser } from '../testing/builders.ts'
import { createOneOfEverything } from '../testing/one-of-everything.ts'
import { callNameOf, listRegisteredCalls } from '../testing/registered-calls.ts'
import { startTestPortal, type TestVisitor } from '../testing/test-portal.ts'
import { watchWrites } from '../testing/watch-writes.ts'

/** Every registered call is checked here, including future ones. */

const noon = new Date('2026-11-20T11:00:00Z')
const portal = await startTestPortal({ environment: { DEMO: 'on' }, now: noon })
const anna = await createOneOfEverything(portal)
const calls = listRegisteredCalls(portal.context)
// Every call records use of a session.
const writtenTables = await watchWrites(portal.context, { except: ['session'] })

/** Calls that are open without a session, each with the reason. */
const everybodys: Record<string, string> = {
  'GET /banners/': 'banners stand on the first page',
  'GET /banners/:code': 'banners stand on the first page',
  'GET /call-hours/': 'the contact form for everybody offers a call',
  'POST /unrequested_switches/': 'whose supply was switched without a word may have no account',
  'GET /pricelist/:productId/month': 'prices are public; the curve is read for its own customer alone',
  'GET /case-links/:token/': 'one case, by the signed link in one of its mails',
  'GET /case-links/:token/receipt': 'its receipt, by the same link',
  'POST /case-links/:token/call-back/cancel/': 'its call, by the same link',
  'POST /case-links/:token/messages/': 'what its case lacks, by the same link; throttled',
  'POST /case-links/:token/rating/': 'the rating of its answer, by the same link',
  'POST /case-links/:token/supervisor/': 'a supervisor for its author, by the same link',
  'GET /contractacio/config/cups/:cups': 'newcomers take out a contract; throttled',
  'GET /contractacio/config': 'newcomers take out a contract',
  'GET /crm/cases/categories/': 'the contact form for everybody; without `unsigned` it asks for a session itself',
  'GET /feature_flags/': 'every page asks it',
  'GET /gas/contractacio/config/cups/:cups': 'as that of electricity',
  'GET /gas/leads/comers': 'newcomers take out a contract',
  'GET /gas/pricelist': 'prices are published',
  'GET /gas/tariff': 'prices are published',
  'GET /geo/provincies/:ine/': 'the map is nobody’s',
  'GET /geo/tipovias/': 'the map is nobody’s',
  'GET /geo/zipcode/:zipcode/': 'the map is nobody’s',
  'GET /leads/:leadId': 'the browser that began a contract, or its signed link, is the proof',
  'GET /leads/comers': 'newcomers take out a contract',
  'GET /leads/dni-validation/:leadId': 'as the lead itself; throttled',
  'GET /leads/solvencia/:leadId': 'as the lead itself; throttled',
  'GET /leads/validate-coupon/:coupon/': 'newcomers take out a contract',
  'GET /linked-alerts/:token': 'the signed link of a mail is the proof',
  'GET /misc/cnaes/': 'the list of activities is nobody’s',
  'GET /newsletters/': 'what can be subscribed to is published',
  'GET /newsletters/:subscriber': 'the signed link of a mail is the proof',
  'GET /omip/products/': 'prices of the market; a setting opens them',
  'GET /omip/products/:product/prices/': 'prices of the market; a setting opens them',
  'GET /ov_customize/html_dinamic_elements/': 'blocks stand on the log-in page',
  'GET /ov_customize/ov_settings': 'its public half',
  'GET /pricelist': 'prices are published',
  'GET /subscribers/:subscriber': 'the signed link of a mail is the proof',
  'GET /tariff': 'prices are published',
  'GET /user/link/:purpose': 'the mailed link is the proof',
  'POST /crm/unsigned/': 'the contact form for everybody, throttled',
  'POST /gas/price-compare/': 'visitors compare their invoice; throttled',
  'POST /gas/leads': 'newcomers take out a contract; throttled',
  'POST /is_token_valid': 'the token is in the body',
  'POST /leads': 'newcomers take out a contract; throttled',
  'POST /leads/:leadId/link': 'as the lead itself; throttled',
  'POST /leads/potencia': 'visitors leave their details to be called; throttled',
  'POST /price-compare/': 'visitors compare their invoice; throttled',
  'POST /price-compare/confirm': 'visitors ask to be called; throttled',
  'POST /price-compare/curve-file/': 'visitors compare their curve, of which nothing is kept; throttled',
  'POST /signup/activate': 'the mailed link is the proof',
  'POST /signup/confirm': 'newcomers have no session; throttled',
  'POST /subscriber/set_active_newsletters': 'the signed link of a mail is the proof',
  'POST /subscriber/set_mails': 'the signed link of a mail is the proof',
  'POST /uploads/': 'files for the contact form for everybody, throttled',
  'PUT /leads/:leadId/typed': 'as the lead itself',
  'POST /operator/activation': 'the mailed link is the proof; throttled',
  'POST /operator/activation/start': 'the mailed link is the proof; throttled',
  'POST /operator/login': 'the operators’ door',
  'POST /operator/logout': 'the operators’ door, on the way out',
  'POST /operator/second_factor': 'the operators’ door',
  'POST /user/client_id': 'the door',
  'POST /user/login': 'the door',
  'POST /user/logout': 'the door, on the way out',
  'POST /user/openid': 'the door',
  'POST /user/passkey': 'the door',
  'POST /user/passkey/start': 'the door',
  'POST /user/reset/': 'whoever forgot a password has no session; throttled',
  'POST /user/reset/password': 'the mailed link is the proof',
  'POST /user/second_factor': 'the door',
}

/** Paths that name public objects: every user with a session may read them. */
const shared: Record<string, string> = {
  'GET /atc/tipus/:tipus/subtipus': 'a kind of case',
  'GET /ov_customize/html_dinamic_elements/:pageId': 'a page of the retailer',
  'GET /publishable_key/:platform': 'a card provider',
}

/** Calls that look like writes but change nothing of the customer's. */
const harmless: Record<string, string> = {
  'POST /user/session': 'puts the end of the own session off',
}

/** Writes that the specification maps to GET. */
const writesByGet: Record<string, string> = {
  'GET /leads/dni-validation/:leadId': 'what was found is kept with the lead',
  'GET /leads/solvencia/:leadId': 'what was found is kept with the lead',
}

const forCustomers = calls.filter(({ access }) => access === 'customer')
const owned = forCustomers.filter(
  (call) => (call.path.includes(':') || isAboutBody(call)) && !(callNameOf(call) in shared),
)
const ownReads = forCustomers.filter((call) => isSafeRead(call) && !owned.includes(call))
const writes = calls.filter((call) => !isSafeRead(call) && call.access !== 'operator')

afterAll(() => portal.close())
afterEach(async () => expect(await writtenTables()).toEqual([]))

const isWayOut = (path: string) => path === '/user/password' || path === '/user/confirm'

function isAboutBody({ path }: Call) {
  return path in anna.bodies
}

/** Makes a call about Anna's data in each version, and returns the answers. */
async function ask(visitor: TestVisitor, call: Call) {
  const query = anna.queries[call.path] ?? (call.query?.safeParse({}).success === false ? aFitting(call.query) : {})
  const sent = { params: anna.parametersOf(call), query, body: anna.bodies[call.path] ?? (call.body ? {} : undefined) }
  const answers = []
  for (const version of call.versions) answers.push(await visitor.sendRaw(call, sent as never, { version }))
  return answers
}

const aFitting = (schema: Schema) => fc.sample(validInputFor(schema), { seed: 1, numRuns: 1 })[0]

/** Returns the outcomes of calls by name; identical outcomes of their versions are merged. */
async function outcomes(visitor: TestVisitor, asked: readonly Call[]) {
  const callOutcomes: Record<string, string> = {}
  for (const call of asked) {
    const answers = (await ask(visitor, call)).map(({ statusCode, payload }) =>
      statusCode < 400 ? String(statusCode) : `${statusCode} ${JSON.parse(payload).message}`,
    )
    callOutcomes[`${callNameOf(call)} v${call.versions}`] = [...new Set(answers)].join(', ')
  }
  return callOutcomes
}

const all = (asked: readonly Call[], outcome: string) =>
  Object.fromEntries(asked.map((call) => [`${callNameOf(call)} v${call.versions}`, outcome]))

const names = (listed: readonly Call[]) => [...new Set(listed.map(callNameOf))].sort()

async function createVisitor(given: Parameters<typeof insertUser>[1] = {}) {
  const userId = await insertUser(portal.context.db, given)
  const visitor = await portal.as(userId)
  await writtenTables()
  return { userId, visitor }
}

describe('without a session', () => {
  test('only public calls are served', async () => {
    const open = names(calls.filter(({ access }) => access === 'anyone'))
    expect(open.filter((name) => !(name in everybodys))).toEqual([])
    expect(await outcomes(portal.anonymous, forCustomers)).toEqual(all(forCustomers, '401 unauthenticated'))
  })

  test('a revoked session serves no call', async () => {
    const { userId, visitor } = await createVisitor({ customerIds: [anna.customerId] })
    await portal.context.db.updateTable('session').set({ revoked_at: noon }).where('user_id', '=', userId).execute()
    expect(await outcomes(visitor, forCustomers)).toEqual(all(forCustomers, '401 token_expired'))
  })
})

describe('calls of operators', () => {
  const forOperators = calls.filter(({ access }) => access === 'operator')

  test('are refused without a session and to customers', async () => {
    expect(forOperators.length).toBeGreaterThan(8)
    expect(await outcomes(portal.anonymous, forOperators)).toEqual(all(forOperators, '401 unauthenticated'))
    const customer = await portal.as(anna.userId)
    const looking = await portal.as(anna.userId, { readonly: true })
    await writtenTables()
    for (const visitor of [customer, looking])
      expect(await outcomes(visitor, forOperators)).toEqual(all(forOperators, '401 token_expired'))
  })

  test('give operators no access to calls of customers', async () => {
    const operator = await portal.as(await insertUser(portal.context.db, { role: 'operator' }))
    await writtenTables()
    expect(await outcomes(operator, forCustomers)).toEqual(all(forCustomers, '401 token_expired'))
  })
})

describe('another user', () => {
  test('gets 404 for everything of another customer', async () => {
    const { visitor } = await createVisitor({ customerIds: [await insertCustomer(portal.context.db)] })
    expect(await outcomes(visitor, owned)).toEqual(all(owned, '404 not_found'))
  })

  test('without a contract holder gets 404 too', async () => {
    const { visitor } = await createVisitor()
    expect(await outcomes(visitor, owned)).toEqual(all(owned, '404 not_found'))
  })

  test('of the same contract holder gets the holder’s data, and nothing of the other person', async () => {
    const { visitor } = await createVisitor({ customerIds: [anna.customerId] })
    const personal = owned.filter(({ path }) => /^\/(me|sessions|user)\//.test(path))
    expect(personal.length).toBeGreaterThan(4)
    expect(await outcomes(visitor, personal)).toEqual(all(personal, '404 not_found'))
  })

  test('reads nothing of hers in any list of their own', async () => {
    const { visitor } = await createVisitor({ customerIds: [await insertCustomer(portal.context.db)] })
    for (const call of ownReads)
      for (const { payload } of await ask(visitor, call))
        expect([callNameOf(call), payload.match(anna.traces)]).toEqual([callNameOf(call), null])
  })
})

describe('a read-only token', () => {
  test('is refused by every call that changes something', async () => {
    const looking = await portal.as(anna.userId, { readonly: true })
    await writtenTables()
    const known = writes.filter(anna.has)
    expect(known.length).toBeGreaterThan(writes.length / 2)
    expect(await outcomes(looking, known)).toEqual(all(known, '403 token_readonly'))
  })

  test('accepts as harmless only the listed calls', () => {
    const listed = calls.filter((call) => call.method !== 'GET' && isSafeRead(call) && call.access === 'customer')
    expect(names(listed)).toEqual(Object.keys(harmless))
    const readings = names(writes.filter(({ method }) => method === 'GET'))
    expect(readings.filter((name) => !(name in writesByGet))).toEqual([])
  })

  test('reads everything of the customer', async () => {
    const looking = await portal.as(anna.userId, { readonly: true })
    const reads = forCustomers.filter((call) => isSafeRead(call) && anna.has(call))
    const callOutcomes = Object.entries(await outcomes(looking, reads)).filter(([, outcome]) => outcome !== '200')
    expect(Object.fromEntries(callOutcomes)).toEqual({})
    // Documents are rendered and stored on their first request.
    await writtenTables()
  })
})

describe('a user with a pending obligation', () => {
  test('must replace a password known to others before any other change', async () => {
    const { visitor } = await createVisitor({ customerIds: [anna.customerId], must_change_password: true })
    const others = writes.filter(({ access, path }) => access === 'customer' && !isWayOut(path))
    expect(await outcomes(visitor, others)).toEqual(all(others, '403 password_change_required'))
  })

  test('must re-authenticate before calls that an attacker would make', async () => {
    const visitor = await portal.as(anna.userId)
    portal.setClock(new Date(noon.getTime() + 11 * 60_000))
    await visitor.sendRaw(forCustomers[0]!, {} as never)
    await writtenTables()
    const guarded = forCustomers.filter(({ freshAuthentication }) => freshAuthentication !== undefined)
    expect(await outcomes(visitor, guarded)).toEqual(all(guarded, '403 fresh_authentication_required'))
    portal.setClock(noon)
  })
})
