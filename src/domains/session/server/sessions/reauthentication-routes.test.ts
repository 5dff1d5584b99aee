import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { changePassword } from '../../api.ts'
import { listReauthenticationMethods, reauthenticate } from '../../reauthentication-api.ts'
import { anAccount, auditOf, callWithoutSession, password } from '../session-testing.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const fresh = 'Camins-de-nit-42'
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
beforeEach(() => portal.setClock(noon))
afterAll(() => portal.close())

const minutesLater = (minutes: number) => portal.setClock(new Date(noon.getTime() + minutes * 60_000))
const change = { body: { current: password, password: fresh } }

/** Creates a user with a second factor, where re-authentication is required after ten minutes. */
async function guarded() {
  const userId = await anAccount(portal)
  const passkey = { credential_id: `key of ${userId}`, public_key: '', sign_count: 0, name: 'Key', created_at: noon }
  await portal.context.db
    .insertInto('passkey')
    .values({ user_id: userId, ...passkey })
    .execute()
  return userId
}

describe('actions that a thief of a session would do first', () => {
  test('require a recent re-authentication', async () => {
    const person = await portal.as(await guarded())
    minutesLater(11)
    const answer = await person.sendRaw(changePassword, change)
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'fresh_authentication_required'])
  })

  test('are allowed directly after sign-in, and for as long as the retailer says', async () => {
    const userIds = [await guarded(), await guarded()]
    const [soon, late] = [await portal.as(userIds[0]!), await portal.as(userIds[1]!)]
    minutesLater(10)
    expect((await soon.sendRaw(changePassword, change)).statusCode).toBe(200)
    await portal.set('session.proofMinutes', 20)
    minutesLater(20)
    expect((await late.sendRaw(changePassword, change)).statusCode).toBe(200)
    await portal.set('session.proofMinutes', 10)
  })

  test('on the password require only the current one if there is no other factor', async () => {
    const person = await portal.as(await anAccount(portal))
    minutesLater(11)
    expect((await person.sendRaw(changePassword, change)).statusCode).toBe(200)
  })

  test('are refused as read-only before re-authentication is required', async () => {
    const looking = await portal.as(await guarded(), { readonly: true })
    minutesLater(11)
    expect((await looking.sendRaw(changePassword, change)).json().message).toBe('token_readonly')
  })
})

describe('re-authentication', () => {
  test('by password renews the session’s authentication time', async () => {
    const userId = await anAccount(portal)
    const person = await portal.as(userId)
    minutesLater(15)
    expect(await person.send(listReauthenticationMethods, {})).toMatchObject({ kinds: ['password'] })
    expect((await person.sendRaw(reauthenticate, { body: { password } })).statusCode).toBe(204)
    const { authenticated_at } = await portal.context.db
      .selectFrom('session')
      .select('authenticated_at')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(authenticated_at).toEqual(portal.context.clock())
    expect((await auditOf(portal, userId)).at(-1)).toEqual(['proof_given', { by: 'password' }])
  })

  test('is at the identity provider for a user without a password here', async () => {
    const person = await portal.as(await anAccount(portal, { password_hash: 'none' }))
    expect(await person.send(listReauthenticationMethods, {})).toMatchObject({ kinds: ['openid'] })
  })

  test('with a wrong credential changes nothing, and cannot be guessed', async () => {
    const userId = await anAccount(portal)
    const person = await portal.as(userId)
    const wrong = await person.sendRaw(reauthenticate, { body: { password: 'wrong' } })
    expect([wrong.statusCode, wrong.json().message]).toEqual([403, 'proof_wrong'])
    expect((await auditOf(portal, userId)).at(-1)).toEqual(['proof_failed'])
    for (let more = 0; more < 9; more++) await person.sendRaw(reauthenticate, { body: { password: 'wrong' } })
    const banned = await person.sendRaw(reauthenticate, { body: { password } })
    expect([banned.statusCode, banned.json().message]).toEqual([429, 'too_many_attempts'])
  })

  test('is refused without a session, in a read-only session, and without a credential', async () => {
    expect((await callWithoutSession(portal, reauthenticate, { body: { password } })).status).toBe(401)
    expect((await callWithoutSession(portal, listReauthenticationMethods, {})).status).toBe(401)
    const userId = await anAccount(portal)
    const looking = await (await portal.as(userId, { readonly: true })).sendRaw(reauthenticate, { body: { password } })
    expect(looking.json().message).toBe('token_readonly')
    expect((await (await portal.as(userId)).sendRaw(reauthenticate, { body: {} as never })).statusCode).toBe(400)
  })
})

test('notifies the owner of a new password at the account’s address', async () => {
  const userId = await anAccount(portal, { email: 'owner@example.test' })
  await (await portal.as(userId)).send(changePassword, change)
  const outboxMessages = await portal.context.db
    .selectFrom('outbox_message')
    .select(['kind', 'to_address', 'values'])
    .where('user_id', '=', userId)
    .execute()
  expect(outboxMessages).toEqual([
    { kind: 'session.passwordChanged', to_address: 'owner@example.test', values: { instant: '20/11/2026, 12:00' } },
  ])
})
