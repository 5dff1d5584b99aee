import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { requestPasswordReset } from '#domains/accounts/api.ts'
import { logIn, readProfile } from '#domains/session/api.ts'
import { codeAt } from '#domains/session/server/second-factor/one-time-codes.ts'
import { anAccount, auditOf, callWithoutSession, password } from '#domains/session/server/session-testing.ts'
import { decryptText } from '#kit/server/encrypted-text.ts'
import {
  activateOperator,
  closeOperator,
  completeOperatorSignIn,
  inviteOperator,
  listOperators,
  openOperatorLink,
  readOperator,
  reauthenticateOperator,
  reinviteOperator,
  signInOperator,
  signOutOperator,
} from '../api.ts'
import { createFirstOperatorLink, createOperator, decryptOperatorLink } from './operator-links.ts'
import { createTestOperator } from './testing.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const chosen = 'Camins-de-nit-42'
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
beforeEach(async () => {
  portal.setClock(noon)
  for (const table of ['login_throttle', 'visitor_throttle'] as const)
    await portal.context.db.deleteFrom(table).execute()
})
afterAll(() => portal.close())

const later = (minutes: number) => portal.setClock(new Date(noon.getTime() + minutes * 60_000))
const enter = (user: string, typed = password) =>
  callWithoutSession(portal, signInOperator, { body: { user, password: typed } })
const step = (id: string, code: string) => callWithoutSession(portal, completeOperatorSignIn, { body: { id, code } })
const statusOf = async (cookie: string) => (await callWithoutSession(portal, readOperator, {}, { cookie })).status
const cookieOf = (cookies: string[]) => cookies[0]!.split(';')[0]!

