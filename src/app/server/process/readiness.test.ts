import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKysely, openPool } from '#kit/server/database.ts'
import { failWrites } from '../testing/database-faults.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { countsAsReady, createReadiness, type ProbeResult } from './readiness.ts'

describe('readiness', () => {
  let portal: TestPortal
  beforeEach(async () => {
    portal = await startTestPortal()
  })
  afterEach(() => portal.close())

  const fetchReadyStatus = async () => (await portal.app.inject('/readyz')).statusCode

  test('is determined by a write, at most once a second', async () => {
    const written = async () =>
      (await portal.context.db.selectFrom('readiness_probe').select('checked_at').executeTakeFirst())?.checked_at
    expect(await fetchReadyStatus()).toBe(200)
    const first = await written()
    expect(first).toBeInstanceOf(Date)
    expect(await fetchReadyStatus()).toBe(200)
    expect(await written()).toEqual(first)
    await pause(1_100)
    expect(await fetchReadyStatus()).toBe(200)
    expect(await written()).not.toEqual(first)
  })

  test.each([
    ['a replica', '25006'],
    ['a full disk', '53100'],
  ])('is lost on %s, and recovers afterwards', async (_, code) => {
    const end = await failWrites(portal.context.db, code)
    expect(await fetchReadyStatus()).toBe(503)
    await end()
    await pause(1_100)
    expect(await fetchReadyStatus()).toBe(200)
  })

  test('persists while every connection of the pool is in use', async () => {
    expect(await fetchReadyStatus()).toBe(200)
    const inUse = await Promise.all(Array.from({ length: 8 }, () => portal.context.pool.connect()))
    await pause(1_100)
    expect(await fetchReadyStatus()).toBe(200)
    for (const client of inUse) client.release()
  })

  test('ends once shutdown begins', async () => {
    portal.context.readiness.beginDraining()
    expect(await fetchReadyStatus()).toBe(503)
  })
})

test('is not reached without a database', async () => {
  const pool = openPool({ url: 'postgres://nobody@127.0.0.1:1/none' })
  const readiness = createReadiness(createKysely(pool), pool)
  expect(await readiness.isReady()).toBe(false)
  await readiness.stop()
  await pool.end()
})

const looks: [reason: string, look: ProbeResult, millisecondsSinceFine: number, fit: boolean][] = [
  ['a database that takes writes counts as ready', 'ok', 0, true],
  ['a busy database counts as ready', 'timeout', 5_000, true],
  ['a database that has been silent for too long does not count as ready', 'timeout', 31_000, false],
  ['a database that has never answered does not count as ready', 'timeout', Number.POSITIVE_INFINITY, false],
  ['a database that takes no writes does not count as ready', 'unavailable', 0, false],
]
test.each(looks)('%s', (_, look, milliseconds, fit) => {
  expect(countsAsReady(look, milliseconds)).toBe(fit)
})
