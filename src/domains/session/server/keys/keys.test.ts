import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { encryptLink } from '#domains/accounts/server/mailed-link.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { createNewsletterLink, verifyLinkToken } from '#domains/newsletter/server/newsletter-link.ts'
import { readProfile } from '#domains/session/api.ts'
import { insertEndpoint, rotateSecret } from '#domains/webhooks/server/endpoint-store.ts'
import { decryptText, encryptText, keyIdOf } from '#kit/server/encrypted-text.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { openSession } from '../sessions/session-store.ts'
import { sessionIdOf, signToken } from '../sessions/session-token.ts'
import { addUserToDevice, findKnownDevice } from '../sign-in/known-device.ts'
import { announceKey, ensureKeys, readKeyRing, readKeys } from './key-store.ts'
import { followKeys, type LiveKeys } from './live-keys.ts'
import { countEncryptedTexts, reencryptAll } from './reencrypt.ts'
import { retireKey } from './retire.ts'
import { type KeyPurpose, keyPurposes, leaseSeconds } from './rules.ts'

let portal: TestPortal
const log = { warn() {} }

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  for (const table of ['outbox_message', 'webhook_endpoint', 'session', 'code_app', 'secret_key'] as const)
    await db.deleteFrom(table).execute()
  await ensureKeys(db)
  await portal.context.keys.refresh()
})

test('a new installation creates a key with an id for each purpose, also when two servers start at once', async () => {
  const { db } = portal.context
  await db.deleteFrom('secret_key').execute()
  await Promise.all([ensureKeys(db), ensureKeys(db)])
  const keys = await readKeys(db)
  expect(keys.map(({ purpose, id }) => `${purpose} ${id}`).sort()).toEqual(
    keyPurposes.map((each) => `${each} 1`).sort(),
  )
  expect(keys.every(({ isInForce }) => isInForce)).toBe(true)
})

test('an earlier installation continues with its keys, which have no ids', async () => {
  const { db } = portal.context
  await db.deleteFrom('secret_key').execute()
  for (const name of keyPurposes)
    await db
      .insertInto('secret_key')
      .values({ name, value: Buffer.alloc(32, 1).toString('base64') })
      .execute()
  await ensureKeys(db)
  expect((await readKeys(db)).map(({ id }) => id)).toEqual(keyPurposes.map(() => '0'))
  expect(encryptText('text', await readKeyRing(db, 'sealing'))).not.toContain('.')
})

describe('two servers that know different keys', () => {
  test('read each other’s texts: an announced key decrypts and does not encrypt', async () => {
    const { db, keys } = portal.context
    await announceKey(db, { purpose: 'sealing', id: '2' })
    const other = await followed()
    // This server has not read the new key yet, the other has; neither uses it.
    for (const server of [keys, other]) expect(keyIdOf(encryptText('text', server.ring('sealing')))).toBe('1')
    await keys.refresh()
    await bringIntoForce('sealing', '2')
    await other.refresh()
    const [sealedHere, sealedThere] = [
      encryptText('here', keys.ring('sealing')),
      encryptText('there', other.ring('sealing')),
    ]
    expect([sealedHere, sealedThere].map(keyIdOf)).toEqual(['1', '2'])
    expect(decryptText(sealedHere, other.ring('sealing'))).toBe('here')
    expect(decryptText(sealedThere, keys.ring('sealing'))).toBe('there')
    other.stop()
  })

  test('stop encrypting and signing without a recent read of the keys, and resume after one', async () => {
    let elapsedMs = 0
    const server = await followKeys(portal.context.db, log, () => elapsedMs)
    const sealed = encryptText('text', server.ring('sealing'))
    elapsedMs = leaseSeconds * 1000
    expect(keyIdOf(encryptText('text', server.ring('sealing')))).toBe('1')
    elapsedMs += 1
    expect(() => encryptText('text', server.ring('sealing'))).toThrow('The keys have not been read for too long.')
    expect(() => server.ring('session').current()).toThrow()
    expect(decryptText(sealed, server.ring('sealing')), 'still decrypts with its keys').toBe('text')
    await server.refresh()
    expect(keyIdOf(encryptText('text', server.ring('sealing')))).toBe('1')
    server.stop()
  })
})

