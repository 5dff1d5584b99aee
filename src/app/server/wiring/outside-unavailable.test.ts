import { expect, test } from 'vitest'
import { logInWithOpenid } from '#domains/session/api.ts'
import { startProviderStandIn } from '#outside/identity/testing/provider-stand-in.ts'
import { startTestPortal } from '../testing/test-portal.ts'

/** Outages of external systems are reported as unavailable, with a retry delay, and never as the visitor's error. */

const body = { code: 'a-code', nonce: 'a-nonce' }

test('an identity provider that does not know this portal is not reported as a failed sign-in', async () => {
  const stand = await startProviderStandIn({ returnTo: ['http://portal.test/login'], afterEnd: [] })
  const environment = {
    OIDC_ISSUER: stand.issuer,
    OIDC_CLIENT_ID: stand.clientId,
    OIDC_CLIENT_SECRET: 'another secret',
  }
  const portal = await startTestPortal({ environment })
  await portal.set('features.oidc', true)
  const answer = await portal.anonymous.sendRaw(logInWithOpenid, { body })
  expect([answer.statusCode, answer.json().message, answer.headers['retry-after']]).toEqual([503, 'unavailable', '30'])
  await portal.close()
  await stand.close()
})

test('an unavailable identity provider is called five times and then left alone for a while', async () => {
  const environment = { OIDC_ISSUER: 'http://127.0.0.1:59998', OIDC_CLIENT_ID: 'llum', OIDC_CLIENT_SECRET: 'secret' }
  const now = new Date('2026-11-20T11:00:00Z')
  const portal = await startTestPortal({ environment, now })
  await portal.set('features.oidc', true)
  for (let visit = 0; visit < 6; visit++) {
    const answer = await portal.anonymous.sendRaw(logInWithOpenid, { body: { ...body, code: `code-${visit}` } })
    expect([answer.statusCode, answer.json().message]).toEqual([503, 'unavailable'])
  }
  portal.setClock(new Date(now.getTime() + 12_000))
  const held = await portal.anonymous.sendRaw(logInWithOpenid, { body: { ...body, code: 'later' } })
  expect(held.headers['retry-after']).toBe('18')
  const start = await portal.app.inject({ url: '/api/v2/user/openid/start', headers: { host: 'portal.test' } })
  expect(start.headers.location).toContain('failed=openid_down')
  await portal.close()
})

test('an unavailable bucket stores no file, and returns a retry delay', async () => {
  const bucket = { S3_BUCKET: 'http://127.0.0.1:59998/files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const portal = await startTestPortal({ environment: bucket, now: new Date('2026-11-20T11:00:00Z') })
  const { files } = portal.context
  for (let visit = 0; visit < 5; visit++)
    await expect(files.put(Buffer.from('x'))).rejects.toMatchObject({ name: 'OutsideUnavailableError' })
  await expect(files.get('a'.repeat(64))).rejects.toMatchObject({ message: 'files: held_back', retryAfterSeconds: 30 })
  await portal.close()
})
