import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { messagesOf } from '#app/server/texts.ts'
import { changePassword, logInClient, readProfile } from '#domains/session/api.ts'
import { makeClient } from '#domains/session/server/client-store.ts'
import { linkIdentity, userOfIdentity } from '#domains/session/server/identity-store.ts'
import { addPasskey, passkeysOf } from '#domains/session/server/passkey-store.ts'
import { anAccount, ask, auditOf, password } from '#domains/session/server/testing.ts'
import { endAccountAccess, listAccountAccess } from '../account-access-api.ts'
import { makeAccessToken } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const fresh = 'Camins-de-nit-42'
let portal: TestPortal
let made = 0

beforeAll(async () => {
  portal = await testPortal({ now: noon })
})
afterAll(() => portal.close())

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })

/** An account that is entered by everything there is. */
async function anAccountWithAccess(given: { password_hash?: string } = {}) {
  portal.setClock(noon)
  const { db } = portal.context
  const number = ++made
  const userId = await anAccount(portal, { login: `open${number}`, ...given })
  await addPasskey(db, {
    userId,
    credentialId: `credential-${number}`,
    publicKey: 'AA',
    signCount: 0,
    transports: [],
    name: 'Móvil de Anna',
    now: noon,
  })
  const identity = { issuer: 'https://id.example.test/realms/a', subject: `subject-${number}` }
  await linkIdentity(db, identity, userId, noon)
  const client = await makeClient(db, { userId, now: noon })
  return { userId, identity, client, visitor: await portal.as(userId) }
}

const logInOf = ({ clientId, secret }: { clientId: string; secret: string }) =>
  ask(portal, logInClient, { body: { client_id: clientId, secret } })

test('what gets into an account is listed to its owner alone', async () => {
  const { visitor, client } = await anAccountWithAccess()
  await visitor.send(makeAccessToken, { body: { name: 'Domótica', scopes: ['contracts:read'], days: 30 } })
  const { items } = await visitor.send(listAccountAccess, {})
  expect(items.map(({ kind, name }) => [kind, name])).toEqual([
    ['passkey', 'Móvil de Anna'],
    ['identity', 'id.example.test'],
    ['client', `${client.clientId.slice(0, 8)}…`],
    ['read_key', 'Domótica'],
  ])
  expect(JSON.stringify(items)).not.toContain('subject-')
  const other = await portal.as(await anAccount(portal))
  expect((await other.send(listAccountAccess, {})).items).toEqual([])
})

describe('after a change of the password', () => {
  test('the answer says that something gets in as before, and the mail names it and leads there', async () => {
    const { visitor, userId, client } = await anAccountWithAccess()
    const answer = await ask(
      portal,
      changePassword,
      { body: { current: password, password: fresh } },
      bearer(visitor.token),
    )
    expect(answer.body).toMatchObject({ status: 'OK', has_other_access: true })
    const mail = await portal.context.db
      .selectFrom('outbox_message')
      .where('user_id', '=', userId)
      .select(['kind', 'link', 'values'])
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({
      kind: 'session.passwordChangedAccessLeft',
      link: '/profile/programs',
      values: { passkeys: 'Móvil de Anna', identities: 'id.example.test', clients: `${client.clientId.slice(0, 8)}…` },
    })
    for (const locale of ['ca', 'es', 'en', 'gl', 'fr', 'de'] as const) {
      const { mails } = messagesOf(locale).session as { mails: Record<string, { words: string }> }
      expect(mails.passwordChangedAccessLeft!.words).toMatch(/\{passkeys\}.*\{identities\}.*\{clients\}/s)
    }
  })

  test('where nothing else gets in, neither says so', async () => {
    const userId = await anAccount(portal)
    const { token } = await portal.as(userId)
    const answer = await ask(portal, changePassword, { body: { current: password, password: fresh } }, bearer(token))
    expect(answer.body).toMatchObject({ has_other_access: false })
    const { kind } = await portal.context.db
      .selectFrom('outbox_message')
      .where('user_id', '=', userId)
      .select('kind')
      .executeTakeFirstOrThrow()
    expect(kind).toBe('session.passwordChanged')
  })
})

describe('what its owner ends', () => {
  test('lets nobody in any more, nor do the sessions that it may have opened', async () => {
    const { visitor, userId, client, identity } = await anAccountWithAccess()
    const thief = (await logInOf(client)).body.token
    const { items } = await visitor.send(listAccountAccess, {})
    const chosen = items.map(({ kind, id }) => ({ kind, id }))
    expect(await visitor.send(endAccountAccess, { body: { items: chosen } })).toEqual({ ended: 3 })
    expect((await logInOf(client)).code).toBe('client_id_error')
    expect(await userOfIdentity(portal.context.db, identity)).toBeUndefined()
    expect(await passkeysOf(portal.context.db, userId)).toEqual([])
    expect((await ask(portal, readProfile, {}, bearer(thief))).code).toBe('token_expired')
    expect((await visitor.send(listAccountAccess, {})).items).toEqual([])
    expect((await auditOf(portal, userId)).flat()).toEqual(
      expect.arrayContaining(['client_revoked', 'identity_unlinked', 'second_factor_removed']),
    )
    expect(await visitor.send(endAccountAccess, { body: { items: chosen } })).toEqual({ ended: 0 })
  })

  test('leaves the rest as it is, and sessions where only a read key ended', async () => {
    const { visitor, userId, client } = await anAccountWithAccess()
    const { token } = await visitor.send(makeAccessToken, {
      body: { name: 'Domótica', scopes: ['contracts:read'], days: 30 },
    })
    const elsewhere = await portal.as(userId)
    const { items } = await visitor.send(listAccountAccess, {})
    const chosen = items.filter(({ kind }) => kind === 'read_key').map(({ kind, id }) => ({ kind, id }))
    expect(await visitor.send(endAccountAccess, { body: { items: chosen } })).toEqual({ ended: 1 })
    expect((await ask(portal, readProfile, {}, bearer(token))).status).toBe(401)
    expect((await elsewhere.ask(readProfile, {})).statusCode).toBe(200)
    expect((await logInOf(client)).status).toBe(200)
  })

  test('is never somebody else’s', async () => {
    const { visitor, client } = await anAccountWithAccess()
    const { items } = await visitor.send(listAccountAccess, {})
    const other = await portal.as(await anAccount(portal))
    const chosen = items.map(({ kind, id }) => ({ kind, id }))
    expect(await other.send(endAccountAccess, { body: { items: chosen } })).toEqual({ ended: 0 })
    expect((await logInOf(client)).status).toBe(200)
  })

  test('is not the last way in of an account without a password', async () => {
    const { visitor, client } = await anAccountWithAccess({ password_hash: 'none' })
    const { items } = await visitor.send(listAccountAccess, {})
    const chosen = items.map(({ kind, id }) => ({ kind, id }))
    const refused = await visitor.ask(endAccountAccess, { body: { items: chosen } })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'last_way_in'])
    expect((await logInOf(client)).status).toBe(200)
    expect((await visitor.send(listAccountAccess, {})).items).toHaveLength(3)
  })

  test('needs a proof of who it is', async () => {
    const { visitor } = await anAccountWithAccess()
    const { items } = await visitor.send(listAccountAccess, {})
    portal.setClock(new Date(noon.getTime() + 15 * 60_000))
    const body = { items: items.map(({ kind, id }) => ({ kind, id })) }
    const refused = await visitor.ask(endAccountAccess, { body })
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'fresh_authentication_required'])
    portal.setClock(noon)
  })
})
