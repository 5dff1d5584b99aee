import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { logInClient, readProfile } from '../../api.ts'
import { anAccount, auditOf, callWithoutSession } from '../session-testing.ts'
import { createClientCredential, revokeClientsOf } from './client-store.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const now = new Date()
const enter = (client_id: string, secret: string) =>
  callWithoutSession(portal, logInClient, { body: { client_id, secret } })

test('a program with a client’s id and secret gets a token for its user, and no cookie', async () => {
  const userId = await anAccount(portal, { name: 'Cooperativa' })
  const { clientId, secret } = await createClientCredential(portal.context.db, { userId, now })
  const answer = await enter(clientId, secret)
  expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) }, cookies: [] })
  const profile = await callWithoutSession(portal, readProfile, {}, { authorization: `Bearer ${answer.body.token}` })
  expect(profile.body).toMatchObject({ name: 'Cooperativa' })
  expect(await auditOf(portal, userId)).toEqual([['logged_in', { by: 'client', readonly: false }]])
})

test('returns the same response for every wrong credential', async () => {
  const userId = await anAccount(portal)
  const [mine, other] = [
    await createClientCredential(portal.context.db, { userId, now }),
    await createClientCredential(portal.context.db, { userId, now }),
  ]
  for (const [clientId, secret] of [
    ['nobody', mine.secret],
    [mine.clientId, other.secret],
    [mine.clientId, `${mine.secret}x`],
  ] as const)
    expect(await enter(clientId, secret)).toMatchObject({ status: 401, code: 'client_id_error' })

  await revokeClientsOf(portal.context.db, { userId, now })
  expect(await enter(mine.clientId, mine.secret), 'once revoked').toMatchObject({ code: 'client_id_error' })
})

test('throttles a client like an account', async () => {
  for (let attempt = 0; attempt < 10; attempt++) expect((await enter('guessed', `secret${attempt}`)).status).toBe(401)
  expect(await enter('guessed', 'secret')).toMatchObject({ status: 429, code: 'too_many_attempts', retryAfter: '900' })
})

test.each([
  ['no secret', { client_id: 'x' }, 'secret'],
  ['an empty id', { client_id: '', secret: 'x' }, 'client_id'],
])('%s is refused as an invalid request', async (_, body, field) => {
  const answer = await callWithoutSession(portal, logInClient, { body: body as never })
  expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [expect.any(String)] } } })
})
