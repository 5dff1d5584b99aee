import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { askForReset } from '#domains/accounts/api.ts'
import { logIn, readProfile } from '#domains/session/api.ts'
import { codeAt } from '#domains/session/server/one-time-codes.ts'
import { unseal } from '#domains/session/server/sealed-text.ts'
import { anAccount, ask, auditOf, password } from '#domains/session/server/testing.ts'
import {
  activateOperator,
  closeOperator,
  inviteOperator,
  inviteOperatorAgain,
  leaveOperatorArea,
  listOperators,
  logInOperator,
  openOperatorLink,
  proveOperator,
  readOperator,
  takeOperatorStep,
} from '../api.ts'
import { firstOperatorLink, makeOperator, openedOperatorLink } from './invite.ts'
import { anOperator } from './testing.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const chosen = 'Camins-de-nit-42'
let portal: TestPortal

beforeAll(async () => {
  portal = await testPortal({ now: noon })
})
beforeEach(async () => {
  portal.setClock(noon)
  for (const table of ['login_throttle', 'visitor_throttle'] as const)
    await portal.context.db.deleteFrom(table).execute()
})
afterAll(() => portal.close())

const later = (minutes: number) => portal.setClock(new Date(noon.getTime() + minutes * 60_000))
const enter = (user: string, typed = password) => ask(portal, logInOperator, { body: { user, password: typed } })
const step = (id: string, code: string) => ask(portal, takeOperatorStep, { body: { id, code } })
const statusOf = async (cookie: string) => (await ask(portal, readOperator, {}, { cookie })).status
const cookieOf = (cookies: string[]) => cookies[0]!.split(';')[0]!

