import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityHeaders } from './http/security-headers.ts'
import { startTestPortal, type TestPortal } from './testing/test-portal.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ environment: { BASE_PATH: '/office' } })
})
afterAll(() => portal.close())

test('a health check learns that the server is live and ready, under the base path', async () => {
  expect((await portal.app.inject('/office/livez')).statusCode).toBe(200)
  expect((await portal.app.inject('/office/readyz')).json()).toEqual({ ready: true })
})

test('an unknown call is answered in the error format, in the requested language', async () => {
  const answer = await portal.app.inject({ url: '/office/api/v2/nothing', headers: { 'accept-language': 'ca' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({
    error: { code: 'not_found' },
    message: 'not_found',
    request_id: answer.headers['x-request-id'],
  })
})

test.each(['/office/livez', '/office/api/v2/user', '/nothing', '/office/api/v2/banners/%00'])(
  'a browser may do nothing with the answer of %s but read it where it was requested',
  async (address) => {
    const { headers } = await portal.app.inject(address)
    expect(headers).toMatchObject(securityHeaders)
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  },
)

test('a NUL character is rejected in names and texts', async () => {
  const named = await portal.app.inject('/office/api/v2/banners/%00')
  expect([named.statusCode, named.json().message]).toEqual([404, 'not_found'])
  const payload = { user: 'anna\0', password: 'x' }
  const typed = await portal.app.inject({ method: 'POST', url: '/office/api/v2/user/login', payload })
  expect([typed.statusCode, Object.keys(typed.json().errors)]).toEqual([400, ['user']])
})
