import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { deleteExpiredRows } from '#domains/retention/server/delete-expired-rows.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { anAccount, password } from '../session-testing.ts'
import { addUserToDevice, findKnownDevice } from './known-device.ts'

vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  return { ...real, verify: vi.fn(real.verify) }
})

const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
beforeEach(() => portal.setClock(noon))
afterAll(() => portal.close())

const minutesLater = (minutes: number) => portal.setClock(new Date(noon.getTime() + minutes * 60_000))

async function tryToEnter(user: string, address: string, tried = 'Wrong-password-1', cookie = '') {
  const { statusCode, headers, payload } = await portal.app.inject({
    method: 'POST',
    url: '/api/v2/user/login',
    remoteAddress: address,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    payload: { user, password: tried },
  })
  const device = [headers['set-cookie'] ?? []].flat().find((set) => set.includes('known_device='))
  const body = JSON.parse(payload)
  return { status: statusCode, retryAfter: headers['retry-after'], body, device: device?.split(';')[0] }
}

test.each([
  ['an account', 'patient'],
  ['one that does not exist', 'phantom'],
])('%s may be tried ten times, then again after a quarter of an hour', async (_, user) => {
  if (user === 'patient') await anAccount(portal, { login: user })
  for (let attempt = 0; attempt < 10; attempt++) expect((await tryToEnter(user, `10.1.0.${attempt}`)).status).toBe(401)

  const refused = await tryToEnter(user, '10.1.0.99', password)
  expect(refused).toMatchObject({ status: 429, retryAfter: '900', body: { message: 'too_many_attempts' } })
  minutesLater(14)
  expect(await tryToEnter(user, '10.1.0.99')).toMatchObject({ status: 429, retryAfter: '60' })
  minutesLater(15)
  expect((await tryToEnter(user, '10.1.0.99')).status).toBe(401)
})

test('an account with fifty wrong attempts in a day waits two hours', async () => {
  await anAccount(portal, { login: 'besieged' })
  for (let attempt = 0; attempt < 50; attempt++) {
    minutesLater(2 * attempt)
    expect((await tryToEnter('besieged', `10.5.0.${attempt}`)).status, `attempt ${attempt}`).toBe(401)
  }
  minutesLater(102)
  expect(await tryToEnter('besieged', '10.5.0.99', password)).toMatchObject({ status: 429, retryAfter: '7200' })
  minutesLater(222)
  expect((await tryToEnter('besieged', '10.5.0.99', password)).status).toBe(200)
})

test('a successful sign-in resets the count', async () => {
  await anAccount(portal, { login: 'forgetful' })
  for (let round = 0; round < 3; round++) {
    for (let attempt = 0; attempt < 6; attempt++) await tryToEnter('forgetful', '10.2.0.1')
    expect((await tryToEnter('forgetful', '10.2.0.1', password)).status).toBe(200)
  }
})

test('an account is counted as one under all its names', async () => {
  await anAccount(portal, { login: 'manifold', email: 'manifold@example.test' })
  const names = ['manifold', 'MANIFOLD', 'manifold@example.test']
  for (let attempt = 0; attempt < 10; attempt++) await tryToEnter(names[attempt % 3]!, '10.6.0.1')
  for (const name of names) expect((await tryToEnter(name, '10.6.0.1')).status, name).toBe(429)
})

