import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Call, isSafeRead, type Schema } from '#kit/call.ts'
import { fitting } from './testing/arbitrary-input.ts'
import { aCustomer, aUser } from './testing/builders.ts'
import { oneOfEverything } from './testing/one-of-everything.ts'
import { testPortal, type Visitor } from './testing/portal.ts'
import { nameOf, registeredCalls } from './testing/registered-calls.ts'
import { watchWrites } from './testing/watch-writes.ts'

/** Every call that is mounted is held to this, one added tomorrow too. */

const noon = new Date('2026-11-20T11:00:00Z')
const portal = await testPortal({ environment: { DEMO: 'on' }, now: noon })
const anna = await oneOfEverything(portal)
const calls = registeredCalls(portal.context)
// Making a call is use of a session.
const writtenTables = await watchWrites(portal.context, { except: ['session'] })

/** Whoever has no session may make these, because: */
const everybodys: Record<string, string> = {
  'GET /banners/': 'banners stand on the first page',
  'GET /banners/:code': 'banners stand on the first page',
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

/** Their paths name what is everybody's: whoever has a session may read them. */
const shared: Record<string, string> = {
  'GET /atc/tipus/:tipus/subtipus': 'a kind of case',
  'GET /ov_customize/html_dinamic_elements/:pageId': 'a page of the retailer',
  'GET /publishable_key/:platform': 'a card provider',
}

/** They look like writes, and change nothing of the customer's. */
const harmless: Record<string, string> = {
  'POST /user/session': 'puts the end of the own session off',
}

/** Writes that the specification asks for by GET. */
const askedByGet: Record<string, string> = {
  'GET /leads/dni-validation/:leadId': 'what was found is kept with the lead',
  'GET /leads/solvencia/:leadId': 'what was found is kept with the lead',
}

const forCustomers = calls.filter(({ access }) => access === 'customer')
const owned = forCustomers.filter((call) => (call.path.includes(':') || isAboutBody(call)) && !(nameOf(call) in shared))
const ownReads = forCustomers.filter((call) => isSafeRead(call) && !owned.includes(call))
const writes = calls.filter((call) => !isSafeRead(call) && call.access !== 'operator')

afterAll(() => portal.close())
afterEach(async () => expect(await writtenTables()).toEqual([]))

const isWayOut = (path: string) => path === '/user/password' || path === '/user/confirm'

function isAboutBody({ path }: Call) {
  return path in anna.bodies
}

/** Makes a call about what is Anna's, in each version, and answers what came of it. */
async function ask(visitor: Visitor, call: Call) {
  const query = call.query?.safeParse({}).success === false ? aFitting(call.query) : {}
  const sent = { params: anna.parametersOf(call), query, body: anna.bodies[call.path] ?? (call.body ? {} : undefined) }
  const answers = []
  for (const version of call.versions) answers.push(await visitor.ask(call, sent as never, { version }))
  return answers
}

const aFitting = (schema: Schema) => fc.sample(fitting(schema), { seed: 1, numRuns: 1 })[0]

/** The outcomes of calls by their names; those of their versions are told once where they are alike. */
async function outcomes(visitor: Visitor, asked: readonly Call[]) {
  const told: Record<string, string> = {}
  for (const call of asked) {
    const answers = (await ask(visitor, call)).map(({ statusCode, payload }) =>
      statusCode < 400 ? String(statusCode) : `${statusCode} ${JSON.parse(payload).message}`,
    )
    told[`${nameOf(call)} v${call.versions}`] = [...new Set(answers)].join(', ')
  }
  return told
}

const all = (asked: readonly Call[], outcome: string) =>
  Object.fromEntries(asked.map((call) => [`${nameOf(call)} v${call.versions}`, outcome]))

const names = (listed: readonly Call[]) => [...new Set(listed.map(nameOf))].sort()

async function somebody(given: Parameters<typeof aUser>[1] = {}) {
  const userId = await aUser(portal.context.db, given)
  const visitor = await portal.as(userId)
  await writtenTables()
  return { userId, visitor }
}

describe('without a session', () => {
  test('no call is served but those that are everybody’s', async () => {
    const open = names(calls.filter(({ access }) => access === 'anyone'))
    expect(open.filter((name) => !(name in everybodys))).toEqual([])
    expect(await outcomes(portal.anonymous, forCustomers)).toEqual(all(forCustomers, '401 unauthenticated'))
  })

  test('that is still open, none is served', async () => {
    const { userId, visitor } = await somebody({ customerIds: [anna.customerId] })
    await portal.context.db.updateTable('session').set({ revoked_at: noon }).where('user_id', '=', userId).execute()
    expect(await outcomes(visitor, forCustomers)).toEqual(all(forCustomers, '401 token_expired'))
  })
})

describe('what operators do', () => {
  const forOperators = calls.filter(({ access }) => access === 'operator')

  test('is done by nobody without a session, and by no customer', async () => {
    expect(forOperators.length).toBeGreaterThan(8)
    expect(await outcomes(portal.anonymous, forOperators)).toEqual(all(forOperators, '401 unauthenticated'))
    const customer = await portal.as(anna.userId)
    const looking = await portal.as(anna.userId, { readonly: true })
    await writtenTables()
    for (const visitor of [customer, looking])
      expect(await outcomes(visitor, forOperators)).toEqual(all(forOperators, '401 token_expired'))
  })

  test('is no way into what is a customer’s', async () => {
    const operator = await portal.as(await aUser(portal.context.db, { role: 'operator' }))
    await writtenTables()
    expect(await outcomes(operator, forCustomers)).toEqual(all(forCustomers, '401 token_expired'))
  })
})

describe('somebody else', () => {
  test('finds nothing of a customer’s, whatever they know of it', async () => {
    const { visitor } = await somebody({ customerIds: [await aCustomer(portal.context.db)] })
    expect(await outcomes(visitor, owned)).toEqual(all(owned, '404 not_found'))
  })

  test('who looks after no holder finds nothing either', async () => {
    const { visitor } = await somebody()
    expect(await outcomes(visitor, owned)).toEqual(all(owned, '404 not_found'))
  })

  test('who looks after the same holder finds what is the holder’s, and nothing of the person', async () => {
    const { visitor } = await somebody({ customerIds: [anna.customerId] })
    const personal = owned.filter(({ path }) => /^\/(me|sessions|user)\//.test(path))
    expect(personal.length).toBeGreaterThan(4)
    expect(await outcomes(visitor, personal)).toEqual(all(personal, '404 not_found'))
  })

  test('reads nothing of hers in any list of their own', async () => {
    const { visitor } = await somebody({ customerIds: [await aCustomer(portal.context.db)] })
    for (const call of ownReads)
      for (const { payload } of await ask(visitor, call))
        expect([nameOf(call), payload.match(anna.traces)]).toEqual([nameOf(call), null])
  })
})

describe('a token that only looks', () => {
  test('is refused by whatever changes something', async () => {
    const looking = await portal.as(anna.userId, { readonly: true })
    await writtenTables()
    const known = writes.filter(anna.has)
    expect(known.length).toBeGreaterThan(writes.length / 2)
    expect(await outcomes(looking, known)).toEqual(all(known, '403 token_readonly'))
  })

  test('takes as harmless no more than what is', () => {
    const listed = calls.filter((call) => call.method !== 'GET' && isSafeRead(call) && call.access === 'customer')
    expect(names(listed)).toEqual(Object.keys(harmless))
    const readings = names(writes.filter(({ method }) => method === 'GET'))
    expect(readings.filter((name) => !(name in askedByGet))).toEqual([])
  })

  test('reads all that is the customer’s', async () => {
    const looking = await portal.as(anna.userId, { readonly: true })
    const reads = forCustomers.filter((call) => isSafeRead(call) && anna.has(call))
    const told = Object.entries(await outcomes(looking, reads)).filter(([, outcome]) => outcome !== '200')
    expect(Object.fromEntries(told)).toEqual({})
    // Documents that are asked for the first time are drawn and kept.
    await writtenTables()
  })
})

describe('somebody who has to do something else first', () => {
  test('changes a password that others know before anything else is changed', async () => {
    const { visitor } = await somebody({ customerIds: [anna.customerId], must_change_password: true })
    const others = writes.filter(({ access, path }) => access === 'customer' && !isWayOut(path))
    expect(await outcomes(visitor, others)).toEqual(all(others, '403 password_change_required'))
  })

  test('proves who they are before what a thief would do', async () => {
    const visitor = await portal.as(anna.userId)
    portal.setClock(new Date(noon.getTime() + 11 * 60_000))
    await visitor.ask(forCustomers[0]!, {} as never)
    await writtenTables()
    const guarded = forCustomers.filter(({ freshAuthentication }) => freshAuthentication !== undefined)
    expect(await outcomes(visitor, guarded)).toEqual(all(guarded, '403 fresh_authentication_required'))
    portal.setClock(noon)
  })
})
