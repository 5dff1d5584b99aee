import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { sealedLink } from '#domains/accounts/server/mailed-link.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { newsletterLink, readLink } from '#domains/newsletter/server/link.ts'
import { readProfile } from '#domains/session/api.ts'
import { addEndpoint, rotateSecret } from '#domains/webhooks/server/endpoint-store.ts'
import { deviceKnownTo, rememberUser } from '../known-device.ts'
import { keyIdOf, seal, unseal } from '../sealed-text.ts'
import { openSession } from '../session-store.ts'
import { sessionIdOf, signToken } from '../token.ts'
import { announceKey, ensureKeys, readKeyRing, readKeys } from './key-store.ts'
import { followKeys, type LiveKeys } from './live-keys.ts'
import { countTexts, resealAll } from './reseal.ts'
import { retireKey } from './retire.ts'
import { type KeyPurpose, keyPurposes, leaseSeconds } from './rules.ts'

let portal: TestPortal
const log = { warn() {} }

beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  for (const table of ['outbox_message', 'webhook_endpoint', 'session', 'code_app', 'secret_key'] as const)
    await db.deleteFrom(table).execute()
  await ensureKeys(db)
  await portal.context.keys.refresh()
})

test('a new installation has a key with an id for each purpose, also where two servers start at once', async () => {
  const { db } = portal.context
  await db.deleteFrom('secret_key').execute()
  await Promise.all([ensureKeys(db), ensureKeys(db)])
  const keys = await readKeys(db)
  expect(keys.map(({ purpose, id }) => `${purpose} ${id}`).sort()).toEqual(
    keyPurposes.map((each) => `${each} 1`).sort(),
  )
  expect(keys.every(({ isInForce }) => isInForce)).toBe(true)
})

test('an installation from before goes on with the keys that it has, which have no ids', async () => {
  const { db } = portal.context
  await db.deleteFrom('secret_key').execute()
  for (const name of keyPurposes)
    await db
      .insertInto('secret_key')
      .values({ name, value: Buffer.alloc(32, 1).toString('base64') })
      .execute()
  await ensureKeys(db)
  expect((await readKeys(db)).map(({ id }) => id)).toEqual(keyPurposes.map(() => '0'))
  expect(seal('text', await readKeyRing(db, 'sealing'))).not.toContain('.')
})

describe('two servers that know different keys', () => {
  test('read what the other makes: an announced key opens and does not seal', async () => {
    const { db, keys } = portal.context
    await announceKey(db, { purpose: 'sealing', id: '2' })
    const other = await followed()
    // This one has read nothing yet, the other has; neither uses the new key.
    for (const server of [keys, other]) expect(keyIdOf(seal('text', server.ring('sealing')))).toBe('1')
    await keys.refresh()
    await bringIntoForce('sealing', '2')
    await other.refresh()
    const [sealedHere, sealedThere] = [seal('here', keys.ring('sealing')), seal('there', other.ring('sealing'))]
    expect([sealedHere, sealedThere].map(keyIdOf)).toEqual(['1', '2'])
    expect(unseal(sealedHere, other.ring('sealing'))).toBe('here')
    expect(unseal(sealedThere, keys.ring('sealing'))).toBe('there')
    other.stop()
  })

  test('one that has read no keys for long seals and signs nothing, and goes on once it has', async () => {
    let elapsedMs = 0
    const server = await followKeys(portal.context.db, log, () => elapsedMs)
    const sealed = seal('text', server.ring('sealing'))
    elapsedMs = leaseSeconds * 1000
    expect(keyIdOf(seal('text', server.ring('sealing')))).toBe('1')
    elapsedMs += 1
    expect(() => seal('text', server.ring('sealing'))).toThrow('The keys have not been read for too long.')
    expect(() => server.ring('session').current()).toThrow()
    expect(unseal(sealed, server.ring('sealing')), 'what it has it still opens').toBe('text')
    await server.refresh()
    expect(keyIdOf(seal('text', server.ring('sealing')))).toBe('1')
    server.stop()
  })
})

describe('sealing anew', () => {
  test('reaches whatever is sealed, and nothing else changes', async () => {
    const { db } = portal.context
    const userId = await sealEverything()
    const before = await countTexts(db)
    expect(new Set(before.map(({ keyId }) => keyId))).toEqual(new Set(['1']))
    expect(before).toHaveLength(6)
    await exchange('sealing')
    const pass = await resealAll(db, await readKeyRing(db, 'sealing'), { batchSize: 2 })
    expect(pass).toEqual({ resealed: 8, busy: 0, unreadable: [] })
    expect(await countTexts(db)).toEqual(before.map((each) => ({ ...each, keyId: '2' })))
    expect(await retireKey(db, { purpose: 'sealing', id: '1', isForced: false })).toEqual({ kind: 'retired' })
    await portal.context.keys.refresh()
    const keys = portal.context.sealingKeys
    const app = await db
      .selectFrom('code_app')
      .select('sealed_secret')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(unseal(app.sealed_secret, keys)).toBe('app secret')
    const links = await db.selectFrom('outbox_message').select('link').orderBy('link').execute()
    expect(links.map(({ link }) => link?.split('=')[0])).toEqual([
      '/activation?sealed',
      '/activation?sealed',
      '/activation?sealed',
      '/invoices',
    ])
  })

  test('leaves what somebody has changed meanwhile as they left it', async () => {
    const { db } = portal.context
    const userId = await sealEverything()
    const late = seal('newer secret', await readKeyRing(db, 'sealing'))
    await exchange('sealing')
    const ring = await readKeyRing(db, 'sealing')
    let isDone = false
    const pass = await resealAll(
      interleaved(db, async () => {
        if (isDone) return
        isDone = true
        await db.updateTable('code_app').set({ sealed_secret: late }).where('user_id', '=', userId).execute()
      }),
      ring,
    )
    expect(pass).toMatchObject({ busy: 1, resealed: 7 })
    expect(await secretOfApp(userId)).toBe('newer secret')
    expect(await resealAll(db, ring)).toMatchObject({ busy: 0, resealed: 1 })
    expect(await secretOfApp(userId)).toBe('newer secret')
  })

  test('names the rows that no key opens, and their key stays', async () => {
    const { db } = portal.context
    const userId = await sealEverything()
    await db
      .updateTable('code_app')
      .set({ sealed_secret: `1.${'A'.repeat(80)}` })
      .where('user_id', '=', userId)
      .execute()
    await exchange('sealing')
    const pass = await resealAll(db, await readKeyRing(db, 'sealing'))
    expect(pass).toEqual({ resealed: 7, busy: 0, unreadable: [`code_app.sealed_secret of user_id ${userId}`] })
    expect(await retireKey(db, { purpose: 'sealing', id: '1', isForced: true })).toEqual({ kind: 'texts', count: 1 })
  })
})