describe('the operator sign-in', () => {
  test('requires password and code', async () => {
    const { login, code } = await createTestOperator(portal)
    const begun = await enter(login)
    expect(begun).toMatchObject({ status: 200, cookies: [], body: { second_factor: { kinds: ['code'] } } })
    const { id } = begun.body.second_factor
    const entered = await step(id, code())
    expect(entered.status).toBe(200)
    expect(entered.cookies[0]).toMatch(/^operator_token=.+HttpOnly; Secure; SameSite=Strict$/)
    const me = await callWithoutSession(portal, readOperator, {}, { cookie: cookieOf(entered.cookies) })
    expect(me.body).toMatchObject({ login, name: 'Jordi Ferrer' })
  })

  test('replies alike to a wrong password, an unknown user and a customer', async () => {
    const { login } = await createTestOperator(portal)
    await anAccount(portal, { login: 'eva' })
    for (const [user, typed] of [
      [login, 'wrong'],
      ['nobody', password],
      ['eva', password],
    ] as const)
      expect(await enter(user, typed)).toMatchObject({ status: 401, code: 'login_error' })
  })

  test('refuses an operator without a second factor', async () => {
    await anAccount(portal, { login: 'halfway', role: 'operator' })
    expect(await enter('halfway')).toMatchObject({ status: 401, code: 'login_error' })
  })

  test('refuses a wrong code and a late one', async () => {
    const { login, code } = await createTestOperator(portal)
    const { id } = (await enter(login)).body.second_factor
    expect(await step(id, '000000')).toMatchObject({ status: 401, code: 'second_factor_wrong' })
    later(11)
    expect(await step(id, code())).toMatchObject({ status: 401, code: 'second_factor_over' })
  })

  test('is locked for a while after too many wrong passwords', async () => {
    const { login } = await createTestOperator(portal)
    for (let attempt = 0; attempt < 10; attempt++) await enter(login, 'wrong')
    expect(await enter(login)).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  test('is locked after too many wrong codes as well', async () => {
    const { login, code } = await createTestOperator(portal)
    const { id } = (await enter(login)).body.second_factor
    for (let attempt = 0; attempt < 10; attempt++) await step(id, '000000')
    expect(await step(id, code())).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  test('ends the session for good on sign-out', async () => {
    const { login, code } = await createTestOperator(portal)
    const { cookies } = await step((await enter(login)).body.second_factor.id, code())
    const cookie = cookieOf(cookies)
    expect(await statusOf(cookie)).toBe(200)
    const left = await callWithoutSession(portal, signOutOperator, {}, { cookie, 'sec-fetch-site': 'same-origin' })
    expect([left.status, cookieOf(left.cookies)]).toEqual([204, 'operator_token='])
    expect(await statusOf(cookie)).toBe(401)
  })

  test('is protected against cross-site requests', async () => {
    const { login, code } = await createTestOperator(portal)
    const { cookies } = await step((await enter(login)).body.second_factor.id, code())
    const headers = { cookie: cookieOf(cookies), 'sec-fetch-site': 'cross-site' }
    expect(await callWithoutSession(portal, signOutOperator, {}, headers)).toMatchObject({
      status: 403,
      code: 'cross_site',
    })
  })
})

describe('separate sign-ins', () => {
  test('an operator cannot sign in to the customer portal', async () => {
    const { login, visitor } = await createTestOperator(portal)
    expect((await visitor.sendRaw(readProfile, {})).statusCode).toBe(401)
    expect(await callWithoutSession(portal, logIn, { body: { user: login, password } })).toMatchObject({
      code: 'login_error',
    })
    const cookie = `token=${visitor.token}`
    expect((await callWithoutSession(portal, readProfile, {}, { cookie })).status).toBe(401)
  })

  test('a customer has no access to the back office', async () => {
    const userId = await insertUser(portal.context.db, { customerIds: [await insertCustomer(portal.context.db)] })
    const visitor = await portal.as(userId)
    expect((await visitor.sendRaw(listOperators, { query: {} })).statusCode).toBe(401)
    expect(await statusOf(`operator_token=${visitor.token}`)).toBe(401)
  })

  test('an operator’s password cannot be reset like a customer’s', async () => {
    const { db } = portal.context
    await anAccount(portal, { login: '99100733n', email: 'op@example.test', role: 'operator' })
    await callWithoutSession(portal, requestPasswordReset, { body: { nif: '99100733N', email: 'op@example.test' } })
    expect(await db.selectFrom('account_link').selectAll().execute()).toEqual([])
  })
})

describe('a new operator', () => {
  const invite = async () => {
    const { visitor } = await createTestOperator(portal)
    const login = `mar${Math.random().toString(36).slice(2)}`
    const body = { login, name: 'Mar Soler', email: `${login}@example.test`, roles: ['care' as const] }
    const { id } = await visitor.send(inviteOperator, { body })
    return { visitor, id, body, secret: await mailedSecret(id) }
  }
  const mailedSecret = async (userId: number) => {
    const { db, encryptionKeys } = portal.context
    const mail = await db
      .selectFrom('outbox_message')
      .where('user_id', '=', userId)
      .where('kind', '=', 'desk-operators.invited')
      .orderBy('created_at', 'desc')
      .orderBy('message_id')
      .select('link')
      .execute()
    const links = mail.map(({ link }) => decryptOperatorLink(link!, encryptionKeys))
    expect(decryptText(mail[0]!.link!.split('sealed=')[1]!, encryptionKeys)).toBeTruthy()
    return links.map((link) => link.split('#')[1]!)
  }
  const open = (secret: string) => callWithoutSession(portal, openOperatorLink, { body: { secret } })
  const activate = (secret: string, code: string, typed = chosen) =>
    callWithoutSession(portal, activateOperator, { body: { secret, password: typed, code } })

  test('sets password and app with a mailed one-time link and is signed in', async () => {
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

  test('sees what is wrong with password or code while the link stays valid', async () => {
    const { secret } = await invite()
    const { app } = (await open(secret[0]!)).body
    const weak = await activate(secret[0]!, codeAt(app.secret, noon), 'short')
    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([400, ['password']])
    const wrong = await activate(secret[0]!, '000000')
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['code']])
    expect((await activate(secret[0]!, codeAt(app.secret, noon))).status).toBe(200)
  })

  test('has three days, and cannot try links without limit', async () => {
    const { secret } = await invite()
    later(72 * 60 + 1)
    expect(await open(secret[0]!)).toMatchObject({ status: 410, code: 'link_over' })
    for (let attempt = 0; attempt < 30; attempt++) await open('guess')
    expect(await open('guess')).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(await activate('guess', '000000')).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  test('gets a new link, which invalidates the old one, their credentials and their sessions', async () => {
    const { visitor, id, secret } = await invite()
    const { app } = (await open(secret[0]!)).body
    const { cookies } = await activate(secret[0]!, codeAt(app.secret, noon))
    later(1)
    const { statusCode } = await visitor.sendRaw(reinviteOperator, { params: { id: String(id) } })
    expect(statusCode).toBe(204)
    expect(await statusOf(cookieOf(cookies))).toBe(401)
    const [newest] = await mailedSecret(id)
    expect(await open(secret[0]!)).toMatchObject({ code: 'link_over' })
    expect((await open(newest!)).status).toBe(200)
  })

  test('needs an unused and valid login', async () => {
    const { visitor, body } = await invite()
    const again = await visitor.sendRaw(inviteOperator, { body })
    expect([again.statusCode, again.json().message]).toEqual([409, 'login_taken'])
    const wrong = await visitor.sendRaw(inviteOperator, {
      body: { login: 'Mar Soler', name: ' ', email: 'mar', roles: [] },
    })
    expect([wrong.statusCode, Object.keys(wrong.json().errors).sort()]).toEqual([
      400,
      ['email', 'login', 'name', 'roles'],
    ])
  })
})

describe('operator access', () => {
  test('is listed with each operator’s state', async () => {
    const { visitor, userId } = await createTestOperator(portal)
    const { items } = await visitor.send(listOperators, { query: { limit: 100 } as never })
    expect(items.find(({ id }) => id === userId)).toMatchObject({ state: 'active', last_seen_at: noon.toISOString() })
  })

  test('is searched by name, login, e-mail address and state, page by page', async () => {
    const { visitor } = await createTestOperator(portal)
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
      const refused = await visitor.sendRaw(listOperators, { query: query as never })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
    }
  })

  test('is managed only after recent authentication', async () => {
    const [one, other] = [await createTestOperator(portal), await createTestOperator(portal)]
    later(11)
    const close = () => one.visitor.sendRaw(closeOperator, { params: { id: String(other.userId) } })
    expect((await close()).json().message).toBe('fresh_authentication_required')
    const wrong = await one.visitor.sendRaw(reauthenticateOperator, { body: { code: '000000' } })
    expect([wrong.statusCode, wrong.json().message]).toEqual([403, 'proof_wrong'])
    expect((await one.visitor.sendRaw(reauthenticateOperator, { body: { code: one.code() } })).statusCode).toBe(204)
    expect((await close()).statusCode).toBe(204)
    expect((await other.visitor.sendRaw(readOperator, {})).statusCode).toBe(401)
    expect(await enter(other.login)).toMatchObject({ code: 'login_error' })
    const { items } = await one.visitor.send(listOperators, { query: { limit: 100 } as never })
    expect(items.find(({ id }) => id === other.userId)).toMatchObject({ state: 'closed' })
  })

  test('throttles wrong codes of re-authentication as well', async () => {
    const { visitor } = await createTestOperator(portal)
    for (let attempt = 0; attempt < 10; attempt++)
      await visitor.sendRaw(reauthenticateOperator, { body: { code: '000000' } })
    const refused = await visitor.sendRaw(reauthenticateOperator, { body: { code: '000000' } })
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'too_many_attempts'])
  })

  test('cannot be removed from oneself or from a customer', async () => {
    const { visitor, userId } = await createTestOperator(portal)
    for (const call of [closeOperator, reinviteOperator]) {
      const own = await visitor.sendRaw(call, { params: { id: String(userId) } })
      expect([own.statusCode, own.json().message]).toEqual([409, 'own_account'])
      const customer = await insertUser(portal.context.db)
      expect((await visitor.sendRaw(call, { params: { id: String(customer) } })).statusCode).toBe(404)
      expect((await visitor.sendRaw(call, { params: { id: 'x' } })).statusCode).toBe(404)
    }
  })
})

test('creates the first link only for a portal without operators', async () => {
  const other = await startTestPortal({ now: noon })
  const { db } = other.context
  const first = await createFirstOperatorLink(db, noon)
  const second = await createFirstOperatorLink(db, noon)
  expect((await callWithoutSession(other, openOperatorLink, { body: { secret: first! } })).code).toBe('link_over')
  expect((await callWithoutSession(other, openOperatorLink, { body: { secret: second! } })).body.login).toBe('operator')
  await createTestOperator(other)
  expect(await createFirstOperatorLink(db, noon)).toBeUndefined()
  expect(
    await createOperator(db, { login: 'operator', name: 'Again', email: 'a@b.test', locale: 'es', roles: [] }, noon),
  ).toBe(undefined)
  await other.close()
})