describe('re-encryption', () => {
  test('reaches every encrypted text, and changes nothing else', async () => {
    const { db } = portal.context
    const userId = await sealEverything()
    const before = await countEncryptedTexts(db)
    expect(new Set(before.map(({ keyId }) => keyId))).toEqual(new Set(['1']))
    expect(before).toHaveLength(6)
    await exchange('sealing')
    const pass = await reencryptAll(db, await readKeyRing(db, 'sealing'), { batchSize: 2 })
    expect(pass).toEqual({ reencrypted: 8, busy: 0, unreadable: [] })
    expect(await countEncryptedTexts(db)).toEqual(before.map((each) => ({ ...each, keyId: '2' })))
    expect(await retireKey(db, { purpose: 'sealing', id: '1', isForced: false })).toEqual({ kind: 'retired' })
    await portal.context.keys.refresh()
    const keys = portal.context.encryptionKeys
    const app = await db
      .selectFrom('code_app')
      .select('sealed_secret')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(decryptText(app.sealed_secret, keys)).toBe('app secret')
    const links = await db.selectFrom('outbox_message').select('link').orderBy('link').execute()
    expect(links.map(({ link }) => link?.split('=')[0])).toEqual([
      '/activation?sealed',
      '/activation?sealed',
      '/activation?sealed',
      '/invoices',
    ])
  })

  test('keeps concurrent changes', async () => {
    const { db } = portal.context
    const userId = await sealEverything()
    const late = encryptText('newer secret', await readKeyRing(db, 'sealing'))
    await exchange('sealing')
    const ring = await readKeyRing(db, 'sealing')
    let isDone = false
    const pass = await reencryptAll(
      interleaved(db, async () => {
        if (isDone) return
        isDone = true
        await db.updateTable('code_app').set({ sealed_secret: late }).where('user_id', '=', userId).execute()
      }),
      ring,
    )
    expect(pass).toMatchObject({ busy: 1, reencrypted: 7 })
    expect(await secretOfApp(userId)).toBe('newer secret')
    expect(await reencryptAll(db, ring)).toMatchObject({ busy: 0, reencrypted: 1 })
    expect(await secretOfApp(userId)).toBe('newer secret')
  })

  test('reports the rows that no key decrypts, and keeps their key', async () => {
    const { db } = portal.context
    const userId = await sealEverything()
    await db
      .updateTable('code_app')
      .set({ sealed_secret: `1.${'A'.repeat(80)}` })
      .where('user_id', '=', userId)
      .execute()
    await exchange('sealing')
    const pass = await reencryptAll(db, await readKeyRing(db, 'sealing'))
    expect(pass).toEqual({ reencrypted: 7, busy: 0, unreadable: [`code_app.sealed_secret of user_id ${userId}`] })
    expect(await retireKey(db, { purpose: 'sealing', id: '1', isForced: true })).toEqual({ kind: 'texts', count: 1 })
  })
})

