import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPool, queries } from '#kit/server/database.ts'
import { isFit, type Look, readinessOf } from './readiness.ts'
import { failWrites } from './testing/database-faults.ts'
import { type TestPortal, testPortal } from './testing/portal.ts'

describe('whether requests should come', () => {
  let portal: TestPortal
  beforeEach(async () => {
    portal = await testPortal()
  })
  afterEach(() => portal.close())

  const asked = async () => (await portal.app.inject('/readyz')).statusCode

  test('is found out by a write, at most once a second', async () => {
    const written = async () =>
      (await portal.context.db.selectFrom('readiness_probe').select('checked_at').executeTakeFirst())?.checked_at
    expect(await asked()).toBe(200)
    const first = await written()
    expect(first).toBeInstanceOf(Date)
    expect(await asked()).toBe(200)
    expect(await written()).toEqual(first)
    await pause(1_100)
    expect(await asked()).toBe(200)
    expect(await written()).not.toEqual(first)
  })

  test.each([
    ['a replica', '25006'],
    ['a full disk', '53100'],
  ])('is no on %s, and yes again afterwards', async (_, code) => {
    const end = await failWrites(portal.context.db, code)
    expect(await asked()).toBe(503)
    await end()
    await pause(1_100)
    expect(await asked()).toBe(200)
  })

  test('is yes while every connection of the pool is in use', async () => {
    expect(await asked()).toBe(200)
    const inUse = await Promise.all(Array.from({ length: 8 }, () => portal.context.pool.connect()))
    await pause(1_100)
    expect(await asked()).toBe(200)
    for (const client of inUse) client.release()
  })

  test('is no once the program ends', async () => {
    portal.context.readiness.beginDraining()
    expect(await asked()).toBe(503)
  })
})

test('is no where there is no database', async () => {
  const pool = openPool({ url: 'postgres://nobody@127.0.0.1:1/none' })
  const readiness = readinessOf(queries(pool), pool)
  expect(await readiness.isReady()).toBe(false)
  await readiness.stop()
  await pool.end()
})

const looks: [reason: string, look: Look, millisecondsSinceFine: number, fit: boolean][] = [
  ['what takes writes', 'fine', 0, true],
  ['what is busy', 'late', 5_000, true],
  ['what has been silent for too long', 'late', 31_000, false],
  ['what has never answered', 'late', Number.POSITIVE_INFINITY, false],
  ['what takes no writes', 'unfit', 0, false],
]
test.each(looks)('%s', (_, look, milliseconds, fit) => {
  expect(isFit(look, milliseconds)).toBe(fit)
})
