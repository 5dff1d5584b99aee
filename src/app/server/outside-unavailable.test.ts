import { expect, test } from 'vitest'
import { enterWithOpenid } from '#domains/session/api.ts'
import { startProvider } from '#outside/identity/testing/provider-stand.ts'
import { testPortal } from './testing/portal.ts'

/** What others do not answer is told as unavailable, with when to come back, and never as something that the visitor did. */

const body = { code: 'a-code', nonce: 'a-nonce' }

test('an identity provider that does not know this portal is no failed sign-in of whoever comes', async () => {
  const stand = await startProvider({ returnTo: ['http://portal.test/login'], afterEnd: [] })
  const environment = {
    OIDC_ISSUER: stand.issuer,
    OIDC_CLIENT_ID: stand.clientId,
    OIDC_CLIENT_SECRET: 'another secret',
  }
  const portal = await testPortal({ environment })
  await portal.set('features.oidc', true)
  const answer = await portal.anonymous.ask(enterWithOpenid, { body })
  expect([answer.statusCode, answer.json().message, answer.headers['retry-after']]).toEqual([503, 'unavailable', '30'])
  await portal.close()
  await stand.close()
})

test('an identity provider that is away is asked five times and then left alone for a while', async () => {
  const environment = { OIDC_ISSUER: 'http://127.0.0.1:59998', OIDC_CLIENT_ID: 'llum', OIDC_CLIENT_SECRET: 'secret' }
  const now = new Date('2026-11-20T11:00:00Z')
  const portal = await testPortal({ environment, now })
  await portal.set('features.oidc', true)
  for (let visit = 0; visit < 6; visit++) {
    const answer = await portal.anonymous.ask(enterWithOpenid, { body: { ...body, code: `code-${visit}` } })
    expect([answer.statusCode, answer.json().message]).toEqual([503, 'unavailable'])
  }
  portal.setClock(new Date(now.getTime() + 12_000))
  const held = await portal.anonymous.ask(enterWithOpenid, { body: { ...body, code: 'later' } })
  expect(held.headers['retry-after']).toBe('18')
  const start = await portal.app.inject({ url: '/api/v2/user/openid/start', headers: { host: 'portal.test' } })
  expect(start.headers.location).toContain('failed=openid_down')
  await portal.close()
})

test('a bucket that is away keeps no file, and says when to come back', async () => {
  const bucket = { S3_BUCKET: 'http://127.0.0.1:59998/files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const portal = await testPortal({ environment: bucket, now: new Date('2026-11-20T11:00:00Z') })
  const { files } = portal.context
  for (let visit = 0; visit < 5; visit++)
    await expect(files.put(Buffer.from('x'))).rejects.toMatchObject({ name: 'OutsideUnavailable' })
  await expect(files.get('a'.repeat(64))).rejects.toMatchObject({ message: 'files: held_back', retryAfterSeconds: 30 })
  await portal.close()
})