describe('a signing key', () => {
  test('still verifies after a rotation, until it is retired: tokens, links and known browsers', async () => {
    const { db, keys, sessionKeys, newsletterKeys } = portal.context
    const now = new Date()
    const userId = await insertUser(db, { login: `signed-${randomUUID()}`, customerIds: [] })
    const life = portal.context.settings.now().session
    const { sessionId, expiresAt } = await openSession(db, { userId, now, lifetime: life })
    const claims = { sessionId, userId, locale: 'es', readonly: false, expiresAt }
    const token = await signToken(claims, { keys: sessionKeys, userIdField: 'user_id' }, now)
    const link = await createNewsletterLink({ userId }, { keys: newsletterKeys, now, days: 7 })
    const device = addUserToDevice(undefined, userId, { keys: sessionKeys, now })
    for (const purpose of ['session', 'newsletter'] as const) await exchange(purpose)
    await keys.refresh()

    const ask = () => portal.anonymous.sendRaw(readProfile, {}, { headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).statusCode).toBe(200)
    expect(await verifyLinkToken(link.split('params=')[1]!, { keys: newsletterKeys, now })).toEqual({ userId })
    expect(findKnownDevice(device, userId, { keys: sessionKeys, now })).toBeTypeOf('string')
    const next = await signToken(claims, { keys: sessionKeys, userIdField: 'user_id' }, now)
    expect(headerOf(next)).toMatchObject({ kid: '2' })
    expect(await sessionIdOf(next, sessionKeys, now)).toBe(sessionId)
    const renewed = addUserToDevice(device, userId, { keys: sessionKeys, now })
    expect(renewed.split('.'), 'one mark for the user, by the key in use').toHaveLength(3)
    expect(renewed).not.toBe(device)

    expect(await retireKey(db, { purpose: 'session', id: '1', isForced: false })).toMatchObject({ kind: 'until' })
    expect((await ask()).statusCode).toBe(200)
    expect(await retireKey(db, { purpose: 'session', id: '1', isForced: true })).toEqual({ kind: 'retired' })
    await keys.refresh()
    expect(await sessionIdOf(token, sessionKeys, now)).toBeNull()
    expect(findKnownDevice(device, userId, { keys: sessionKeys, now })).toBeUndefined()
    expect(await sessionIdOf(next, sessionKeys, now)).toBe(sessionId)
  })

  test.each([
    ['another id', { kid: '2' }],
    ['no id', {}],
    ['an unknown id', { kid: '../1' }],
  ])('verifies nothing that names %s', async (_, header) => {
    const { sessionKeys } = portal.context
    const now = new Date()
    const expiresAt = new Date(now.getTime() + 60_000)
    const claims = { sessionId: randomUUID(), userId: 1, locale: 'es', readonly: false, expiresAt }
    const token = await signToken(claims, { keys: sessionKeys, userIdField: 'user_id' }, now)
    const named = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', ...header })).toString('base64url')
    await exchange('session')
    await portal.context.keys.refresh()
    expect(await sessionIdOf([named, ...token.split('.').slice(1)].join('.'), sessionKeys, now)).toBeNull()
  })
})

function followed(): Promise<LiveKeys> {
  return followKeys(portal.context.db, log)
}

/** Announces the next key of a purpose far enough in the past to have been in use everywhere for a day. */
async function exchange(purpose: KeyPurpose) {
  await announceKey(portal.context.db, { purpose, id: '2' })
  await bringIntoForce(purpose, '2')
}

async function bringIntoForce(purpose: KeyPurpose, id: string) {
  const in_force_from = new Date(Date.now() - msPerDay)
  await portal.context.db
    .updateTable('secret_key')
    .set({ in_force_from })
    .where('name', '=', `${purpose}:${id}`)
    .execute()
}

/** Stores an encrypted text in each encrypted column. @returns the user of the authenticator app. */
async function sealEverything(): Promise<number> {
  const { db, encryptionKeys } = portal.context
  const now = new Date()
  const userId = await insertUser(db, { login: `sealed-${randomUUID()}`, customerIds: [] })
  await db
    .insertInto('code_app')
    .values({ user_id: userId, sealed_secret: encryptText('app secret', encryptionKeys) })
    .execute()
  const life = portal.context.settings.now().session
  const sealedProviderToken = encryptText('id token', encryptionKeys)
  const { sessionId } = await openSession(db, { userId, now, lifetime: life, sealedProviderToken })
  await openSession(db, { userId, now, lifetime: life })
  await db
    .insertInto('upstream_session')
    .values({ session_id: sessionId, sealed_token: encryptText('token', encryptionKeys) })
    .execute()
  const endpoint = await insertEndpoint(db, {
    url: 'https://erp.example.com/',
    description: '',
    eventTypes: null,
    encryptionKeys,
    now,
  })
  await rotateSecret(db, { endpointId: endpoint!.endpointId, encryptionKeys, now })
  for (const secret of ['one', 'two', 'three'])
    await queueMessage(
      db,
      {
        kind: 'accounts.activation',
        values: {},
        userId,
        link: encryptLink('activation', secret, encryptionKeys),
      } as never,
      now,
    )
  await queueMessage(db, { kind: 'invoices.new', values: {}, userId, link: '/invoices' } as never, now)
  return userId
}

/** Returns the database with a concurrent action that runs as soon as the first rows have been read. */
function interleaved(db: TestPortal['context']['db'], happen: () => Promise<void>) {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await happen()
      return result
    },
  })
}

async function secretOfApp(userId: number) {
  const { db } = portal.context
  const row = await db
    .selectFrom('code_app')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return decryptText(row.sealed_secret, await readKeyRing(db, 'sealing'))
}

function headerOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())
}
