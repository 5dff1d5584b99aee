import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { changePassword, listProofs, proveIdentity } from '../api.ts'
import { anAccount, ask, auditOf, password } from './testing.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const fresh = 'Camins-de-nit-42'
let portal: TestPortal

beforeAll(async () => {
  portal = await testPortal({ now: noon })
})
beforeEach(() => portal.setClock(noon))
afterAll(() => portal.close())

const minutesLater = (minutes: number) => portal.setClock(new Date(noon.getTime() + minutes * 60_000))
const change = { body: { current: password, password: fresh } }

/** Somebody with a second factor, who is asked for a proof that is not older than ten minutes. */
async function guarded() {
  const userId = await anAccount(portal)
  const passkey = { credential_id: `key of ${userId}`, public_key: '', sign_count: 0, name: 'Key', created_at: noon }
  await portal.context.db
    .insertInto('passkey')
    .values({ user_id: userId, ...passkey })
    .execute()
  return userId
}

describe('what a thief of a session would do first', () => {
  test('wants a proof of who does it that is not old', async () => {
    const person = await portal.as(await guarded())
    minutesLater(11)
    const answer = await person.ask(changePassword, change)
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'fresh_authentication_required'])
  })

  test('is done at once by who has just come in, and for as long as the retailer says', async () => {
    const userIds = [await guarded(), await guarded()]
    const [soon, late] = [await portal.as(userIds[0]!), await portal.as(userIds[1]!)]
    minutesLater(10)
    expect((await soon.ask(changePassword, change)).statusCode).toBe(200)
    await portal.set('session.proofMinutes', 20)
    minutesLater(20)
    expect((await late.ask(changePassword, change)).statusCode).toBe(200)
    await portal.set('session.proofMinutes', 10)
  })

  test('of a password is proved by the present one alone where there is nothing else', async () => {
    const person = await portal.as(await anAccount(portal))
    minutesLater(11)
    expect((await person.ask(changePassword, change)).statusCode).toBe(200)
  })

  test('is refused first to who only looks', async () => {
    const looking = await portal.as(await guarded(), { readonly: true })
    minutesLater(11)
    expect((await looking.ask(changePassword, change)).json().message).toBe('token_readonly')
  })
})

describe('the proof', () => {
  test('by password renews what the session knows', async () => {
    const userId = await anAccount(portal)
    const person = await portal.as(userId)
    minutesLater(15)
    expect(await person.send(listProofs, {})).toMatchObject({ kinds: ['password'] })
    expect((await person.ask(proveIdentity, { body: { password } })).statusCode).toBe(204)
    const { authenticated_at } = await portal.context.db
      .selectFrom('session')
      .select('authenticated_at')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(authenticated_at).toEqual(portal.context.clock())
    expect((await auditOf(portal, userId)).at(-1)).toEqual(['proof_given', { by: 'password' }])
  })

  test('is at the identity provider for whoever has no password here', async () => {
    const person = await portal.as(await anAccount(portal, { password_hash: 'none' }))
    expect(await person.send(listProofs, {})).toMatchObject({ kinds: ['openid'] })
  })

  test('that is wrong changes nothing, and cannot be guessed at', async () => {
    const userId = await anAccount(portal)
    const person = await portal.as(userId)
    const wrong = await person.ask(proveIdentity, { body: { password: 'wrong' } })
    expect([wrong.statusCode, wrong.json().message]).toEqual([403, 'proof_wrong'])
    expect((await auditOf(portal, userId)).at(-1)).toEqual(['proof_failed'])
    for (let more = 0; more < 9; more++) await person.ask(proveIdentity, { body: { password: 'wrong' } })
    const banned = await person.ask(proveIdentity, { body: { password } })
    expect([banned.statusCode, banned.json().message]).toEqual([429, 'too_many_attempts'])
  })

  test('is asked of nobody without a session, of no one who only looks, and not without words', async () => {
    expect((await ask(portal, proveIdentity, { body: { password } })).status).toBe(401)
    expect((await ask(portal, listProofs, {})).status).toBe(401)
    const userId = await anAccount(portal)
    const looking = await (await portal.as(userId, { readonly: true })).ask(proveIdentity, { body: { password } })
    expect(looking.json().message).toBe('token_readonly')
    expect((await (await portal.as(userId)).ask(proveIdentity, { body: {} as never })).statusCode).toBe(400)
  })
})

test('the owner is told of a new password, where the account’s mail goes', async () => {
  const userId = await anAccount(portal, { email: 'owner@example.test' })
  await (await portal.as(userId)).send(changePassword, change)
  const told = await portal.context.db
    .selectFrom('outbox_message')
    .select(['kind', 'to_address', 'values'])
    .where('user_id', '=', userId)
    .execute()
  expect(told).toEqual([
    { kind: 'session.passwordChanged', to_address: 'owner@example.test', values: { instant: '20/11/2026, 12:00' } },
  ])
})
