import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { openTestDatabase } from '#app/server/testing/test-database.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { createChangeRequest } from '#domains/changes/server/change-requests.ts'
import { createErasureRequest } from '#domains/profile/server/erasure-requests.ts'
import { type Answer, type as typeInto } from './testing/type.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('the readers of a newsletter are printed with an unsubscribe link, unless another program manages its list', async () => {
  const { db } = portal.context
  const names = JSON.stringify({ es: 'Precios' })
  const [own, kept] = await db
    .insertInto('newsletter')
    .values([
      { names, descriptions: names },
      { names, descriptions: names, is_exported: true },
    ])
    .returning('newsletter_id')
    .execute()
  const { subscriber_id } = await db
    .insertInto('newsletter_subscriber')
    .values({ email: 'eva@example.test', locale: 'gl', created_at: new Date() })
    .returning('subscriber_id')
    .executeTakeFirstOrThrow()
  const subscribed_at = new Date()
  for (const { newsletter_id } of [own!, kept!])
    await db.insertInto('newsletter_subscription').values({ subscriber_id, newsletter_id, subscribed_at }).execute()
  const { printed } = await type('subscribers', String(own!.newsletter_id))
  expect(printed).toMatch(
    /^email,language,list_unsubscribe\neva@example\.test,gl,http:\/\/localhost:\d+\/newsletter\?params=[\w.-]+\n$/,
  )
  expect((await type('subscribers', String(kept!.newsletter_id))).printed).toContain('\neva@example.test,gl,\n')
  expect(await type('subscribers', '999')).toMatchObject({ code: 1, complaint: 'There is no newsletter 999.\n' })
  expect(await type('subscribers')).toMatchObject({ code: 1 })
})

test('a code of a campaign is issued to the holders of a user, until its last day', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db, { name: 'Eva Roca' })
  await insertUser(db, { login: 'eva', customerIds: [customerId] })
  const names = JSON.stringify({ es: 'Trae a un vecino' })
  const { campaign_id } = await db
    .insertInto('campaign')
    .values({ names, descriptions: names, from_day: '2020-01-01' })
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  const campaign = String(campaign_id)
  const { printed } = await type('coupon', campaign, 'eva', '2099-03-31')
  expect(printed).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4} for Eva Roca\n$/)
  const coupons = await db.selectFrom('coupon').where('customer_id', '=', customerId).selectAll().execute()
  expect(coupons).toMatchObject([{ code: printed.split(' ')[0], expires_on: '2099-03-31', redeemed_at: null }])
  expect(await type('coupon', '999', 'eva')).toMatchObject({
    code: 1,
    complaint: `There is no campaign 999 today. There are: ${campaign} (Trae a un vecino).\n`,
  })
  expect((await type('coupon', campaign, 'nobody')).code).toBe(1)
  expect((await type('coupon', campaign, 'eva', '2020-03-31')).complaint).toBe('2020-03-31 is in the past.\n')
  expect((await type('coupon', campaign)).code).toBe(1)
})

