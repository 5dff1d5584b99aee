import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { checkToken, logIn, logOut, readProfile, readProfileV1 } from '../../api.ts'
import { keepSessionAlive, readSessionExpiry } from '../../own-sessions-api.ts'
import { anAccount, auditOf, callWithoutSession, password } from '../session-testing.ts'

const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
beforeEach(() => portal.setClock(noon))
afterAll(() => portal.close())

const minutesLater = (minutes: number) => portal.setClock(new Date(noon.getTime() + minutes * 60_000))
const profileWith = (token: string) => callWithoutSession(portal, readProfile, {}, { authorization: `Bearer ${token}` })

describe('a session', () => {
  test('ends after half an hour without use', async () => {
    const { token } = await portal.as(await anAccount(portal))
    minutesLater(29)
    expect((await profileWith(token!)).status).toBe(200)
    minutesLater(58)
    expect((await profileWith(token!)).status, 'each request restarts the idle time').toBe(200)
    minutesLater(88)
    expect(await profileWith(token!)).toMatchObject({ status: 401, code: 'token_expired' })
  })

  test('ends after twelve hours, however busy', async () => {
    const { token } = await portal.as(await anAccount(portal))
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      minutesLater(minutes)
      expect((await profileWith(token!)).status).toBe(200)
    }
    minutesLater(12 * 60)
    expect(await profileWith(token!)).toMatchObject({ status: 401, code: 'token_expired' })
  })

  test('lasts as long as the retailer says', async () => {
    await portal.set('session.idleMinutes', 5)
    const { token } = await portal.as(await anAccount(portal))
    minutesLater(6)
    expect((await profileWith(token!)).status).toBe(401)
    await portal.set('session.idleMinutes', 30)
  })
})

describe('the expiry of a session', () => {
  const lifeWith = (token: string) =>
    callWithoutSession(portal, readSessionExpiry, {}, { authorization: `Bearer ${token}` })
  const stayWith = (token: string) =>
    callWithoutSession(portal, keepSessionAlive, {}, { authorization: `Bearer ${token}` })

  test('is returned to its user, and reading it does not extend the session', async () => {
    const { token } = await portal.as(await anAccount(portal))
    expect((await lifeWith(token!)).body).toEqual({ seconds_left: 1800, can_stay: true })
    minutesLater(28)
    expect((await lifeWith(token!)).body).toEqual({ seconds_left: 120, can_stay: true })
    minutesLater(30)
    expect(await lifeWith(token!)).toMatchObject({ status: 401, code: 'token_expired' })
  })

  test('is extended on request, also in a read-only session', async () => {
    const { token } = await portal.as(await anAccount(portal), { readonly: true })
    minutesLater(28)
    expect(await stayWith(token!)).toMatchObject({ status: 200, body: { seconds_left: 1800, can_stay: true } })
    minutesLater(57)
    expect((await lifeWith(token!)).status).toBe(200)
  })

  test('cannot be moved past the absolute end', async () => {
    await portal.set('session.idleMinutes', 720)
    const { token } = await portal.as(await anAccount(portal))
    minutesLater(12 * 60 - 1)
    expect((await stayWith(token!)).body).toEqual({ seconds_left: 60, can_stay: false })
    await portal.set('session.idleMinutes', 30)
  })

  test('is refused without a session', async () => {
    expect((await callWithoutSession(portal, readSessionExpiry, {})).status).toBe(401)
    expect((await callWithoutSession(portal, keepSessionAlive, {})).status).toBe(401)
  })
})

describe('signing out', () => {
  test('ends the session of the token and clears the cookie', async () => {
    const userId = await anAccount(portal, { login: 'leaving' })
    const { body, cookies } = await callWithoutSession(portal, logIn, { body: { user: 'leaving', password } })
    const cookie = cookies[0]!.split(';')[0]!
    const other = await portal.as(userId)

    const answer = await callWithoutSession(portal, logOut, {}, { cookie, 'sec-fetch-site': 'same-origin' })
    expect(answer).toMatchObject({ status: 204, body: undefined })
    expect(answer.cookies).toEqual([
      'token=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ])
    expect(await profileWith(body.token)).toMatchObject({ status: 401, code: 'token_expired' })
    expect((await profileWith(other.token!)).status, 'another session of the user').toBe(200)
    expect((await auditOf(portal, userId)).at(-1)).toEqual(['logged_out'])
  })

  test('works twice, without a session and in a read-only session', async () => {
    expect((await callWithoutSession(portal, logOut, {})).status).toBe(204)
    const looking = await portal.as(await anAccount(portal), { readonly: true })
    for (const _ of ['first', 'second']) expect(await looking.send(logOut, {})).toBeUndefined()
    expect((await profileWith(looking.token!)).status).toBe(401)
  })

  test('accepts no input', async () => {
    const answer = await portal.app.inject({ method: 'POST', url: '/api/v1/user/logout' })
    expect(answer.statusCode).toBe(204)
  })
})

describe('a token', () => {
  const isValid = async (token: string) => (await portal.anonymous.send(checkToken, { body: { token } })).token_is_valid

  test('is reported as valid as long as it opens its session', async () => {
    const visitor = await portal.as(await anAccount(portal))
    expect(await isValid(visitor.token!)).toBe(true)
    minutesLater(31)
    expect(await isValid(visitor.token!)).toBe(false)
    portal.setClock(noon)
    await visitor.send(logOut, {})
    expect(await isValid(visitor.token!)).toBe(false)
  })

  test('is invalid when altered, signed with another key or unsigned', async () => {
    const { token = '' } = await portal.as(await anAccount(portal), { readonly: true })
    const [head, claims, signature] = token.split('.') as [string, string, string]
    const forged = Buffer.from(claims, 'base64url').toString().replace('"readonly":true', '"readonly":false')
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    for (const wrong of [
      `${head}.${Buffer.from(forged).toString('base64url')}.${signature}`,
      `${unsigned}.${claims}.`,
      `${head}.${claims}.${signature.slice(0, -6)}AAAAAA`,
      'nothing',
      '',
    ])
      expect(await isValid(wrong), wrong).toBe(false)
  })

  test('is required in order to be checked', async () => {
    expect(await callWithoutSession(portal, checkToken, { body: {} as never })).toMatchObject({
      status: 400,
      code: 'invalid',
    })
  })
})

describe('the profile', () => {
  test('is refused without a session', async () => {
    expect(await callWithoutSession(portal, readProfile, {})).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('is the same in both versions, in the format of each, with and without a trailing slash', async () => {
    const visitor = await portal.as(await anAccount(portal, { name: 'Marta', email: 'marta@example.test' }))
    const profile = {
      name: 'Marta',
      email: 'marta@example.test',
      newsletter_url: expect.stringContaining('/newsletter?'),
    }
    expect(await visitor.send(readProfile, {})).toEqual(profile)
    expect(await visitor.send(readProfileV1, {})).toEqual({ result: profile })
    const headers = { authorization: `Bearer ${visitor.token}` }
    expect((await portal.app.inject({ url: '/api/v2/users', headers })).json()).toEqual(profile)
  })

  test('can be read in a read-only session', async () => {
    const looking = await portal.as(await anAccount(portal, { name: 'Looked-at' }), { readonly: true })
    expect(await looking.send(readProfile, {})).toMatchObject({ name: 'Looked-at' })
  })
})
