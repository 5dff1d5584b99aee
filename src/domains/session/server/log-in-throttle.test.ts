import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { anAccount, password } from './testing.ts'

vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  return { ...real, verify: vi.fn(real.verify) }
})

const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal

beforeAll(async () => {
  portal = await testPortal({ now: noon })
})
beforeEach(() => portal.setClock(noon))
afterAll(() => portal.close())

const minutesLater = (minutes: number) => portal.setClock(new Date(noon.getTime() + minutes * 60_000))

async function tryToEnter(user: string, address: string, tried = 'Wrong-password-1') {
  const { statusCode, headers, payload } = await portal.app.inject({
    method: 'POST',
    url: '/api/v2/user/login',
    remoteAddress: address,
    payload: { user, password: tried },
  })
  return { status: statusCode, retryAfter: headers['retry-after'], body: JSON.parse(payload) }
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

test('who is wrong fifty times in a day waits two hours', async () => {
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

test('one who gets in begins anew', async () => {
  await anAccount(portal, { login: 'forgetful' })
  for (let round = 0; round < 3; round++) {
    for (let attempt = 0; attempt < 6; attempt++) await tryToEnter('forgetful', '10.2.0.1')
    expect((await tryToEnter('forgetful', '10.2.0.1', password)).status).toBe(200)
  }
})

test('the same account under its other names is one account', async () => {
  await anAccount(portal, { login: 'manifold', email: 'manifold@example.test' })
  const names = ['manifold', 'MANIFOLD', 'manifold@example.test']
  for (let attempt = 0; attempt < 10; attempt++) await tryToEnter(names[attempt % 3]!, '10.6.0.1')
  for (const name of names) expect((await tryToEnter(name, '10.6.0.1')).status, name).toBe(429)
})

test('many at once do not slip by', async () => {
  await anAccount(portal, { login: 'rushed' })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => tryToEnter('rushed', `10.3.0.${n}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])
})

test('an address may try a hundred times, not counting those who get in', async () => {
  await anAccount(portal, { login: 'colleague' })
  const verify = vi.mocked(argon2.verify).mockResolvedValue(false)
  for (let attempt = 0; attempt < 60; attempt++) await tryToEnter(`stranger${attempt}`, '10.4.0.1')
  verify.mockResolvedValue(true)
  for (let entry = 0; entry < 60; entry++)
    expect((await tryToEnter('colleague', '10.4.0.1')).status, `entry ${entry}`).toBe(200)
  verify.mockResolvedValue(false)
  for (let attempt = 0; attempt < 40; attempt++) await tryToEnter(`visitor${attempt}`, '10.4.0.1')
  expect((await tryToEnter('colleague', '10.4.0.1')).status).toBe(429)
  verify.mockReset()
  expect((await tryToEnter('colleague', '10.4.0.2', password)).status).toBe(200)
})

test('what is over is forgotten, and nothing that was typed is kept', async () => {
  await tryToEnter('my-secret-typed-in-the-wrong-field', '10.7.0.1')
  const rows = () => portal.context.db.selectFrom('login_throttle').selectAll().execute()
  expect(JSON.stringify(await rows())).not.toContain('secret')
  minutesLater(3 * 24 * 60)
  for (let round = 0; round < 5; round++) await tryToEnter('another', '10.7.0.1')
  expect(await rows()).toHaveLength(3)
})
