import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { openSession } from '#domains/session/server/sessions/session-store.ts'
import { decryptText, encryptText } from '#kit/server/encrypted-text.ts'
import { type as typeInto } from '../testing/type.ts'

let portal: TestPortal
const sessions = 1500

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const type = (...words: string[]) => typeInto('portal', portal.environment, words)

test('keys are listed by purpose, with what is encrypted under them', async () => {
  const { db, encryptionKeys } = portal.context
  const userId = await insertUser(db, { login: 'many', customerIds: [] })
  const life = portal.context.settings.now().session
  for (let made = 0; made < sessions; made++)
    await openSession(db, {
      userId,
      now: new Date(),
      lifetime: life,
      sealedProviderToken: encryptText(`token ${made}`, encryptionKeys),
    })
  const { printed } = await type('keys', 'list')
  expect(printed.replace(/since \S+Z/g, 'since …')).toBe(
    [
      `sealing 1: in use, since …, ${sessions} encrypted texts (session.sealed_provider_token ${sessions})`,
      'session 1: in use, since …',
      'newsletter 1: in use, since …',
      'openid 1: in use, since …',
      'signature-codes 1: in use, since …\n',
    ].join('\n'),
  )
})

describe('rotating the encryption key', () => {
  test('loses nothing whenever it is killed, and resumes when run again', async () => {
    const { db, keys } = portal.context
    // Killed while it waits for servers to load the new key,
    let run = rotate()
    await vi.waitUntil(() => isThere('sealing:2'), { timeout: 30_000 })
    await kill(run)
    expect(await allOpen()).toBe(true)
    await secondsPass(100)
    // then during the re-encryption, while a server that has not reloaded the keys still encrypts with the previous
    // one.
    const stale = keys.ring('sealing')
    const late = encryptText('late', { ...stale, current: () => stale.find('1')! })
    run = rotate()
    await vi.waitUntil(async () => (await countUnder('2.%')) > 0, { timeout: 30_000, interval: 5 })
    await kill(run)
    const resealed = await countUnder('2.%')
    expect(resealed).toBeGreaterThan(0)
    expect(resealed, 'it was killed before the end').toBeLessThan(sessions)
    await keys.refresh()
    expect(await allOpen()).toBe(true)
    const life = portal.context.settings.now().session
    const userId = await insertUser(db, { login: 'late', customerIds: [] })
    await openSession(db, { userId, now: new Date(), lifetime: life, sealedProviderToken: late })
    await secondsPass(3600)
    expect((await type('keys', 'retire', 'sealing', '1')).complaint).toMatch(
      /^\d+ texts are still encrypted with sealing 1: run keys rotate sealing first\.\n$/,
    )

    const ended = await type('keys', 'rotate', 'sealing')
    expect(ended.complaint).toContain('Going on with sealing 2')
    expect(ended).toMatchObject({ code: 0 })
    expect(ended.printed).toContain('Everything that can be decrypted is encrypted with sealing 2.')
    expect(await countUnder('2.%')).toBe(sessions + 1)
    expect(await type('keys', 'retire', 'sealing', '1')).toMatchObject({ printed: 'sealing 1 is deleted.\n' })
    await keys.refresh()
    expect(await allOpen()).toBe(true)
    const { printed } = await type('keys', 'list')
    expect(printed).toContain(`sealing 2: in use`)
    expect(printed).not.toContain('sealing 1')
  }, 180_000)

  test.each([
    [['sealing', '2', '--now'], /^sealing 2 is in use/],
    [['sealing', '7'], /^There is no key sealing 7/],
    [['sealing'], /^keys retire takes a PURPOSE and an ID; purposes are sealing, session/],
  ])('rejects retire %j', async (words, complaint) => {
    const { code, complaint: printed } = await type('keys', 'retire', ...words)
    expect([code, printed]).toEqual([1, expect.stringMatching(complaint)])
  })
})

test('a signing key is rotated at once, and retired once its signatures have expired or must end', async () => {
  const made = await type('keys', 'rotate', 'session')
  expect(made.printed).toMatch(/^session 2 signs from \S+ on\./)
  expect((await type('keys', 'rotate', 'session')).complaint, 'running it twice is one rotation').toContain(
    'Going on with session 2',
  )
  expect((await type('keys', 'retire', 'session', '1')).complaint).toMatch(/^session 1 is in use/)
  await secondsPass(3600)
  expect((await type('keys', 'retire', 'session', '1')).complaint).toMatch(/or now with --now if the key has leaked/)
  expect(await type('keys', 'retire', 'session', '1', '--now')).toMatchObject({ code: 0 })
  const log = await portal.context.db
    .selectFrom('audit_entry')
    .select(['action', 'subject', 'after'])
    .where('subject', '=', 'key:session:1')
    .execute()
  expect(log).toEqual([{ action: 'key_retired', subject: 'key:session:1', after: { isForced: true } }])
  expect((await type('keys', 'rotate', 'nothing')).complaint).toMatch(/^keys rotate takes a PURPOSE/)
}, 180_000)

function rotate(): ChildProcess {
  const env = { PATH: process.env.PATH, ...portal.environment }
  return spawn(process.execPath, ['scripts/portal.ts', 'keys', 'rotate', 'sealing'], { env, stdio: 'ignore' })
}

async function kill(run: ChildProcess) {
  const ended = once(run, 'exit')
  run.kill('SIGKILL')
  await ended
  expect(run.signalCode, 'it was still running').toBe('SIGKILL')
}

/** Ages the keys by the clock of the database. */
async function secondsPass(seconds: number) {
  await portal.context.pool.query(
    `update secret_key set in_force_from = in_force_from - make_interval(secs => $1::float8)`,
    [seconds],
  )
}

async function isThere(name: string) {
  const { rows } = await portal.context.pool.query('select name from secret_key where name = $1', [name])
  return rows.length > 0
}

async function countUnder(pattern: string) {
  const { rows } = await portal.context.pool.query(
    'select count(*)::integer as count from session where sealed_provider_token like $1',
    [pattern],
  )
  return rows[0].count as number
}

async function allOpen() {
  const rows = await portal.context.db.selectFrom('session').select('sealed_provider_token').execute()
  return rows.every(({ sealed_provider_token: sealed }) =>
    /^(token \d+|late)$/.test(decryptText(sealed!, portal.context.encryptionKeys) ?? ''),
  )
}