describe('a key that signs', () => {
  test('goes on verifying after its exchange: tokens, links and known browsers, until it is retired', async () => {
    const { db, keys, sessionKeys, newsletterKeys } = portal.context
    const now = new Date()
    const userId = await aUser(db, { login: `signed-${randomUUID()}`, customerIds: [] })
    const life = portal.context.settings.now().session
    const { sessionId, expiresAt } = await openSession(db, { userId, now, life })
    const claims = { sessionId, userId, locale: 'es', readonly: false, expiresAt }
    const token = await signToken(claims, { keys: sessionKeys, userIdField: 'user_id' }, now)
    const link = await newsletterLink({ userId }, { keys: newsletterKeys, now, days: 7 })
    const device = rememberUser(undefined, userId, { keys: sessionKeys, now })
    for (const purpose of ['session', 'newsletter'] as const) await exchange(purpose)
    await keys.refresh()

    const ask = () => portal.anonymous.ask(readProfile, {}, { headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).statusCode).toBe(200)
    expect(await readLink(link.split('params=')[1]!, { keys: newsletterKeys, now })).toEqual({ userId })
    expect(deviceKnownTo(device, userId, { keys: sessionKeys, now })).toBeTypeOf('string')
    const next = await signToken(claims, { keys: sessionKeys, userIdField: 'user_id' }, now)
    expect(headerOf(next)).toMatchObject({ kid: '2' })
    expect(await sessionIdOf(next, sessionKeys, now)).toBe(sessionId)
    const renewed = rememberUser(device, userId, { keys: sessionKeys, now })
    expect(renewed.split('.'), 'one mark for one user, by the key in use').toHaveLength(3)
    expect(renewed).not.toBe(device)

    expect(await retireKey(db, { purpose: 'session', id: '1', isForced: false })).toMatchObject({ kind: 'until' })
    expect((await ask()).statusCode).toBe(200)
    expect(await retireKey(db, { purpose: 'session', id: '1', isForced: true })).toEqual({ kind: 'retired' })
    await keys.refresh()
    expect(await sessionIdOf(token, sessionKeys, now)).toBeNull()
    expect(deviceKnownTo(device, userId, { keys: sessionKeys, now })).toBeUndefined()
    expect(await sessionIdOf(next, sessionKeys, now)).toBe(sessionId)
  })

  test.each([
    ['another id', { kid: '2' }],
    ['no id', {}],
    ['an id that is nobody’s', { kid: '../1' }],
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

/** Announces the next key of a purpose as if it had been so long ago that it has been in use everywhere for a day. */
async function exchange(purpose: KeyPurpose) {
  await announceKey(portal.context.db, { purpose, id: '2' })
  await bringIntoForce(purpose, '2')
}

async function bringIntoForce(purpose: KeyPurpose, id: string) {
  const in_force_from = new Date(Date.now() - 24 * 3_600_000)
  await portal.context.db
    .updateTable('secret_key')
    .set({ in_force_from })
    .where('name', '=', `${purpose}:${id}`)
    .execute()
}

/** Something in each column that holds what is sealed. @returns the user of the app that makes codes. */
async function sealEverything(): Promise<number> {
  const { db, sealingKeys } = portal.context
  const now = new Date()
  const userId = await aUser(db, { login: `sealed-${randomUUID()}`, customerIds: [] })
  await db
    .insertInto('code_app')
    .values({ user_id: userId, sealed_secret: seal('app secret', sealingKeys) })
    .execute()
  const life = portal.context.settings.now().session
  const sealedProviderToken = seal('id token', sealingKeys)
  const { sessionId } = await openSession(db, { userId, now, life, sealedProviderToken })
  await openSession(db, { userId, now, life })
  await db
    .insertInto('upstream_session')
    .values({ session_id: sessionId, sealed_token: seal('token', sealingKeys) })
    .execute()
  const endpoint = await addEndpoint(db, {
    url: 'https://erp.example.com/',
    description: '',
    eventTypes: null,
    sealingKeys,
    now,
  })
  await rotateSecret(db, { endpointId: endpoint!.endpointId, sealingKeys, now })
  for (const secret of ['one', 'two', 'three'])
    await queueMessage(
      db,
      { kind: 'accounts.activation', values: {}, userId, link: sealedLink('activation', secret, sealingKeys) } as never,
      now,
    )
  await queueMessage(db, { kind: 'invoices.new', values: {}, userId, link: '/invoices' } as never, now)
  return userId
}

/** The database, on which something else happens as soon as the first rows have been read. */
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
  return unseal(row.sealed_secret, await readKeyRing(db, 'sealing'))
}

function headerOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())
}