describe('settings, changed from another process while the server runs', () => {
  test('prints the previous value of a change, which is live within five seconds', async () => {
    expect(await type('settings', 'set', 'homepage', '"home"')).toEqual({
      code: 0,
      printed: 'homepage is "home" (it was "invoices").\n',
      complaint: '',
    })
    await vi.waitUntil(() => portal.context.settings.now().homepage === 'home', { timeout: 30_000, interval: 100 })
    expect(await type('settings', 'get', 'homepage')).toMatchObject({ code: 0, printed: '"home"\n' })
  })

  test('prints a whole group as JSON', async () => {
    const { printed } = await type('settings', 'get', 'ibanChange')
    expect(JSON.parse(printed)).toEqual(portal.context.settings.now().ibanChange)
  })

  test('prints all settings without a key', async () => {
    const { printed } = await type('settings', 'get')
    expect(JSON.parse(printed)).toEqual(portal.context.settings.now())
  })

  test('records a change in the audit log, a secret only by its name', async () => {
    await type('settings', 'set', 'invoices.itemsPerPage', '25')
    const { printed } = await type('settings', 'set', 'maintenance.bypassSecret', '"opensesame-opensesame"')
    expect(printed).toBe('maintenance.bypassSecret is changed.\n')
    const entries = await portal.context.db
      .selectFrom('audit_entry')
      .select(['subject', 'before', 'after'])
      .where('action', '=', 'setting_changed')
      .where('subject', 'in', ['invoices.itemsPerPage', 'maintenance.bypassSecret'])
      .orderBy('audit_entry_id')
      .execute()
    expect(entries).toEqual([
      { subject: 'invoices.itemsPerPage', before: 100, after: 25 },
      { subject: 'maintenance.bypassSecret', before: null, after: null },
    ])
  })

  const refused: [reason: string, words: string[], complaint: string][] = [
    ['a misspelled name, with a suggestion,', ['get', 'itemPerPage'], 'Did you mean contracts.itemsPerPage'],
    ['an invalid value', ['set', 'homepage', '"moon"'], 'homepage must be one of "home"'],
    ['a value for a group of settings', ['set', 'ibanChange', 'true'], 'ibanChange is a group of settings'],
    [
      'a value that contradicts another setting',
      ['set', 'session.idleMinutes', '1440'],
      'session.idleMinutes must not be longer than session.absoluteHours',
    ],
    ['a text without quotes', ['set', 'homepage', 'home'], `Write a text as '"home"'`],
    ['a missing value', ['set', 'homepage'], 'settings set takes a KEY and its value'],
    ['too many arguments', ['get', 'homepage', 'languages'], 'settings get takes one KEY'],
  ]
  test.each(refused)('reports %s as a sentence, without a stack trace', async (_, words, complaint) => {
    const answer = await type('settings', ...words)
    expect(answer).toMatchObject({ code: 1, printed: '' })
    expect(answer.complaint).toContain(complaint)
    expect(answer.complaint.trim().split('\n')).toHaveLength(1)
  })
})

test('an invalid stored value is reported, and the restrictive default is read', async () => {
  await portal.set('invoices.enablePayment', 'perhaps')
  const answer = await type('settings', 'get', 'invoices.enablePayment')
  expect(answer).toEqual({
    code: 0,
    printed: 'false\n',
    complaint: 'Not usable: invoices.enablePayment must be true or false.\n',
  })
})

test('an erasure request is answered once, and an unknown one is reported', async () => {
  const { db } = portal.context
  const userId = await insertUser(db)
  const request = await createErasureRequest(db, {
    userId,
    comment: null,
    locale: 'es',
    requestId: 'r1',
    now: new Date(),
  })
  const number = String(request!.erasure_request_id)
  const sheet = await type('erasure', number)
  expect(sheet.printed).toMatch(/^user_account +1 {2}anonymised$/m)
  expect((await type('erasure', '999999')).complaint).toContain('no erasure request 999999')
  expect(await type('erasure', number, 'in_review')).toMatchObject({
    code: 0,
    printed: `Request ${number} is in_review.\n`,
  })
  expect((await type('erasure', number, 'carry-out')).printed).toContain('Erased.')
  expect((await type('erasure', number, 'carry-out')).complaint).toContain('answered already')
  expect((await type('erasure', number, 'refused')).complaint).toContain('can no longer become refused')
  expect((await type('erasure', '999999', 'carry-out')).complaint).toContain('no erasure request 999999')
  expect((await type('erasure', number, 'withdrawn')).complaint).toContain('takes a NUMBER')
  expect((await type('blocked-data', number)).complaint).toContain('takes the NUMBER')
  expect((await type('blocked-data', number, 'Juzgado 3 de Vic')).printed).toBe('[]\n')
})

test('a change that is with a distributor is listed and completed once, and any other is reported', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const { contractId, name } = await insertContract(db, { customerId })
  const request = {
    customerId,
    contractId,
    kind: 'power',
    details: { power_p1: 5500, power_p2: 5500 },
    state: 'sent' as const,
  }
  const userId = await insertUser(db, { customerIds: [customerId] })
  const number = String(await createChangeRequest(db, { ...request, userId, requestId: 'r1', now: new Date() }))
  expect((await type('changes')).printed).toContain(`${number}  power  ${name}`)
  expect(await type('change', number, 'done')).toMatchObject({
    code: 0,
    printed: `Change ${number} is done, and its holder is told.\n`,
  })
  const contract = await db.selectFrom('contract').where('contract_id', '=', contractId).select('power_watts').execute()
  expect(contract).toEqual([{ power_watts: [5500, 5500] }])
  expect((await type('change', number, 'done')).complaint).toContain(`No change ${number} is with a distributor`)
  expect((await type('change', number)).complaint).toContain('change takes the NUMBER')
  expect((await type('changes')).printed).toBe('No change is with a distributor.\n')
})

