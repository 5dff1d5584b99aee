import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { payItem } from '#domains/payments/api.ts'
import { changePassword, logIn, readProfile } from '../../api.ts'
import { anAccount, auditOf, callWithoutSession, password } from '../session-testing.ts'

const fresh = 'Camins-de-nit-42'
const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
beforeEach(() => portal.setClock(noon))
afterAll(() => portal.close())

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })
const change = (token: string | undefined, body: { current: string; password: string }) =>
  callWithoutSession(portal, changePassword, { body }, bearer(token))

test('is refused without a session and in a read-only one', async () => {
  const body = { current: password, password: fresh }
  expect(await callWithoutSession(portal, changePassword, { body })).toMatchObject({
    status: 401,
    code: 'unauthenticated',
  })
  const looking = await portal.as(await anAccount(portal), { readonly: true })
  expect(await change(looking.token, body)).toMatchObject({ status: 403, code: 'token_readonly' })
})

describe('a password change', () => {
  test('replaces the password of the account and ends every earlier session', async () => {
    const userId = await anAccount(portal, { login: 'marta', must_change_password: true })
    const [here, elsewhere] = [await portal.as(userId), await portal.as(userId)]
    await elsewhere.send(readProfile, {})

    const answer = await change(here.token, { current: password, password: fresh })
    expect(answer).toMatchObject({ status: 200, body: { status: 'OK', token: expect.any(String) }, cookies: [] })
    expect((await callWithoutSession(portal, readProfile, {}, bearer(answer.body.token))).status).toBe(200)
    for (const { token } of [here, elsewhere])
      expect(await callWithoutSession(portal, readProfile, {}, bearer(token))).toMatchObject({
        status: 401,
        code: 'token_expired',
      })

    const enter = (tried: string) => callWithoutSession(portal, logIn, { body: { user: 'marta', password: tried } })
    expect(await enter(password)).toMatchObject({ code: 'login_error' })
    expect(await enter(fresh)).toMatchObject({ status: 200, body: { change_password: false } })
    expect((await auditOf(portal, userId))[0]).toEqual(['password_changed'])
  })

  test('sets a new cookie in the browser', async () => {
    const { token } = await portal.as(await anAccount(portal))
    const sent = { body: { current: password, password: fresh } }
    const answer = await callWithoutSession(portal, changePassword, sent, {
      cookie: `token=${token}`,
      'sec-fetch-site': 'same-origin',
    })
    expect(answer.cookies[0]).toBe(`token=${answer.body.token}; Path=/; HttpOnly; Secure; SameSite=Lax`)
  })

  test('accepts a long password, and checks it to its last character', async () => {
    const long = `Camins-42 ${'llarg '.repeat(40)}`
    const userId = await anAccount(portal, { login: 'long' })
    await change((await portal.as(userId)).token, { current: password, password: long })
    expect(
      (await callWithoutSession(portal, logIn, { body: { user: 'long', password: long.slice(0, -1) } })).status,
    ).toBe(401)
    expect((await callWithoutSession(portal, logIn, { body: { user: 'long', password: long } })).status).toBe(200)
  })
})

describe('a new password that is refused, with its reason', () => {
  const refused: [reason: string, wanted: string, problems: string[]][] = [
    ['too short', 'aB3$efg', ['Es demasiado corta.']],
    ['without a lower-case letter', 'CAMINS-42', ['Añade una letra minúscula.']],
    ['without an upper-case letter', 'camins-42', ['Añade una letra mayúscula.']],
    ['without a digit', 'Camins-de-nit', ['Añade una cifra.']],
    ['without a symbol', 'Camins4242', ['Añade un símbolo, como - o +.']],
    ['against every rule', 'a', [expect.any(String), expect.any(String), expect.any(String), expect.any(String)]],
    ['commonly used', 'Password-1', ['Es fácil de adivinar. Junta varias palabras sin relación.']],
    ['the name of the retailer', 'Demo.Energia1', ['Es fácil de adivinar. Junta varias palabras sin relación.']],
    ['the user’s own name', 'Ferrer#2026', ['Lleva tu nombre, tu correo, tu usuario o tu NIF. Piensa otra.']],
    [
      'the name of the user’s company',
      'Forn.Vell-8',
      ['Lleva tu nombre, tu correo, tu usuario o tu NIF. Piensa otra.'],
    ],
    ['the user’s tax id', 'B61234567-x', ['Lleva tu nombre, tu correo, tu usuario o tu NIF. Piensa otra.']],
    ['the current one', password, ['Es la que ya tienes. Piensa otra.']],
  ]
  let token: string | undefined
  beforeAll(async () => {
    const holder = await insertCustomer(portal.context.db, { name: 'Forn Vell SL', tax_id: 'B61234567' })
    const userId = await anAccount(portal, { name: 'Marta Ferrer', customerIds: [holder] })
    token = (await portal.as(userId)).token
  })

  test.each(refused)('%s', async (_, wanted, problems) => {
    const answer = await change(token, { current: password, password: wanted })
    expect(answer).toMatchObject({ status: 400, code: 'invalid', body: { errors: { password: problems } } })
    expect((await callWithoutSession(portal, readProfile, {}, bearer(token))).status, 'the session continues').toBe(200)
  })

  test('the retailer may require more characters', async () => {
    await portal.set('password.minimumLength', 20)
    expect((await change(token, { current: password, password: fresh })).status).toBe(400)
    await portal.set('password.minimumLength', 8)
  })

  test.each([
    ['the current one is missing', { password: fresh }, 'current'],
    ['the current one is shorter than any could be', { current: 'abc', password: fresh }, 'current'],
    ['an additional member is present', { current: password, password: fresh, repeat: fresh }, 'repeat'],
  ])('%s', async (_, body, field) => {
    const answer = await change(token, body as never)
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [expect.any(String)] } } })
  })
})

describe('a wrong current password', () => {
  test('is answered as the specification says', async () => {
    const userId = await anAccount(portal)
    const { token } = await portal.as(userId)
    expect(await change(token, { current: 'Not-the-1-password', password: fresh })).toMatchObject({
      status: 403,
      body: { status: 'ERROR', status_code: 403, error: { code: 'current_password_wrong' } },
    })
    expect(await auditOf(portal, userId)).toEqual([['password_change_failed']])
  })

  test('cannot be guessed in an open session', async () => {
    const { token } = await portal.as(await anAccount(portal))
    for (let guess = 0; guess < 10; guess++)
      expect((await change(token, { current: `Guess-number-${guess}`, password: fresh })).status).toBe(403)
    const answer = await change(token, { current: password, password: fresh })
    expect(answer).toMatchObject({ status: 429, code: 'too_many_attempts', retryAfter: '900' })
  })
})

describe('a user with a password set by staff', () => {
  test('can read, but nothing else before it is changed', async () => {
    const visitor = await portal.as(await anAccount(portal, { must_change_password: true }))
    await visitor.send(readProfile, {})
    const payment = { payment_method_id: 'pm_1', platform_name: 'sandbox', item_id: 1, related_object_type: 'invoice' }
    await expect(visitor.send(payItem, { body: payment as never })).rejects.toMatchObject({
      status: 403,
      code: 'password_change_required',
    })
    expect((await change(visitor.token, { current: password, password: fresh })).status).toBe(200)
  })
})
