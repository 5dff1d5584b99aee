import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { messagesOf } from '#app/server/texts/texts.ts'
import { changePassword, logInClient, readProfile } from '#domains/session/api.ts'
import { linkIdentity, userOfIdentity } from '#domains/session/server/openid/identity-store.ts'
import { createClientCredential } from '#domains/session/server/programs/client-store.ts'
import { insertPasskey, passkeysOf } from '#domains/session/server/second-factor/passkey-store.ts'
import { anAccount, auditOf, callWithoutSession, password } from '#domains/session/server/session-testing.ts'
import { locales } from '#vocabulary/locale.ts'
import { endAccountAccess, listAccountAccess } from '../account-access-api.ts'
import { createAccessToken } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const fresh = 'Camins-de-nit-42'
let portal: TestPortal
let made = 0

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
afterAll(() => portal.close())

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })

/** Creates an account with every kind of access. */
async function anAccountWithAccess(given: { password_hash?: string } = {}) {
  portal.setClock(noon)
  const { db } = portal.context
  const number = ++made
  const userId = await anAccount(portal, { login: `open${number}`, ...given })
  await insertPasskey(db, {
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
  const client = await createClientCredential(db, { userId, now: noon })
  return { userId, identity, client, visitor: await portal.as(userId) }
}

const logInOf = ({ clientId, secret }: { clientId: string; secret: string }) =>
  callWithoutSession(portal, logInClient, { body: { client_id: clientId, secret } })

test('lists the access to an account to its owner alone', async () => {
  const { visitor, client } = await anAccountWithAccess()
  await visitor.send(createAccessToken, { body: { name: 'Domótica', scopes: ['contracts:read'], days: 30 } })
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

describe('after a password change', () => {
  test('the response says that other access remains, and the mail names it and links to it', async () => {
    const { visitor, userId, client } = await anAccountWithAccess()
    const answer = await callWithoutSession(
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
    for (const locale of locales) {
      const { mails } = messagesOf(locale).session as { mails: Record<string, { text: string }> }
      expect(mails.passwordChangedAccessLeft!.text).toMatch(/\{passkeys\}.*\{identities\}.*\{clients\}/s)
    }
  })

  test('without other access, neither the response nor the mail mentions any', async () => {
    const userId = await anAccount(portal)
    const { token } = await portal.as(userId)
    const answer = await callWithoutSession(
      portal,
      changePassword,
      { body: { current: password, password: fresh } },
      bearer(token),
    )
    expect(answer.body).toMatchObject({ has_other_access: false })
    const { kind } = await portal.context.db
      .selectFrom('outbox_message')
      .where('user_id', '=', userId)
      .select('kind')
      .executeTakeFirstOrThrow()
    expect(kind).toBe('session.passwordChanged')
  })
})

describe('access that its owner revokes', () => {
  test('no longer signs anybody in, and the sessions that it may have opened end', async () => {
    const { visitor, userId, client, identity } = await anAccountWithAccess()
    const thief = (await logInOf(client)).body.token
    const { items } = await visitor.send(listAccountAccess, {})
    const chosen = items.map(({ kind, id }) => ({ kind, id }))
    expect(await visitor.send(endAccountAccess, { body: { items: chosen } })).toEqual({ ended: 3 })
    expect((await logInOf(client)).code).toBe('client_id_error')
    expect(await userOfIdentity(portal.context.db, identity)).toBeUndefined()
    expect(await passkeysOf(portal.context.db, userId)).toEqual([])
    expect((await callWithoutSession(portal, readProfile, {}, bearer(thief))).code).toBe('token_expired')
    expect((await visitor.send(listAccountAccess, {})).items).toEqual([])
    expect((await auditOf(portal, userId)).flat()).toEqual(
      expect.arrayContaining(['client_revoked', 'identity_unlinked', 'second_factor_removed']),
    )
    expect(await visitor.send(endAccountAccess, { body: { items: chosen } })).toEqual({ ended: 0 })
  })

  test('leaves the rest unchanged, and sessions too where only a read key was revoked', async () => {
    const { visitor, userId, client } = await anAccountWithAccess()
    const { token } = await visitor.send(createAccessToken, {
      body: { name: 'Domótica', scopes: ['contracts:read'], days: 30 },
    })
    const elsewhere = await portal.as(userId)
    const { items } = await visitor.send(listAccountAccess, {})
    const chosen = items.filter(({ kind }) => kind === 'read_key').map(({ kind, id }) => ({ kind, id }))
    expect(await visitor.send(endAccountAccess, { body: { items: chosen } })).toEqual({ ended: 1 })
    expect((await callWithoutSession(portal, readProfile, {}, bearer(token))).status).toBe(401)
    expect((await elsewhere.sendRaw(readProfile, {})).statusCode).toBe(200)
    expect((await logInOf(client)).status).toBe(200)
  })

  test('never belongs to another user', async () => {
    const { visitor, client } = await anAccountWithAccess()
    const { items } = await visitor.send(listAccountAccess, {})
    const other = await portal.as(await anAccount(portal))
    const chosen = items.map(({ kind, id }) => ({ kind, id }))
    expect(await other.send(endAccountAccess, { body: { items: chosen } })).toEqual({ ended: 0 })
    expect((await logInOf(client)).status).toBe(200)
  })

  test('is never the last way to sign in to an account without a password', async () => {
    const { visitor, client } = await anAccountWithAccess({ password_hash: 'none' })
    const { items } = await visitor.send(listAccountAccess, {})
    const chosen = items.map(({ kind, id }) => ({ kind, id }))
    const refused = await visitor.sendRaw(endAccountAccess, { body: { items: chosen } })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'last_way_in'])
    expect((await logInOf(client)).status).toBe(200)
    expect((await visitor.send(listAccountAccess, {})).items).toHaveLength(3)
  })

  test('requires re-authentication', async () => {
    const { visitor } = await anAccountWithAccess()
    const { items } = await visitor.send(listAccountAccess, {})
    portal.setClock(new Date(noon.getTime() + 15 * 60_000))
    const body = { items: items.map(({ kind, id }) => ({ kind, id })) }
    const refused = await visitor.sendRaw(endAccountAccess, { body })
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'fresh_authentication_required'])
    portal.setClock(noon)
  })
})