describe('a user under a lock-out attack', () => {
  const besiege = async (user: string) => {
    for (let attempt = 0; attempt < 12; attempt++) await tryToEnter(user, `10.8.0.${attempt}`)
    expect((await tryToEnter(user, '10.8.1.1', password)).status, 'elsewhere').toBe(429)
  }

  test('signs in from a known browser, whose own guesses are counted as usual', async () => {
    await anAccount(portal, { login: 'target' })
    const { device } = await tryToEnter('target', '10.9.0.1', password)
    expect(device).toMatch(/known_device=/)
    await besiege('target')
    const own = await tryToEnter('target', '10.9.0.1', password, device)
    expect(own.status).toBe(200)
    expect((await tryToEnter('target', '10.8.1.1', password)).status, 'no other browser gets in').toBe(429)

    for (let attempt = 0; attempt < 10; attempt++)
      expect((await tryToEnter('target', '10.9.0.1', undefined, device)).status).toBe(401)
    expect((await tryToEnter('target', '10.9.0.1', password, device)).status).toBe(429)
  })

  test('is recognised by a cookie that cannot be forged, used for another account, or used for ever', async () => {
    await anAccount(portal, { login: 'mark' })
    await anAccount(portal, { login: 'attacker' })
    const { device } = await tryToEnter('mark', '10.9.1.1', password)
    const { device: strange } = await tryToEnter('attacker', '10.9.1.2', password)
    await besiege('mark')
    const [id, until] = device!.split('=')[1]!.split('.')
    const forged = [
      strange,
      `known_device=${id}.${until}.${'A'.repeat(43)}`,
      `known_device=${id}.${until}`,
      'known_device=.',
    ]
    for (const cookie of forged)
      expect((await tryToEnter('mark', '10.9.1.2', password, cookie)).status, cookie).toBe(429)
    // Both have signed in with this browser.
    const { device: shared } = await tryToEnter('attacker', '10.9.1.1', password, device)
    expect((await tryToEnter('mark', '10.9.1.1', password, shared)).status).toBe(200)
  })

  test('gets a response and cookie that do not reveal whether there is such an account', async () => {
    await anAccount(portal, { login: 'present' })
    const { device } = await tryToEnter('present', '10.9.2.1', password)
    const [wrong, absent] = [
      await tryToEnter('present', '10.9.2.1', undefined, device),
      await tryToEnter('absent', '10.9.2.1', undefined, device),
    ]
    expect({ ...absent, body: absent.body.message }).toEqual({ ...wrong, body: wrong.body.message })
    expect(wrong.device, 'a wrong password does not make a browser known').toBeUndefined()
    expect(device).not.toMatch(/present/)
  })
})

test('concurrent attempts cannot exceed the limit', async () => {
  await anAccount(portal, { login: 'rushed' })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => tryToEnter('rushed', `10.3.0.${n}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])
})

test('an address may try a hundred times, not counting successful sign-ins', async () => {
  await anAccount(portal, { login: 'colleague' })
  const verify = vi.mocked(argon2.verify).mockResolvedValue(false)
  for (let attempt = 0; attempt < 60; attempt++) await tryToEnter(`stranger${attempt}`, '10.4.0.1')
  verify.mockResolvedValue(true)
  for (let entry = 0; entry < 60; entry++)
    expect((await tryToEnter('colleague', '10.4.0.1')).status, `sign-in ${entry}`).toBe(200)
  verify.mockResolvedValue(false)
  for (let attempt = 0; attempt < 40; attempt++) await tryToEnter(`visitor${attempt}`, '10.4.0.1')
  expect((await tryToEnter('colleague', '10.4.0.1')).status).toBe(429)
  verify.mockReset()
  expect((await tryToEnter('colleague', '10.4.0.2', password)).status).toBe(200)
})

test('expired counts are deleted, and no input is stored', async () => {
  await tryToEnter('my-secret-typed-in-the-wrong-field', '10.7.0.1')
  const rows = () => portal.context.db.selectFrom('login_throttle').selectAll().execute()
  expect(JSON.stringify(await rows())).not.toContain('secret')
  minutesLater(3 * 24 * 60)
  while (await deleteExpiredRows(portal.context));
  await tryToEnter('another', '10.7.0.1')
  expect(await rows()).toHaveLength(3)
})

test('a known browser expires after a year', async () => {
  const keys = portal.context.sessionKeys
  const cookie = addUserToDevice(undefined, 7, { keys, now: noon })
  const after = (days: number) => new Date(noon.getTime() + days * msPerDay)
  expect(findKnownDevice(cookie, 7, { keys, now: after(364) })).toBeTypeOf('string')
  expect(findKnownDevice(cookie, 7, { keys, now: after(366) })).toBeUndefined()
  const [id, , mark] = cookie.split('.')
  expect(findKnownDevice([id, '9999999999', mark].join('.'), 7, { keys, now: noon })).toBeUndefined()
})