test('an unknown command prints the available ones', async () => {
  const { code, complaint } = await type('settings', 'forget')
  expect(code).toBe(2)
  expect(complaint).toContain('settings set KEY JSON')
})

test('card payment is denied to one user, and allowed again', async () => {
  const { db } = portal.context
  await insertUser(db, { customerIds: [], login: 'marta' })
  expect((await type('payment', 'marta', 'deny')).printed).toBe('marta can no longer pay by card.\n')
  expect((await type('payment', 'marta', 'deny')).code).toBe(0)
  expect(await db.selectFrom('payment_denial').select('user_id').execute()).toHaveLength(1)
  expect((await type('payment', 'marta', 'allow')).printed).toBe('marta can pay by card.\n')
  expect(await db.selectFrom('payment_denial').select('user_id').execute()).toHaveLength(0)
  expect((await type('payment', 'nobody', 'deny')).complaint).toContain('There is no user nobody')
  expect((await type('payment', 'marta', 'perhaps')).complaint).toContain('payment takes one USER')
})

describe('an invalid environment is reported as a sentence', () => {
  const environments: [reason: string, environment: Record<string, string>, complaint: string][] = [
    ['an invalid port', { PORT: 'many' }, 'The environment is not usable: PORT'],
    ['an unreachable database', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'ECONNREFUSED'],
  ]
  test.each(environments)('%s', async (_, environment, complaint) => {
    const answer = await typeIn(environment, 'settings', 'get')
    expect(answer.code).toBe(1)
    expect(answer.complaint).toContain(complaint)
    expect(answer.complaint.trim().split('\n')).toHaveLength(1)
  })

  test('a database that was never migrated', async () => {
    const database = await openTestDatabase()
    await database.pool.query('drop table setting; delete from kysely_migration')
    const answer = await typeIn(database.environment, 'settings', 'get')
    await database.close()
    expect(answer).toMatchObject({ code: 1, complaint: expect.stringContaining('npm start') })
  })
})

test('the first operator gets every role, and later ones those that are named', async () => {
  const rolesOf = async (login: string) => {
    const found = portal.context.db.selectFrom('user_account').where('login', '=', login).select('operator_roles')
    return (await found.executeTakeFirst())?.operator_roles
  }
  const create = (login: string, ...roles: string[]) =>
    type('operator', 'create', login, 'Mar Soler', `${login}@example.test`, ...roles)
  expect((await create('first')).printed).toMatch(/\/operator\/activate#[\w-]+\n$/)
  expect(await rolesOf('first')).toEqual(['care', 'sales', 'content', 'money', 'administrator'])
  const { user_id } = await portal.context.db
    .selectFrom('user_account')
    .where('login', '=', 'first')
    .select('user_id')
    .executeTakeFirstOrThrow()
  await portal.context.db
    .insertInto('code_app')
    .values({ user_id, sealed_secret: 'x', confirmed_at: new Date() })
    .execute()
  for (const roles of [[], ['captain'], ['care,captain']])
    expect(await create('second', ...roles)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('care, sales'),
    })
  expect((await create('second', 'money,care')).complaint).toContain('Roles: care, money.')
  expect(await rolesOf('second')).toEqual(['care', 'money'])
})

test('an integration API key is printed once, listed with its scopes, and revoked', async () => {
  const made = await type('integration-key', 'create', 'erp', '--scopes', 'invoices:write,curves:write')
  expect(made).toMatchObject({ code: 0, complaint: expect.stringContaining('shown this once') })
  expect(made.printed).toMatch(/^llum_[\w-]{43}\n$/)
  expect((await type('integration-key', 'revoke', 'erp')).printed).toBe('Revoked erp.\n')
  expect((await type('integration-key', 'list')).printed).toMatch(
    /^erp: invoices:write, curves:write; never used; revoked \d{4}-/,
  )
  expect(await type('integration-key', 'create', 'erp', '--scopes', 'everything')).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('everything is not a scope; the scopes are customers:write'),
  })
})

function type(...words: string[]): Promise<Answer> {
  return typeIn(portal.environment, ...words)
}

function typeIn(environment: Record<string, string>, ...words: string[]): Promise<Answer> {
  return typeInto('portal', environment, words)
}