describe('the operators’ door', () => {
  test('asks for password and code, and opens with both', async () => {
    const { login, code } = await anOperator(portal)
    const begun = await enter(login)
    expect(begun).toMatchObject({ status: 200, cookies: [], body: { second_factor: { kinds: ['code'] } } })
    const { id } = begun.body.second_factor
    const entered = await step(id, code())
    expect(entered.status).toBe(200)
    expect(entered.cookies[0]).toMatch(/^operator_token=.+HttpOnly; Secure; SameSite=Strict$/)
    const me = await ask(portal, readOperator, {}, { cookie: cookieOf(entered.cookies) })
    expect(me.body).toMatchObject({ login, name: 'Jordi Ferrer' })
  })

  test('says the same of a wrong password, of nobody and of a customer', async () => {
    const { login } = await anOperator(portal)
    await anAccount(portal, { login: 'eva' })
    for (const [user, typed] of [
      [login, 'wrong'],
      ['nobody', password],
      ['eva', password],
    ] as const)
      expect(await enter(user, typed)).toMatchObject({ status: 401, code: 'login_error' })
  })

  test('lets nobody in who has not chosen a second factor', async () => {
    await anAccount(portal, { login: 'halfway', role: 'operator' })
    expect(await enter('halfway')).toMatchObject({ status: 401, code: 'login_error' })
  })

  test('refuses a wrong code, and an answer that comes too late', async () => {
    const { login, code } = await anOperator(portal)
    const { id } = (await enter(login)).body.second_factor
    expect(await step(id, '000000')).toMatchObject({ status: 401, code: 'second_factor_wrong' })
    later(11)
    expect(await step(id, code())).toMatchObject({ status: 401, code: 'second_factor_over' })
  })

  test('is closed for a while after too many guesses', async () => {
    const { login } = await anOperator(portal)
    for (let attempt = 0; attempt < 10; attempt++) await enter(login, 'wrong')
    expect(await enter(login)).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  test('so are guesses of the code', async () => {
    const { login, code } = await anOperator(portal)
    const { id } = (await enter(login)).body.second_factor
    for (let attempt = 0; attempt < 10; attempt++) await step(id, '000000')
    expect(await step(id, code())).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  test('is left for good', async () => {
    const { login, code } = await anOperator(portal)
    const { cookies } = await step((await enter(login)).body.second_factor.id, code())
    const cookie = cookieOf(cookies)
    expect(await statusOf(cookie)).toBe(200)
    const left = await ask(portal, leaveOperatorArea, {}, { cookie, 'sec-fetch-site': 'same-origin' })
    expect([left.status, cookieOf(left.cookies)]).toEqual([204, 'operator_token='])
    expect(await statusOf(cookie)).toBe(401)
  })

  test('cannot be made to act by another site', async () => {
    const { login, code } = await anOperator(portal)
    const { cookies } = await step((await enter(login)).body.second_factor.id, code())
    const headers = { cookie: cookieOf(cookies), 'sec-fetch-site': 'cross-site' }
    expect(await ask(portal, leaveOperatorArea, {}, headers)).toMatchObject({ status: 403, code: 'cross_site' })
  })
})

describe('two doors', () => {
  test('an operator is nobody at the portal’s', async () => {
    const { login, visitor } = await anOperator(portal)
    expect((await visitor.ask(readProfile, {})).statusCode).toBe(401)
    expect(await ask(portal, logIn, { body: { user: login, password } })).toMatchObject({ code: 'login_error' })
    const cookie = `token=${visitor.token}`
    expect((await ask(portal, readProfile, {}, { cookie })).status).toBe(401)
  })

  test('a customer is nobody at the operators’', async () => {
    const userId = await aUser(portal.context.db, { customerIds: [await aCustomer(portal.context.db)] })
    const visitor = await portal.as(userId)
    expect((await visitor.ask(listOperators, { query: {} })).statusCode).toBe(401)
    expect(await statusOf(`operator_token=${visitor.token}`)).toBe(401)
  })

  test('a forgotten password of an operator is not recovered like a customer’s', async () => {
    const { db } = portal.context
    await anAccount(portal, { login: '99100733n', email: 'op@example.test', role: 'operator' })
    await ask(portal, askForReset, { body: { nif: '99100733N', email: 'op@example.test' } })
    expect(await db.selectFrom('account_link').selectAll().execute()).toEqual([])
  })
})

describe('a new operator', () => {
  const invite = async () => {
    const { visitor } = await anOperator(portal)
    const login = `mar${Math.random().toString(36).slice(2)}`
    const body = { login, name: 'Mar Soler', email: `${login}@example.test`, roles: ['care' as const] }
    const { id } = await visitor.send(inviteOperator, { body })
    return { visitor, id, body, secret: await mailedSecret(id) }
  }
  const mailedSecret = async (userId: number) => {
    const { db, sealingKeys } = portal.context
    const mail = await db
      .selectFrom('outbox_message')
      .where('user_id', '=', userId)
      .where('kind', '=', 'desk-operators.invited')
      .orderBy('created_at', 'desc')
      .orderBy('message_id')
      .select('link')
      .execute()
    const links = mail.map(({ link }) => openedOperatorLink(link!, sealingKeys))
    expect(unseal(mail[0]!.link!.split('sealed=')[1]!, sealingKeys)).toBeTruthy()
    return links.map((link) => link.split('#')[1]!)
  }
  const open = (secret: string) => ask(portal, openOperatorLink, { body: { secret } })
  const activate = (secret: string, code: string, typed = chosen) =>
    ask(portal, activateOperator, { body: { secret, password: typed, code } })

  test('chooses password and app by a mailed link, once, and is in', async () => {
    const { id, body, secret } = await invite()
    const opened = await open(secret[0]!)
    expect(opened.body).toMatchObject({ login: body.login, name: 'Mar Soler' })
    const code = codeAt(opened.body.app.secret, noon)
    const entered = await activate(secret[0]!, code)
    expect(entered.status).toBe(200)
    expect(entered.body.recovery_codes).toHaveLength(10)
    expect(await statusOf(cookieOf(entered.cookies))).toBe(200)
    expect(await open(secret[0]!)).toMatchObject({ status: 410, code: 'link_over' })
    expect(await activate(secret[0]!, code)).toMatchObject({ status: 410, code: 'link_over' })
    expect((await auditOf(portal, id)).map(([action]) => action)).toEqual([
      'operator_invited',
      'operator_activated',
      'logged_in',
    ])
    later(1)
    const { id: stepId } = (await enter(body.login, chosen)).body.second_factor
    expect((await step(stepId, entered.body.recovery_codes[0])).status).toBe(200)
  })

  test('is told what is wrong with password or code, and the link stays good', async () => {
    const { secret } = await invite()
    const { app } = (await open(secret[0]!)).body
    const weak = await activate(secret[0]!, codeAt(app.secret, noon), 'short')
    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([400, ['password']])
    const wrong = await activate(secret[0]!, '000000')
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['code']])
    expect((await activate(secret[0]!, codeAt(app.secret, noon))).status).toBe(200)
  })

  test('has three days, and tries no end of links', async () => {
    const { secret } = await invite()
    later(72 * 60 + 1)
    expect(await open(secret[0]!)).toMatchObject({ status: 410, code: 'link_over' })
    for (let attempt = 0; attempt < 30; attempt++) await open('guess')
    expect(await open('guess')).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(await activate('guess', '000000')).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  test('gets another link, which ends the first, what they came in by and their sessions', async () => {
    const { visitor, id, secret } = await invite()
    const { app } = (await open(secret[0]!)).body
    const { cookies } = await activate(secret[0]!, codeAt(app.secret, noon))
    later(1)
    const { statusCode } = await visitor.ask(inviteOperatorAgain, { params: { id: String(id) } })
    expect(statusCode).toBe(204)
    expect(await statusOf(cookieOf(cookies))).toBe(401)
    const [newest] = await mailedSecret(id)
    expect(await open(secret[0]!)).toMatchObject({ code: 'link_over' })
    expect((await open(newest!)).status).toBe(200)
  })

  test('takes a log-in that is nobody’s yet, fit to be typed', async () => {
    const { visitor, body } = await invite()
    const again = await visitor.ask(inviteOperator, { body })
    expect([again.statusCode, again.json().message]).toEqual([409, 'login_taken'])
    const wrong = await visitor.ask(inviteOperator, {
      body: { login: 'Mar Soler', name: ' ', email: 'mar', roles: [] },
    })
    expect([wrong.statusCode, Object.keys(wrong.json().errors).sort()]).toEqual([
      400,
      ['email', 'login', 'name', 'roles'],
    ])
  })
})

describe('who may come in', () => {
  test('is listed with what they are', async () => {
    const { visitor, userId } = await anOperator(portal)
    const { items } = await visitor.send(listOperators, { query: { limit: 100 } as never })
    expect(items.find(({ id }) => id === userId)).toMatchObject({ state: 'active', last_seen_at: noon.toISOString() })
  })

  test('is found by name, log-in and address and by how they stand, page by page', async () => {
    const { visitor } = await anOperator(portal)
    for (const login of ['ona.vila', 'ona.camps'])
      await visitor.send(inviteOperator, {
        body: { login, name: 'Ona Òdena', email: `${login}@example.test`, roles: ['content'] },
      })
    const find = async (query: object) => visitor.send(listOperators, { query: query as never })
    const logins = async (query: object) => (await find(query)).items.map(({ login }) => login)
    for (const q of ['ona odena', 'ÒDENA', 'ona. example.test'])
      expect(await logins({ q })).toEqual(['ona.camps', 'ona.vila'])
    expect(await logins({ q: 'ona.vila@example.test' })).toEqual(['ona.vila'])
    expect([await logins({ q: 'odena', state: 'invited' }), await logins({ q: 'odena', state: 'active' })]).toEqual([
      ['ona.camps', 'ona.vila'],
      [],
    ])
    const second = await find({ q: 'odena', offset: 1, limit: 1 })
    expect([second.total, second.items.map(({ login }) => login)]).toEqual([2, ['ona.vila']])
    for (const [field, query] of Object.entries({ state: { state: 'lost' }, limit: { limit: 101 } })) {
      const refused = await visitor.ask(listOperators, { query: query as never })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
    }
  })

  test('is decided by whoever has proved lately who they are', async () => {
    const [one, other] = [await anOperator(portal), await anOperator(portal)]
    later(11)
    const close = () => one.visitor.ask(closeOperator, { params: { id: String(other.userId) } })
    expect((await close()).json().message).toBe('fresh_authentication_required')
    const wrong = await one.visitor.ask(proveOperator, { body: { code: '000000' } })
    expect([wrong.statusCode, wrong.json().message]).toEqual([403, 'proof_wrong'])
    expect((await one.visitor.ask(proveOperator, { body: { code: one.code() } })).statusCode).toBe(204)
    expect((await close()).statusCode).toBe(204)
    expect((await other.visitor.ask(readOperator, {})).statusCode).toBe(401)
    expect(await enter(other.login)).toMatchObject({ code: 'login_error' })
    const { items } = await one.visitor.send(listOperators, { query: { limit: 100 } as never })
    expect(items.find(({ id }) => id === other.userId)).toMatchObject({ state: 'closed' })
  })

  test('guesses of the proof are throttled too', async () => {
    const { visitor } = await anOperator(portal)
    for (let attempt = 0; attempt < 10; attempt++) await visitor.ask(proveOperator, { body: { code: '000000' } })
    const refused = await visitor.ask(proveOperator, { body: { code: '000000' } })
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'too_many_attempts'])
  })

  test('nobody shuts themselves out, nor a customer', async () => {
    const { visitor, userId } = await anOperator(portal)
    for (const call of [closeOperator, inviteOperatorAgain]) {
      const own = await visitor.ask(call, { params: { id: String(userId) } })
      expect([own.statusCode, own.json().message]).toEqual([409, 'own_account'])
      const customer = await aUser(portal.context.db)
      expect((await visitor.ask(call, { params: { id: String(customer) } })).statusCode).toBe(404)
      expect((await visitor.ask(call, { params: { id: 'x' } })).statusCode).toBe(404)
    }
  })
})

test('a portal that nobody keeps has a link for the first, and one that somebody keeps has none', async () => {
  const other = await testPortal({ now: noon })
  const { db } = other.context
  const first = await firstOperatorLink(db, noon)
  const second = await firstOperatorLink(db, noon)
  expect((await ask(other, openOperatorLink, { body: { secret: first! } })).code).toBe('link_over')
  expect((await ask(other, openOperatorLink, { body: { secret: second! } })).body.login).toBe('operator')
  await anOperator(other)
  expect(await firstOperatorLink(db, noon)).toBeUndefined()
  expect(
    await makeOperator(db, { login: 'operator', name: 'Again', email: 'a@b.test', locale: 'es', roles: [] }, noon),
  ).toBe(undefined)
  await other.close()
})
